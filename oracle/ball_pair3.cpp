// Polytopes, spheres and capsules: all within a radius, perhaps 0, of a polytope.
#include "oracle/pair3.hpp"
#include "oracle/skeleton_pair3.hpp"

namespace touchstone::oracle {
namespace {

class BallPair3 final : public Pair3 {
 public:
  void assign(const Operand3& a, const Operand3& b) override {
    skeletons_.assign(*a.shape, a.radius, *b.shape, b.radius);
  }
  Relation relation() override { return skeletons_.relation(); }
  Interval separation() override { return skeletons_.separation(); }
  std::optional<Point> mtv() override { return skeletons_.push(); }
  Interval separation_after(Point shift, double enough) override {
    return skeletons_.separation_after(shift, enough);
  }
  Tier tier() const override { return skeletons_.tier(); }
  void force_tier(Tier tier) override { skeletons_.force_tier(tier); }

 private:
  SkeletonPair3 skeletons_;
};

}  // namespace

std::unique_ptr<Pair3> make_ball_pair3() {
  return std::make_unique<BallPair3>();
}

}  // namespace touchstone::oracle
