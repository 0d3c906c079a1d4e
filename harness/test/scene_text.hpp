// Scenes as text, for tests of the format: what is read, and how the rest is refused.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness/scene_json.hpp"

namespace touchstone::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// One value for every NaN.
inline std::uint64_t bits_of(double x) {
  return std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x);
}

inline std::vector<std::uint64_t> bits_of(const Scene& scene) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](const std::vector<Vec2<double>>& points) {
    bits.push_back(points.size());
    for (const Vec2<double>& p : points) bits.insert(bits.end(), {bits_of(p.x), bits_of(p.y)});
  };
  const auto add3 = [&](const auto& points) {
    bits.push_back(points.size());
    for (const Vec3<double>& p : points) bits.insert(bits.end(), {bits_of(p.x), bits_of(p.y), bits_of(p.z)});
  };
  for (const OwnedShape* shape : {&scene.a, &scene.b}) {
    bits.push_back(static_cast<std::uint64_t>(shape->type));
    add(shape->points);
    add3(shape->points3);
    bits.insert(bits.end(), {bits_of(shape->radii[0]), bits_of(shape->radii[1])});
    for (const auto& hole : shape->holes) add(hole);
  }
  if (!scene.expect) return bits;
  const Expectation& e = *scene.expect;
  for (const auto& number : {e.distance, e.depth, e.t, e.area}) bits.push_back(number ? bits_of(*number) : 1);
  bits.push_back(e.hit ? *e.hit : 2);
  if (e.mtv) add3(*e.mtv);
  return bits;
}

inline std::string refusal(const std::string& text) {
  const auto result = parse_scene(text, "f.jsonl", 7);
  const auto* error = std::get_if<SceneError>(&result);
  return error == nullptr ? "accepted" : to_string(*error);
}

inline Scene parsed(const std::string& text) {
  auto result = parse_scene(text);
  if (const auto* error = std::get_if<SceneError>(&result)) {
    ADD_FAILURE() << to_string(*error) << "\n" << text;
    return {};
  }
  return std::get<Scene>(std::move(result));
}

inline const std::string kPoint = R"({"type":"point","at":[0,0]})";
inline std::string scene_with(const std::string& a, const std::string& rest = R"("query":"relation")") {
  return "{" + rest + R"(,"a":)" + a + R"(,"b":)" + kPoint + "}";
}
/// A raycast of the shape; B is a ray unless given.
inline const std::string kRay = R"({"type":"ray","origin":[0,0],"direction":[1,0]})";
inline std::string raycast_of(const std::string& a, const std::string& b = kRay) {
  return R"({"query":"raycast","a":)" + a + R"(,"b":)" + b + "}";
}
inline std::string scene_with_number(const std::string& number) {
  return scene_with(R"({"type":"point","at":[)" + number + ",0]}");
}
inline std::string scene_with_expect(const std::string& expect) {
  return scene_with(kPoint, R"("query":"relation","expect":)" + expect);
}

struct RefusalCase {
  std::string text;
  const char* message;
};
inline void expect_refusals(const std::vector<RefusalCase>& cases) {
  for (const RefusalCase& c : cases)
    EXPECT_EQ(refusal(c.text), std::string("f.jsonl:7: ") + c.message) << c.text;
}

}  // namespace touchstone::test
