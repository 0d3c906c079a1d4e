// Polygons, convex or concave, with holes: where a point lies, convexity, winding, and what makes a polygon
// invalid.
//
// Every answer is exact for coordinates in range (exact_sign.hpp); nothing here allocates. Frame: the
// coordinates as given. "Repeated neighbours count once" throughout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <touchstone/polygon_boundary.hpp>

namespace touchstone {

/// The sign of the area that the contour encloses: +1 counter-clockwise, -1 clockwise, 0 when all points are
/// on one line. Requires a simple contour of at least one point. Cost: linear.
template <class T>
int winding(Contour2<T> contour) {
  return boundary::winding(boundary::Ring<T>(contour));
}

/// True when the contour is the boundary of a convex region with area, in either winding; vertices on a
/// straight side are allowed. False for one that is flat, turns both ways, folds back or winds round more
/// than once. Cost: linear.
template <class T>
bool is_convex(Contour2<T> contour) {
  const boundary::Ring<T> ring(contour);
  int turn = 0;
  int direction_changes = 0;  // between rightward (or straight up) and leftward: two in one revolution
  for (std::int32_t k = 0; k < ring.count; ++k) {
    const boundary::Vertex at = ring[k];
    const boundary::Vertex after = ring[ring.next(k)];
    const int onwards = boundary::compare(after, at);
    if (onwards == 0) continue;
    const boundary::Vertex before = ring.distinct_before(k);
    if (boundary::compare(at, before) != onwards) ++direction_changes;
    const int here = boundary::orientation(before, at, after);
    if (here == 0 && boundary::same_direction(at, before, after)) return false;
    if (here * turn < 0) return false;
    if (here != 0) turn = here;
  }
  return turn != 0 && direction_changes == 2;
}

/// Where p lies in the closed polygon: boundary includes the rims of holes. A polygon whose points are all on
/// one line has a boundary only. Requires a valid polygon. Cost: linear.
template <class T>
Location locate(const Polygon2<T>& polygon, const boundary::Vertex& p) {
  int crossings = 0;
  if (count_crossings(boundary::Ring<T>(polygon.points), p, crossings)) return Location::boundary;
  for (const Contour2<T> hole : polygon.holes) {
    if (count_crossings(boundary::Ring<T>(hole), p, crossings)) return Location::boundary;
  }
  return crossings % 2 != 0 ? Location::inside : Location::outside;
}
template <class T>
Location locate(const Polygon2<T>& polygon, Vec2<T> p) {
  return locate(polygon, boundary::Vertex{{double{p.x}, double{p.y}}});
}
/// For a point whose coordinates are no doubles, such as a corner of an OBB. Summing at most three terms
/// rounds twice, so the estimate is within 4 kRounding of the larger coordinate.
template <class T>
Location locate(const Polygon2<T>& polygon, const ExactVec2<3>& p) {
  const Vec2<double> rounded{p.x.estimate(), p.y.estimate()};
  const double error = 4 * kRounding * std::max(std::fabs(rounded.x), std::fabs(rounded.y));
  return locate(polygon, boundary::Vertex{rounded, &p, error});
}

namespace boundary {

/// The contours of a polygon: 0 is the outer one, then the holes.
template <class T>
std::int32_t contour_count(const Polygon2<T>& polygon) {
  return static_cast<std::int32_t>(polygon.holes.size()) + 1;
}
template <class T>
Ring<T> contour(const Polygon2<T>& polygon, std::int32_t index) {
  return Ring<T>(index == 0 ? polygon.points : polygon.holes[static_cast<std::size_t>(index - 1)]);
}
/// +1 when the polygon's interior is to the left of the contour as listed, -1 when to the right.
template <class T>
int interior_side(const Polygon2<T>& polygon, std::int32_t index) {
  const int turn = winding(contour(polygon, index));
  return index == 0 ? turn : -turn;
}

template <class T>
bool all_on_one_line(const Ring<T>& ring) {
  std::int32_t k = 0;
  while (k < ring.count && same_point(ring[k], ring[0])) ++k;
  if (k == ring.count) return true;
  for (std::int32_t i = k + 1; i < ring.count; ++i) {
    if (orientation(ring[0], ring[k], ring[i]) != 0) return false;
  }
  return true;
}

/// Whether two edges have a common point.
inline bool edges_meet(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d) {
  return !apart(box_of(a, b), box_of(c, d)) && orientation(a, b, c) * orientation(a, b, d) <= 0 &&
         orientation(c, d, a) * orientation(c, d, b) <= 0;
}
/// Whether the edges before -> at and at -> after lie on each other.
inline bool folds_back(const Vertex& before, const Vertex& at, const Vertex& after) {
  return orientation(before, at, after) == 0 && same_direction(at, before, after);
}

/// Whether edges meet other than neighbours in their common vertex. Requires points not all on one line.
/// Cost: quadratic in comparisons of boxes.
template <class T>
bool meets_itself(const Ring<T>& ring) {
  const auto empty = [&](std::int32_t k) { return same_point(ring[k], ring[ring.next(k)]); };
  std::int32_t first = 0;
  while (empty(first)) ++first;
  std::int32_t last = ring.count - 1;
  while (empty(last)) --last;
  for (std::int32_t i = first; i < last; ++i) {
    if (empty(i)) continue;
    const Vertex from = ring[i];
    const Vertex to = ring[ring.next(i)];
    const Box box = box_of(from, to);
    bool neighbour = true;
    for (std::int32_t j = i + 1; j <= last; ++j) {
      const Vertex start = ring[j];
      const Vertex end = ring[ring.next(j)];
      if (apart(box, box_of(start, end)) || same_point(start, end)) continue;
      bool wrong = false;
      if (neighbour) {
        wrong = folds_back(from, to, end);
      } else if (i == first && j == last) {
        wrong = folds_back(start, from, to);
      } else {
        wrong = edges_meet(from, to, start, end);
      }
      if (wrong) return true;
      neighbour = false;
    }
  }
  return false;
}

/// What is wrong with how contours i < j of the polygon lie to each other, or nullptr; counts the points in
/// which they meet. The solid parts that the contours exclude (the outside of 0, the inside of a hole) must
/// have no common interior, and no common piece of boundary.
template <class T>
const char* contour_pair_problem(const Polygon2<T>& polygon, std::int32_t i, std::int32_t j, int& meetings) {
  const Ring<T> a = contour(polygon, i);
  const Ring<T> b = contour(polygon, j);
  const Box box = b.box();
  if (i > 0 && apart(a.box(), box)) return nullptr;
  const char* problem = nullptr;
  const auto passage_at = [&](std::int32_t index, const Vertex& p) {
    Passage passage;
    passes_through(contour(polygon, index), p, passage);
    if (interior_side(polygon, index) < 0) std::swap(passage.in, passage.out);
    return passage;
  };
  visit_contacts(a, b, box, [&](const Contact& contact) {
    const Vertex* p = contact.at;
    if (p == nullptr) {
      problem = "contours cross";
      return true;
    }
    ++meetings;
    const Passage through_a = passage_at(i, *p);
    const Passage through_b = passage_at(j, *p);
    for (const Side side :
         {side_of_ray(*p, through_a, through_b.in), side_of_ray(*p, through_a, through_b.out),
          side_of_ray(*p, through_b, through_a.in), side_of_ray(*p, through_b, through_a.out)}) {
      if (side == Side::right) problem = "contours cross or a hole lies outside";
      if (side == Side::along_in || side == Side::along_out) problem = "contours share a piece of an edge";
    }
    return problem != nullptr;
  });
  if (problem != nullptr) return problem;
  if (i == 0) return locate_in_ring(a, b[0]) == Location::outside ? "a hole lies outside" : nullptr;
  const bool nested =
      locate_in_ring(a, b[0]) == Location::inside || locate_in_ring(b, a[0]) == Location::inside;
  return nested ? "a hole lies inside another hole" : nullptr;
}

// The graph of contours and of the points in which they meet. The interior is connected exactly when this
// graph has no cycle. It is walked without work space: coming to a node by one of its links, leave by the
// next one in a cyclic order. All links are bridges exactly when each walk that leaves a node by a link first
// returns to it by that link.

/// The next contour after `from` through p, cyclically.
template <class T>
std::int32_t next_contour(const Polygon2<T>& polygon, const Vertex& p, std::int32_t from) {
  const std::int32_t count = contour_count(polygon);
  Passage ignored;
  std::int32_t index = from;
  do {
    index = index + 1 == count ? 0 : index + 1;
  } while (index != from && !passes_through(contour(polygon, index), p, ignored));
  return index;
}

/// The next point after `from` in which the contour meets another one, cyclically in the order by x, then y.
template <class T>
Vertex next_meeting(const Polygon2<T>& polygon, std::int32_t index, const Vertex& from) {
  const Ring<T> ring = contour(polygon, index);
  Vertex lowest = from;
  Vertex next = from;
  for (std::int32_t other = 0; other < contour_count(polygon); ++other) {
    if (other == index) continue;
    const Ring<T> other_ring = contour(polygon, other);
    visit_contacts(ring, other_ring, other_ring.box(), [&](const Contact& contact) {
      const Vertex& p = *contact.at;
      if (compare(p, lowest) < 0) lowest = p;
      if (compare(p, from) > 0 && (same_point(next, from) || compare(p, next) < 0)) next = p;
      return false;
    });
  }
  return same_point(next, from) ? lowest : next;
}

/// Whether the link between contour and point is a bridge as far as the two walks that start on it tell.
template <class T>
bool walks_return(const Polygon2<T>& polygon, std::int32_t contour_index, const Vertex& point) {
  std::int32_t index = contour_index;
  Vertex p = next_meeting(polygon, index, point);
  while (!same_point(p, point)) {
    index = next_contour(polygon, p, index);
    p = next_meeting(polygon, index, p);
  }
  if (index != contour_index) return false;
  index = next_contour(polygon, point, contour_index);
  while (index != contour_index) {
    p = next_meeting(polygon, index, p);
    index = next_contour(polygon, p, index);
  }
  return same_point(p, point);
}

template <class T>
bool interior_connected(const Polygon2<T>& polygon) {
  bool connected = true;
  for (std::int32_t j = 1; j < contour_count(polygon) && connected; ++j) {
    const Ring<T> ring = contour(polygon, j);
    for (std::int32_t i = 0; i < j && connected; ++i) {
      visit_contacts(contour(polygon, i), ring, ring.box(), [&](const Contact& contact) {
        connected = walks_return(polygon, i, *contact.at) && walks_return(polygon, j, *contact.at);
        return !connected;
      });
    }
  }
  return connected;
}

}  // namespace boundary

/// nullptr when the polygon is valid (shapes2.hpp), else the reason, for ever. Expects what a cheaper check
/// has not settled: finite coordinates in range; a polygon whose points are all on one line is reported as
/// without area. Cost: quadratic in the number of points, at the rate of a comparison of boxes; where m > 1
/// points are common to contours, their links cost up to m^2 more such passes.
template <class T>
const char* polygon_problem(const Polygon2<T>& polygon) {
  const std::int32_t count = boundary::contour_count(polygon);
  for (std::int32_t k = 0; k < count; ++k) {
    const boundary::Ring<T> ring = boundary::contour(polygon, k);
    if (ring.count < 3)
      return k == 0 ? "points: fewer than three" : "holes: a hole with fewer than three points";
    if (boundary::all_on_one_line(ring)) return k == 0 ? "points: no area" : "holes: a hole without area";
    if (boundary::meets_itself(ring)) {
      return k == 0 ? "points: the contour crosses or touches itself"
                    : "holes: a hole crosses or touches itself";
    }
  }
  int meetings = 0;
  for (std::int32_t j = 1; j < count; ++j) {
    for (std::int32_t i = 0; i < j; ++i) {
      const char* problem = boundary::contour_pair_problem(polygon, i, j, meetings);
      if (problem != nullptr) return problem;
    }
  }
  if (meetings > 1 && !boundary::interior_connected(polygon)) return "the interior is not connected";
  return nullptr;
}

}  // namespace touchstone
