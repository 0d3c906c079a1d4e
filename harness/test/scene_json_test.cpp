#include "harness/scene_json.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// One value for every NaN.
std::uint64_t bits_of(double x) {
  return std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x);
}

std::vector<std::uint64_t> bits_of(const Scene& scene) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](const std::vector<Vec2<double>>& points) {
    bits.push_back(points.size());
    for (const Vec2<double>& p : points) bits.insert(bits.end(), {bits_of(p.x), bits_of(p.y)});
  };
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    bits.push_back(static_cast<std::uint64_t>(shape->type));
    add(shape->points);
    for (const auto& hole : shape->holes) add(hole);
  }
  if (!scene.expect) return bits;
  const Expectation& e = *scene.expect;
  for (const auto& number : {e.distance, e.depth, e.t, e.area}) bits.push_back(number ? bits_of(*number) : 1);
  if (e.mtv) add(*e.mtv);
  return bits;
}

std::string refusal(const std::string& text) {
  const auto result = parse_scene(text, "f.jsonl", 7);
  const auto* error = std::get_if<SceneError>(&result);
  return error == nullptr ? "accepted" : to_string(*error);
}

Scene parsed(const std::string& text) {
  auto result = parse_scene(text);
  if (const auto* error = std::get_if<SceneError>(&result)) {
    ADD_FAILURE() << to_string(*error) << "\n" << text;
    return {};
  }
  return std::get<Scene>(std::move(result));
}

const std::string kPoint = R"({"type":"point","at":[0,0]})";
std::string scene_with(const std::string& a, const std::string& rest = R"("query":"relation")") {
  return "{" + rest + R"(,"a":)" + a + R"(,"b":)" + kPoint + "}";
}
std::string scene_with_number(const std::string& number) {
  return scene_with(R"({"type":"point","at":[)" + number + ",0]}");
}
std::string scene_with_expect(const std::string& expect) {
  return scene_with(kPoint, R"("query":"relation","expect":)" + expect);
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    char name[] = "/tmp/touchstone_scene_json_XXXXXX";
    path_ = ::mkdtemp(name);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::string path_;
};

void put(const std::string& file, const std::string& text) {
  ASSERT_FALSE(write_file(file, text));
}
std::string content(const std::string& file) {
  return std::get<std::string>(read_file(file));
}

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
  EXPECT_EQ(e.mtv, (std::vector<Vec2<double>>{{1, 0}, {-1, 0}}));
}

TEST(ParseScene, HolesSegmentAndNullMtvAreRead) {
  const Scene scene = parsed(
      R"({"query":"area","a":{"type":"polygon","points":[[0,0],[9,0],[9,9]],"holes":[[[5,1],[6,1],[6,2]]]},)"
      R"("b":{"type":"segment","from":[0,1],"to":[2,3]},"expect":{"mtv":null}})");
  EXPECT_EQ(scene.a, (OwnedShape{ShapeType::polygon, {{0, 0}, {9, 0}, {9, 9}}, {{{5, 1}, {6, 1}, {6, 2}}}}));
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

struct RefusalCase {
  std::string text;
  const char* message;
};
void expect_refusals(const std::vector<RefusalCase>& cases) {
  for (const RefusalCase& c : cases)
    EXPECT_EQ(refusal(c.text), std::string("f.jsonl:7: ") + c.message) << c.text;
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
      {scene_with(kPoint, R"("query":"raycast")"),
       "query: query \"raycast\" is not supported by this version"},
      {scene_with(kPoint, R"("query":"relation","id":7)"), "id: expected a string"},
      {scene_with(kPoint, R"("query":"relation","why":[])"), "why: expected a string"},
      {scene_with(kPoint, R"("query":"relation","source":null)"), "source: expected a string"},
      {scene_with(kPoint, R"("query":"relation","format":2)"), "format: only format 1 is known"},
      {scene_with(kPoint, R"("query":"relation","format":true)"), "format: expected a number"},
      {scene_with(kPoint, R"("query":"relation","a\nb":1)"), "\"a\\nb\": unknown field"},
  });
}

