#include "oracle/cylinder3_gjk.hpp"

#include <array>
#include <cmath>

namespace touchstone::oracle {
namespace {

using Vector = Vec3<double>;

constexpr int kMaxIterations = 60;
/// The certified searches converge from a contact that is off by the root of this.
constexpr double kRelativeGap = 1e-13;
/// Below this share of the bodies' size nothing tells apart from together here.
constexpr double kTogether = 1e-15;
/// Steps towards depth, and the share of x's size that is deep enough.
constexpr int kMaxWays = 24;
constexpr double kDeep = 0.01;

struct Corner {
  Vector y, x, difference;
};

struct RoughRod {
  Vector from, to, unit;
  double radius;

  explicit RoughRod(const Rod<Bounded>& rod)
      : from(middle(rod.from)), to(middle(rod.to)), unit(middle(rod.unit)), radius(rod.radius.value) {}
  Vector support(const Vector& direction) const {
    const Vector end = dot(direction, unit) > 0 ? to : from;
    const Vector beside = direction - unit * dot(direction, unit);
    const double size = length(beside);
    return size > 1e-12 * length(direction) ? end + beside * (radius / size) : end;
  }
};

class Iteration {
 public:
  explicit Iteration(const CylinderScene<Bounded>& scene)
      : scene_(scene), x_(scene.x), rod_(scene.y_is_rod ? scene.rod : scene.x) {}

  RoughContact run();

 private:
  Corner support(const Vector& towards_x) const {
    Corner corner{support_of_y(towards_x), x_.support(-towards_x), {}};
    corner.difference = corner.y - corner.x;
    return corner;
  }
  Vector support_of_y(const Vector& direction) const {
    if (scene_.y_is_rod) return rod_.support(direction);
    std::size_t best = 0;
    double furthest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < scene_.corners.size(); ++i) {
      const double along = dot(direction, middle(scene_.corners[i]));
      if (along > furthest) {
        furthest = along;
        best = i;
      }
    }
    return middle(scene_.corners[best]);
  }
  bool try_subset(unsigned subset);
  void reduce();
  double depth_in_x(const Vector& point, Vector& outward) const;
  Vector deeper(Vector point) const;

