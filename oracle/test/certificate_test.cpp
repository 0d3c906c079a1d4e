#include "oracle/certificate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

// Each certificate is shown to check_certificate.py, which shares no code with the oracle; spoilt ones as
// well.

namespace touchstone::oracle {
namespace {

using Points = std::vector<Point>;

// A scene's shape, as text in the scene format and as a value.
struct Drawn {
  explicit Drawn(Points points, std::vector<Points> holes = {})
      : points_(std::move(points)), holes_(std::move(holes)) {
    for (const Points& hole : holes_) views_.emplace_back(hole);
  }
  Drawn(const Drawn& other) : Drawn(other.points_, other.holes_) {}
  Drawn& operator=(const Drawn&) = delete;

  Shape shape() const {
    if (points_.size() == 1) return Point2<double>{points_[0]};
    if (points_.size() == 2) return Segment2<double>{points_[0], points_[1]};
    return Polygon2<double>{points_, views_};
  }
  std::string json() const {
    if (points_.size() == 1) return R"({"type":"point","at":)" + text(points_[0]) + "}";
    if (points_.size() == 2) {
      return R"({"type":"segment","from":)" + text(points_[0]) + ",\"to\":" + text(points_[1]) + "}";
    }
    std::string holes;
    for (const Points& hole : holes_) holes += (holes.empty() ? "" : ",") + text(hole);
    return R"({"type":"polygon","points":)" + text(points_) + ",\"holes\":[" + holes + "]}";
  }

 private:
  static std::string text(const Point& p) {
    char buffer[80];
    std::snprintf(buffer, sizeof buffer, "[%.17g,%.17g]", p.x, p.y);
    return buffer;
  }
  static std::string text(const Points& points) {
    std::string result;
    for (const Point& p : points) result += (result.empty() ? "" : ",") + text(p);
    return "[" + result + "]";
  }

  Points points_;
  std::vector<Points> holes_;
  std::vector<Contour2<double>> views_;
};

std::string line_of(const Drawn& a, const Drawn& b, const std::string& certificate) {
  return "{\"a\":" + a.json() + ",\"b\":" + b.json() + ",\"certificate\":" + certificate + "}\n";
}
std::string line_of(const Drawn& a, const Drawn& b) {
  return line_of(a, b, certificate_json(a.shape(), b.shape()));
}

const Points kFour = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
const Points kNine = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
const Points kHole = {{3, 3}, {6, 3}, {6, 6}, {3, 6}};
const Drawn kSquare(kFour);
const Drawn kFrame(kNine, {kHole});

// What the checker says of each line.
std::vector<std::string> checked(const std::string& lines) {
  const std::string path = ::testing::TempDir() + "touchstone_certificates.jsonl";
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

bool has_python() {
  return std::string(TOUCHSTONE_PYTHON3).find("NOTFOUND") == std::string::npos;
}

class Certificate : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_python()) GTEST_SKIP() << "python3 is missing: certificates are not checked";
  }
  void expect_ok(const Drawn& a, const Drawn& b, const std::string& proof) {
    const std::string certificate = certificate_json(a.shape(), b.shape());
    EXPECT_NE(certificate.find("\"proof\":\"" + proof + "\""), std::string::npos) << certificate;
    EXPECT_EQ(checked(line_of(a, b)), (std::vector<std::string>{"ok", "status 0"})) << line_of(a, b);
  }
  void expect_refused(const Drawn& a, const Drawn& b, const std::string& part, const std::string& spoilt,
                      const std::string& claim) {
    std::string certificate = certificate_json(a.shape(), b.shape());
    const std::size_t at = certificate.find(part);
    ASSERT_NE(at, std::string::npos) << certificate;
    certificate.replace(at, part.size(), spoilt);
    const std::vector<std::string> expected{"failed: " + claim, "status 1"};
    EXPECT_EQ(checked(line_of(a, b, certificate)), expected) << certificate;
  }
};

TEST_F(Certificate, ConvexPairsOfEachRelationThenTheCheckerAgrees) {
  expect_ok(kSquare, Drawn({{5, 0}, {6, 0}, {6, 1}}), "direction");
  expect_ok(kSquare, Drawn({{4, 1}, {6, 0}, {6, 1}}), "direction_and_point");
  expect_ok(kSquare, Drawn({{3, 1}, {6, 0}, {6, 1}}), "interior_point");
}

