#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "oracle/certificate.hpp"
#include "oracle/test/random_shapes3.hpp"
#include "oracle/test/shape_text3.hpp"

// Each certificate is shown to check_certificate.py, which shares no code with the oracle; spoilt ones as
// well.

namespace touchstone::oracle {
namespace {

using test::json_of;
using AnyShape = Shape3<double>;

std::string line_of(const AnyShape& a, const AnyShape& b, const std::string& certificate) {
  return "{\"a\":" + json_of(a) + ",\"b\":" + json_of(b) + ",\"certificate\":" + certificate + "}\n";
}

// What the checker says of each line.
std::vector<std::string> checked(const std::string& lines) {
  const std::string path = ::testing::TempDir() + "touchstone_certificates3.jsonl";
  std::ofstream(path) << lines;
  const std::string command =
      std::string("\"") + TOUCHSTONE_PYTHON3 + "\" \"" + TOUCHSTONE_CHECKER + "\" \"" + path + "\"";
  FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer;
  while (pipe != nullptr && std::fgets(buffer.data(), buffer.size(), pipe) != nullptr)
    output += buffer.data();
  if (pipe != nullptr) output += pclose(pipe) == 0 ? "status 0\n" : "status 1\n";
  std::vector<std::string> said;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) said.push_back(line);
  return said;
}

class Certificate3 : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(TOUCHSTONE_PYTHON3).find("NOTFOUND") != std::string::npos)
      GTEST_SKIP() << "python3 is missing: certificates are not checked";
  }
  void expect_ok(const AnyShape& a, const AnyShape& b, const std::string& proof) {
    for (const std::string& certificate : {certificate_json(a, b)}) {
      EXPECT_NE(certificate.find("\"proof\":\"" + proof + "\""), std::string::npos) << certificate;
      const std::string line = line_of(a, b, certificate);
      EXPECT_EQ(checked(line), (std::vector<std::string>{"ok", "status 0"})) << line;
    }
  }
  void expect_both_ways(const AnyShape& a, const AnyShape& b, const std::string& proof) {
    expect_ok(a, b, proof);
    expect_ok(b, a, proof);
  }
  void expect_refused(const AnyShape& a, const AnyShape& b, const std::string& part,
                      const std::string& spoilt, const std::string& claim) {
    std::string certificate = certificate_json(a, b);
    const std::size_t at = certificate.find(part);
    ASSERT_NE(at, std::string::npos) << certificate;
    certificate.replace(at, part.size(), spoilt);
    EXPECT_EQ(checked(line_of(a, b, certificate)), (std::vector<std::string>{"failed: " + claim, "status 1"}))
        << certificate;
  }
};

const Aabb3<double> kCube{{0, 0, 0}, {4, 4, 4}};
const Obb3<double> kSlanted{{5, 1, 2}, {{0.5, 0.25, 0}, {-0.5, 0.75, 0}, {0, 0.1, 1}}};
const Plane3<double> kGround{{0, 0, 2}, 0};

TEST_F(Certificate3, BoxesOfEachRelationThenTheCheckerAgrees) {
  expect_both_ways(kCube, Aabb3<double>{{5, 0, 0}, {6, 1, 1}}, "direction");
  expect_both_ways(kCube, Aabb3<double>{{4, 4, 4}, {6, 6, 6}}, "direction_and_points");
  expect_both_ways(kCube, Aabb3<double>{{3, 1, 1}, {6, 2, 2}}, "interior_points");
  expect_both_ways(kCube, kSlanted, "direction_and_points");
}

TEST_F(Certificate3, FlatShapesThenTheCheckerAgrees) {
  const Segment3<double> base{{0, 0, 0}, {2, 0, 0}};
  const Triangle3<double> upright{{{1, -1, -1}, {1, 1, -1}, {1, 0, 2}}};
  expect_both_ways(base, Segment3<double>{{1, -1, 0}, {1, 1, 0}}, "direction_and_points");
  expect_both_ways(base, Segment3<double>{{1, 0, 0}, {3, 0, 0}}, "direction_and_points");
  expect_both_ways(base, upright, "interior_points");
  expect_both_ways(Point3<double>{{1, 0, 0}}, upright, "direction_and_points");
  expect_both_ways(Point3<double>{{1, 0, 0}}, Point3<double>{{1, 0, 0}}, "direction_and_points");
  expect_both_ways(Point3<double>{{1, 0, 0}}, Point3<double>{{1, 0, 1}}, "direction");
  expect_both_ways(Point3<double>{{1, 1, 1}}, kCube, "interior_points");
}

TEST_F(Certificate3, BallsThenTheRadiiAreCounted) {
  const Sphere3<double> ball{{0, 0, 0}, 5};
  expect_both_ways(ball, Point3<double>{{3, 4, 1}}, "direction");
  expect_both_ways(ball, Point3<double>{{3, 4, 0}}, "direction_and_points");
  expect_both_ways(ball, Point3<double>{{3, 3, 0}}, "interior_points");
  expect_both_ways(ball, Sphere3<double>{{0, 0, 0}, 1}, "interior_points");
  expect_both_ways(ball, Capsule3<double>{{-9, 7, 0}, {9, 7, 0}, 2}, "direction_and_points");
  expect_both_ways(Sphere3<double>{{2, 2, 6}, 3}, kCube, "interior_points");
  expect_both_ways(Capsule3<double>{{2, 2, 4}, {2, 2, 9}, 3}, kCube, "interior_points");
}

