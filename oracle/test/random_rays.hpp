// Random valid scenes of a ray and a shape, and how to print them.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "oracle/exact_edges.hpp"
#include "oracle/pair.hpp"
#include "oracle/ray_exact.hpp"
#include "oracle/test/ray_scenes.hpp"
#include "oracle/validity.hpp"

namespace touchstone::oracle::test {

inline bool holds(Interval interval, const Enclosure& exact) {
  return interval.lo <= exact.lo && exact.hi <= interval.hi;
}

inline std::string paste(const RayMaker& scene) {
  std::string out;
  const auto add = [&](const char* name, Point p) {
    char line[99];
    std::snprintf(line, sizeof line, "%s {%a, %a} ", name, p.x, p.y);
    out += line;
  };
  add("origin", scene.ray.origin);
  add("direction", scene.ray.direction);
  const Operand shape = operand_of(scene.shape);
  out += "kind " + std::to_string(scene.kind) + " radii " + std::to_string(shape.radius) + " " +
         std::to_string(shape.inner_radius) + " ";
  add("axis", shape.axes[0]);
  add("axis", shape.axes[1]);
  for (const auto& [from, to] : edges_of(shape.skeleton))
    add("corner", {round_to_double(from.x), round_to_double(from.y)});
  return out;
}

// Prints the scene when the test has failed by the end of its turn.
struct PasteOnFailure {
  const RayMaker& scene;
  ~PasteOnFailure() {
    if (testing::Test::HasFailure()) std::cerr << paste(scene) << '\n';
  }
};

struct Scene {
  Scene(RayFamily family, unsigned seed) : maker(family, seed) {}
  void next() {
    do maker.next();
    while (!invalid_reason(maker.shape).empty());
    shape = operand_of(maker.shape);
    ray = exact_ray(operand_of(maker.ray));
  }
  RayMaker maker;
  Operand shape;
  ExactRay ray;
};

}  // namespace touchstone::oracle::test
