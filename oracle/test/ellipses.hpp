// Ellipses for tests, and how often each relation was met.
#pragma once

#include "oracle/test/polygons.hpp"

namespace touchstone::oracle::test {

inline const Ellipse2<double> kThreeFour{{0, 0}, {{3, 0}, {0, 4}}};

inline Ellipse2<double> circle_as_ellipse(Point center, double radius) {
  return {center, {{radius, 0}, {0, radius}}};
}

inline Point lattice_point(Random& random, int size) {
  const double x = random.below(2 * size + 1) - size;
  return {x, static_cast<double>(random.below(2 * size + 1) - size)};
}
inline Ellipse2<double> lattice_ellipse(Random& random) {
  for (;;) {
    const Ellipse2<double> ellipse{lattice_point(random, 5),
                                   {lattice_point(random, 3), lattice_point(random, 3)}};
    if (cross(ellipse.half_axes[0], ellipse.half_axes[1]) != 0) return ellipse;
  }
}

struct Shares {
  int disjoint = 0, touching = 0, overlapping = 0;
  void count(Relation relation) {
    disjoint += relation == Relation::disjoint;
    touching += relation == Relation::touching;
    overlapping += relation == Relation::overlapping;
  }
};

}  // namespace touchstone::oracle::test
