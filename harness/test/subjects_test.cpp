#include "harness/subjects/subjects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <variant>

#include "harness/scene_json.hpp"
#include "harness/strata/registry.hpp"
#include "harness/test/fake_subject.hpp"

namespace touchstone {
namespace {

using test::box;
using test::polygon;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> chosen(std::string_view words) {
  std::string unknown;
  std::vector<std::string> names;
  for (const auto& subject : choose_subjects(words, unknown)) names.push_back(subject->info().name);
  if (!unknown.empty()) names.push_back("unknown: " + unknown);
  return names;
}

TEST(ChooseSubjects, AllOrNothingMeansAll) {
  const std::size_t all = all_subjects().size();
  EXPECT_GE(all, 34U);
  EXPECT_EQ(all, chosen("all").size());
  EXPECT_EQ(all, chosen("").size());
}

TEST(ChooseSubjects, GroupsAndNamesAddUpInTheFixedOrder) {
  EXPECT_EQ((std::vector<std::string>{"core.sat", "boost.area"}), chosen("boost.area,core.sat,boost.area"));
  const std::vector<std::string> core = chosen("core");
  EXPECT_EQ(14U, core.size());
  for (const std::string& name : core) EXPECT_EQ(0U, name.find("core."));
  EXPECT_EQ(core, chosen("core,core.sat"));
}

TEST(ChooseSubjects, AGroupIsAWholeWord) {
  EXPECT_EQ((std::vector<std::string>{"unknown: cor"}), chosen("cor"));
  EXPECT_EQ((std::vector<std::string>{"unknown: core."}), chosen("core."));
  EXPECT_EQ((std::vector<std::string>{"core.sat"}), chosen("core.sat"));  // not core.sat_f32
  EXPECT_EQ((std::vector<std::string>{"unknown: splendid"}), chosen("core,splendid,worse"));
}

TEST(AllSubjects, HaveDistinctNamesAndOneLineAbout) {
  std::set<std::string> names;
  for (const auto& subject : all_subjects()) {
    const SubjectInfo& info = subject->info();
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.about.empty());
    EXPECT_EQ(std::string::npos, info.about.find('\n'));
  }
}

/// The subject of that name, asked as the examiner asks it; nothing when it does not support the query.
std::optional<Answer> ask(std::string_view name, Query query, const Scene& scene) {
  std::string unknown;
  const Subjects subjects = choose_subjects(name, unknown);
  const ShapeView a(scene.a);
  const ShapeView b(scene.b);
  Subject& subject = *subjects.at(0);
  subject.prepare(a.get(), b.get());
  if (!subject.supports(query, a.get(), b.get())) return std::nullopt;
  return subject.answer(query, a.get(), b.get());
}

TEST(CoreSubjects, RefuseEveryInvalidScene) {
  const Subjects core = core_subjects();
  std::vector<Subject*> asked_subjects;
  for (const auto& subject : core)  // rounding to floats makes some of them valid
    if (subject->info().scalar == Scalar::float64) asked_subjects.push_back(subject.get());
  Scene scene;
  int asked = 0;
  for (const PairClass pair : kPairClasses)
    for (std::uint64_t i = 0; applies(Stratum::invalid, pair) && i < 60; ++i) {
      generate(Stratum::invalid, pair, 1, i, scene);
      Examiner(asked_subjects, kAllQueries)
          .examine(scene, [&](auto, auto, const Answer& answer, const Verdict& verdict) {
            ++asked;
            EXPECT_EQ(Answer::Status::refused, answer.status) << to_json(scene);
            EXPECT_EQ(Outcome::right, verdict.outcome);
          });
    }
  EXPECT_GT(asked, 2000);
}

TEST(CoreSubjects, TellTouchingApart) {
  for (const char* name : {"core.collide", "core.sat", "core.gjk", "core.sat_f32", "core.gjk_f32"}) {
    EXPECT_EQ(Relation::touching, ask(name, Query::relation, test::boxes(0))->relation) << name;
    EXPECT_EQ(Relation::disjoint, ask(name, Query::relation, test::boxes(0x1p-20))->relation) << name;
    EXPECT_EQ(Relation::overlapping, ask(name, Query::relation, test::boxes(-0x1p-20))->relation) << name;
  }
}

TEST(CoreSubjects, OfFloatsTakeFloats) {
  EXPECT_EQ(Relation::touching, ask("core.sat_f32", Query::relation, test::boxes(0x1p-160))->relation);
  EXPECT_EQ(Relation::disjoint, ask("core.sat", Query::relation, test::boxes(0x1p-160))->relation);
}

TEST(CoreSubjects, TakeConcavePolygonsAtTheFrontDoorOnly) {
  const Scene arrow = test::scene(polygon({{0, 0}, {4, 4}, {0, 1}, {-4, 4}}), box({-1, 2}, {1, 3}));
  EXPECT_EQ(Relation::disjoint, ask("core.collide", Query::relation, arrow)->relation);
  for (const char* name : {"core.sat", "core.gjk", "core.epa", "core.sat_f32"})
    for (int q = 0; q < kQueryCount; ++q) EXPECT_FALSE(ask(name, static_cast<Query>(q), arrow)) << name;
}

TEST(PublishedRectangle, AnswersAZeroHalfVectorAsNoCollision) {
  const OwnedShape needle{ShapeType::obb, {{0, 0}, {1, 0}, {0, 0}}, {}};
  const OwnedShape square{ShapeType::obb, {{0, 0}, {1, 0}, {0, 1}}, {}};
  EXPECT_EQ(false, ask("published.rectangle", Query::relation, test::scene(needle, square))->hit);
  EXPECT_EQ(true, ask("published.rectangle", Query::relation, test::scene(square, square))->hit);
  EXPECT_EQ(Relation::overlapping, ask("core.sat", Query::relation, test::scene(needle, square))->relation);
}

TEST(PublishedRectangle, AnswersNanAsNoCollision) {
  const OwnedShape bad{ShapeType::obb, {{kNan, 0}, {1, 0}, {0, 1}}, {}};
  const auto answer = ask("published.rectangle", Query::relation, test::scene(bad, bad));
  EXPECT_EQ(Answer::Status::ok, answer->status);
  EXPECT_EQ(false, answer->hit);
}

TEST(PublishedSubjects, AreAskedAndBlamedForInvalidScenes) {
  const Subjects published = published_subjects();
  std::vector<Subject*> asked;
  for (const auto& subject : published) asked.push_back(subject.get());
  const OwnedShape bad = polygon({{0, 0}, {1, 0}, {kNan, 1}});
  int accepted = 0;
  Examiner(asked, kAllQueries)
      .examine(test::scene(bad, bad), [&](auto, auto, const auto&, const Verdict& verdict) {
        accepted += verdict.fault == Fault::accepts_invalid ? 1 : 0;
      });
  EXPECT_GE(accepted, 2);
}

TEST(PublishedSubjects, CloseOrOpenAtTouchAsTheySay) {
  const Scene touching = test::boxes(0);
  EXPECT_EQ(true, ask("published.aabb", Query::relation, touching)->hit);
  EXPECT_EQ(true, ask("published.sat", Query::relation, touching)->hit);
  const OwnedShape left{ShapeType::obb, {{-1, 0}, {1, 0}, {0, 1}}, {}};
  const OwnedShape right{ShapeType::obb, {{1, 0}, {1, 0}, {0, 1}}, {}};
  EXPECT_EQ(false, ask("published.rectangle", Query::relation, test::scene(left, right))->hit);
}

/// The scene of a public bug report.
Scene reported(const std::string& id) {
  const auto read = read_scenes("properties/regressions/public-2d.jsonl");
  for (const Scene& scene : std::get<std::vector<Scene>>(read))
    if (scene.id == id) return scene;
  ADD_FAILURE() << id;
  return {};
}

TEST(BoostArea, OfTheReportedSliverIsAMillion) {
  const auto answer = ask("boost.area", Query::area, reported("b2d-001"));
  EXPECT_EQ(1000000, answer->area);  // released versions up to 1.81 and beyond; truth: 1.25e-28
}

TEST(BoostSubjects, TakeShapesWithAreaOnly) {
  EXPECT_EQ(false, ask("boost.intersects", Query::relation, test::boxes(1))->hit);
  EXPECT_EQ(1, ask("boost.distance", Query::distance, test::boxes(1))->distance);
  EXPECT_EQ(8, ask("boost.area", Query::area, test::boxes(-1))->area);
  for (const OwnedShape& flat : {test::point(0, 0), box({0, 0}, {0, 1}), polygon({{0, 0}, {1, 1}, {2, 2}})})
    EXPECT_FALSE(ask("boost.intersects", Query::relation, test::scene(flat, box({0, 0}, {1, 1}))));
}

/// Two circles, and what each text says where they touch.
TEST(PublishedCircles, CloseOrOpenAtTouchAsTheySay) {
  const Scene touching = test::scene(test::circle({0, 0}, 1), test::circle({2, 0}, 1));
  EXPECT_EQ(false, ask("published.circle", Query::relation, touching)->hit);
  EXPECT_EQ(false, ask("published.circle_squared", Query::relation, touching)->hit);
  EXPECT_EQ(true, ask("published.circle_closed", Query::relation, touching)->hit);
  EXPECT_EQ(Relation::touching, ask("core.collide", Query::relation, touching)->relation);
}

TEST(PublishedCapsules, TakeCirclesInEitherOrder) {
  const OwnedShape capsule = test::capsule({0, 0}, {4, 0}, 1);
  const OwnedShape circle = test::circle({2, 1.5}, 1);
  EXPECT_EQ(true, ask("published.capsule_circle", Query::relation, test::scene(capsule, circle))->hit);
  EXPECT_EQ(true, ask("published.capsule_circle", Query::relation, test::scene(circle, capsule))->hit);
  EXPECT_FALSE(ask("published.capsule_circle", Query::relation, test::scene(capsule, capsule)));
  EXPECT_EQ(true, ask("published.capsule", Query::relation, test::scene(capsule, capsule))->hit);
}

TEST(PublishedRings, KnowTheHole) {
  const OwnedShape ring = test::ring({0, 0}, 2, 4);
  EXPECT_EQ(false,
            ask("published.ring_circle", Query::relation, test::scene(ring, test::circle({0, 0}, 1)))->hit);
  EXPECT_EQ(true,
            ask("published.ring_circle", Query::relation, test::scene(test::circle({3, 0}, 1), ring))->hit);
  EXPECT_EQ(false,
            ask("published.ring", Query::relation, test::scene(ring, test::ring({0, 0}, 0.5, 1)))->hit);
  EXPECT_EQ(true,
            ask("published.point_in_ring", Query::contains, test::scene(test::point(3, 0), ring))->inside);
  EXPECT_EQ(false,
            ask("published.point_in_ring", Query::contains, test::scene(ring, test::point(1, 0)))->inside);
}

TEST(PublishedRay, TakesTheDirectionForAUnitVector) {
  const Scene slow = test::raycast(test::circle({5, 0}, 1), test::ray({0, 0}, {2, 0}));
  EXPECT_NE(2, ask("published.ray_circle", Query::raycast, slow)->t);
  EXPECT_EQ(2, ask("published.ray_circle_unit", Query::raycast, slow)->t);
  const Scene unit = test::raycast(test::ray({0, 0}, {1, 0}), test::circle({5, 0}, 1));
  EXPECT_EQ(4, ask("published.ray_circle", Query::raycast, unit)->t);
  EXPECT_FALSE(ask("published.ray_circle", Query::raycast,
                   test::raycast(box({1, 0}, {2, 1}), test::ray({0, 0}, {1, 0}))));
}

TEST(PublishedOctagons, AreInTheCircleOrAroundIt) {
  const Scene beside = test::scene(test::circle({0, 0}, 1), box({1.04, -1}, {2, 1}));
  EXPECT_EQ(Relation::disjoint, ask("core.collide", Query::relation, beside)->relation);
  EXPECT_EQ(false, ask("published.octagon", Query::relation, beside)->hit);
  EXPECT_EQ(true, ask("published.octagon_around", Query::relation, beside)->hit);
  EXPECT_FALSE(ask("published.octagon", Query::relation, test::boxes(1)));
}

TEST(CoreSubjects, AnswerRoundShapesAtTheFrontDoorOnly) {
  const Scene round = test::scene(test::circle({0, 0}, 1), test::capsule({2, 0}, {2, 4}, 1));
  EXPECT_EQ(Relation::touching, ask("core.collide", Query::relation, round)->relation);
  EXPECT_EQ(Relation::touching, ask("core.collide_f32", Query::relation, round)->relation);
  for (const char* name : {"core.sat", "core.gjk", "core.epa", "core.span", "core.parts"})
    for (int q = 0; q < kQueryCount; ++q) EXPECT_FALSE(ask(name, static_cast<Query>(q), round)) << name;
}

TEST(CoreSubjects, TellTheFirstHitOfARay) {
  const Scene cast = test::raycast(test::ray({0, 0}, {2, 0}), test::circle({5, 0}, 1));
  for (const char* name : {"core.collide", "core.collide_f32"}) {
    const Answer answer = ask(name, Query::raycast, cast).value();
    EXPECT_TRUE(answer.hit == true && answer.t == 2) << name;
    EXPECT_EQ(answer.point, (Vec2<double>{4, 0}));
    EXPECT_EQ(answer.normal, (Vec2<double>{-1, 0}));
    EXPECT_FALSE(ask(name, Query::relation, cast));
  }
  const Scene inside = test::raycast(test::circle({0, 0}, 1), test::ray({0, 0}, {2, 0}));
  EXPECT_FALSE(ask("core.collide", Query::raycast, inside)->normal);
}

TEST(CoreParts, AnswerConcavePolygons) {
  const Scene arrow = test::scene(polygon({{0, 0}, {4, 4}, {0, 1}, {-4, 4}}), box({-1, 2}, {1, 3}));
  EXPECT_EQ(Relation::disjoint, ask("core.parts", Query::relation, arrow)->relation);
  EXPECT_EQ(0, ask("core.parts", Query::area, arrow)->area);
  EXPECT_EQ(8, ask("core.parts", Query::area, test::boxes(-1))->area);
}

TEST(HasArea, IsExact) {
  const auto area = [](const OwnedShape& shape) { return has_area(ShapeView(shape).get()); };
  EXPECT_TRUE(area(box({0, 0}, {5e-324, 5e-324})));
  EXPECT_FALSE(area(box({0, 0}, {1, 0})));
  EXPECT_FALSE(area({ShapeType::obb, {{0, 0}, {1, 3}, {2, 6}}, {}}));
  EXPECT_TRUE(area({ShapeType::obb, {{0, 0}, {1, 3}, {2, std::nextafter(6, 7)}}, {}}));
  EXPECT_FALSE(area(polygon({{0, 0}, {0, 0}, {1, 3}, {2, 6}})));
  EXPECT_TRUE(area(polygon({{0, 0}, {0, 0}, {1, 3}, {2, std::nextafter(6, 7)}})));
  EXPECT_FALSE(area(polygon({})));
  EXPECT_FALSE(area(test::point(1, 1)));
}

}  // namespace
}  // namespace touchstone