  const CylinderScene<Bounded>& scene_;
  RoughRod x_, rod_;
  std::array<Corner, 4> simplex_{};
  int size_ = 0;
  std::array<double, 4> weights_{}, best_weights_{};
  unsigned best_subset_ = 0;
  double best_sq_ = 0;
  Vector nearest_{};
};

// The point of the flat through the corners of the subset nearest to the origin, when it lies between them.
bool Iteration::try_subset(unsigned subset) {
  std::array<int, 4> index{};
  int count = 0;
  for (int i = 0; i < size_; ++i)
    if ((subset >> i & 1U) != 0) index[static_cast<std::size_t>(count++)] = i;
  const auto at = [&](int k) {
    return simplex_[static_cast<std::size_t>(index[static_cast<std::size_t>(k)])].difference;
  };
  std::array<double, 4> share{1, 0, 0, 0};
  const Vector p = at(0);
  if (count == 2) {
    const Vector e = at(1) - p;
    if (!(length_sq(e) > 0)) return false;
    share[1] = -dot(p, e) / length_sq(e);
  } else if (count == 3) {
    const Vector normal = cross(at(1) - p, at(2) - p);
    const double area = length_sq(normal);
    if (!(area > 0)) return false;
    share[1] = dot(cross(at(2), p), normal) / area;
    share[2] = dot(cross(p, at(1)), normal) / area;
  } else if (count == 4) {
    const double volume = dot(at(1) - p, cross(at(2) - p, at(3) - p));
    if (volume == 0) return false;
    share[1] = -dot(p, cross(at(2) - p, at(3) - p)) / volume;
    share[2] = -dot(at(1) - p, cross(p, at(3) - p)) / volume;
    share[3] = -dot(at(1) - p, cross(at(2) - p, p)) / volume;
  }
  share[0] = 1 - share[1] - share[2] - share[3];
  Vector point{};
  for (int k = 0; k < count; ++k) {
    if (!(share[static_cast<std::size_t>(k)] >= 0)) return false;
    point = point + at(k) * share[static_cast<std::size_t>(k)];
  }
  const double square = count == 4 ? 0 : length_sq(point);
  if (best_subset_ != 0 && square >= best_sq_) return false;
  best_subset_ = subset;
  best_sq_ = square;
  nearest_ = point;
  best_weights_ = {};
  for (int k = 0; k < count; ++k)
    best_weights_[static_cast<std::size_t>(index[static_cast<std::size_t>(k)])] =
        share[static_cast<std::size_t>(k)];
  return true;
}

void Iteration::reduce() {
  best_subset_ = 0;
  for (unsigned subset = 1; subset < 1U << size_; ++subset) try_subset(subset);
  int kept = 0;
  for (int i = 0; i < size_; ++i) {
    if ((best_subset_ >> i & 1U) == 0) continue;
    simplex_[static_cast<std::size_t>(kept)] = simplex_[static_cast<std::size_t>(i)];
    weights_[static_cast<std::size_t>(kept++)] = best_weights_[static_cast<std::size_t>(i)];
  }
  size_ = kept;
}

// Minus the distance from x's surface; outward: the gradient of that distance.
double Iteration::depth_in_x(const Vector& point, Vector& outward) const {
  const Vector away = point - x_.from;
  const double height = dot(away, x_.unit);
  const Vector beside = away - x_.unit * height;
  const double from_axis = length(beside);
  const double from_side = x_.radius - from_axis;
  const double above = dot(x_.to - x_.from, x_.unit) - height;
  if (from_axis > 0 && from_side < height && from_side < above) {
    outward = beside * (1 / from_axis);
    return from_side;
  }
  outward = height < above ? -x_.unit : x_.unit;
  return std::fmin(height, above);
}

// The depth is concave: steps towards y's corner against the gradient, halved until they gain.
Vector Iteration::deeper(Vector point) const {
  Vector outward;
  double depth = depth_in_x(point, outward);
  for (int i = 0; i < kMaxWays && depth < kDeep * (x_.radius + length(x_.to - x_.from)); ++i) {
    const Vector way = support_of_y(-outward) - point;
    bool gains = false;
    for (double share = 0.5; share > 1e-4 && !gains; share /= 2) {
      Vector next_outward;
      const Vector next = point + way * share;
      const double next_depth = depth_in_x(next, next_outward);
      gains = next_depth > depth;
      if (!gains) continue;
      point = next;
      depth = next_depth;
      outward = next_outward;
    }
    if (!gains) break;
  }
  return point;
}

RoughContact Iteration::run() {
  Vector direction = scene_.y_is_rod ? (x_.from + x_.to - rod_.from - rod_.to)
                                     : x_.from + x_.to - middle(scene_.corners[0]) * 2.0;
  if (length_sq(direction) == 0) direction = {1, 0, 0};
  double largest = 0;
  RoughContact contact;
  for (int i = 0; i < kMaxIterations; ++i) {
    const Corner next = support(direction);
    largest = std::fmax(largest, length(next.difference));
    if (size_ > 0) {
      const double before = length_sq(nearest_);
      if (before - dot(nearest_, next.difference) <= kRelativeGap * before) break;
    }
    simplex_[static_cast<std::size_t>(size_++)] = next;
    const double before = i > 0 ? length_sq(nearest_) : std::numeric_limits<double>::infinity();
    reduce();
    contact.apart = best_sq_ > kTogether * kTogether * largest * largest;
    if (!contact.apart || size_ == 4 || best_sq_ >= before) break;
    direction = -nearest_;
  }
  for (int k = 0; k < size_; ++k) {
    contact.on_x =
        contact.on_x + simplex_[static_cast<std::size_t>(k)].x * weights_[static_cast<std::size_t>(k)];
    contact.on_y =
        contact.on_y + simplex_[static_cast<std::size_t>(k)].y * weights_[static_cast<std::size_t>(k)];
  }
  if (!contact.apart) contact.on_y = deeper(contact.on_y);
  return contact;
}

}  // namespace

RoughContact rough_contact(const CylinderScene<Bounded>& scene) {
  return Iteration(scene).run();
}

}  // namespace touchstone::oracle