TEST(ParseScene, BrokenShapesAreRefused) {
  expect_refusals({
      {scene_with("7"), "a: expected an object"},
      {scene_with("{}"), "a.type: missing field"},
      {scene_with(R"({"type":7})"), "a.type: expected a string"},
      {scene_with(R"({"type":"cricle"})"), "a.type: unknown type \"cricle\""},
      {scene_with(R"({"type":"point"})"), "a.at: missing field"},
      {scene_with(R"({"type":"point","at":[0,0],"radius":1})"), "a.radius: unknown field"},
      {scene_with(R"({"type":"point","at":[0,0],"at":[0,0]})"), "a.at: duplicate field"},
      {scene_with(R"({"type":"point","at":7})"), "a.at: expected an array"},
      {scene_with(R"({"type":"point","at":[]})"), "a.at: expected 2 numbers, got 0"},
      {scene_with(R"({"type":"point","at":[1]})"), "a.at: expected 2 numbers, got 1"},
      {scene_with(R"({"type":"point","at":[1,2,3]})"),
       "a.at: 3D coordinates are not supported by this version"},
      {scene_with(R"({"type":"point","at":[1,2,3,4]})"), "a.at: expected 2 numbers, got 4"},
      {scene_with(R"({"type":"point","at":[1,true]})"), "a.at[1]: expected a number"},
      {scene_with(R"({"type":"point","at":[null,1]})"), "a.at[0]: expected a number"},
      {scene_with(R"({"type":"segment","from":[0,0]})"), "a.to: missing field"},
      {scene_with(R"({"type":"aabb","max":[0,0]})"), "a.min: missing field"},
      {scene_with(R"({"type":"obb","center":[0,0],"half_axes":[[1,0]]})"),
       "a.half_axes: expected 2 vectors, got 1"},
      {scene_with(R"({"type":"obb","center":[0,0],"half_axes":[[1,0],[1]]})"),
       "a.half_axes[1]: expected 2 numbers, got 1"},
      {scene_with(R"({"type":"polygon","points":[[0,0],[1,0],[1]]})"),
       "a.points[2]: expected 2 numbers, got 1"},
      {scene_with(R"({"type":"polygon","points":[[0,0],7]})"), "a.points[1]: expected an array"},
      {scene_with(R"({"type":"polygon","points":[],"holes":7})"), "a.holes: expected an array"},
      {scene_with(R"({"type":"polygon","points":[],"holes":[[[0,"x"]]]})"),
       "a.holes[0][0][1]: expected a number, \"nan\", \"inf\", \"-inf\" or a hex float within range, got "
       "\"x\""},
  });
}

TEST(ParseScene, ShapesOfLaterVersionsAreRefusedAsSuch) {
  for (const char* type :
       {"ray", "circle", "sphere", "capsule", "ring", "ellipse", "triangle", "hull", "cylinder", "plane"}) {
    EXPECT_EQ(refusal(scene_with(R"({"type":")" + std::string(type) + R"("})")),
              "f.jsonl:7: a.type: type \"" + std::string(type) + "\" is not supported by this version");
  }
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
  const auto shape = [&] {
    constexpr std::size_t kPoints[] = {1, 2, 2, 3};
    OwnedShape result;
    result.type = static_cast<ShapeType>(random() % kShapeTypeCount);
    const bool polygon = result.type == ShapeType::polygon;
    result.points = points(polygon ? random() % 9 : kPoints[static_cast<std::size_t>(result.type)]);
    for (std::size_t i = polygon ? random() % 3 : 0; i > 0; --i) result.holes.push_back(points(random() % 5));
    return result;
  };
  Scene scene;
  scene.id = "id " + std::to_string(random() % 100) + "\"\\\n\t\x7F\xC3\xA9";
  scene.query = static_cast<Query>(random() % kQueryCount);
  scene.a = shape();
  scene.b = shape();
  if (random() % 2 == 0) return scene;
  Expectation& e = scene.expect.emplace();
  e.relation = static_cast<Relation>(random() % 3);
  e.distance = number();
  e.area = number();
  if (random() % 2 == 0) e.mtv = points(random() % 3);
  return scene;
}

