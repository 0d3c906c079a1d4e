#include "oracle/region.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <variant>

#include "oracle/expansion.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_in_range(const Vertex& v) {
  return v.error == 0 && in_expansion_range(v.x) && in_expansion_range(v.y);
}

// ExactSum::kUndecided when it abstains.
int orientation_by_expansion(const Vertex& a, const Vertex& b, const Vertex& c) {
  ExactSum sum;
  sum.add_cross({a.x, a.y}, {b.x, b.y}, 1);
  sum.add_cross({b.x, b.y}, {c.x, c.y}, 1);
  sum.add_cross({c.x, c.y}, {a.x, a.y}, 1);
  return sum.sign();
}

int compare_coordinate(double a, double b, double error, const Vertex& va, const Vertex& vb,
                       Rational RationalVec2::*coordinate) {
  if (error == 0) return a < b ? -1 : a > b ? 1 : 0;
  const double difference = a - b;
  if (std::fabs(difference) * (1 - 0x1p-50) > error) return sign_of(difference);
  const RationalVec2 exact_a = va.value();
  const RationalVec2 exact_b = vb.value();
  return (exact_a.*coordinate).compare(exact_b.*coordinate);
}

double nearest(const Rational& value) {
  const double rounded = value.convert_to<double>();
  return std::isfinite(rounded) ? rounded : kInfinity;
}

}  // namespace

Vertex vertex_of(const RationalVec2& exact) {
  const double x = nearest(exact.x);
  const double y = nearest(exact.y);
  if (std::isinf(x) || std::isinf(y)) return {0, 0, kInfinity, &exact};
  // The conversion is within one ulp, however it rounds.
  return {x, y, std::max(std::fabs(x), std::fabs(y)) * 0x1p-51 + 0x1p-1074, &exact};
}

int orientation(const Vertex& a, const Vertex& b, const Vertex& c) {
  const double acx = a.x - c.x;
  const double acy = a.y - c.y;
  const double bcx = b.x - c.x;
  const double bcy = b.y - c.y;
  const double left = acx * bcy;
  const double right = acy * bcx;
  const double determinant = left - right;
  double bound = kOrientationError * (std::fabs(left) + std::fabs(right)) + kOrientationUnderflow;
  const double error = a.error + b.error + c.error;
  if (error != 0) {
    // Each difference is off by at most error, so each product by error times its factors plus error squared;
    // the factor covers the roundings of this line.
    bound += 1.001 * (error * (std::fabs(acx) + std::fabs(acy) + std::fabs(bcx) + std::fabs(bcy)) +
                      2 * error * error);
  }
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  if (is_in_range(a) && is_in_range(b) && is_in_range(c)) {
    const int sign = orientation_by_expansion(a, b, c);
    if (sign != ExactSum::kUndecided) return sign;
  }
  const RationalVec2 origin = c.value();
  return cross(a.value() - origin, b.value() - origin).sign();
}

int compare_x(const Vertex& a, const Vertex& b) {
  return compare_coordinate(a.x, b.x, a.error + b.error, a, b, &RationalVec2::x);
}
int compare_y(const Vertex& a, const Vertex& b) {
  return compare_coordinate(a.y, b.y, a.error + b.error, a, b, &RationalVec2::y);
}
int compare(const Vertex& a, const Vertex& b) {
  const int by_x = compare_x(a, b);
  return by_x != 0 ? by_x : compare_y(a, b);
}

Box box_of(const Vertex& v) {
  if (v.error == 0) return {v.x, v.y, v.x, v.y};
  return {std::nextafter(v.x - v.error, -kInfinity), std::nextafter(v.y - v.error, -kInfinity),
          std::nextafter(v.x + v.error, kInfinity), std::nextafter(v.y + v.error, kInfinity)};
}
Box hull_of(const Box& a, const Box& b) {
  return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
          std::max(a.max_y, b.max_y)};
}

