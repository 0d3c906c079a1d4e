#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/laws/laws.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using test::box;
using test::boxes;
using test::circle;
using test::FakeSubject;
using test::kU;
using test::point;
using test::polygon;
using test::ray;
using Held = LawResult::Outcome;

/// Answers one query by `ask`, with a budget of 4 u.
FakeSubject subject(Query query, FakeSubject::Ask ask) {
  return FakeSubject({.name = "test", .budget = {.rounding_u = 4}}, bit(query), std::move(ask));
}
/// Promises exact relations.
FakeSubject exact(FakeSubject::Ask ask) {
  return FakeSubject({.name = "test", .exact_relation = true}, bit(Query::relation), std::move(ask));
}
FakeSubject always(Relation relation) {
  return exact([relation](auto...) { return Answer{.relation = relation}; });
}

void expect_violated(const LawResult& result) {
  EXPECT_EQ(Held::violated, result.outcome);
  EXPECT_NE(std::string::npos, result.message.find("\nscene: {")) << result.message;
}

// ---- Law 11

/// The types as which the law asks for a shape that is given as `shape`.
std::set<ShapeType> types_asked(const OwnedShape& shape) {
  std::set<ShapeType> types;
  FakeSubject recording = subject(Query::relation, [&](Query, const auto& a, const auto&) {
    types.insert(type_of(a));
    return Answer{.relation = Relation::disjoint};
  });
  law_reencoding(test::scene(shape, point(100, 0)), recording);
  return types;
}

TEST(LawReencoding, AsksOfEveryTypeThatHasAnother) {
  using Types = std::set<ShapeType>;
  EXPECT_EQ(types_asked(box({0, 0}, {4, 4})), (Types{ShapeType::aabb, ShapeType::obb}));
  EXPECT_EQ(types_asked(box({0, 0}, {1, 0x1p-1074})), (Types{ShapeType::aabb, ShapeType::polygon}));
  EXPECT_EQ(types_asked(test::triangle({0, 0}, {1, 0}, {0, 1})),
            (Types{ShapeType::triangle, ShapeType::polygon}));
  EXPECT_EQ(types_asked(polygon({{0, 0}, {1, 0}, {0, 1}})), (Types{ShapeType::triangle, ShapeType::polygon}));
  EXPECT_EQ(types_asked(test::segment({0, 0}, {1, 1})), (Types{ShapeType::segment, ShapeType::capsule}));
  EXPECT_EQ(types_asked(circle({1, 0}, 1)), (Types{ShapeType::circle, ShapeType::capsule}));
  EXPECT_EQ(types_asked(circle({-1, 0}, 1)), (Types{ShapeType::circle, ShapeType::ring}));
  EXPECT_EQ(types_asked(test::ring({0, 0}, 0, 1)), (Types{ShapeType::circle, ShapeType::ring}));
  EXPECT_EQ(types_asked(test::capsule({1, 0}, {1, 0}, 1)), (Types{ShapeType::circle, ShapeType::capsule}));
}

TEST(LawReencoding, IsNotAskedWhereThereAreNoOtherWords) {
  for (const OwnedShape& shape :
       {point(0, 0), test::ring({0, 0}, 1, 2), test::capsule({0, 0}, {1, 0}, 1),
        polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}}), test::ellipse({0, 0}, {1, 0}, {0, 1})})
    EXPECT_TRUE(types_asked(shape).empty()) << name_of(shape.type);
}