TEST(ToJson, DecodingGivesTheSameBits) {
  constexpr std::uint64_t kSeed = 20240517;
  RecordProperty("seed", std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  int nans = 0;
  int with_expectation = 0;
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
  }
  EXPECT_GT(nans, 10);
  EXPECT_NEAR(with_expectation, kScenes / 2, kScenes / 20);
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

TEST(SceneReader, SkipsEmptyLinesAndGoesOnAfterABadOne) {
  const TemporaryFolder folder;
  const std::string good = scene_with(kPoint);
  put(folder.file("s.jsonl"), "\n" + good + "\r\n \t\r\n{}\n\n" + good);
  SceneReader reader(folder.file("s.jsonl"));
  EXPECT_TRUE(std::holds_alternative<Scene>(reader.next().value()));
  EXPECT_EQ(reader.line(), 2u);
  const auto bad = reader.next().value();
  EXPECT_EQ(to_string(std::get<SceneError>(bad)), folder.file("s.jsonl") + ":4: query: missing field");
  EXPECT_TRUE(std::holds_alternative<Scene>(reader.next().value()));
  EXPECT_EQ(reader.line(), 6u);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(SceneReader, LinesLongerThanItsBlocksAreWhole) {
  const TemporaryFolder folder;
  Scene scene = parsed(scene_with(kPoint));
  scene.why = std::string(200000, 'w');
  const std::vector<Scene> scenes(5, scene);
  ASSERT_FALSE(write_scenes(folder.file("s.jsonl"), scenes));
  const auto back = read_scenes(folder.file("s.jsonl"));
  EXPECT_EQ(std::get<std::vector<Scene>>(back).size(), 5u);
  EXPECT_EQ(std::get<std::vector<Scene>>(back).back().why, scene.why);
}

TEST(SceneReader, UnreadableFileIsOneErrorWithItsReason) {
  const TemporaryFolder folder;
  const auto reason = [](const std::string& file) {
    SceneReader reader(file);
    const auto next = reader.next();
    EXPECT_FALSE(reader.next());
    return to_string(std::get<SceneError>(next.value()));
  };
  EXPECT_EQ(reason(folder.file("none")), folder.file("none") + ": cannot open: No such file or directory");
  EXPECT_EQ(reason(folder.file("")), folder.file("") + ": cannot read: Is a directory");
}

TEST(SceneReader, ByteOrderMarkIsRefused) {
  const TemporaryFolder folder;
  put(folder.file("s"), "\xEF\xBB\xBF" + scene_with(kPoint));
  const auto scenes = read_scenes(folder.file("s"));
  EXPECT_EQ(to_string(std::get<SceneError>(scenes)),
            folder.file("s") + ":1: starts with a UTF-8 byte order mark");
}

TEST(SceneReader, RegressionScenesAreAllRead) {
  const auto count = [](const std::string& file) {
    const auto scenes = read_scenes("properties/regressions/" + file);
    if (const auto* error = std::get_if<SceneError>(&scenes)) ADD_FAILURE() << to_string(*error);
    return std::get<std::vector<Scene>>(scenes).size();
  };
  EXPECT_EQ(count("designed.jsonl"), 32u);
  EXPECT_EQ(count("public-2d.jsonl"), 83u);
}

TEST(WriteScenes, ReplacesTheFileAndKeepsItsMode) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  put(file, "old");
  ::chmod(file.c_str(), 0640);
  ASSERT_FALSE(write_scenes(file, std::vector<Scene>{parsed(scene_with(kPoint))}));
  EXPECT_EQ(std::get<std::vector<Scene>>(read_scenes(file)).size(), 1u);
  struct stat info {};
  ::stat(file.c_str(), &info);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_EQ(folder.count(), 1u);
}

TEST(WriteScenes, FollowsASymbolicLink) {
  const TemporaryFolder folder;
  put(folder.file("target"), "old");
  std::filesystem::create_symlink("target", folder.file("link"));
  ASSERT_FALSE(write_file(folder.file("link"), "new"));
  EXPECT_EQ(content(folder.file("target")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
}

TEST(WriteScenes, FailureSaysWhyAndLeavesNothing) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("d"));
  EXPECT_EQ(to_string(write_file(folder.file("d"), "x").value()),
            folder.file("d") + ": cannot write: Is a directory");
  EXPECT_EQ(to_string(write_file(folder.file("n/f"), "x").value()),
            folder.file("n/f") + ": cannot write: No such file or directory");
  EXPECT_EQ(to_string(write_file("/dev/full", "x").value()),
            "/dev/full: cannot write: No space left on device");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(AppendScene, AddsLinesAndEndsAnUnfinishedOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  const Scene scene = parsed(scene_with(kPoint));
  ASSERT_FALSE(append_scene(file, scene));
  put(file, to_json(scene));  // without end of line
  ASSERT_FALSE(append_scene(file, scene));
  ASSERT_FALSE(append_scene(file, scene));
  EXPECT_EQ(content(file), to_json(scene) + "\n" + to_json(scene) + "\n" + to_json(scene) + "\n");
}

TEST(AppendScene, FullDiskIsAnError) {
  const auto error = append_scene("/dev/full", parsed(scene_with(kPoint)));
  EXPECT_EQ(to_string(error.value()), "/dev/full: cannot append: No space left on device");
}

/// While it lives, no file of this process may grow beyond so many bytes.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &old_); }

 private:
  rlimit old_{};
};

TEST(AppendScene, LineThatFitsOnlyInPartIsTakenBack) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  const Scene scene = parsed(scene_with(kPoint));
  ASSERT_FALSE(append_scene(file, scene));
  const std::string before = content(file);
  {
    const FileSizeLimit limit(before.size() + 10);
    EXPECT_EQ(to_string(append_scene(file, scene).value()), file + ": cannot append: File too large");
  }
  EXPECT_EQ(content(file), before);
}

