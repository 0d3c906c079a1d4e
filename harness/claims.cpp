#include "harness/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <touchstone/approximate.hpp>
#include <touchstone/bounding_circle.hpp>
#include <touchstone/collide.hpp>

#include "core/published/bounding_circle.hpp"
#include "core/published/octagon.hpp"
#include "core/published/rotation.hpp"
#include "harness/random.hpp"
#include "harness/strata/registry.hpp"
#include "harness/subjects/subjects.hpp"
#include "harness/verdict.hpp"
#include "oracle/truth.hpp"

namespace touchstone {
namespace {

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "none asked"
                    : fmt::format("{:.3g} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

double uniform(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.next() >> 11) * 0x1p-53;
}

/// Calls fn(a, b, truth) with views of valid scenes of the pair, the same number of each stratum that has it.
template <class Function>
void for_each_view(PairClass pair, const ClaimInputs& inputs, Function fn) {
  std::vector<Stratum> strata;
  for (int i = 0; i < kGeneratedStratumCount; ++i)
    if (applies(static_cast<Stratum>(i), pair)) strata.push_back(static_cast<Stratum>(i));
  Scene scene;
  ShapeView a, b;
  SceneTruth truth;
  for (std::uint64_t i = 0; i < inputs.scenes; ++i) {
    generate(strata[i % strata.size()], pair, inputs.seed, i / strata.size(), scene);
    a.assign(scene.a);
    b.assign(scene.b);
    truth.assign(a, b);
    if (truth.valid() && truth.decided()) fn(a, b, truth);
  }
}
/// The same in the plane, with the shapes themselves.
template <class Function>
void for_each_scene(PairClass pair, const ClaimInputs& inputs, Function fn) {
  for_each_view(pair, inputs, [&](const ShapeView& a, const ShapeView& b, SceneTruth& truth) {
    fn(a.get(), b.get(), truth);
  });
}

/// Two methods on the same scenes: how often they say different things, and how often each is wrong.
struct Comparison {
  std::uint64_t asked = 0, differ = 0, first_wrong = 0, second_wrong = 0;
};

bool says_hit(const Answer& answer) {
  return answer.relation ? *answer.relation != Relation::disjoint : answer.hit.value_or(false);
}

/// At exact touch two right methods may differ by their policies: those scenes count for three-valued ones
/// alone.
Comparison compare(const char* first, const char* second, std::initializer_list<PairClass> pairs,
                   const ClaimInputs& inputs) {
  std::string unknown;
  const Subjects one = choose_subjects(first, unknown);
  const Subjects other = choose_subjects(second, unknown);
  Comparison result;
  for (const PairClass pair : pairs)
    for_each_view(pair, inputs, [&](const ShapeView& a, const ShapeView& b, SceneTruth& truth) {
      Subject& x = *one.front();
      Subject& y = *other.front();
      prepare(x, a, b);
      prepare(y, a, b);
      if (!supports(x, Query::relation, a, b) || !supports(y, Query::relation, a, b)) return;
      const Answer said_x = answer(x, Query::relation, a, b);
      const Answer said_y = answer(y, Query::relation, a, b);
      if (said_x.status == Answer::Status::gave_up || said_y.status == Answer::Status::gave_up) return;
      if (!said_x.relation && truth.relation() == Relation::touching) return;
      ++result.asked;
      result.differ += said_x.relation != said_y.relation || says_hit(said_x) != says_hit(said_y);
      result.first_wrong += is_failure(judge(Query::relation, x.info(), said_x, truth).outcome);
      result.second_wrong += is_failure(judge(Query::relation, y.info(), said_y, truth).outcome);
    });
  return result;
}

std::vector<std::string> row_of(const char* first, const char* second, const Comparison& c) {
  return {fmt::format("{} and {}", first, second), fmt::format("{}", c.asked), fmt::format("{}", c.differ),
          share(c.first_wrong, c.asked), share(c.second_wrong, c.asked)};
}
const std::vector<std::string> kComparisonHead = {"methods", "scenes", "differ", "first wrong",
                                                  "second wrong"};

Experiment four_axes(const ClaimInputs& inputs) {
  const auto pairs = {PairClass{ShapeClass::obb, ShapeClass::obb}};
  const Comparison exact = compare("core.collide", "core.sat", pairs, inputs);
  const Comparison published = compare("published.rectangle", "published.sat", pairs, inputs);
  return {
      "four_axes",
      "Four axes are enough for two rectangles: they say what the general test says.",
      exact.differ == 0,
      fmt::format(
          "True of the axes, the perpendiculars of the half vectors: decided exactly, four axes and the "
          "general test gave one relation on all {} pairs. As published, with the half vectors for axes "
          "and rounded, the two differ on {} of {} pairs.",
          exact.asked, published.differ, published.asked),
      kComparisonHead,
      {row_of("core.collide", "core.sat", exact), row_of("published.rectangle", "published.sat", published)}};
}

Experiment fifteen_axes(const ClaimInputs& inputs) {
  const auto pairs = {PairClass{ShapeClass::obb3, ShapeClass::obb3}};
  const Comparison exact = compare("core.collide", "core.sat", pairs, inputs);
  const Comparison published = compare("published.box_double", "core.sat", pairs, inputs);
  return {
      "fifteen_axes",
      "Fifteen axes are enough for two boxes: they say what the general test says.",
      exact.differ == 0,
      fmt::format(
          "True of the axes, the cross products of pairs of half axes: decided exactly, fifteen axes and the "
          "general test of all faces and edges gave one relation on all {} pairs, skew and flat boxes "
          "included. As published, rounded and for boxes with perpendicular axes, fifteen axes answered "
          "{} of {} pairs otherwise; nearly parallel edges alone cost no more than rounding, since their "
          "cross product, however noisy, is still a direction along which boxes that overlap overlap.",
          exact.asked, published.differ, published.asked),
      kComparisonHead,
      {row_of("core.collide", "core.sat", exact), row_of("published.box_double", "core.sat", published)}};
}

Experiment push_out(const ClaimInputs& inputs) {
  std::string unknown;
  const Subjects chosen = choose_subjects("published.rectangle", unknown);
  Subject& subject = *chosen.front();
  std::uint64_t asked = 0, short_pushes = 0, long_pushes = 0, not_opposite = 0;
  for_each_scene(
      {ShapeClass::obb, ShapeClass::obb}, inputs, [&](const auto& a, const auto& b, SceneTruth& truth) {
        if (truth.relation() != Relation::overlapping || !subject.supports(Query::penetration, a, b)) return;
        const Answer answer = subject.answer(Query::penetration, a, b);
        if (!answer.mtv) return;
        ++asked;
        const Verdict verdict = judge(Query::penetration, subject.info(), answer, truth);
        short_pushes += verdict.fault == Fault::short_mtv || verdict.fault == Fault::wrong_way;
        long_pushes += verdict.fault == Fault::long_mtv;
        const Answer swapped = subject.answer(Query::penetration, b, a);
        const double rounding = subject.info().budget.rounding_u * unit_of(Scalar::float64, truth.scale());
        not_opposite += !swapped.mtv || length(*swapped.mtv + *answer.mtv) > rounding;
      });
  return {
      "push_out",
      "The push-out vector separates the rectangles, is the shortest that does, and swapping them turns it "
      "round.",
      short_pushes + long_pushes + not_opposite == 0,
      fmt::format(
          "Of {} pushes, {} leave an overlap or go the wrong way, {} are longer than they need be, and {} "
          "are not the opposite of the swapped pair's, beyond rounding (several pushes may be equally short; "
          "with equal "
          "centres the direction is arbitrary).",
          asked, short_pushes, long_pushes, not_opposite),
      {},
      {}};
}

Experiment angular_span(const ClaimInputs& inputs) {
  const auto pairs = {PairClass{ShapeClass::polygon, ShapeClass::polygon},
                      PairClass{ShapeClass::aabb, ShapeClass::polygon},
                      PairClass{ShapeClass::polygon, ShapeClass::triangle}};
  const Comparison exact = compare("core.span", "core.sat", pairs, inputs);
  const Comparison published = compare("published.span", "published.sat", pairs, inputs);
  return {
      "angular_span",
      "Two convex polygons collide exactly when the vectors from the origin to the points of their Minkowski "
      "difference span more than 180 degrees: the span says what separating axes say.",
      exact.differ == 0,
      fmt::format(
          "Decided exactly, span and axes gave one relation on all {} pairs. Rounded, as published, they "
          "differ on {} of {}.",
          exact.asked, published.differ, published.asked),
      kComparisonHead,
      {row_of("core.span", "core.sat", exact), row_of("published.span", "published.sat", published)}};
}

/// How wrong polygons of n sides are for round shapes.
struct Roughness {
  std::uint64_t asked = 0, wrong = 0;
  double worst = 0;  ///< largest |separation| of a wrong verdict, in smaller radii (half axes)
};

struct RoundPair {
  Ellipse2<double> a, b;
  bool circles;
};

RoundPair round_pair(Random& random, bool circles) {
  const auto ellipse = [&](Vec2<double> center, double size) {
    const double angle = uniform(random, 0, std::numbers::pi);
    const double second = circles ? size : size * uniform(random, 0.3, 1);
    const Vec2<double> along{std::cos(angle), std::sin(angle)};
    if (circles) return Ellipse2<double>{center, {{size, 0}, {0, size}}};
    return Ellipse2<double>{center, {along * size, perp(along) * second}};
  };
  const double first = uniform(random, 0.5, 1), second = uniform(random, 0.5, 1);
  const double angle = uniform(random, 0, 2 * std::numbers::pi);
  const Vec2<double> apart =
      Vec2<double>{std::cos(angle), std::sin(angle)} * uniform(random, 0, 1.5 * (first + second));
  return {ellipse({0, 0}, first), ellipse(apart, second), circles};
}

void add(Roughness& to, const RoundPair& pair, std::size_t sides, published::RoundAs how,
         oracle::Truth& truth) {
  std::array<Vec2<double>, 64> work_a, work_b;
  const bool hit = published::round_collide(pair.a, pair.b, how, std::span(work_a).first(sides),
                                            std::span(work_b).first(sides));
  ++to.asked;
  if (hit == (truth.relation() != Relation::disjoint)) return;
  ++to.wrong;
  const oracle::Interval separation = truth.separation();
  const double smaller =
      std::sqrt(std::min({length_sq(pair.a.half_axes[0]), length_sq(pair.a.half_axes[1]),
                          length_sq(pair.b.half_axes[0]), length_sq(pair.b.half_axes[1])}));
  to.worst = std::max(to.worst, std::max(std::fabs(separation.lo), std::fabs(separation.hi)) / smaller);
}

Experiment octagon(const ClaimInputs& inputs) {
  constexpr std::size_t kSides[] = {4, 6, 8, 12, 16, 32, 64};
  constexpr std::size_t kCount = std::size(kSides);
  Roughness found[2][kCount][2];
  Random random(inputs.seed, 8, 8, 8);
  oracle::Truth truth;
  for (std::uint64_t i = 0; i < inputs.scenes / 4; ++i) {
    const RoundPair pair = round_pair(random, i % 2 == 0);
    if (pair.circles) {
      truth.assign(Circle2<double>{pair.a.center, pair.a.half_axes[0].x},
                   Circle2<double>{pair.b.center, pair.b.half_axes[0].x});
    } else {
      truth.assign(pair.a, pair.b);
    }
    if (!truth.decided()) continue;
    for (std::size_t k = 0; k < kCount; ++k) {
      add(found[i % 2][k][0], pair, kSides[k], published::RoundAs::inscribed, truth);
      add(found[i % 2][k][1], pair, kSides[k], published::RoundAs::circumscribed, truth);
    }
  }
  Experiment e{"octagon",
               "A circle or an ellipse may be an octagon: that is close enough.",
               false,
               "",
               {"sides", "circles, inscribed: wrong", "worst by", "circles, around: wrong", "worst by",
                "ellipses, inscribed: wrong", "worst by", "ellipses, around: wrong", "worst by"},
               {}};
  for (std::size_t k = 0; k < kCount; ++k) {
    std::vector<std::string> row{std::to_string(kSides[k])};
    for (const auto& shapes : {found[0][k], found[1][k]})
      for (int how = 0; how < 2; ++how) {
        row.push_back(share(shapes[how].wrong, shapes[how].asked));
        row.push_back(fmt::format("{:.2g} r", shapes[how].worst));
      }
    e.rows.push_back(std::move(row));
  }
  const Roughness& eight = found[0][2][0];
  e.finding = fmt::format(
      "It depends on what is enough: of pairs of circles laid at random from concentric to half "
      "a reach apart, inscribed octagons are wrong about {}, by up to {:.2g} of the smaller radius. "
      "Twice the sides make a quarter of the error.",
      share(eight.wrong, eight.asked), eight.worst);
  return e;
}

Experiment half_rotation(const ClaimInputs& inputs) {
  Random random(inputs.seed, 9, 9, 9);
  std::uint64_t equal = 0, turned = 0;
  const auto vector = [&] { return Vec2<double>{uniform(random, -4, 4), uniform(random, -4, 4)}; };
  const auto count = [&](const auto& whole, const auto& half) {
    for (std::size_t i = 0; i < whole.size(); ++i) equal += whole[i] == half[i];
    turned += whole.size();
  };
  for (std::uint64_t i = 0; i < inputs.scenes; ++i) {
    const Vec2<double> corner = vector(), tip = vector(), center = vector();
    const double angle = uniform(random, -7, 7);
    const std::array<Vec2<double>, 4> rhombus{corner, tip, -corner, -tip};
    std::array<Vec2<double>, 4> whole4, half4;
    published::rotate_polygon(rhombus, center, angle, whole4);
    published::rotate_rhombus(corner, tip, center, angle, half4);
    count(whole4, half4);
    const std::array<Vec2<double>, 6> crystal{corner, tip, perp(corner), -corner, -tip, -perp(corner)};
    std::array<Vec2<double>, 6> whole6, half6;
    published::rotate_polygon(crystal, center, angle, whole6);
    published::rotate_crystal(corner, tip, center, angle, half6);
    count(whole6, half6);
  }
  return {"half_rotation",
          "Of a point-symmetric shape only half of the vertices need rotating; the others follow by sign "
          "changes and "
          "quarter turns: the same vertices, cheaper.",
          equal == turned,
          fmt::format("{} of {} vertices are equal to the bit: a sign change commutes with every rounding.",
                      equal, turned),
          {},
          {}};
}

/// What a first pass by circles lets through, and loses.
struct FirstPass {
  std::uint64_t pairs = 0, exact_tests = 0, hits = 0, lost_by_published = 0, lost_by_core = 0;