void Region::clear() {
  dimension_ = 2;
  vertices_.clear();
  next_.clear();
  begins_.assign(1, 0);
  given_.clear();
  exact_.clear();
}

void Region::add_contour(Contour2<double> contour) {
  const std::size_t begin = vertices_.size();
  for (std::size_t i = 0; i < contour.size(); ++i) {
    if (vertices_.size() > begin && vertices_.back().x == contour[i].x &&
        vertices_.back().y == contour[i].y) {
      given_.back() = static_cast<std::uint32_t>(i);
      continue;
    }
    vertices_.push_back(vertex_of(contour[i]));
    given_.push_back(static_cast<std::uint32_t>(i));
  }
  while (vertices_.size() > begin + 1 && vertices_.back().x == vertices_[begin].x &&
         vertices_.back().y == vertices_[begin].y) {
    vertices_.pop_back();
    given_.pop_back();
  }
}

// center + su u + sv v: three doubles, whose sum is exact when no addition rounds.
void Region::add_box_corner(const Obb2<double>& obb, double su, double sv) {
  const auto [c, u, v] = std::tuple(obb.center, obb.half_axes[0] * su, obb.half_axes[1] * sv);
  const ExactPair x1 = sum_of(c.x, u.x);
  const ExactPair x2 = sum_of(x1.hi, v.x);
  const ExactPair y1 = sum_of(c.y, u.y);
  const ExactPair y2 = sum_of(y1.hi, v.y);
  Vertex corner{x2.hi, y2.hi, 0, nullptr};
  if (!std::isfinite(corner.x) || !std::isfinite(corner.y)) {
    corner = {0, 0, kInfinity, nullptr};
  } else {
    corner.error =
        std::max(std::fabs(x1.lo) + std::fabs(x2.lo), std::fabs(y1.lo) + std::fabs(y2.lo)) * (1 + 0x1p-50);
  }
  if (corner.error != 0) {
    exact_.push_back(rational(c) + rational(u) + rational(v));
    corner.exact = &exact_.back();
  }
  vertices_.push_back(corner);
  given_.push_back(static_cast<std::uint32_t>(given_.size()));
}

void Region::assign_contour(Contour2<double> contour, bool keep_direction) {
  clear();
  add_contour(contour);
  close_contour(keep_direction ? 0 : 1);
  finish();
}

void Region::assign(const PolygonalShape& shape) {
  clear();
  if (const auto* point = std::get_if<Point2<double>>(&shape)) {
    add_contour(Contour2<double>(&point->at, 1));
  } else if (const auto* segment = std::get_if<Segment2<double>>(&shape)) {
    const Point ends[2] = {segment->from, segment->to};
    add_contour(ends);
  } else if (const auto* aabb = std::get_if<Aabb2<double>>(&shape)) {
    const auto [min, max] = *aabb;
    const Point corners[4] = {min, {max.x, min.y}, max, {min.x, max.y}};
    add_contour(corners);
  } else if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    exact_.reserve(4);
    add_box_corner(*obb, 1, 1);
    add_box_corner(*obb, -1, 1);
    add_box_corner(*obb, -1, -1);
    add_box_corner(*obb, 1, -1);
  } else if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    add_contour(polygon->points);
  }
  if (is_flat()) {
    flatten();
    return finish();
  }
  close_contour(1);
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    for (const Contour2<double>& hole : polygon->holes) {
      add_contour(hole);
      close_contour(-1);
    }
  }
  finish();
}

bool Region::is_flat() const {
  const Vertex& first = vertices_.front();
  std::size_t other = 1;
  while (other < vertices_.size() && compare(first, vertices_[other]) == 0) ++other;
  for (std::size_t i = other + 1; i < vertices_.size(); ++i) {
    if (orientation(first, vertices_[other], vertices_[i]) != 0) return false;
  }
  return true;
}