TEST_F(Certificate, FlatPairsThenTheCheckerAgrees) {
  const Drawn base({{0, 0}, {2, 0}});
  expect_ok(base, Drawn({{1, -1}, {1, 1}}), "interior_point");
  expect_ok(base, Drawn({{1, 0}, {3, 0}}), "direction_and_point");
  expect_ok(base, Drawn({{1, 0}, {1, 1}}), "direction_and_point");
  expect_ok(base, Drawn({{3, 0}, {4, 0}}), "direction");
  expect_ok(base, Drawn({{2, 0.5}}), "direction");
  expect_ok(Drawn({{1, 2}}), Drawn({{1, 2}}), "direction_and_point");
  expect_ok(Drawn({{1, 2}}), Drawn({{1, 3}}), "direction");
}

TEST_F(Certificate, FlatAgainstSolidThenTheCheckerAgrees) {
  expect_ok(kSquare, Drawn({{2, 2}}), "interior_point");
  expect_ok(Drawn({{-1, 2}, {5, 2}}), kSquare, "interior_point");
  expect_ok(kSquare, Drawn({{0, 0}, {4, 0}}), "direction_and_point");
  expect_ok(kSquare, Drawn({{0, 0}, {10, 10}, {5, 5}}), "interior_point");
}

TEST_F(Certificate, BoxesThenTheCheckerBuildsTheSameCorners) {
  const std::string a = R"({"type":"aabb","min":[0,0.1],"max":["0x1p+2",4]})";
  const std::string b = R"({"type":"obb","center":[5,1],"half_axes":[[0.5,0.25],[-0.5,0.75]]})";
  const std::string certificate =
      certificate_json(Aabb2<double>{{0, 0.1}, {4, 4}}, Obb2<double>{{5, 1}, {{0.5, 0.25}, {-0.5, 0.75}}});
  EXPECT_NE(certificate.find("touching"), std::string::npos) << certificate;
  const std::string line = "{\"a\":" + a + ",\"b\":" + b + ",\"certificate\":" + certificate + "}\n";
  EXPECT_EQ(checked(line), (std::vector<std::string>{"ok", "status 0"})) << line;
}

const char* const kDisc = R"({"type":"circle","center":[0,0],"radius":5})";
const char* const kRing = R"({"type":"ring","center":[0,0],"inner_radius":5,"outer_radius":13})";

// The checker's words on a certificate by the proof, of shapes told in both ways.
void expect_proof(const Shape& a, const std::string& json_a, const Shape& b, const std::string& json_b,
                  const std::string& proof) {
  const std::string certificate = certificate_json(a, b);
  EXPECT_NE(certificate.find("\"proof\":\"" + proof + "\""), std::string::npos) << certificate;
  const std::string line =
      "{\"a\":" + json_a + ",\"b\":" + json_b + ",\"certificate\":" + certificate + "}\n";
  EXPECT_EQ(checked(line), (std::vector<std::string>{"ok", "status 0"})) << line;
}
void expect_proof_of_point(const Shape& round, const std::string& json, double x, double y,
                           const std::string& proof) {
  const Drawn point({{x, y}});
  expect_proof(round, json, point.shape(), point.json(), proof);
  expect_proof(point.shape(), point.json(), round, json, proof);
}

TEST_F(Certificate, CirclesThenTheRadiiAreCounted) {
  const Circle2<double> disc{{0, 0}, 5};
  expect_proof_of_point(disc, kDisc, 3, 5, "direction");
  expect_proof_of_point(disc, kDisc, 3, 4, "direction_and_point");
  expect_proof_of_point(disc, kDisc, 3, 3, "interior_point");
  expect_proof_of_point(disc, kDisc, 0, 0, "interior_point");
  expect_proof(disc, kDisc, Circle2<double>{{6, 8}, 5}, R"({"type":"circle","center":[6,8],"radius":5})",
               "direction_and_point");
  expect_proof(disc, kDisc, Capsule2<double>{{-9, 7}, {9, 7}, 2},
               R"({"type":"capsule","from":[-9,7],"to":[9,7],"radius":2})", "direction_and_point");
}

