// Two boxes with a common edge touch, and overlap once one of them grows by an ulp. Status 0 when so.
#include <cmath>
#include <cstdio>

#include <touchstone/collide.hpp>

int main() {
  using namespace touchstone;
  const auto left = checked(Aabb2<double>{{0, 0}, {1, 1}});
  const auto right = checked(Aabb2<double>{{1, 0}, {2, 1}});
  const auto grown = checked(Aabb2<double>{{std::nextafter(1.0, 0.0), 0}, {2, 1}});
  const bool touches = relation(left, right).relation == Relation::touching;
  const bool overlaps = relation(left, grown).relation == Relation::overlapping;
  std::printf("touches: %d, overlaps: %d\n", touches, overlaps);
  return touches && overlaps ? 0 : 1;
}
