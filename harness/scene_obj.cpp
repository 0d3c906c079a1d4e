#include "harness/scene_obj.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <touchstone/hull3.hpp>
#include <touchstone/validity3.hpp>

#include "harness/random.hpp"

namespace touchstone {
namespace {

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

bool read_number(std::string_view word, double& number) {
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  return error == std::errc() && stop == end && std::isfinite(number);
}

/// Three numbers; a fourth (a weight) and colours behind them are passed over.
bool read_vertex(std::string_view rest, Vec3<double>& vertex) {
  for (double* number : {&vertex.x, &vertex.y, &vertex.z})
    if (!read_number(next_word(rest), *number)) return false;
  return true;
}

OwnedShape hull_of(const std::vector<Vec3<double>>& points) {
  ConvexHull hull;
  hull.assign(points);
  const PolytopeView view = hull.view();
  OwnedShape shape;
  shape.type = ShapeType::hull;
  shape.points3.assign(view.corners, view.corners + view.corner_count);
  return shape;
}

}  // namespace

bool is_obj_file(const std::string& file) {
  return file.ends_with(".obj") || file.ends_with(".OBJ");
}

std::variant<OwnedShape, SceneError> parse_obj(std::string_view text, const std::string& file) {
  std::vector<Vec3<double>> points;
  std::size_t line_number = 0;
  while (!text.empty()) {
    ++line_number;
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (next_word(line) != "v") continue;
    Vec3<double> vertex;
    if (!read_vertex(line, vertex))
      return SceneError{file, line_number, "v", "expected three finite numbers"};
    if (!checked(Point3<double>{vertex}).ok())
      return SceneError{file, line_number, "v", "a coordinate is out of the core's range"};
    points.push_back(vertex);
  }
  if (points.empty()) return SceneError{file, 0, "", "no vertices (lines \"v x y z\")"};
  return hull_of(points);
}

std::variant<OwnedShape, SceneError> read_obj(const std::string& file) {
  auto text = read_file(file);
  if (auto* error = std::get_if<SceneError>(&text)) return std::move(*error);
  return parse_obj(std::get<std::string>(text), file);
}

namespace {

/// A rotation: columns are the images of the axes.
struct Rotation {
  Vec3<double> x, y, z;
  Vec3<double> operator()(const Vec3<double>& p) const { return x * p.x + y * p.y + z * p.z; }
};

/// By the quaternion of four small whole numbers, not all zero.
Rotation random_rotation(Random& random) {
  const auto number = [&] { return static_cast<double>(random.between(-9, 9)); };
  const double w = number() + 10, i = number(), j = number(), k = number();
  const double n = w * w + i * i + j * j + k * k;
  return {{(w * w + i * i - j * j - k * k) / n, 2 * (i * j + w * k) / n, 2 * (i * k - w * j) / n},
          {2 * (i * j - w * k) / n, (w * w - i * i + j * j - k * k) / n, 2 * (j * k + w * i) / n},
          {2 * (i * k + w * j) / n, 2 * (j * k - w * i) / n, (w * w - i * i - j * j + k * k) / n}};
}

constexpr std::array<ShapeType, 6> kOthers = {ShapeType::hull,     ShapeType::obb3,      ShapeType::sphere,
                                              ShapeType::capsule3, ShapeType::triangle3, ShapeType::ray3};

class PosesSource final : public SceneSource {
 public:
  PosesSource(std::string file, OwnedShape hull, std::uint64_t seed, std::uint64_t cases)
      : file_(std::move(file)), hull_(std::move(hull)), seed_(seed) {
    for (const Vec3<double>& p : hull_.points3)
      center_ = center_ + p * (1.0 / static_cast<double>(hull_.points3.size()));
    for (Vec3<double>& p : hull_.points3) {
      p = p - center_;
      size_ = std::max({size_, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
    }
    if (size_ == 0) size_ = 1;  // a model of one point
    for (std::size_t i = 0; i < kOthers.size(); ++i)
      cells_.push_back({std::string(name_of(Stratum::real_shapes)),
                        std::string(name_of(ShapeType::hull)) + "-" + std::string(name_of(kOthers[i])),
                        cases / kOthers.size() + (i < cases % kOthers.size() ? 1 : 0)});
  }
  const std::vector<Cell>& cells() const override { return cells_; }

  void make(std::size_t cell, std::uint64_t index, Scene& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stratum::real_shapes), cell, index);
    out.query = kOthers[cell] == ShapeType::ray3 ? Query::raycast : Query::relation;
    pose(random, out.a);
    make_other(kOthers[cell], random, out.a, out.b);
  }
  std::string id(std::size_t cell, std::uint64_t index) const override {
    return file_ + "/" + cells_[cell].pair + "/" + std::to_string(seed_) + "/" + std::to_string(index);
  }
  std::uint64_t witness_every() const override { return 100; }
  std::uint64_t scenes_per_block() const override { return 16; }

