#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "oracle/concave.hpp"
#include "oracle/ellipse.hpp"
#include "oracle/ellipse_exact.hpp"
#include "oracle/pair.hpp"

namespace touchstone::oracle {
namespace {

using Tier = Truth::Tier;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Point center_of(const Operand& shape) {
  return std::get<Point2<double>>(shape.skeleton).at;
}

Relation relation_from(int separation_sign) {
  if (separation_sign > 0) return Relation::disjoint;
  return separation_sign == 0 ? Relation::touching : Relation::overlapping;
}

Operand operand_from(const PolygonalShape& skeleton) {
  Operand operand;
  operand.skeleton = skeleton;
  return operand;
}

class EllipsePair final : public Pair {
 public:
  void assign(const Operand& a, const Operand& b) override;
  Relation relation() override;
  Interval separation() override;
  bool convex() const override { return convex_; }
  std::optional<Point> mtv() override;
  Interval separation_after(Point shift, double enough) override;
  Tier tier() const override { return tier_; }
  void force_tier(Tier tier) override;
  void tell(FullTruth& truth) override;

 private:
  /// What the ellipse is paired with.
  enum class Partner { straight, disc, capsule, ring, ellipse };

  Relation find_relation();
  int sign_to_conic(const Operand& other, double radius);
  int sign_to_capsule();
  Relation relation_to_ring();
  const Interval& enclosed();
  Interval separation_from_ring(Relation known);
  Interval separation_from_concave(Relation known);
  Interval distance_to_edges(const std::vector<Segment2<double>>& edges);
  double depth_bound(const Polygon2<double>& polygon, const std::vector<Segment2<double>>& edges);