  void look(const Circle2<double>& round_a, const Circle2<double>& round_b, bool circles_meet, bool hit) {
    ++pairs;
    exact_tests += circles_meet;
    hits += hit;
    lost_by_core += hit && !circles_meet;
    lost_by_published += hit && !published::circle_collide(round_a, round_b);
  }
  std::vector<std::string> row(const char* name) const {
    return {name,
            fmt::format("{}", pairs),
            fmt::format("{}", exact_tests),
            fmt::format("{:.1f}", static_cast<double>(pairs) /
                                      static_cast<double>(std::max<std::uint64_t>(exact_tests, 1))),
            fmt::format("{}", hits),
            fmt::format("{}", lost_by_published),
            fmt::format("{}", lost_by_core)};
  }
};

FirstPass countries(const ClaimInputs& inputs) {
  std::vector<ShapeView> views;
  std::vector<Checked2<double>> shapes;
  for (const NamedShape& named : inputs.map_shapes) views.emplace_back(named.shape);
  for (const ShapeView& view : views) shapes.push_back(checked(view.get()));
  FirstPass result;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Contour2<double> a = inputs.map_shapes[i].shape.points, b = inputs.map_shapes[j].shape.points;
      const bool meet = may_meet(bounding_circle(shapes[i]), bounding_circle(shapes[j]));
      const bool hit = relation(shapes[i], shapes[j]).relation != Relation::disjoint;
      result.look(published::bounding_circle(a), published::bounding_circle(b), meet, hit);
    }
  return result;
}

/// Triangles to octagons in a box of 60 by 60, with speeds; every step is a new set of pairs.
FirstPass moving(const ClaimInputs& inputs) {
  constexpr std::size_t kShapes = 1000;
  constexpr int kSteps = 4;
  Random random(inputs.seed, 10, 10, 10);
  struct Body {
    std::vector<Vec2<double>> points;
    Vec2<double> speed;
  };
  std::vector<Body> bodies(kShapes);
  for (Body& body : bodies) {
    const std::size_t corners = 3 + random.below(6);
    const Vec2<double> center{uniform(random, 0, 60), uniform(random, 0, 60)};
    body.points.resize(corners);
    make_inscribed(Circle2<double>{center, uniform(random, 0.3, 1)}, std::span<Vec2<double>>(body.points));
    body.speed = {uniform(random, -1, 1), uniform(random, -1, 1)};
  }
  FirstPass result;
  for (int step = 0; step < kSteps; ++step) {
    std::vector<Checked2<double>> shapes;
    std::vector<Circle2<double>> circles, published_circles;
    for (Body& body : bodies) {
      for (Vec2<double>& p : body.points) p = p + body.speed;
      shapes.push_back(checked(Polygon2<double>{body.points}));
      circles.push_back(bounding_circle(shapes.back()));
      published_circles.push_back(published::bounding_circle(body.points));
    }
    for (std::size_t i = 0; i < kShapes; ++i)
      for (std::size_t j = 0; j < i; ++j)
        result.look(published_circles[i], published_circles[j], may_meet(circles[i], circles[j]),
                    relation(shapes[i], shapes[j]).relation != Relation::disjoint);
  }
  return result;
}

Experiment first_pass(const ClaimInputs& inputs) {
  const FirstPass on_map = countries(inputs);
  const FirstPass in_motion = moving(inputs);
  const std::uint64_t lost = on_map.lost_by_published + in_motion.lost_by_published;
  const bool core_is_whole = on_map.lost_by_core + in_motion.lost_by_core == 0;
  return {"first_pass",
          "A circle around each object as a first pass: far fewer exact tests, the same answer.",
          core_is_whole,
          fmt::format("Far fewer, yes. The same answer, when radii are rounded up and touching circles "
                      "count: then no hit "
                      "was lost. As published, {} hits were lost here.",
                      lost),
          {"shapes", "pairs", "exact tests", "pairs a test", "hits", "lost as published", "lost by core"},
          {on_map.row("the countries of the map"), in_motion.row("1,000 moving polygons, 4 steps")}};
}

Experiment ring_reduction(const ClaimInputs& inputs) {
  std::uint64_t asked = 0, differ = 0;
  oracle::Truth reduced;
  for_each_scene(
      {ShapeClass::ring, ShapeClass::ring}, inputs, [&](const auto& a, const auto& b, SceneTruth& truth) {
        const auto& first = std::get<Ring2<double>>(a);
        const auto& second = std::get<Ring2<double>>(b);
        const bool first_is_smaller = first.outer_radius <= second.outer_radius;
        const auto& small = first_is_smaller ? first : second;
        reduced.assign(first_is_smaller ? b : a, Circle2<double>{small.center, small.outer_radius});
        ++asked;
        differ += (truth.relation() != Relation::disjoint) != (reduced.relation() != Relation::disjoint);
      });
  return {"ring_reduction",
          "Two rings: the one with the smaller outer radius counts as a full disc; then it is ring against "
          "circle.",
          differ == 0,
          fmt::format(
              "Whether they meet, by exact truth: equal on all but {} of {} pairs. (It must be so: were the "
              "larger ring to meet the disc and not the ring, it would lie in the smaller one's hole.)",
              differ, asked),
          {},
          {}};
}

}  // namespace

std::vector<Experiment> test_claims(const ClaimInputs& inputs) {
  return {four_axes(inputs), fifteen_axes(inputs),  push_out(inputs),   angular_span(inputs),
          octagon(inputs),   half_rotation(inputs), first_pass(inputs), ring_reduction(inputs)};
}

}  // namespace touchstone