 private:
  /// The model turned about its middle, which stays at the origin.
  void pose(Random& random, OwnedShape& out) const {
    const Rotation turn = random_rotation(random);
    out = {};
    out.type = ShapeType::hull;
    for (const Vec3<double>& p : hull_.points3) out.points3.push_back(turn(p));
  }

  static const Vec3<double>& corner(Random& random, const OwnedShape& hull) {
    return hull.points3[random.below(hull.points3.size())];
  }
  /// Inside the hull or not far from it, whatever its form: on the way from its middle through a corner.
  static Vec3<double> near_by(Random& random, const OwnedShape& hull, double nearest, double farthest) {
    const Vec3<double>& through = corner(random, hull);
    return through * (nearest + (farthest - nearest) * random.real());
  }
  /// Any vector of at most so many sizes in each coordinate.
  Vec3<double> vector(Random& random, double sizes) const {
    const auto coordinate = [&] { return (2 * random.real() - 1) * sizes * size_; };
    const double x = coordinate(), y = coordinate();
    return {x, y, coordinate()};
  }

  void make_other(ShapeType type, Random& random, const OwnedShape& posed, OwnedShape& out) const {
    constexpr double kNearest = 0.75, kFarthest = 1.75;  // hits and misses have like shares
    constexpr double kPart = 0.5;                        // of the hull's size: that of other shapes
    const Vec3<double> at = near_by(random, posed, kNearest, kFarthest);
    if (type == ShapeType::hull) {
      pose(random, out);
      const Vec3<double> shift = at - corner(random, out);
      for (Vec3<double>& p : out.points3) p = p + shift;
      return;
    }
    out = {};
    out.type = type;
    out.points3 = {at};
    if (type == ShapeType::obb3) {
      const Rotation turn = random_rotation(random);
      for (const Vec3<double>& axis : {turn.x, turn.y, turn.z})
        out.points3.push_back(axis * (size_ * (kPart * random.real() + 0x1p-6)));
    }
    if (type == ShapeType::sphere || type == ShapeType::capsule3)
      out.radii[0] = size_ * kPart * random.real();
    if (type == ShapeType::capsule3 || type == ShapeType::triangle3)
      out.points3.push_back(at + vector(random, 1));
    if (type == ShapeType::triangle3) out.points3.push_back(at + vector(random, 1));
    if (type == ShapeType::ray3) {
      out.points3[0] = vector(random, 4);
      out.points3.push_back(at - out.points3[0]);
    }
  }

  std::string file_;
  OwnedShape hull_;
  std::uint64_t seed_;
  Vec3<double> center_{};
  double size_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace

std::unique_ptr<SceneSource> poses_source(std::string file, OwnedShape hull, std::uint64_t seed,
                                          std::uint64_t cases) {
  return std::make_unique<PosesSource>(std::move(file), std::move(hull), seed, cases);
}

}  // namespace touchstone