TEST_F(Certificate, RingsThenTheDistancesAreChecked) {
  const Ring2<double> ring{{0, 0}, 5, 13};
  expect_proof_of_point(ring, kRing, 1, 1, "distances");
  expect_proof_of_point(ring, kRing, 3, 4, "distances_and_point");
  expect_proof_of_point(ring, kRing, 6, 6, "interior_point");
  expect_proof(ring, kRing, Circle2<double>{{0, 0}, 5}, kDisc, "distances_and_point");
}

TEST(CertificateJson, EllipseOrRayThenNone) {
  const Ellipse2<double> ellipse{{0, 0}, {{1, 0}, {0, 1}}};
  const Ray2<double> ray{{0, 0}, {1, 0}};
  for (const Shape& shape : {Shape(ellipse), Shape(ray)})
    EXPECT_EQ(certificate_json(shape, kSquare.shape()), R"({"status":"no_certificate"})");
}

TEST_F(Certificate, ShapesInAHoleThenTheBoundariesAreChecked) {
  expect_ok(kFrame, Drawn({{4, 4}, {5, 4}, {5, 5}, {4, 5}}), "boundaries");
  expect_ok(kFrame, Drawn(kHole), "boundaries_and_point");
  expect_ok(Drawn(kHole), kFrame, "boundaries_and_point");
  expect_ok(kFrame, Drawn({{3, 4}, {5, 4}, {5, 5}}), "boundaries_and_point");
  expect_ok(Drawn({{4.5, 4.5}}), kFrame, "boundaries");
  expect_ok(kFrame, Drawn({{3, 4}}), "boundaries_and_point");
  expect_ok(Drawn({{3, 4}, {6, 5}}), kFrame, "boundaries_and_point");
}

TEST_F(Certificate, OverlappingConcavePairsThenTheCheckerAgrees) {
  expect_ok(kFrame, Drawn({{2, 2}, {7, 2}, {7, 7}, {2, 7}}), "interior_point");
  expect_ok(kFrame, kFrame, "interior_point");
  expect_ok(kFrame, Drawn({{3, 4}, {7, 5}}), "interior_point");
  expect_ok(Drawn({{1, 1}}), kFrame, "interior_point");
  expect_ok(Drawn({{10, 10}, {12, 10}, {12, 12}}), kFrame, "direction");
}

TEST_F(Certificate, SpoiltDirectionThenRefused) {
  const Drawn right({{5, 0}, {6, 0}, {6, 1}});
  expect_refused(kSquare, right, R"("direction":["4/1","0/1"])", R"("direction":["0/1","0/1"])",
                 "the direction is not zero");
  expect_refused(kSquare, right, R"("direction":["4/1","0/1"])", R"("direction":["4/1","1/1"])",
                 "no vertex of a is beyond its support");
  expect_refused(kSquare, right, R"("support_b":{"vertex":["5/1")", R"("support_b":{"vertex":["6/1")",
                 "the support vertex of b has the stated value");
}

TEST_F(Certificate, SupportThatIsNotTheFurthestThenRefused) {
  const Drawn right({{5, 0}, {6, 0}, {6, 1}});
  expect_refused(kSquare, right, R"({"vertex":["5/1","0/1"],"value":"20/1"})",
                 R"({"vertex":["6/1","0/1"],"value":"24/1"})", "no vertex of b is before its support");
  expect_refused(kSquare, right, R"({"vertex":["4/1","0/1"],"value":"16/1"})",
                 R"({"vertex":["0/1","0/1"],"value":"0/1"})", "no vertex of a is beyond its support");
}

TEST_F(Certificate, AnotherRelationThanTheProvedOneThenRefused) {
  const Drawn right({{5, 0}, {6, 0}, {6, 1}});
  expect_refused(kSquare, right, R"("disjoint")", R"("touching")",
                 "the proof is about the relation: it shows disjoint");
  expect_refused(kSquare, Drawn({{2, 2}}), R"("overlapping")", R"("touching")",
                 "the proof is about the relation: it shows overlapping");
}

TEST_F(Certificate, PointOffTheShapesThenRefused) {
  const Drawn corner({{4, 1}, {6, 0}, {6, 1}});
  expect_refused(kSquare, corner, R"("point":["4/1")", R"("point":["5/1")", "the common point is in a");
  expect_refused(kSquare, corner, R"("point":["4/1")", R"("point":["3/1")", "the common point is in b");
  expect_refused(kSquare, Drawn({{2, 2}}), R"("point":["2/1")", R"("point":["3/1")",
                 "the point is in the interior of b");
  expect_refused(kFrame, Drawn(kHole), R"("point":[)", R"("point":["9/2","9/2"],"was":[)",
                 "the common point is in a");
}

