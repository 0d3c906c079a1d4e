#include <algorithm>
#include <limits>

#include "oracle/convex_separation.hpp"
#include "oracle/pair.hpp"
#include "oracle/ray_exact.hpp"
#include "oracle/ray_meeting.hpp"
#include "oracle/ray_separation.hpp"

namespace touchstone::oracle {
namespace {

using Form = Operand::Form;
using Tier = Truth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Truth::Raycast enclosed(const FullTruth::Raycast& exact) {
  if (!exact.hit) return {};
  Truth::Raycast cast{.hit = true,
                      .t = interval_of(enclose(*exact.t)),
                      .x = interval_of(enclose(exact.point->x)),
                      .y = interval_of(enclose(exact.point->y)),
                      .normal = std::nullopt};
  if (exact.normal) cast.normal = Point{round_to_double(exact.normal->x), round_to_double(exact.normal->y)};
  return cast;
}

// Two rays have no answer.
class OneRayPair final : public RayPair {
 public:
  void assign(const Operand& a, const Operand& b) override {
    const bool a_is_ray = a.form == Form::ray;
    operand_ = a_is_ray ? a : b;
    shape_ = a_is_ray ? b : a;
    ray_ = ScaledRay::of(operand_);
    scale_ = std::max(scale_of(operand_), scale_of(shape_));
    forget();
  }
  bool decided() override { return shape_.form != Form::ray; }

  Relation relation() override { return meeting().relation; }
  const Truth::Raycast& raycast() override { return meeting().cast; }
  Interval separation() override {
    if (!separation_) separation_ = find_separation();
    return *separation_;
  }
  bool convex() const override { return false; }
  std::optional<Point> mtv() override { return std::nullopt; }
  Interval separation_after(Point, double) override { return {-kInfinity, kInfinity}; }

  Tier tier() const override { return tier_; }
  void force_tier(Tier tier) override {
    forced_ = tier_ = tier;
    forget();
  }
  void tell(FullTruth& truth) override { truth.raycast = exact_raycast(exact_ray(operand_), shape_); }

 private:
  void forget() {
    meeting_.reset();
    separation_.reset();
  }

  bool is_straight() const {
    return shape_.form == Form::polygonal || (shape_.form == Form::ball && shape_.radius == 0);
  }

  const RayMeeting& meeting() {
    if (meeting_) return *meeting_;
    if (forced_ == Tier::filter && ray_.is_exact) {
      meeting_ =
          is_straight() ? straight_.meet(ray_, shape_.skeleton, scale_) : meet_round(ray_, shape_, scale_);
      tier_ = is_straight() && straight_.used_expansions() ? Tier::expansion : Tier::filter;
    }
    if (!meeting_) {
      const ExactRay exact = exact_ray(operand_);
      meeting_ = RayMeeting{exact_relation(exact, shape_), enclosed(exact_raycast(exact, shape_))};
      tier_ = Tier::rational;
    }
    return *meeting_;
  }

  Relation relation_to_skeleton() {
    if (is_straight()) return relation();
    if (forced_ == Tier::filter && ray_.is_exact)
      if (const FoundMeeting found = straight_.meet(ray_, shape_.skeleton, scale_)) return found->relation;
    Operand skeleton = shape_;
    skeleton.form = Form::polygonal;
    return exact_relation(exact_ray(operand_), skeleton);
  }

  Interval find_separation() {
    const Relation known = relation();
    if (known == Relation::touching) return {};
    if (shape_.form == Form::ellipse) return separation_of_ellipse(ray_, shape_, known);
    if (!corners_.assign(shape_.skeleton)) return separation_of_concave(operand_, shape_.skeleton, known);
    // A ray leaves every ring, so it counts as its outer disc.
    const Relation to_skeleton = relation_to_skeleton();
    Interval found{-kInfinity, kInfinity};
    if (forced_ != Tier::rational && ray_.is_exact)
      found = separation_of(ray_, corners_, to_skeleton, shape_.radius);
    if (!is_narrow(found, scale_))
      found = interval_of(enclose(exact_separation_of(exact_ray(operand_), corners_.to_rational(),
                                                      to_skeleton, rational(shape_.radius))));
    return known == Relation::disjoint ? Interval{std::max(found.lo, 0.0), found.hi}
                                       : Interval{found.lo, std::min(found.hi, -0.0)};
  }

  Operand operand_, shape_;
  ScaledRay ray_;
  double scale_ = 0;
  StraightMeeter straight_;
  ConvexOperand corners_;
  std::optional<RayMeeting> meeting_;
  std::optional<Interval> separation_;
  Tier tier_ = Tier::filter;
  Tier forced_ = Tier::filter;
};

}  // namespace

std::unique_ptr<RayPair> make_ray_pair() {
  return std::make_unique<OneRayPair>();
}

}  // namespace touchstone::oracle