TEST_F(Certificate3, HalfSpacesThenTheirNormalIsTheOnlyDirection) {
  expect_both_ways(kGround, Sphere3<double>{{0, 0, 3}, 2}, "direction");
  expect_both_ways(kGround, Sphere3<double>{{0, 0, 2}, 2}, "direction_and_points");
  expect_both_ways(kGround, Sphere3<double>{{0, 0, 1}, 2}, "interior_points");
  expect_both_ways(kGround, kCube, "direction_and_points");
  expect_both_ways(kGround, Segment3<double>{{0, 0, 1}, {0, 0, -1}}, "interior_points");
  expect_both_ways(kGround, Plane3<double>{{1, 0, 0}, 0}, "interior_points");
  expect_both_ways(kGround, Plane3<double>{{0, 0, -1}, -1}, "direction");
  expect_both_ways(kGround, Plane3<double>{{0, 0, -1}, 0}, "direction_and_points");
  expect_both_ways(kGround, Plane3<double>{{0, 0, -1}, 1}, "interior_points");
}

TEST(Certificate3Json, CylinderOrRayThenNone) {
  for (const AnyShape& shape :
       {AnyShape(Cylinder3<double>{{0, 0, 0}, {1, 0, 0}, 1}), AnyShape(Ray3<double>{{0, 0, 0}, {1, 0, 0}})})
    EXPECT_EQ(certificate_json(shape, kCube), R"({"status":"no_certificate"})");
}

TEST(Certificate3Json, InvalidShapeThenItsReason) {
  EXPECT_EQ(certificate_json(kCube, Plane3<double>{}),
            R"({"status":"invalid_input","reason":"b: normal is zero"})");
}

// ---- spoilt certificates

TEST_F(Certificate3, SpoiltSupportsThenRefused) {
  const Aabb3<double> right{{5, 0, 0}, {6, 1, 1}};
  expect_refused(kCube, right, R"("direction":["1/1")", R"("direction":["0/1")", "the direction is not zero");
  expect_refused(kCube, right, R"("support_b":{"vertex":["5/1")", R"("support_b":{"vertex":["6/1")",
                 "the support vertex has the stated value");
  expect_refused(kCube, right, R"("0/1","0/1"],"value":"5/1"})", R"("0/1","0/1"],"value":"6/1"})",
                 "the support vertex has the stated value");
  expect_refused(kCube, right, R"("disjoint")", R"("touching")",
                 "the proof is about the relation: it shows disjoint");
}

TEST_F(Certificate3, SpoiltPointsThenRefused) {
  const Point3<double> inside{{2, 2, 2}};
  expect_refused(kCube, inside, R"("on_a":{"point":["2/1")", R"("on_a":{"point":["3/1")",
                 "the weights give the point");
  expect_refused(kCube, inside, R"("weight":"1/8")", R"("weight":"-1/8")", "vertices have weights >= 0");
  expect_refused(kCube, inside, R"("weight":"1/8")", R"("weight":"1/4")", "the sum of the weights is 1");
  expect_refused(kCube, inside, R"("b":[["2/1")", R"("b":[["3/1")",
                 "the certificate is about the vertices of the scene");
}

TEST_F(Certificate3, DepthAlongAFaceThatIsNotTheNearestThenRefused) {
  const Aabb3<double> right{{3, 1, 1}, {6, 2, 2}};
  const std::string depth =
      R"("depth":{"direction":["1/1","0/1","0/1"],"support_a":{"vertex":["4/1","0/1","0/1"],)"
      R"("value":"4/1"},"support_b":{"vertex":["3/1","1/1","1/1"],"value":"3/1"}})";
  const std::string along_y =
      R"("depth":{"direction":["0/1","1/1","0/1"],"support_a":{"vertex":["0/1","4/1","0/1"],)"
      R"("value":"4/1"},"support_b":{"vertex":["3/1","1/1","1/1"],"value":"1/1"}})";
  expect_refused(kCube, right, depth, along_y, "no face of the difference is nearer");
  expect_refused(kGround, Plane3<double>{{0, 0, -1}, 1}, R"("depth":{)", R"("depth":"inf","was":{)",
                 "planes of infinite depth are not opposite");
}

// ---- random pairs

AnyShape random_shape(test::RandomShapes3& make) {
  const auto kind = make.pick(6);
  if (kind == 0) return make.plane();
  return kind == 1 ? make.ball() : make.polytope();
}

TEST_F(Certificate3, RandomPairsThenEveryCertificateHolds) {
  test::RandomShapes3 make(25, 2);
  std::string lines;
  std::map<std::string, int> met;
  for (int i = 0; i < 400; ++i) {
    const AnyShape a = random_shape(make);
    const AnyShape b = random_shape(make);
    const std::string certificate = certificate_json(a, b);
    lines += line_of(a, b, certificate);
    ++met[certificate.substr(0, certificate.find("\",", certificate.find("proof")))];
  }
  std::vector<std::string> expected(400, "ok");
  expected.emplace_back("status 0");
  EXPECT_EQ(checked(lines), expected) << "seed 25";
  EXPECT_EQ(met.size(), 3u);
  for (const auto& [claim, count] : met) EXPECT_GE(count, 40) << claim << " of 400 scenes, seed 25";
}

}  // namespace
}  // namespace touchstone::oracle