TEST_F(Certificate, AnotherShapeThenRefused) {
  expect_refused(kSquare, Drawn({{2, 2}}), R"("b":[[["2/1")", R"("b":[[["3/1")",
                 "the certificate is about shape b of the scene");
}

TEST_F(Certificate, ProofByBoundariesOfAFalseClaimThenRefused) {
  const Drawn overlapping({{2, 2}, {7, 2}, {7, 7}, {2, 7}});
  const std::string said = R"("proof":"interior_point")";
  expect_refused(kFrame, Drawn({{1, 1}}), said, R"("proof":"boundaries")", "no vertex of b is in a");
  expect_refused(kFrame, Drawn({{1, 1}, {4, 4}}), said, R"("proof":"boundaries")", "no edges meet");
  expect_refused(kFrame, Drawn({{1, 1}, {4, 4}}), said, R"("solid":"a","proof":"boundaries_and_point")",
                 "no piece of the other boundary is inside the solid shape");
  expect_refused(kFrame, kFrame, said,
                 R"("solid":"a","inner_point":["1","1"],"proof":"boundaries_and_point")",
                 "the inner point is not inside the other shape");
  expect_refused(kFrame, kFrame, said,
                 R"("solid":"a","inner_point":["4","4"],"proof":"boundaries_and_point")",
                 "the inner point is inside the solid shape");
}

TEST_F(Certificate, TextThatIsNoCertificateThenRefused) {
  for (const char* certificate : {"{}", "null", R"({"a":[[["1/0","0/1"]]]})"}) {
    const std::vector<std::string> said = checked(line_of(kSquare, kSquare, certificate));
    ASSERT_EQ(said.size(), 2u);
    EXPECT_EQ(said[0].substr(0, 7), "failed:");
    EXPECT_EQ(said[1], "status 1");
  }
}

TEST(CertificateJson, InvalidShapeThenItsReason) {
  const Points bow_tie = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  const std::string certificate = certificate_json(Polygon2<double>{bow_tie}, kSquare.shape());
  EXPECT_EQ(certificate.substr(0, 39), R"({"status":"invalid_input","reason":"a: )");
}

// ---- random pairs on a lattice: convex, concave with a hole, flat

Drawn random_drawn(std::mt19937_64& engine) {
  const double x = static_cast<double>(engine() % 8);
  const double y = static_cast<double>(engine() % 8);
  switch (engine() % 5) {
    case 0:
      return Drawn({{x, y}});
    case 1:
      return Drawn({{x, y}, {x + static_cast<double>(engine() % 4), y + static_cast<double>(engine() % 4)}});
    case 2:
      return Drawn({{0, 0}, {9, 0}, {9, 9}, {0, 9}}, {{{1, 1}, {8, 1}, {8, 8}, {1, 7}}});
    case 3:
      return Drawn({{x, y}, {x + 3, y}, {x + 3, y + 3}, {x + 2, y + 1}});
    default:
      return Drawn({{x, y}, {x + 1, y}, {x + 2, y + 1}, {x, y + 2}});
  }
}

// Up to and with the proof's name.
std::string claim_of(const std::string& certificate) {
  return certificate.substr(0, certificate.find(',', certificate.find("proof")));
}

// A scene a line, all shown to the checker at once.
TEST_F(Certificate, RandomPairsThenEveryCertificateHolds) {
  std::mt19937_64 engine(25);
  std::string lines;
  std::map<std::string, int> met;
  for (int i = 0; i < 600; ++i) {
    const Drawn a = random_drawn(engine);
    const Drawn b = random_drawn(engine);
    lines += line_of(a, b);
    ++met[claim_of(certificate_json(a.shape(), b.shape()))];
  }
  std::vector<std::string> expected(600, "ok");
  expected.push_back("status 0");
  EXPECT_EQ(checked(lines), expected) << "seed 25";
  EXPECT_EQ(met.size(), 5u);
  for (const auto& [claim, count] : met) EXPECT_GE(count, 5) << claim << " of 600 scenes, seed 25";
}

}  // namespace
}  // namespace touchstone::oracle
