#include "oracle/hull_builder3.hpp"

#include <algorithm>
#include <utility>

#include "oracle/orientation3.hpp"

namespace touchstone::oracle {
namespace {

double at(const Vec3<double>& v, int coordinate) {
  return coordinate == 0 ? v.x : (coordinate == 1 ? v.y : v.z);
}

VectorSum between(const VectorSum& from, const VectorSum& to) {
  VectorSum sum = to;
  sum.add(from, -1);
  return sum;
}

}  // namespace

bool HullBuilder3::differ(int i, int j) const {
  if (sums_ == nullptr) return points_[i] != points_[j];
  const VectorSum step = between(sums_[i], sums_[j]);
  return exact_sign_of_coordinate(step, 0) != 0 || exact_sign_of_coordinate(step, 1) != 0 ||
         exact_sign_of_coordinate(step, 2) != 0;
}

// Sign of the coordinate of cross(point j - point i, point k - point i).
int HullBuilder3::turn(int i, int j, int k, int coordinate) const {
  if (sums_ != nullptr)
    return exact_sign_of_cross(between(sums_[i], sums_[j]), between(sums_[i], sums_[k]), coordinate);
  return exact_sign_of_cross(difference_of(points_[j], points_[i]), difference_of(points_[k], points_[i]),
                             coordinate);
}

// In the order of the coordinates.
bool HullBuilder3::is_before(int i, int j) const {
  for (int c = 0; c < 3; ++c) {
    const int sign = sums_ == nullptr
                         ? (at(points_[i], c) < at(points_[j], c)) - (at(points_[i], c) > at(points_[j], c))
                         : exact_sign_of_coordinate(between(sums_[i], sums_[j]), c);
    if (sign != 0) return sign > 0;
  }
  return false;
}

int HullBuilder3::side(int i, int j, int k, int l) const {
  return orientation(points_[i], points_[j], points_[k], points_[l]);
}

int HullBuilder3::build(std::span<const Vec3<double>> points, const VectorSum* sums) {
  points_ = points;
  sums_ = sums;
  corners_.clear();
  edges_.clear();
  face_first_.assign(1, 0);
  face_corners_.clear();
  start_[0] = 0;
  if (!find_line()) {
    corners_.push_back(0);
    return 0;
  }
  if (!find_plane()) {
    use_segment();
    return 1;
  }
  if (sums_ != nullptr || !find_solid()) {
    use_polygon();
    return 2;
  }
  start_with_tetrahedron();
  for (int i = 0; i < static_cast<int>(points_.size()); ++i)
    if (std::find(std::begin(start_), std::end(start_), i) == std::end(start_)) insert(i);
  merge();
  walk_faces();
  return 3;
}

bool HullBuilder3::find_line() {
  for (int i = 1; i < static_cast<int>(points_.size()); ++i) {
    start_[1] = i;
    if (differ(0, i)) return true;
  }
  return false;
}

bool HullBuilder3::find_plane() {
  for (int i = start_[1] + 1; i < static_cast<int>(points_.size()); ++i) {
    for (plane_ = 0; plane_ < 3; ++plane_) {
      start_[2] = i;
      plane_turn_ = turn(start_[0], start_[1], i, plane_);
      if (plane_turn_ != 0) return true;
    }
  }
  return false;
}

bool HullBuilder3::find_solid() {
  for (int i = start_[2] + 1; i < static_cast<int>(points_.size()); ++i) {
    start_[3] = i;
    if (side(start_[0], start_[1], start_[2], i) != 0) return true;
  }
  return false;
}

void HullBuilder3::use_segment() {
  std::int32_t first = 0;
  std::int32_t last = 0;
  for (int i = 1; i < static_cast<int>(points_.size()); ++i) {
    if (is_before(i, first)) first = i;
    if (is_before(last, i)) last = i;
  }
  corners_ = {first, last};
  edges_.push_back({0, 1, -1, -1});
}

// Monotone chain in the coordinate plane (A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two
// Dimensions", Information Processing Letters 9, 1979).
void HullBuilder3::use_polygon() {
  order_.resize(points_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::int32_t>(i);
  std::sort(order_.begin(), order_.end(), [&](int i, int j) { return is_before(i, j); });
  const auto is_same = [&](int i, int j) { return !differ(i, j); };
  order_.erase(std::unique(order_.begin(), order_.end(), is_same), order_.end());
  chain_.clear();
  const auto extend = [&](std::int32_t point, std::size_t floor) {
    while (chain_.size() >= floor && turn(chain_[chain_.size() - 2], chain_.back(), point, plane_) <= 0)
      chain_.pop_back();
    chain_.push_back(point);
  };
  for (const std::int32_t point : order_) extend(point, 2);
  const std::size_t floor = chain_.size() + 1;
  for (std::size_t i = order_.size() - 1; i-- > 0;) extend(order_[i], floor);
  chain_.pop_back();

  corners_ = chain_;
  const auto n = static_cast<std::int32_t>(corners_.size());
  for (std::int32_t i = 0; i < n; ++i) face_corners_.push_back(i);
  for (std::int32_t i = n; i-- > 0;) face_corners_.push_back(i);
  face_first_ = {0, n, 2 * n};
  for (std::int32_t i = 0; i < n; ++i) edges_.push_back({i, i + 1 == n ? 0 : i + 1, 0, 1});
}

std::int32_t HullBuilder3::new_triangle(std::int32_t a, std::int32_t b, std::int32_t c) {
  std::int32_t index = static_cast<std::int32_t>(triangles_.size());
  if (free_.empty()) {
    triangles_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Triangle& made = triangles_[static_cast<std::size_t>(index)];
  made = Triangle{{a, b, c}, {-1, -1, -1}, -1, false, true};
  return index;
}

void HullBuilder3::start_with_tetrahedron() {
  triangles_.clear();
  free_.clear();
  of_point_.assign(points_.size(), -1);
  // Outside sees corners counter-clockwise, and sees no corner on its side.
  if (side(start_[0], start_[1], start_[2], start_[3]) > 0) std::swap(start_[1], start_[2]);
  const auto [a, b, c, d] = start_;
  new_triangle(a, b, c);
  new_triangle(a, d, b);
  new_triangle(b, d, c);
  new_triangle(c, d, a);
  triangles_[0] = {{a, b, c}, {1, 2, 3}, -1, false, true};
  triangles_[1] = {{a, d, b}, {3, 2, 0}, -1, false, true};
  triangles_[2] = {{b, d, c}, {1, 3, 0}, -1, false, true};
  triangles_[3] = {{c, d, a}, {2, 1, 0}, -1, false, true};
}

void HullBuilder3::insert(std::int32_t point) {
  visible_.clear();
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Triangle& triangle = triangles_[t];
    if (!triangle.alive) continue;
    triangle.visible = side(triangle.corner[0], triangle.corner[1], triangle.corner[2], point) > 0;
    if (triangle.visible) visible_.push_back(static_cast<std::int32_t>(t));
  }
  if (!visible_.empty()) add_cone(point);
}

void HullBuilder3::add_cone(std::int32_t point) {
  std::int32_t made_last = -1;
  for (const std::int32_t t : visible_) {
    for (int k = 0; k < 3; ++k) {
      const Triangle old = triangles_[static_cast<std::size_t>(t)];
      const std::int32_t beyond = old.next[k];
      if (triangles_[static_cast<std::size_t>(beyond)].visible) continue;
      const std::int32_t from = old.corner[k];
      const std::int32_t to = old.corner[(k + 1) % 3];
      const std::int32_t made = new_triangle(from, to, point);
      triangles_[static_cast<std::size_t>(made)].next[0] = beyond;
      Triangle& other = triangles_[static_cast<std::size_t>(beyond)];
      for (int m = 0; m < 3; ++m)
        if (other.corner[m] == to && other.corner[(m + 1) % 3] == from) other.next[m] = made;
      of_point_[static_cast<std::size_t>(from)] = made;
      made_last = made;
    }
  }
  // The rim is one closed path.
  std::int32_t made = made_last;
  do {
    Triangle& triangle = triangles_[static_cast<std::size_t>(made)];
    const std::int32_t following = of_point_[static_cast<std::size_t>(triangle.corner[1])];
    triangle.next[1] = following;
    triangles_[static_cast<std::size_t>(following)].next[2] = made;
    made = following;
  } while (made != made_last);
  for (const std::int32_t t : visible_) {
    triangles_[static_cast<std::size_t>(t)].alive = false;
    triangles_[static_cast<std::size_t>(t)].visible = false;
    free_.push_back(t);
  }
}

// Numbers the planes.
void HullBuilder3::merge() {
  std::int32_t face = 0;
  for (std::size_t seed = 0; seed < triangles_.size(); ++seed) {
    if (!triangles_[seed].alive || triangles_[seed].face >= 0) continue;
    triangles_[seed].face = face;
    stack_.assign(1, static_cast<std::int32_t>(seed));
    while (!stack_.empty()) {
      const Triangle triangle = triangles_[static_cast<std::size_t>(stack_.back())];
      stack_.pop_back();
      for (const std::int32_t n : triangle.next) {
        Triangle& other = triangles_[static_cast<std::size_t>(n)];
        if (other.face >= 0) continue;
        int apex = 0;
        while (std::find(std::begin(triangle.corner), std::end(triangle.corner), other.corner[apex]) !=
               std::end(triangle.corner))
          ++apex;
        if (side(triangle.corner[0], triangle.corner[1], triangle.corner[2], other.corner[apex]) != 0)
          continue;
        other.face = face;
        stack_.push_back(n);
      }
    }
    ++face;
  }
  rim_.assign(static_cast<std::size_t>(face), -1);
  face_count_.assign(points_.size(), 0);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Triangle& triangle = triangles_[t];
    if (!triangle.alive) continue;
    for (int k = 0; k < 3; ++k) {
      if (triangles_[static_cast<std::size_t>(triangle.next[k])].face == triangle.face) continue;
      ++face_count_[static_cast<std::size_t>(triangle.corner[k])];
      rim_[static_cast<std::size_t>(triangle.face)] = static_cast<std::int32_t>(3 * t) + k;
    }
  }
}

void HullBuilder3::walk_faces() {
  of_point_.assign(points_.size(), -1);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (face_count_[i] < 3) continue;
    of_point_[i] = static_cast<std::int32_t>(corners_.size());
    corners_.push_back(static_cast<std::int32_t>(i));
  }
  first_edge_.assign(corners_.size(), -1);
  next_edge_.clear();
  for (std::size_t face = 0; face < rim_.size(); ++face) {
    std::int32_t t = rim_[face] / 3;
    int k = rim_[face] % 3;
    do {
      const Triangle& triangle = triangles_[static_cast<std::size_t>(t)];
      const std::int32_t corner = of_point_[static_cast<std::size_t>(triangle.corner[k])];
      if (corner >= 0) face_corners_.push_back(corner);
      // Around the end of this edge to the next one of the rim.
      const std::int32_t end = triangle.corner[(k + 1) % 3];
      k = (k + 1) % 3;
      while (triangles_[static_cast<std::size_t>(triangles_[static_cast<std::size_t>(t)].next[k])].face ==
             static_cast<std::int32_t>(face)) {
        t = triangles_[static_cast<std::size_t>(t)].next[k];
        k = 0;
        while (triangles_[static_cast<std::size_t>(t)].corner[k] != end) ++k;
      }
    } while (3 * t + k != rim_[face]);
    face_first_.push_back(static_cast<std::int32_t>(face_corners_.size()));
    add_face_edges(static_cast<std::int32_t>(face));
  }
}

void HullBuilder3::add_face_edges(std::int32_t face) {
  const auto begin = static_cast<std::size_t>(face_first_[static_cast<std::size_t>(face)]);
  const std::size_t end = face_corners_.size();
  for (std::size_t i = begin; i < end; ++i) {
    const std::int32_t from = face_corners_[i];
    const std::int32_t to = face_corners_[i + 1 == end ? begin : i + 1];
    std::int32_t known = first_edge_[static_cast<std::size_t>(to)];
    while (known >= 0 && edges_[static_cast<std::size_t>(known)].to != from)
      known = next_edge_[static_cast<std::size_t>(known)];
    if (known >= 0) {
      edges_[static_cast<std::size_t>(known)].right = face;
      continue;
    }
    next_edge_.push_back(first_edge_[static_cast<std::size_t>(from)]);
    first_edge_[static_cast<std::size_t>(from)] = static_cast<std::int32_t>(edges_.size());
    edges_.push_back({from, to, face, -1});
  }
}

}  // namespace touchstone::oracle