void Region::flatten() {
  const auto before = [](const Vertex& a, const Vertex& b) { return compare(a, b) < 0; };
  const auto [low, high] = std::minmax_element(vertices_.begin(), vertices_.end(), before);
  const Vertex ends[2] = {*low, *high};
  dimension_ = before(ends[0], ends[1]) ? 1 : 0;
  vertices_.assign(ends, ends + dimension_ + 1);
  given_.resize(vertices_.size());
  next_.assign(vertices_.size(), static_cast<std::uint32_t>(dimension_));
  begins_.push_back(static_cast<std::uint32_t>(vertices_.size()));
}

// Ends the newest contour and makes it run counter-clockwise (1), clockwise (-1) or as given (0). Requires it
// simple: then the turn at its smallest vertex is not 0 and tells the direction.
void Region::close_contour(int direction) {
  const std::size_t begin = begins_.back();
  const std::size_t end = vertices_.size();
  if (direction != 0) {
    std::size_t low = begin;
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (compare(vertices_[i], vertices_[low]) < 0) low = i;
    }
    const Vertex& before = vertices_[low == begin ? end - 1 : low - 1];
    const Vertex& after = vertices_[low + 1 == end ? begin : low + 1];
    if (orientation(before, vertices_[low], after) != direction) {
      std::reverse(vertices_.begin() + static_cast<std::ptrdiff_t>(begin), vertices_.end());
      std::reverse(given_.begin() + static_cast<std::ptrdiff_t>(begin), given_.end());
    }
  }
  for (std::size_t i = begin; i < end; ++i) {
    next_.push_back(static_cast<std::uint32_t>(i + 1 == end ? begin : i + 1));
  }
  begins_.push_back(static_cast<std::uint32_t>(end));
}

void Region::finish() {
  box_ = box_of(vertices_.front());
  for (const Vertex& v : vertices_) box_ = hull_of(box_, box_of(v));
}

bool Region::is_corner(std::size_t i) const {
  if (dimension_ != 2) return true;
  std::size_t contour = 0;
  while (begins_[contour + 1] <= i) ++contour;
  const std::size_t before = i == begins_[contour] ? begins_[contour + 1] - 1 : i - 1;
  return orientation(vertices_[before], vertices_[i], end(i)) != 0;
}

// Winding number along the ray from p to the right.
Location Region::locate(const Vertex& p) const {
  if (!meet(box_of(p), box_)) return Location::outside;
  if (dimension_ == 0) return compare(p, vertices_[0]) == 0 ? Location::boundary : Location::outside;
  if (dimension_ == 1) {
    const bool on = orientation(vertices_[0], vertices_[1], p) == 0 && compare(vertices_[0], p) <= 0 &&
                    compare(p, vertices_[1]) <= 0;
    return on ? Location::boundary : Location::outside;
  }
  int winding = 0;
  for (std::size_t k = 0; k + 1 < begins_.size(); ++k) {
    const Vertex* from = &vertices_[begins_[k + 1] - 1];
    int from_side = compare_y(*from, p);
    for (std::size_t i = begins_[k]; i < begins_[k + 1]; ++i) {
      const Vertex* to = &vertices_[i];
      const int to_side = compare_y(*to, p);
      if (to_side == 0 && compare_x(*to, p) == 0) return Location::boundary;
      if (from_side == 0 && to_side == 0) {
        if (compare_x(*from, p) != compare_x(*to, p)) return Location::boundary;
      } else if ((from_side <= 0) != (to_side <= 0)) {
        const bool left_of_p = compare_x(*from, p) < 0 && compare_x(*to, p) < 0;
        if (!left_of_p) {
          const int turn = orientation(*from, *to, p);
          if (turn == 0) return Location::boundary;
          if (turn > 0 && from_side <= 0) ++winding;
          if (turn < 0 && to_side <= 0) --winding;
        }
      }
      from = to;
      from_side = to_side;
    }
  }
  return winding != 0 ? Location::inside : Location::outside;
}

}  // namespace touchstone::oracle