TEST(LawReencoding, AnAnswerThatDependsOnTheWordsViolatesIt) {
  FakeSubject relation = subject(Query::relation, [](Query, const auto& a, const auto&) {
    return Answer{.relation = type_of(a) == ShapeType::aabb ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_reencoding(boxes(1), relation));
  FakeSubject location = subject(Query::contains, [](Query, const auto& a, const auto&) {
    return Answer{.location = type_of(a) == ShapeType::circle ? Location::inside : Location::boundary};
  });
  expect_violated(law_reencoding(test::scene(circle({0, 0}, 1), point(1, 0)), location));
  FakeSubject hit = subject(Query::raycast, [](Query, const auto& a, const auto&) {
    return Answer{.hit = type_of(a) == ShapeType::segment};
  });
  expect_violated(law_reencoding(test::raycast(test::segment({1, -1}, {1, 1}), ray({0, 0}, {1, 0})), hit));
}

TEST(LawReencoding, NumbersMayDifferByTwoBudgets) {
  const auto says = [](double other) {
    return subject(Query::distance, [other](Query, const auto& a, const auto&) {
      return Answer{.distance = type_of(a) == ShapeType::aabb ? 1 : other};
    });
  };
  FakeSubject near = says(1 + 8 * kU);
  FakeSubject far = says(1 + 9 * kU);
  EXPECT_EQ(Held::holds, law_reencoding(boxes(1), near).outcome);
  expect_violated(law_reencoding(boxes(1), far));
}

// ---- Law 12

/// Says one relation of shapes as given, another when a radius has grown.
FakeSubject on_growth(double radius, Relation before, Relation after) {
  return exact([=](Query, const auto& a, const auto&) {
    const auto* ring = std::get_if<Ring2<double>>(&a);
    const auto* capsule = std::get_if<Capsule2<double>>(&a);
    const double here = ring      ? ring->outer_radius
                        : capsule ? capsule->radius
                                  : std::get<Circle2<double>>(a).radius;
    return Answer{.relation = here == radius ? before : after};
  });
}

TEST(LawInflate, LosingAContactByGrowingViolatesIt) {
  FakeSubject loses = on_growth(1, Relation::touching, Relation::disjoint);
  FakeSubject gains = on_growth(1, Relation::touching, Relation::overlapping);
  for (const OwnedShape& shape :
       {circle({0, 0}, 1), test::capsule({0, 0}, {-1, 0}, 1), test::ring({0, 0}, 0.5, 1)}) {
    expect_violated(law_inflate(test::scene(shape, point(1, 0)), loses));
    EXPECT_EQ(Held::holds, law_inflate(test::scene(shape, point(1, 0)), gains).outcome);
  }
}

TEST(LawInflate, GrowsByOneStepOfTheSubjectsScalar) {
  std::set<double> radii;
  FakeSubject narrow({.name = "f", .scalar = Scalar::float32, .exact_relation = true}, bit(Query::relation),
                     [&](Query, const auto& a, const auto&) {
                       radii.insert(std::get<Circle2<double>>(a).radius);
                       return Answer{.relation = Relation::disjoint};
                     });
  EXPECT_EQ(Held::holds, law_inflate(test::scene(circle({0, 0}, 1), point(5, 0)), narrow).outcome);
  EXPECT_EQ(radii, (std::set<double>{1, 1 + 0x1p-23}));
}

TEST(LawInflate, IsAskedOfExactSubjectsAndRadiiAboveZero) {
  FakeSubject any = always(Relation::disjoint);
  EXPECT_EQ(Held::not_asked, law_inflate(boxes(1), any).outcome);
  EXPECT_EQ(Held::not_asked, law_inflate(test::scene(circle({0, 0}, 0), point(1, 0)), any).outcome);
  EXPECT_EQ(Held::not_asked, law_inflate(test::scene(circle({0, 0}, -1), point(1, 0)), any).outcome);
  FakeSubject rounded =
      subject(Query::relation, [](auto...) { return Answer{.relation = Relation::disjoint}; });
  EXPECT_EQ(Held::not_asked, law_inflate(test::scene(circle({0, 0}, 1), point(5, 0)), rounded).outcome);
  const Scene curved = test::scene(circle({0, 0}, 1), test::ellipse({9, 0}, {1, 0}, {0, 1}));
  EXPECT_EQ(Held::not_asked, law_inflate(curved, any).outcome);
}

// ---- Law 13

TEST(LawSubset, APartThatMeetsMoreThanTheWholeViolatesIt) {
  FakeSubject box_part = exact([](Query, const auto& a, const auto&) {
    const bool whole = std::get<Aabb2<double>>(a).max.x == 4;
    return Answer{.relation = whole ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_subset(test::scene(box({0, 0}, {4, 4}), point(9, 9)), box_part));
  FakeSubject corner = exact([](Query, const auto& a, const auto&) {
    const bool whole = std::get<Polygon2<double>>(a).points.size() == 4;
    return Answer{.relation = whole ? Relation::touching : Relation::overlapping};
  });
  expect_violated(law_subset(test::scene(polygon({{0, 0}, {4, 0}, {4, 4}, {0, 4}}), point(9, 9)), corner));
  FakeSubject half = exact([](Query, const auto& a, const auto&) {
    const bool whole = std::get<Capsule2<double>>(a).to.x == 4;
    return Answer{.relation = whole ? Relation::disjoint : Relation::touching};
  });
  expect_violated(law_subset(test::scene(test::capsule({0, 0}, {4, 0}, 1), point(9, 9)), half));
}

TEST(LawSubset, APartMayMeetLess) {
  FakeSubject less = exact([](Query, const auto& a, const auto&) {
    const bool whole = std::get<Segment2<double>>(a).to.y == 4;
    return Answer{.relation = whole ? Relation::touching : Relation::disjoint};
  });
  EXPECT_EQ(Held::holds, law_subset(test::scene(test::segment({0, 0}, {0, 4}), point(0, 3)), less).outcome);
}

TEST(LawSubset, IsNotAskedWhereNoPartIsAtHand) {
  FakeSubject any = always(Relation::disjoint);
  for (const OwnedShape& shape :
       {point(0, 0), circle({0, 0}, 1), test::segment({0, 0}, {1, 3}), polygon({{0, 0}, {1, 0}, {0, 1}}),
        polygon({{0, 0}, {4, 4}, {0, 1}, {-4, 4}})})
    EXPECT_EQ(Held::not_asked, law_subset(test::scene(shape, point(9, 9)), any).outcome)
        << name_of(shape.type);
}

// ---- Law 14

TEST(LawClosestPoints, APointOffItsShapeViolatesIt) {
  const auto says = [](Vec2<double> on_a, Vec2<double> on_b) {
    return subject(Query::distance, [=](auto...) {
      return Answer{.distance = 1.0, .closest = Answer::ClosestPoints{on_a, on_b}};
    });
  };
  FakeSubject good = says({4 * kU, 0}, {1 - 4 * kU, 0});
  FakeSubject off_a = says({5 * kU, 0}, {1, 0});
  FakeSubject off_b = says({0, 0}, {1, 4 + 5 * kU});
  EXPECT_EQ(Held::holds, law_closest_points(boxes(1), good).outcome);
  expect_violated(law_closest_points(boxes(1), off_a));
  expect_violated(law_closest_points(boxes(1), off_b));
}

TEST(LawClosestPoints, IsNotAskedWithoutPoints) {
  FakeSubject bare = subject(Query::distance, [](auto...) { return Answer{.distance = 1.0}; });
  EXPECT_EQ(Held::not_asked, law_closest_points(boxes(1), bare).outcome);
}

// ---- Law 15

FakeSubject hitting(double t, Vec2<double> at) {
  return subject(Query::raycast, [=](auto...) { return Answer{.hit = true, .t = t, .point = at}; });
}
Held hit_at(const Scene& scene, double t, Vec2<double> at) {
  FakeSubject subject = hitting(t, at);
  return law_ray_hit(scene, subject).outcome;
}

TEST(LawRayHit, APointOffTheShapeOrBehindTheRayViolatesIt) {
  const Scene scene = test::raycast(box({0, -4}, {8, 4}), ray({-8, 1}, {1, 0}));
  EXPECT_EQ(Held::holds, hit_at(scene, 8, {-4 * kU, 1}));
  FakeSubject off = hitting(8, {-5 * kU, 1});
  expect_violated(law_ray_hit(scene, off));
  FakeSubject behind = hitting(-1, {0, 1});
  expect_violated(law_ray_hit(scene, behind));
}

TEST(LawRayHit, ALaterHitThanTheFirstViolatesIt) {
  const Scene near = test::raycast(box({0, -4}, {8, 4}), ray({-1, 1}, {1, 0}));
  EXPECT_EQ(Held::violated, hit_at(near, 9, {8, 1}));
  const Scene far = test::raycast(box({7, -1}, {8, 1}), ray({-8, 0}, {1, 0}));
  EXPECT_EQ(Held::violated, hit_at(far, 16, {8, 0}));
  const Scene inside = test::raycast(box({-8, -4}, {8, 4}), ray({0, 0}, {1, 0}));
  EXPECT_EQ(Held::violated, hit_at(inside, 8, {8, 0}));
  EXPECT_EQ(Held::holds, hit_at(inside, 0, {0, 0}));
}

TEST(LawRayHit, ARayThatStartsOneStepFromTheShapeHoldsIt) {
  const double before = std::nextafter(1.0, 0.0);
  const Scene scene = test::raycast(box({1, -4}, {8, 4}), ray({before, 0}, {1, 0}));
  EXPECT_EQ(Held::holds, hit_at(scene, 1 - before, {1, 0}));
}

TEST(LawRayHit, EitherOperandMayBeTheRay) {
  const Scene scene = test::raycast(ray({-8, 0}, {1, 0}), circle({0, 0}, 2));
  EXPECT_EQ(Held::holds, hit_at(scene, 6, {-2, 0}));
  EXPECT_EQ(Held::violated, hit_at(scene, 10, {2, 0}));
}

TEST(LawRayHit, IsAskedOfHitsAlone) {
  FakeSubject misses = subject(Query::raycast, [](auto...) { return Answer{.hit = false}; });
  const Scene scene = test::raycast(box({0, -4}, {8, 4}), ray({-8, 1}, {1, 0}));
  EXPECT_EQ(Held::not_asked, law_ray_hit(scene, misses).outcome);
  EXPECT_EQ(Held::not_asked, law_ray_hit(boxes(1), misses).outcome);
}

// ---- Laws 16 and 17

TEST(LawDecomposition, HoldsForPolygonsWithAreaAndIsNotAskedOfOthers) {
  OwnedShape frame = polygon({{0, 0}, {9, 0}, {9, 9}, {0, 9}});
  frame.holes = {{{3, 3}, {6, 3}, {6, 6}, {3, 6}}};
  const OwnedShape arrow = polygon({{0, 0}, {4, 4}, {0, 1}, {-4, 4}});
  EXPECT_EQ(Held::holds, law_decomposition(test::scene(frame, arrow)).outcome);
  EXPECT_EQ(Held::holds, law_decomposition(test::scene(point(0, 0), arrow)).outcome);
  EXPECT_EQ(Held::not_asked, law_decomposition(boxes(1)).outcome);
  const OwnedShape flat = polygon({{0, 0}, {1, 1}, {2, 2}});
  const OwnedShape bow_tie = polygon({{0, 0}, {2, 2}, {2, 0}, {0, 2}});
  EXPECT_EQ(Held::not_asked, law_decomposition(test::scene(flat, bow_tie)).outcome);
}

TEST(LawApproximation, HoldsForRoundShapesAndIsNotAskedOfOthers) {
  const OwnedShape round = circle({0, 0}, 1);
  const OwnedShape oval = test::ellipse({0, 0}, {2, 1}, {-1, 3});
  for (const double x : {0.5, 1.5, 4.0}) {
    EXPECT_EQ(Held::holds, law_approximation(test::scene(round, box({x, 0}, {9, 1}))).outcome);
    EXPECT_EQ(Held::holds, law_approximation(test::scene(point(x, x), oval)).outcome);
    EXPECT_EQ(Held::holds, law_approximation(test::scene(round, circle({2 * x, 0}, 1))).outcome);
  }
  EXPECT_EQ(Held::not_asked, law_approximation(boxes(1)).outcome);
  EXPECT_EQ(Held::not_asked, law_approximation(test::scene(circle({0, 0}, 0), point(1, 0))).outcome);
  EXPECT_EQ(Held::not_asked, law_approximation(test::scene(circle({0, 0}, -1), point(1, 0))).outcome);
  EXPECT_EQ(Held::not_asked, law_approximation(test::raycast(round, ray({-8, 0}, {1, 0}))).outcome);
}

}  // namespace
}  // namespace touchstone