  Operand a_, b_;
  const Operand* ellipse_ = nullptr;
  const Operand* other_ = nullptr;
  Partner partner_{};
  bool convex_ = true;
  ConvexOperand convex_test_;
  EllipseAndStraight straight_;
  EllipseSeparation of_pair_;   ///< last asked about the pair itself, when it is convex
  EllipseSeparation of_parts_;  ///< and about others
  std::optional<Relation> relation_;
  std::optional<Interval> enclosed_, separation_;
  Tier tier_ = Tier::filter;
  Tier forced_ = Tier::filter;
};

void EllipsePair::assign(const Operand& a, const Operand& b) {
  using Form = Operand::Form;
  a_ = a;
  b_ = b;
  ellipse_ = a.form == Form::ellipse ? &a_ : &b_;
  other_ = a.form == Form::ellipse ? &b_ : &a_;
  relation_.reset();
  enclosed_.reset();
  separation_.reset();
  tier_ = forced_;
  convex_ = other_->form != Form::ring;
  partner_ = Partner::straight;
  if (other_->form == Form::ring) partner_ = Partner::ring;
  if (other_->form == Form::ellipse) partner_ = Partner::ellipse;
  if (other_->form == Form::ball && other_->radius > 0) {
    const auto* segment = std::get_if<Segment2<double>>(&other_->skeleton);
    partner_ = segment != nullptr && !(segment->from == segment->to) ? Partner::capsule : Partner::disc;
  }
  if (partner_ == Partner::straight && std::holds_alternative<Polygon2<double>>(other_->skeleton))
    convex_ = convex_test_.assign(other_->skeleton);
}

void EllipsePair::force_tier(Tier tier) {
  forced_ = tier_ = tier;
  relation_.reset();
  separation_.reset();
}

Relation EllipsePair::relation() {
  if (!relation_) relation_ = find_relation();
  return *relation_;
}

Relation EllipsePair::find_relation() {
  tier_ = forced_;
  switch (partner_) {
    case Partner::straight:
      straight_.assign(*ellipse_, other_->skeleton);
      return straight_.relation(forced_, tier_);
    case Partner::capsule:
      return relation_from(sign_to_capsule());
    case Partner::ring:
      return relation_to_ring();
    case Partner::disc:
    case Partner::ellipse:
      break;
  }
  return relation_from(sign_to_conic(*other_, other_->radius));
}

// Of the other ellipse, or of the disc around the other's point (or point-like segment).
int EllipsePair::sign_to_conic(const Operand& other, double radius) {
  const bool is_disc = other.form != Operand::Form::ellipse;
  const auto* segment = std::get_if<Segment2<double>>(&other.skeleton);
  const Point center = segment != nullptr ? segment->from : center_of(other);
  const Frame frame(std::max(scale_of(*ellipse_), scale_of(other)));
  bool keeps_all = frame.keeps(center) && frame.keeps(center_of(*ellipse_)) && frame.keeps(radius);
  for (const Operand* operand : {ellipse_, &other})
    keeps_all = keeps_all && frame.keeps(operand->axes[0]) && frame.keeps(operand->axes[1]);
  if (forced_ != Tier::rational && keeps_all) {
    const auto conic = [&](const Operand& operand) {
      return conic_of(to_ball(frame.into(operand.axes[0])), to_ball(frame.into(operand.axes[1])));
    };
    const Conic<Ball> second = is_disc ? disc_of(to_ball(1), to_ball(frame.into(radius))) : conic(other);
    const BallVec2 apart = ball_of_difference(frame.into(center), frame.into(center_of(*ellipse_)));
    const int sign = separation_sign(conic(*ellipse_), second, apart);
    if (sign != kUnknownSign) return sign;
  }
  tier_ = Tier::rational;
  const auto conic = [](const Operand& operand) {
    return conic_of(rational(operand.axes[0]), rational(operand.axes[1]));
  };
  const Conic<Rational> second = is_disc ? disc_of(Rational(1), rational(radius)) : conic(other);
  return separation_sign(conic(*ellipse_), second, rational(center) - rational(center_of(*ellipse_)));
}

int EllipsePair::sign_to_capsule() {
  if (forced_ != Tier::rational) {
    if (enclosed().lo > 0) return 1;
    if (enclosed().hi < 0) return -1;
  }
  tier_ = Tier::rational;
  Tier used{};
  straight_.assign(*ellipse_, other_->skeleton);
  if (straight_.relation(forced_, used) != Relation::disjoint) return -1;
  const RationalVec2 center = rational(center_of(*ellipse_));
  const auto& segment = std::get<Segment2<double>>(other_->skeleton);
  return capsule_separation_sign(rational(ellipse_->axes[0]), rational(ellipse_->axes[1]),
                                 rational(segment.from) - center, rational(segment.to) - center,
                                 rational(other_->radius));
}

Relation EllipsePair::relation_to_ring() {
  const int from_disc = sign_to_conic(*other_, other_->radius);
  if (from_disc >= 0) return relation_from(from_disc);
  if (forced_ != Tier::rational) {
    const Interval gap = of_parts_.enclose_reach(*ellipse_, center_of(*other_), other_->inner_radius);
    if (gap.lo > 0) return Relation::disjoint;
    if (gap.hi < 0) return Relation::overlapping;
  }
  tier_ = Tier::rational;
  const int reach = reach_sign(conic_of(rational(ellipse_->axes[0]), rational(ellipse_->axes[1])),
                               rational(center_of(*ellipse_)) - rational(center_of(*other_)),
                               rational(other_->inner_radius));
  return relation_from(-reach);
}

const Interval& EllipsePair::enclosed() {
  if (!enclosed_) enclosed_ = of_pair_.enclose(a_, b_);
  return *enclosed_;
}

Interval EllipsePair::separation() {
  if (separation_) return *separation_;
  const Relation known = relation();
  Interval value;
  if (known == Relation::touching) {
    value = {};
  } else if (convex_) {
    value = enclosed();
    if (known == Relation::disjoint) value.lo = std::max(value.lo, 0.0);
    if (known == Relation::overlapping) value.hi = std::min(value.hi, -0.0);
  } else {
    value = partner_ == Partner::ring ? separation_from_ring(known) : separation_from_concave(known);
  }
  separation_ = value;
  return value;
}

Interval EllipsePair::separation_from_ring(Relation known) {
  Operand disc = *other_;
  disc.form = Operand::Form::ball;
  disc.inner_radius = 0;
  const Interval outside = of_parts_.enclose(*ellipse_, disc);
  const Interval within = of_parts_.enclose_reach(*ellipse_, center_of(*other_), other_->inner_radius);
  if (known == Relation::disjoint)
    return {std::max({outside.lo, within.lo, 0.0}), std::max(outside.hi, within.hi)};
  // The nearest point is at distance 0 when the ellipse holds the centre.
  const double reached = std::min({other_->radius, -outside.hi, -within.hi});
  return {-kInfinity, -std::max(reached, 0.0)};
}

Interval EllipsePair::separation_from_concave(Relation known) {
  const auto& polygon = std::get<Polygon2<double>>(other_->skeleton);
  std::vector<Segment2<double>> edges;
  const auto add = [&](Contour2<double> contour) {
    for (std::size_t i = 0; i < contour.size(); ++i)
      edges.push_back({contour[i], contour[i + 1 == contour.size() ? 0 : i + 1]});
  };
  add(polygon.points);
  for (const Contour2<double>& hole : polygon.holes) add(hole);
  if (known == Relation::overlapping) return {-kInfinity, -depth_bound(polygon, edges)};
  return distance_to_edges(edges);
}

// Requires: disjoint. Edges in order of a lower bound of their distance, from the direction of the point
// nearest to the centre.
Interval EllipsePair::distance_to_edges(const std::vector<Segment2<double>>& edges) {
  std::vector<std::pair<double, std::size_t>> order;
  const Point center = center_of(*ellipse_);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Point along = edges[i].to - edges[i].from;
    const double length = length_sq(along);  // 0 between repeated vertices
    const double share = length > 0 ? dot(center - edges[i].from, along) / length : 0;
    const Point nearest = edges[i].from + along * (share > 0 ? std::min(share, 1.0) : 0.0);
    const double bound = of_parts_.quick_lower_bound(*ellipse_, operand_from(edges[i]), {}, nearest - center);
    order.emplace_back(bound, i);
  }
  std::sort(order.begin(), order.end());
  Interval best{kInfinity, kInfinity};
  for (const auto& [bound, i] : order) {
    if (bound > best.hi) break;
    const Interval found = of_parts_.enclose(*ellipse_, operand_from(edges[i]));
    best = {std::min(best.lo, found.lo), std::min(best.hi, found.hi)};
  }
  return {std::max(best.lo, 0.0), best.hi};
}

// A push that ends the overlap with the polygon ends that with every convex part of it: its edges, and the
// disc around the ellipse's centre that reaches to the boundary.
double EllipsePair::depth_bound(const Polygon2<double>& polygon, const std::vector<Segment2<double>>& edges) {
  double best = 0;
  const Point center = center_of(*ellipse_);
  if (oracle::location(center, polygon) == Location::inside) {
    const double radius = enclose_sqrt(boundary_distance_sq(center, polygon)).lo;
    const Interval half = of_parts_.enclose(*ellipse_, operand_from(Point2<double>{center}));
    best = std::max(0.0, std::nextafter(radius - half.hi, 0.0));
  }
  for (const Segment2<double>& edge : edges) {
    const Operand part = operand_from(edge);
    const Point normal = perp(edge.to - edge.from);
    const auto depth_below = [&](Point n) { return -of_parts_.quick_lower_bound(*ellipse_, part, {}, n); };
    if (edge.from == edge.to || std::min(depth_below(normal), depth_below(-normal)) <= best) continue;
    best = std::max(best, -of_parts_.enclose(*ellipse_, part).hi);
  }
  return best;
}

std::optional<Point> EllipsePair::mtv() {
  if (relation() == Relation::touching) return Point{};
  enclosed();
  if (of_pair_.has_every_push()) return std::nullopt;
  return of_pair_.push();
}

Interval EllipsePair::separation_after(Point shift, double enough) {
  const double bound = of_parts_.quick_lower_bound(a_, b_, shift, shift);
  if (bound >= enough) return {bound, kInfinity};
  return of_parts_.enclose(a_, b_, shift);
}

void EllipsePair::tell(FullTruth& truth) {
  const auto interval = [](double lo, double hi) { return RationalInterval{rational(lo), rational(hi)}; };
  const auto vector = [](const EllipseSeparation::IntervalVec2& v) { return RealVec2{v.x, v.y}; };
  const Relation known = relation();
  const Interval value = separation();
  truth.relation = known;
  truth.distance = surd(Rational(0));
  if (known == Relation::touching) truth.separation = surd(Rational(0));
  if (known == Relation::disjoint && value.hi < kInfinity) {
    truth.separation = truth.distance = interval(value.lo, value.hi);
    if (convex_) {
      enclosed();
      if (const auto found = of_pair_.closest()) truth.closest = {vector(found->on_a), vector(found->on_b)};
    }
  }
  if (!convex_ || known == Relation::disjoint) return;
  truth.depth = surd(Rational(0));
  truth.mtv = std::vector<RealVec2>{real(RationalVec2{0, 0})};
  if (known == Relation::touching) return;
  truth.mtv.reset();
  enclosed();
  truth.mtv_is_infinite = of_pair_.has_every_push();
  if (value.lo > -kInfinity) {
    truth.separation = interval(value.lo, value.hi);
    truth.depth = interval(-value.hi, -value.lo);
  }
  if (const auto only = of_pair_.only_push()) truth.mtv = std::vector<RealVec2>{vector(*only)};
}

}  // namespace

std::unique_ptr<Pair> make_ellipse_pair() {
  return std::make_unique<EllipsePair>();
}

}  // namespace touchstone::oracle
