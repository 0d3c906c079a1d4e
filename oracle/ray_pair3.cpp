// Pairs of a ray and another shape of space.
#include <algorithm>
#include <limits>
#include <optional>

#include "oracle/pair3.hpp"
#include "oracle/ray3.hpp"
#include "oracle/ray_meeting3.hpp"

namespace touchstone::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval interval_of(const Real& value) {
  const Enclosure enclosure = enclose(value);
  return {enclosure.lo, enclosure.hi};
}

Truth3::Raycast enclosed(const FullTruth3::Raycast& exact) {
  if (!exact.hit) return {};
  Truth3::Raycast cast{.hit = true,
                       .t = interval_of(*exact.t),
                       .x = interval_of(exact.point->x),
                       .y = interval_of(exact.point->y),
                       .z = interval_of(exact.point->z),
                       .normal = std::nullopt};
  if (exact.normal)
    cast.normal = Vec3<double>{round_to_double(exact.normal->x), round_to_double(exact.normal->y),
                               round_to_double(exact.normal->z)};
  return cast;
}

/// Two rays have no answer.
class OneRayPair3 final : public RayPair3 {
 public:
  void assign(const Operand3& a, const Operand3& b) override {
    const bool first = a.form == Operand3::Form::ray;
    given_ = std::get_if<Ray3<double>>((first ? a : b).shape);
    shape_ = first ? b : a;
    ray_ = ScaledRay3::of(*given_);
    scale_ = std::max(scale_of(*a.shape), scale_of(*b.shape));
    forget();
  }
  bool decided() override { return shape_.form != Operand3::Form::ray; }
  Relation relation() override { return meeting().relation; }
  Interval separation() override {
    if (!separation_)
      separation_ = relation() == Relation::touching ? Interval{} : ray_separation(*given_, *shape_.shape);
    return *separation_;
  }
  const Truth3::Raycast& raycast() override { return meeting().cast; }
  std::optional<Point> mtv() override { return std::nullopt; }
  Interval separation_after(Point, double) override { return {-kInfinity, kInfinity}; }

  Tier tier() const override { return tier_; }
  void force_tier(Tier tier) override {
    forced_ = tier_ = tier;
    forget();
  }

 private:
  void forget() {
    meeting_.reset();
    separation_.reset();
  }

  bool is_straight() const {
    if (shape_.form == Operand3::Form::polytope) return true;
    return shape_.form != Operand3::Form::plane && shape_.radius == 0;
  }
  const RayMeeting3& meeting() {
    if (meeting_) return *meeting_;
    tier_ = Tier::filter;
    if (forced_ == Tier::filter && ray_.is_exact)
      meeting_ = is_straight() ? straight_.meet(ray_, *shape_.shape, scale_)
                               : meet_round(ray_, *shape_.shape, scale_);
    if (!meeting_) {
      tier_ = Tier::rational;
      meeting_ =
          RayMeeting3{ray_relation(*given_, *shape_.shape), enclosed(full_raycast(*given_, *shape_.shape))};
    }
    return *meeting_;
  }

  const Ray3<double>* given_ = nullptr;
  Operand3 shape_;
  ScaledRay3 ray_;
  double scale_ = 0;
  PolytopeMeeter3 straight_;
  std::optional<RayMeeting3> meeting_;
  std::optional<Interval> separation_;
  Tier tier_ = Tier::filter;
  Tier forced_ = Tier::filter;
};

}  // namespace

std::unique_ptr<RayPair3> make_ray_pair3() {
  return std::make_unique<OneRayPair3>();
}

}  // namespace touchstone::oracle
