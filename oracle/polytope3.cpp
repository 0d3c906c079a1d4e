#include "oracle/polytope3.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/orientation3.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A parallelepiped with right-handed half axes. Bit i of a corner: on the + side of half axis i. Face i: +
// side of half axis i; face i + 3: the other side.
struct BoxTables {
  Polytope::Edge edges[12];
  std::int32_t first[7];
  std::int32_t corners[24];
};

constexpr Polytope::Edge box_edge(int direction, int corner) {
  const int next = (direction + 1) % 3;
  const int last = (direction + 2) % 3;
  const bool next_plus = (corner >> next & 1) != 0;
  const bool last_plus = (corner >> last & 1) != 0;
  const int next_face = next + (next_plus ? 0 : 3);
  const int last_face = last + (last_plus ? 0 : 3);
  const bool is_turned = next_plus != last_plus;
  return {corner, corner | 1 << direction, is_turned ? last_face : next_face,
          is_turned ? next_face : last_face};
}

constexpr BoxTables box_tables() {
  BoxTables tables{};
  int count = 0;
  for (const int among : {0, 1, 2, 3}) {  // the edges at corner 0 come first
    for (int direction = 0; direction < 3; ++direction) {
      const int next = 1 << (direction + 1) % 3;
      const int last = 1 << (direction + 2) % 3;
      tables.edges[count++] =
          box_edge(direction, ((among & 1) != 0 ? next : 0) | ((among & 2) != 0 ? last : 0));
    }
  }
  for (int face = 0; face < 6; ++face) {
    const int axis = face % 3;
    const int base = face < 3 ? 1 << axis : 0;
    const int next = 1 << (axis + 1) % 3;
    const int last = 1 << (axis + 2) % 3;
    const int around[] = {base, base | next, base | next | last, base | last};
    for (int i = 0; i < 4; ++i) tables.corners[4 * face + i] = around[face < 3 ? i : 3 - i];
    tables.first[face + 1] = 4 * (face + 1);
  }
  return tables;
}
constexpr BoxTables kBox = box_tables();

double largest_of(const Vec3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

}  // namespace

void Polytope::clear() {
  corners_.clear();
  is_sum_ = is_box_ = false;
  corner_error_ = edge_error_ = largest_ = 0;
  smallest_ = kInfinity;
  edge_count_ = face_count_ = dimension_ = 0;
}

void Polytope::note(const Vec3<double>& v) {
  for (const double coordinate : {v.x, v.y, v.z}) {
    const double magnitude = std::fabs(coordinate);
    largest_ = std::max(largest_, magnitude);
    if (magnitude > 0) smallest_ = std::min(smallest_, magnitude);
  }
}

void Polytope::add_point(const Vec3<double>& p) {
  note(p);
  corners_.push_back(p);
}

void Polytope::assign(const Shape3<double>& shape) {
  clear();
  const auto use_ends = [&](const Vec3<double>& from, const Vec3<double>& to) {
    const Vec3<double> ends[] = {from, to};
    assign_points(ends);
  };
  if (const auto* point = std::get_if<Point3<double>>(&shape)) {
    assign_points({&point->at, 1});
  } else if (const auto* segment = std::get_if<Segment3<double>>(&shape)) {
    use_ends(segment->from, segment->to);
  } else if (const auto* aabb = std::get_if<Aabb3<double>>(&shape)) {
    assign_box(*aabb);
  } else if (const auto* obb = std::get_if<Obb3<double>>(&shape)) {
    assign_obb(*obb);
  } else if (const auto* triangle = std::get_if<Triangle3<double>>(&shape)) {
    assign_points(triangle->points);
  } else if (const auto* hull = std::get_if<Hull3<double>>(&shape)) {
    assign_points(hull->points);
  } else if (const auto* sphere = std::get_if<Sphere3<double>>(&shape)) {
    assign_points({&sphere->center, 1});
  } else if (const auto* capsule = std::get_if<Capsule3<double>>(&shape)) {
    use_ends(capsule->from, capsule->to);
  } else {
    const auto& cylinder = std::get<Cylinder3<double>>(shape);
    use_ends(cylinder.from, cylinder.to);
  }
  find_bounds();
}

