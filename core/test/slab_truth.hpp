// An independent and slow truth about polygons for the tests of core: rational arithmetic, vertical slabs and
// midpoints instead of orientations and local orders. Regions are even-odd; the first contour is the outer
// one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <touchstone/answers.hpp>
#include <touchstone/vec.hpp>

namespace touchstone::slab {

template <class Q>
using Contour = std::vector<Vec2<Q>>;
template <class Q>
using Region = std::vector<Contour<Q>>;

template <class Q>
struct Edge {
  Vec2<Q> from, to;
};
/// A vertical cut of a region between two neighbouring cuts: it is bounded by these two edges.
template <class Q>
struct Cell {
  Edge<Q> low, high;
};

template <class Q>
std::vector<Edge<Q>> edges_of(const Contour<Q>& contour) {
  std::vector<Edge<Q>> edges;
  for (std::size_t i = 0; i < contour.size(); ++i) {
    const Edge<Q> edge{contour[i], contour[(i + 1) % contour.size()]};
    if (!(edge.from == edge.to)) edges.push_back(edge);
  }
  return edges;
}
template <class Q>
std::vector<Edge<Q>> edges_of(const Region<Q>& region) {
  std::vector<Edge<Q>> all;
  for (const auto& contour : region) {
    for (const auto& edge : edges_of(contour)) all.push_back(edge);
  }
  return all;
}
template <class Q>
Q height(const Edge<Q>& e, const Q& x) {
  return e.from.y + (e.to.y - e.from.y) * (x - e.from.x) / (e.to.x - e.from.x);
}
template <class Q>
Vec2<Q> point_at(const Edge<Q>& e, const Q& t) {
  return {e.from.x + (e.to.x - e.from.x) * t, e.from.y + (e.to.y - e.from.y) * t};
}

/// The parameters on e, 0 to 1, where f meets it: none, one, or the two ends of a shared piece.
template <class Q>
std::vector<Q> meetings(const Edge<Q>& e, const Edge<Q>& f) {
  const Vec2<Q> d = e.to - e.from;
  const Vec2<Q> g = f.to - f.from;
  const Vec2<Q> w = f.from - e.from;
  const Q det = cross(d, g);
  if (det != Q(0)) {
    const Q t = cross(w, g) / det;
    const Q s = cross(w, d) / det;
    if (t < Q(0) || t > Q(1) || s < Q(0) || s > Q(1)) return {};
    return {t};
  }
  if (cross(w, d) != Q(0)) return {};
  const Q one = dot(w, d) / dot(d, d);
  const Q two = dot(f.to - e.from, d) / dot(d, d);
  const Q lo = std::max(Q(0), std::min(one, two));
  const Q hi = std::min(Q(1), std::max(one, two));
  if (lo > hi) return {};
  if (lo == hi) return {lo};
  return {lo, hi};
}

template <class Q>
std::vector<Q> cuts(const std::vector<Edge<Q>>& edges) {
  std::vector<Q> xs;
  for (const auto& e : edges) {
    xs.push_back(e.from.x);
    for (const auto& f : edges) {
      if (&f <= &e) continue;
      for (const Q& t : meetings(e, f)) xs.push_back(point_at(e, t).x);
    }
  }
  std::sort(xs.begin(), xs.end());
  xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
  return xs;
}
template <class Q>
std::vector<Cell<Q>> cells_at(const Region<Q>& region, const Q& x) {
  std::vector<Edge<Q>> hit;
  for (const auto& e : edges_of(region)) {
    if ((e.from.x < x) != (e.to.x < x)) hit.push_back(e);
  }
  std::sort(hit.begin(), hit.end(),
            [&](const Edge<Q>& a, const Edge<Q>& b) { return height(a, x) < height(b, x); });
  std::vector<Cell<Q>> cells;
  for (std::size_t i = 0; i + 1 < hit.size(); i += 2) cells.push_back({hit[i], hit[i + 1]});
  return cells;
}
template <class Q>
std::vector<Q> slab_middles(const Region<Q>& a, const Region<Q>& b) {
  std::vector<Edge<Q>> all = edges_of(a);
  for (const auto& e : edges_of(b)) all.push_back(e);
  const std::vector<Q> xs = cuts(all);
  std::vector<Q> middles;
  for (std::size_t i = 0; i + 1 < xs.size(); ++i) middles.push_back((xs[i] + xs[i + 1]) / Q(2));
  return middles;
}

/// Length of the common part of the regions on the vertical line at x, summed over pairs of cells.
template <class Q>
Q common_height(const Region<Q>& a, const Region<Q>& b, const Q& x) {
  Q sum(0);
  for (const auto& i : cells_at(a, x)) {
    for (const auto& j : cells_at(b, x)) {
      const Q lo = std::max(height(i.low, x), height(j.low, x));
      const Q hi = std::min(height(i.high, x), height(j.high, x));
      if (lo < hi) sum += hi - lo;
    }
  }
  return sum;
}
template <class Q>
bool interiors_meet(const Region<Q>& a, const Region<Q>& b) {
  const auto middles = slab_middles(a, b);
  return std::any_of(middles.begin(), middles.end(),
                     [&](const Q& x) { return common_height(a, b, x) > Q(0); });
}
/// Whether a is a subset of b, up to sets without area.
template <class Q>
bool covered(const Region<Q>& a, const Region<Q>& b) {
  const auto middles = slab_middles(a, b);
  return std::all_of(middles.begin(), middles.end(),
                     [&](const Q& x) { return common_height(a, b, x) == common_height(a, a, x); });
}
template <class Q>
bool boundaries_meet(const Region<Q>& a, const Region<Q>& b) {
  for (const auto& e : edges_of(a)) {
    for (const auto& f : edges_of(b)) {
      if (!meetings(e, f).empty()) return true;
    }
  }
  return false;
}
template <class Q>
Relation relation(const Region<Q>& a, const Region<Q>& b) {
  if (interiors_meet(a, b)) return Relation::overlapping;
  return boundaries_meet(a, b) ? Relation::touching : Relation::disjoint;
}

template <class Q>
Location locate(const Region<Q>& region, const Vec2<Q>& p) {
  bool inside = false;
  for (const auto& e : edges_of(region)) {
    const Vec2<Q> d = e.to - e.from;
    const Q along = dot(p - e.from, d);
    if (cross(d, p - e.from) == Q(0) && along >= Q(0) && along <= dot(d, d)) return Location::boundary;
    if ((e.from.x < p.x) != (e.to.x < p.x) && height(e, p.x) > p.y) inside = !inside;
  }
  return inside ? Location::inside : Location::outside;
}
/// The middles of all pieces into which the region's boundary cuts the segment decide.
template <class Q>
Relation relation(const Edge<Q>& segment, const Region<Q>& region) {
  std::vector<Q> ts{Q(0), Q(1)};
  for (const auto& f : edges_of(region)) {
    for (const Q& t : meetings(segment, f)) ts.push_back(t);
  }
  const bool contact = ts.size() > 2;
  std::sort(ts.begin(), ts.end());
  for (std::size_t i = 0; i + 1 < ts.size(); ++i) {
    if (locate(region, point_at(segment, (ts[i] + ts[i + 1]) / Q(2))) == Location::inside)
      return Relation::overlapping;
  }
  return contact ? Relation::touching : Relation::disjoint;
}

template <class Q>
bool simple(const Contour<Q>& contour) {
  const auto edges = edges_of(contour);
  const std::size_t n = edges.size();
  if (n < 3) return false;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const bool neighbours = j == i + 1 || (i == 0 && j == n - 1);
      if (meetings(edges[i], edges[j]).size() > (neighbours ? 1U : 0U)) return false;
    }
  }
  return true;
}
/// Whether the cells of all slabs are connected through open vertical intervals.
template <class Q>
bool connected(const Region<Q>& region) {
  const auto xs = cuts(edges_of(region));
  std::vector<std::size_t> parent;
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i];
    return i;
  };
  std::vector<Cell<Q>> before;
  for (std::size_t s = 0; s + 1 < xs.size(); ++s) {
    const auto cells = cells_at(region, (xs[s] + xs[s + 1]) / Q(2));
    const std::size_t first = parent.size();
    for (std::size_t i = 0; i < cells.size(); ++i) parent.push_back(first + i);
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (std::size_t j = 0; j < cells.size(); ++j) {
        const Q lo = std::max(height(before[i].low, xs[s]), height(cells[j].low, xs[s]));
        const Q hi = std::min(height(before[i].high, xs[s]), height(cells[j].high, xs[s]));
        if (lo < hi) parent[root(first - before.size() + i)] = root(first + j);
      }
    }
    before = cells;
  }
  std::size_t roots = 0;
  for (std::size_t i = 0; i < parent.size(); ++i) roots += parent[i] == i ? 1U : 0U;
  return roots == 1;
}
template <class Q>
bool valid(const Region<Q>& region) {
  for (const auto& contour : region) {
    if (!simple(contour)) return false;
  }
  for (std::size_t i = 0; i < region.size(); ++i) {
    for (std::size_t j = i + 1; j < region.size(); ++j) {
      for (const auto& e : edges_of(region[i])) {
        for (const auto& f : edges_of(region[j])) {
          if (meetings(e, f).size() > 1) return false;
        }
      }
      const Region<Q> one{region[i]};
      const Region<Q> other{region[j]};
      if (i == 0 ? !covered(other, one) : interiors_meet(one, other)) return false;
    }
  }
  return connected(region);
}

}  // namespace touchstone::slab