TEST(WriteScenes, FileThatFitsOnlyInPartKeepsTheOldOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  put(file, "old");
  {
    const FileSizeLimit limit(10);
    EXPECT_EQ(to_string(write_file(file, "longer than ten bytes").value()),
              file + ": cannot write: File too large");
  }
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(SceneSchema, NamesWhatTheReaderKnows) {
  const auto schema = nlohmann::json::parse(content("docs/scene.schema.json"));
  const auto& defs = schema["$defs"];
  const auto names = [](const nlohmann::json& list) { return list.get<std::vector<std::string>>(); };
  for (const std::string& name : names(defs["query"]["enum"])) EXPECT_TRUE(query_from(name)) << name;
  EXPECT_EQ(defs["query"]["enum"].size(), std::size_t{kQueryCount});
  std::set<ShapeType> types;
  for (const auto& shape : defs["shape"]["oneOf"])
    types.insert(*shape_type_from(shape["properties"]["type"]["const"].get<std::string>()));
  EXPECT_EQ(types.size(), std::size_t{kShapeTypeCount});
  const auto& expect = defs["expectation"]["properties"];
  for (const std::string& name : names(expect["relation"]["enum"])) EXPECT_TRUE(relation_from(name)) << name;
  for (const std::string& name : names(expect["kind"]["enum"])) EXPECT_TRUE(kind_from(name)) << name;
  for (const std::string& name : names(expect["location"]["enum"])) EXPECT_TRUE(location_from(name)) << name;
}

TEST(RoundedTo, FloatRoundsEveryCoordinateToInfinityBeyondItsRange) {
  using Contour = std::vector<Vec2<double>>;
  const OwnedShape shape{ShapeType::polygon, {{0.1, 1}, {1e39, -1e39}}, {Contour{{0.1, -0.1}}}};
  const double tenth = double{0.1F};
  const OwnedShape rounded = rounded_to(shape, Scalar::float32);
  EXPECT_EQ(rounded_to(shape, Scalar::float64), shape);
  EXPECT_EQ(rounded.points, (Contour{{tenth, 1}, {kInfinity, -kInfinity}}));
  EXPECT_EQ(rounded.holes, (std::vector<Contour>{Contour{{tenth, -tenth}}}));
}

TEST(ShapeView, MovedViewStillSeesTheHoles) {
  const OwnedShape shape{ShapeType::polygon, {{0, 0}, {9, 0}, {9, 9}}, {{{5, 1}, {6, 1}, {6, 2}}}};
  ShapeView first(shape);
  const ShapeView second(std::move(first));
  const auto& polygon = std::get<Polygon2<double>>(second.get());
  ASSERT_EQ(polygon.holes.size(), 1u);
  EXPECT_EQ(polygon.holes[0].data(), shape.holes[0].data());
  EXPECT_EQ(polygon.points.data(), shape.points.data());
}

}  // namespace
}  // namespace touchstone