void Polytope::find_bounds() {
  low_ = high_ = corners_[0];
  for (const Vec3<double>& p : corners_) {
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
  }
  if (corner_error_ == 0) return;
  // Twice: the sum is rounded by less than the error.
  const double error = 2 * corner_error_;
  low_ = low_ - Vec3<double>{error, error, error};
  high_ = high_ + Vec3<double>{error, error, error};
}

void Polytope::use_built() {
  edges_ = builder_.edges().data();
  edge_count_ = static_cast<int>(builder_.edges().size());
  face_first_ = builder_.face_first().data();
  face_corners_ = builder_.face_corners().data();
  face_count_ = static_cast<int>(builder_.face_first().size()) - 1;
}

void Polytope::use_box() {
  is_box_ = true;
  dimension_ = 3;
  edges_ = kBox.edges;
  edge_count_ = 12;
  face_first_ = kBox.first;
  face_corners_ = kBox.corners;
  face_count_ = 6;
}

void Polytope::assign_points(std::span<const Vec3<double>> points) {
  dimension_ = builder_.build(points, nullptr);
  use_built();
  for (const std::int32_t i : builder_.corners()) add_point(points[static_cast<std::size_t>(i)]);
}

void Polytope::assign_box(const Aabb3<double>& box) {
  const auto corner = [&](int code) {
    return Vec3<double>{(code & 1) != 0 ? box.max.x : box.min.x, (code & 2) != 0 ? box.max.y : box.min.y,
                        (code & 4) != 0 ? box.max.z : box.min.z};
  };
  Vec3<double> all[8];
  for (int code = 0; code < 8; ++code) all[code] = corner(code);
  if (box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z) {
    use_box();
    for (const Vec3<double>& p : all) add_point(p);
  } else {
    assign_points(all);
  }
}

// The rounded corner of which the half axes are added where their bit is set, else subtracted.
Vec3<double> Polytope::axis_sum(unsigned code, VectorSum* exact) const {
  Vec3<double> sum = center_;
  exact->count = 0;
  exact->add(center_);
  for (unsigned i = 0; i < 3; ++i) {
    const Vec3<double> term = (code >> i & 1U) != 0 ? half_axes_[i] : -half_axes_[i];
    exact->add(term);
    sum = sum + term;
  }
  return sum;
}

void Polytope::assign_obb(const Obb3<double>& box) {
  center_ = box.center;
  for (int i = 0; i < 3; ++i) half_axes_[i] = box.half_axes[i];
  const Vec3<double> zero{};
  const int turning = orientation(zero, half_axes_[0], half_axes_[1], half_axes_[2]);
  if (turning < 0) std::swap(half_axes_[1], half_axes_[2]);

  Vec3<double> rounded[8];
  bool exact = true;
  for (unsigned code = 0; code < 8; ++code) {
    VectorSum terms;
    rounded[code] = axis_sum(code, &terms);
    Vec3<double> sum = center_;
    for (int i = 1; i < 4; ++i) {
      const ExactPair x = sum_of(sum.x, terms.terms[i].x);
      const ExactPair y = sum_of(sum.y, terms.terms[i].y);
      const ExactPair z = sum_of(sum.z, terms.terms[i].z);
      exact = exact && x.lo == 0 && y.lo == 0 && z.lo == 0;
      sum = {x.hi, y.hi, z.hi};
    }
  }
  if (exact) {
    if (turning == 0) return assign_points(rounded);
    use_box();
    for (const Vec3<double>& p : rounded) add_point(p);
    return;
  }
  is_sum_ = true;
  note(center_);
  for (const Vec3<double>& axis : half_axes_) note(axis);
  // Three sums, each rounded by at most half an ulp of the reach, which is rounded three times itself.
  const Vec3<double>& u = half_axes_[0];
  const Vec3<double>& v = half_axes_[1];
  const Vec3<double>& w = half_axes_[2];
  const Vec3<double> reach{std::fabs(center_.x) + (std::fabs(u.x) + std::fabs(v.x) + std::fabs(w.x)),
                           std::fabs(center_.y) + (std::fabs(u.y) + std::fabs(v.y) + std::fabs(w.y)),
                           std::fabs(center_.z) + (std::fabs(u.z) + std::fabs(v.z) + std::fabs(w.z))};
  corner_error_ = std::max(4 * kHalfUlp * largest_of(reach), std::numeric_limits<double>::denorm_min());
  if (turning == 0) return assign_flat_obb();
  use_box();
  for (unsigned code = 0; code < 8; ++code) {
    corners_.push_back(rounded[code]);
    signs_[code] = static_cast<std::uint8_t>(code);
  }
}

