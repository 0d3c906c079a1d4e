#include "harness/scene_json.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "harness/test/scene_text.hpp"

namespace touchstone {
namespace {

using test::bits_of;
using test::expect_refusals;
using test::kInfinity;
using test::kNan;
using test::kPoint;
using test::parsed;
using test::refusal;
using test::scene_with;
using test::scene_with_expect;
using test::scene_with_number;

TEST(ParseScene, EveryFieldIsRead) {
  const Scene scene = parsed(
      R"({"format":1,"id":"i","why":"w","source":"s","query":"penetration",)"
      R"("a":{"type":"obb","center":[1,2],"half_axes":[[3,4],[5,6]]},"b":{"type":"aabb","min":[-1,-2],"max":[1,2]},)"
      R"("expect":{"relation":"overlapping","kind":"piercing","distance":0,"depth":1.5,"mtv":[[1,0],[-1,0]],)"
      R"("location":"inside","hit":true,"t":2,"area":3,"status":"ok"}})");
  EXPECT_EQ(scene.id + scene.why + scene.source, "iws");
  EXPECT_EQ(scene.query, Query::penetration);
  EXPECT_EQ(scene.a, (OwnedShape{ShapeType::obb, {{1, 2}, {3, 4}, {5, 6}}, {}}));
  EXPECT_EQ(scene.b, (OwnedShape{ShapeType::aabb, {{-1, -2}, {1, 2}}, {}}));
  const Expectation& e = scene.expect.value();
  EXPECT_TRUE(e.relation == Relation::overlapping && e.kind == Kind::piercing &&
              e.location == Location::inside);
  EXPECT_TRUE(e.distance == 0 && e.depth == 1.5 && e.hit == true && e.t == 2 && e.area == 3 &&
              e.status == "ok");
  EXPECT_EQ(e.mtv, (std::vector<Coordinates>{{1, 0}, {-1, 0}}));
}

TEST(ParseScene, HolesSegmentAndNullMtvAreRead) {
  const Scene scene = parsed(
      R"({"query":"area","a":{"type":"polygon","points":[[0,0],[9,0],[9,9]],"holes":[[[5,1],[6,1],[6,2]]]},)"
      R"("b":{"type":"segment","from":[0,1],"to":[2,3]},"expect":{"mtv":null}})");
  EXPECT_EQ(scene.a,
            (OwnedShape{ShapeType::polygon, {{0, 0}, {9, 0}, {9, 9}}, {}, {{{5, 1}, {6, 1}, {6, 2}}}}));
  EXPECT_EQ(scene.b, (OwnedShape{ShapeType::segment, {{0, 1}, {2, 3}}, {}}));
  EXPECT_TRUE(scene.expect->mtv_is_null);
  EXPECT_FALSE(scene.expect->mtv);
}

TEST(ParseScene, InvalidShapesAreScenes) {
  EXPECT_EQ(parsed(scene_with(R"({"type":"polygon","points":[]})")).a.points.size(), 0u);
  EXPECT_EQ(parsed(scene_with(R"({"type":"polygon","points":[[0,0],[1,1]]})")).a.points.size(), 2u);
  EXPECT_EQ(parsed(scene_with(R"({"type":"aabb","min":[1,1],"max":[0,0]})")).a.points.size(), 2u);
  EXPECT_TRUE(std::isnan(parsed(scene_with(R"({"type":"point","at":["nan",0]})")).a.points[0].x));
}

struct NumberCase {
  const char* text;
  double value;
};
TEST(ParseScene, NumbersAreTheNearestDouble) {
  const NumberCase cases[] = {
      {"0", 0.0},
      {"-0", -0.0},
      {"-0.0", -0.0},
      {"1e-400", 0.0},
      {"-1e-400", -0.0},
      {"5e-324", 0x1p-1074},
      {"9007199254740993", 0x1p53},
      {"9007199254740995", 0x1p53 + 4},
      {"-9007199254740993", -0x1p53},
      {"18446744073709551615", 0x1p64},
      {"18446744073709551616", 0x1p64},
      {"9223372036854775807", 0x1p63},
      {"100000000000000000000000000000", 1e29},
      {"1.7976931348623157e308", 0x1.fffffffffffffp1023},
      {"0.1", 0.1},
      {"0.1000000000000000055511151231257827021181583404541015625", 0.1},
      {"1.00000000000000011102230246251565404236316680908203125", 1.0},
      {"1.00000000000000011102230246251565404236316680908203126", 0x1.0000000000001p0},
      {R"("inf")", kInfinity},
      {R"("-inf")", -kInfinity},
      {R"("nan")", kNan},
      {R"("0x1.8p+1")", 3.0},
      {R"("-0x0.0000000000001p-1022")", -0x1p-1074},
      {R"("0x10")", 16.0},
      {R"("-0x0p0")", -0.0}};
  for (const NumberCase& c : cases) {
    EXPECT_EQ(bits_of(parsed(scene_with_number(c.text)).a.points[0].x), bits_of(c.value)) << c.text;
  }
}

TEST(ParseScene, OtherTextIsNoNumber) {
  for (const char* text :
       {"",       "1",        "1.5",       "NaN",   "Infinity", "+inf", "infinity", "-nan",
        "0x",     "-0x",      "0xp1",      "0xinf", "0xnan",    "0x-1", "+0x1p0",   "0x1p0 ",
        " 0x1p0", "0x1p1024", "0x1p-1075", "0X1p0", "0x1.8g",   "--0x1"}) {
    EXPECT_EQ(refusal(scene_with_number('"' + std::string(text) + '"')),
              "f.jsonl:7: a.at[0]: expected a number, \"nan\", \"inf\", \"-inf\" or a hex float within "
              "range, got \"" +
                  std::string(text) + '"');
  }
}

TEST(ParseScene, BrokenFieldsAreRefused) {
  expect_refusals({
      {"[]", "expected an object"},
      {"null", "expected an object"},
      {"{}", "query: missing field"},
      {R"({"query":"relation"})", "a: missing field"},
      {R"({"query":"relation","a":)" + kPoint + "}", "b: missing field"},
      {scene_with(kPoint, R"("query":"relation","colour":1)"), "colour: unknown field"},
      {scene_with(kPoint, R"("query":"relation","query":"area")"), "query: duplicate field"},
      {scene_with(kPoint, R"("query":7)"), "query: expected a string"},
      {scene_with(kPoint, R"("query":"near")"), "query: unknown query \"near\""},
      {scene_with(kPoint, R"("query":"relation","id":7)"), "id: expected a string"},
      {scene_with(kPoint, R"("query":"relation","why":[])"), "why: expected a string"},
      {scene_with(kPoint, R"("query":"relation","source":null)"), "source: expected a string"},
      {scene_with(kPoint, R"("query":"relation","format":2)"), "format: only format 1 is known"},
      {scene_with(kPoint, R"("query":"relation","format":true)"), "format: expected a number"},
      {scene_with(kPoint, R"("query":"relation","a\nb":1)"), "\"a\\nb\": unknown field"},
  });
}

TEST(ParseScene, BrokenExpectationsAreRefused) {
  expect_refusals({
      {scene_with_expect("7"), "expect: expected an object"},
      {scene_with_expect(R"({"angle":7})"), "expect.angle: unknown field"},
      {scene_with_expect(R"({"area":7,"area":7})"), "expect.area: duplicate field"},
      {scene_with_expect(R"({"relation":"near"})"), "expect.relation: unknown relation \"near\""},
      {scene_with_expect(R"({"kind":7})"), "expect.kind: expected a string"},
      {scene_with_expect(R"({"location":"in"})"), "expect.location: unknown location \"in\""},
      {scene_with_expect(R"({"distance":null})"), "expect.distance: expected a number"},
      {scene_with_expect(R"({"mtv":7})"), "expect.mtv: expected an array"},
      {scene_with_expect(R"({"mtv":[7]})"), "expect.mtv[0]: expected an array"},
      {scene_with_expect(R"({"hit":1})"), "expect.hit: expected true or false"},
      {scene_with_expect(R"({"status":"bad"})"), "expect.status: unknown status \"bad\""},
      {scene_with_expect(R"({"status":"invalid_input","area":1})"),
       "expect.status: an invalid input has no other field"},
  });
}

TEST(ParseScene, BrokenJsonIsRefusedWithItsPlace) {
  EXPECT_TRUE(refusal("").starts_with("f.jsonl:7: column 1: ")) << refusal("");
  EXPECT_TRUE(refusal(R"({"a":{"type":"point","at":[1,})").starts_with("f.jsonl:7: a.at[1]: column 30: "));
  EXPECT_TRUE(refusal(scene_with(kPoint) + "x").starts_with("f.jsonl:7: column "))
      << refusal(scene_with(kPoint) + "x");
  EXPECT_TRUE(refusal(scene_with(kPoint) + scene_with(kPoint)).starts_with("f.jsonl:7: column "));
  EXPECT_TRUE(refusal("{\"id\":\"\xFF\"}").starts_with("f.jsonl:7: id: column "));
  EXPECT_TRUE(refusal("{'query':1}").starts_with("f.jsonl:7: column 2: "));
  EXPECT_EQ(refusal("\xEF\xBB\xBF" + scene_with(kPoint)), "f.jsonl:7: starts with a UTF-8 byte order mark");
  EXPECT_EQ(refusal(scene_with_number("1e400")),
            "f.jsonl:7: a.at[0]: column 51: number overflow parsing '1e400'");
  EXPECT_EQ(refusal(std::string(100000, '[')).find("nested deeper than 64") == std::string::npos, false);
}

TEST(ParseScene, ReasonIsOneShortPrintableLine) {
  const std::string long_name(5000, 'x');
  for (const std::string& text : {scene_with(R"({"type":")" + long_name + "\"}"), "{\"" + long_name + "\":1}",
                                  "{\"a\n\xC3\xA9" + long_name, std::string("{\"id\":\"\x01\"}")}) {
    const std::string line = refusal(text);
    EXPECT_LT(line.size(), 400u);
    for (char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
  }
}

Scene random_scene(std::mt19937_64& random) {
  const auto number = [&] {
    switch (random() % 8) {
      case 0:
        return static_cast<double>(static_cast<int>(random() % 21) - 10);
      case 1:
        return std::bit_cast<double>(random() & 0x800F'FFFF'FFFF'FFFFu);  // subnormal
      case 2:
        return random() % 2 == 0 ? -0.0 : kInfinity;
      default:
        return std::bit_cast<double>(random());
    }
  };
  const auto points = [&](std::size_t count) {
    std::vector<Vec2<double>> result(count);
    for (Vec2<double>& p : result) p = {number(), number()};
    return result;
  };
  const auto points3 = [&](std::size_t count) {
    std::vector<Vec3<double>> result(count);
    for (Vec3<double>& p : result) p = {number(), number(), number()};
    return result;
  };
  const bool in_space = random() % 2 == 0;
  const auto shape = [&](bool ray) {
    constexpr std::size_t kPoints[kShapeTypeCount] = {1, 2, 2, 3, 0, 3, 1, 2, 1, 3, 2,
                                                      1, 2, 2, 4, 3, 0, 1, 2, 2, 1, 2};
    constexpr std::size_t kRadii[kShapeTypeCount] = {0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0,
                                                     0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0};
    constexpr std::size_t kSolid = kPlaneShapeTypeCount - 1;  // as many in space
    OwnedShape result;
    const std::size_t type =
        (in_space ? std::size_t{kPlaneShapeTypeCount} : 0) + (ray ? kSolid : random() % kSolid);
    result.type = static_cast<ShapeType>(type);
    const bool polygon = result.type == ShapeType::polygon;
    const std::size_t count = polygon || result.type == ShapeType::hull ? random() % 9 : kPoints[type];
    in_space ? void(result.points3 = points3(count)) : void(result.points = points(count));
    for (std::size_t i = 0; i < kRadii[type]; ++i) result.radii[i] = number();
    for (std::size_t i = polygon ? random() % 3 : 0; i > 0; --i) result.holes.push_back(points(random() % 5));
    return result;
  };
  Scene scene;
  scene.id = "id " + std::to_string(random() % 100) + "\"\\\n\t\x7F\xC3\xA9";
  do scene.query = static_cast<Query>(random() % kQueryCount);
  while (in_space && (scene.query == Query::kind || scene.query == Query::area));
  const bool ray_first = random() % 2 == 0;
  scene.a = shape(scene.query == Query::raycast && ray_first);
  scene.b = shape(scene.query == Query::raycast && !ray_first);
  if (random() % 2 == 0) return scene;
  Expectation& e = scene.expect.emplace();
  e.relation = static_cast<Relation>(random() % 3);
  e.distance = number();
  if (!in_space) e.area = number();
  if (random() % 2 == 0) e.hit = random() % 2 == 0;
  if (random() % 2 == 0) {
    e.mtv.emplace();
    for (std::size_t i = random() % 3; i > 0; --i)
      e.mtv->emplace_back(number(), number(), in_space ? number() : 0.0);
  }
  return scene;
}

TEST(ToJson, DecodingGivesTheSameBits) {
  constexpr std::uint64_t kSeed = 20240517;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  int nans = 0;
  int with_expectation = 0;
  int of_type[kShapeTypeCount] = {};
  constexpr int kScenes = 20000;
  for (int i = 0; i < kScenes; ++i) {
    const Scene scene = random_scene(random);
    const std::string text = to_json(scene);
    const Scene back = parsed(text);
    ASSERT_EQ(bits_of(back), bits_of(scene)) << text;
    ASSERT_EQ(back.id, scene.id);
    ASSERT_EQ(to_json(back), text);
    nans += text.find("\"nan\"") != std::string::npos;
    with_expectation += scene.expect.has_value();
    ++of_type[static_cast<int>(scene.a.type)];
  }
  EXPECT_GT(nans, 10);
  for (const int count : of_type) EXPECT_GT(count, kScenes / 40);
  EXPECT_NEAR(with_expectation, kScenes / 2, kScenes / 40);
}

TEST(ToJson, OneLineInTheOrderOfTheFormat) {
  Scene scene = parsed(scene_with(kPoint));
  scene.id = "a\nb";
  EXPECT_EQ(to_json(scene), R"({"format":1,"id":"a\nb","query":"relation","a":)"
                            R"({"type":"point","at":[0,0]},"b":{"type":"point","at":[0,0]}})");
}

TEST(ToJson, EveryExpectationFieldComesBack) {
  const std::string fields =
      R"({"status":"ok","relation":"touching","kind":"vertex_inside","distance":1,"depth":2,"mtv":null,)"
      R"("location":"boundary","hit":false,"t":3,"area":4})";
  const std::string text = to_json(parsed(scene_with_expect(fields)));
  EXPECT_NE(text.find(fields), std::string::npos) << text;
  EXPECT_EQ(to_json(parsed(text)), text);
}

TEST(ToJson, InvalidUtf8IsReplaced) {
  Scene scene = parsed(scene_with(kPoint));
  scene.why = "\xFF";
  EXPECT_EQ(parsed(to_json(scene)).why, "\xEF\xBF\xBD");
}

TEST(NumberToJson, ShortestTextOfTheSameDouble) {
  EXPECT_EQ(number_to_json(0.1), "0.1");
  EXPECT_EQ(number_to_json(3), "3");
  EXPECT_EQ(number_to_json(-0.0), "-0.0");
  EXPECT_EQ(number_to_json(1e300), "1e+300");
  EXPECT_EQ(number_to_json(0x1p-1074), "5e-324");
  EXPECT_EQ(number_to_json(kNan) + number_to_json(kInfinity) + number_to_json(-kInfinity),
            R"("nan""inf""-inf")");
}

/// Changes, drops, repeats or inserts some bytes.
std::string mutated(std::string text, std::mt19937_64& random) {
  constexpr std::string_view kBytes = "{}[]\",:.-+0123456789eExpnulltrue\\ \xFF\n";
  for (std::size_t n = 1 + random() % 3; n > 0 && !text.empty(); --n) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = kBytes[random() % kBytes.size()];
        break;
      case 1:
        text.erase(at, 1 + random() % 8);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 30));
        break;
      default:
        text.insert(at, 1, kBytes[random() % kBytes.size()]);
    }
  }
  return text;
}

TEST(ParseScene, AnyTextIsASceneOrAnError) {
  constexpr std::uint64_t kSeed = 77;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  int scenes = 0;
  constexpr int kTexts = 50000;
  for (int i = 0; i < kTexts; ++i) {
    const auto result = parse_scene(mutated(to_json(random_scene(random)), random), "f", 1);
    if (const auto* scene = std::get_if<Scene>(&result)) {
      ++scenes;
      ASSERT_EQ(bits_of(parsed(to_json(*scene))), bits_of(*scene));
    } else {
      ASSERT_FALSE(std::get<SceneError>(result).reason.empty());
    }
  }
  EXPECT_GT(scenes, kTexts / 20);
  EXPECT_LT(scenes, kTexts / 2);
}

}  // namespace
}  // namespace touchstone