void Polytope::assign_flat_obb() {
  Vec3<double> rounded[8];
  VectorSum exact[8];
  for (unsigned code = 0; code < 8; ++code) rounded[code] = axis_sum(code, &exact[code]);
  dimension_ = builder_.build(rounded, exact);
  use_built();
  for (std::size_t k = 0; k < builder_.corners().size(); ++k) {
    const auto code = static_cast<std::size_t>(builder_.corners()[k]);
    corners_.push_back(rounded[code]);
    signs_[k] = static_cast<std::uint8_t>(code);
  }
  // Sums of up to three half axes.
  edge_error_ = std::max(
      4 * kHalfUlp * (largest_of(half_axes_[0]) + largest_of(half_axes_[1]) + largest_of(half_axes_[2])),
      std::numeric_limits<double>::denorm_min());
}

CornerSum Polytope::exact_corner(int i) const {
  CornerSum sum;
  if (!is_sum_) {
    sum.terms[0] = corner(i);
    return sum;
  }
  const unsigned code = signs_[static_cast<std::size_t>(i)];
  sum.terms[0] = center_;
  for (unsigned k = 0; k < 3; ++k) sum.terms[k + 1] = (code >> k & 1U) != 0 ? half_axes_[k] : -half_axes_[k];
  sum.count = 4;
  return sum;
}

VectorSum Polytope::exact_step(int from, int to) const {
  if (!is_sum_) return difference_of(corner(to), corner(from));
  VectorSum sum;
  const unsigned before = signs_[static_cast<std::size_t>(from)];
  const unsigned after = signs_[static_cast<std::size_t>(to)];
  for (unsigned k = 0; k < 3; ++k)
    if (((before ^ after) >> k & 1U) != 0) sum.add((after >> k & 1U) != 0 ? half_axes_[k] : -half_axes_[k]);
  return sum;
}

Vec3<double> Polytope::step(int from, int to) const {
  if (!is_sum_) return corner(to) - corner(from);
  const VectorSum exact = exact_step(from, to);
  Vec3<double> sum{};
  for (int i = 0; i < exact.count; ++i) sum = sum + exact.terms[i];
  return sum;
}

std::array<std::int32_t, 3> Polytope::face_triple(int k) const {
  const std::span<const std::int32_t> around = face(k);
  if (around.size() == 3 || is_box_) return {around[0], around[1], around[is_box_ ? 3 : 2]};
  // Of a polygon the longest edge and the corner furthest from its line; any two would do.
  std::size_t longest = 0;
  double longest_sq = -1;
  for (std::size_t i = 0; i < around.size(); ++i) {
    const double square = length_sq(step(around[i], around[i + 1 == around.size() ? 0 : i + 1]));
    if (square > longest_sq) {
      longest_sq = square;
      longest = i;
    }
  }
  const std::int32_t from = around[longest];
  const std::size_t after = longest + 1 == around.size() ? 0 : longest + 1;
  const std::int32_t to = around[after];
  std::int32_t apex = around[after + 1 == around.size() ? 0 : after + 1];
  double best = -1;
  for (const std::int32_t i : around) {
    if (i == from || i == to) continue;
    const double area = length_sq(cross(step(from, to), step(from, i)));
    if (area > best) {
      best = area;
      apex = i;
    }
  }
  return {from, to, apex};
}

}  // namespace touchstone::oracle
