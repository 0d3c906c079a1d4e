// published.* in space: P3 and P4 of the tutorials, as published.
#include <cmath>

#include "core/published/box_axes.hpp"
#include "core/published/picking.hpp"
#include "core/published/sphere.hpp"
#include "harness/subjects/subjects.hpp"

namespace touchstone {
namespace {

/// The texts declare no error bound; a few roundings of coordinates are forgiven.
constexpr double kPublishedBudgetU = 4;

/// A half axis h becomes a unit axis a and a half size s, each rounded a few times: the length (3 products, 2
/// sums, a root: 2 roundings of it at most), the quotient (1) and the product a * s again (1): 4 roundings of
/// |h|, half a u each. Three half axes to a box, two boxes: 12 u.
constexpr double kBoxConversionU = 12;

class PublishedInSpace : public Subject {
 public:
  PublishedInSpace(const char* name, const char* about, TouchPolicy touch, Scalar scalar = Scalar::float64) {
    info_.name = name;
    info_.about = about;
    info_.scalar = scalar;
    info_.touch = touch;
    info_.judge_invalid = true;
    info_.budget.rounding_u = kPublishedBudgetU;
  }
  const SubjectInfo& info() const override { return info_; }

 protected:
  SubjectInfo info_;
};

/// A box: half axes perpendicular up to the rounding of the scalar. A zero one is perpendicular to all.
bool is_box(const Shape3<double>& shape, double eps) {
  const auto* obb = std::get_if<Obb3<double>>(&shape);
  if (obb == nullptr) return false;
  const auto& h = obb->half_axes;
  for (int i = 0; i < 3; ++i) {
    const Vec3<double>& u = h[i];
    const Vec3<double>& v = h[(i + 1) % 3];
    if (std::fabs(dot(u, v)) > 4 * eps * std::sqrt(length_sq(u)) * std::sqrt(length_sq(v))) return false;
  }
  return true;
}

template <class T>
class PublishedBox final : public PublishedInSpace {
 public:
  PublishedBox(const char* name, const char* about, Scalar scalar)
      : PublishedInSpace(name, about, TouchPolicy::closed, scalar) {
    info_.budget.rounding_u += kBoxConversionU;
  }
  bool supports_in_space(Query query, const Shape3<double>& a, const Shape3<double>& b) const override {
    const double eps = info_.scalar == Scalar::float32 ? 0x1p-23 : 0x1p-52;
    return query == Query::relation && is_box(a, eps) && is_box(b, eps);
  }
  Answer answer_in_space(Query, const Shape3<double>& a, const Shape3<double>& b) override {
    return {.hit = published::box_collide(placed(a), placed(b))};
  }

 private:
  /// The rows of the world matrix that the text makes a box from are twice the half axes.
  static published::PlacedBox<T> placed(const Shape3<double>& shape) {
    const auto& obb = std::get<Obb3<double>>(shape);
    const auto narrow = [](const Vec3<double>& v) {
      return Vec3<T>{static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
    };
    Vec3<T> rows[3];
    for (int i = 0; i < 3; ++i) rows[i] = narrow(obb.half_axes[i]) * T{2};
    return published::placed_box(rows, narrow(obb.center));
  }
};

template <class A, class B>
class PublishedPairInSpace final : public PublishedInSpace {
 public:
  PublishedPairInSpace(const char* name, const char* about, bool (*formula)(const A&, const B&))
      : PublishedInSpace(name, about, TouchPolicy::closed), formula_(formula) {}
  bool supports_in_space(Query query, const Shape3<double>& a, const Shape3<double>& b) const override {
    const auto are = [](const auto& x, const auto& y) {
      return std::holds_alternative<A>(x) && std::holds_alternative<B>(y);
    };
    return query == Query::relation && (are(a, b) || are(b, a));
  }
  Answer answer_in_space(Query, const Shape3<double>& a, const Shape3<double>& b) override {
    const bool in_order = std::holds_alternative<A>(a) && std::holds_alternative<B>(b);
    return {.hit = formula_(std::get<A>(in_order ? a : b), std::get<B>(in_order ? b : a))};
  }

 private:
  bool (*formula_)(const A&, const B&);
};

/// Asked with the direction as given, or made a unit vector first (and t told in multiples of the given one).
class PublishedRaySphere final : public PublishedInSpace {
 public:
  PublishedRaySphere(const char* name, const char* about, bool normalised)
      : PublishedInSpace(name, about, TouchPolicy::open), normalised_(normalised) {}
  bool supports_in_space(Query query, const Shape3<double>& a, const Shape3<double>& b) const override {
    const auto are = [](const auto& x, const auto& y) {
      return std::holds_alternative<Ray3<double>>(x) && std::holds_alternative<Sphere3<double>>(y);
    };
    return query == Query::raycast && (are(a, b) || are(b, a));
  }
  Answer answer_in_space(Query, const Shape3<double>& a, const Shape3<double>& b) override {
    const bool first = std::holds_alternative<Ray3<double>>(a);
    Ray3<double> ray = std::get<Ray3<double>>(first ? a : b);
    const double size = normalised_ ? std::sqrt(dot(ray.direction, ray.direction)) : 1;
    ray.direction = {ray.direction.x / size, ray.direction.y / size, ray.direction.z / size};
    const auto result = published::ray_sphere(ray, std::get<Sphere3<double>>(first ? b : a));
    if (!result.hit) return {.hit = false};
    return {.hit = true, .t = result.t / size, .point = result.point};
  }

 private:
  bool normalised_;
};

template <class A, class B>
std::unique_ptr<Subject> pair_subject(const char* name, const char* about,
                                      bool (*formula)(const A&, const B&)) {
  return std::make_unique<PublishedPairInSpace<A, B>>(name, about, formula);
}

}  // namespace

Subjects published_space_subjects() {
  using Sphere = Sphere3<double>;
  using Capsule = Capsule3<double>;
  Subjects subjects;
  subjects.push_back(std::make_unique<PublishedBox<float>>(
      "published.box", "boxes by 15 axes, not normalised, on floats (P3)", Scalar::float32));
  subjects.push_back(std::make_unique<PublishedBox<double>>(
      "published.box_double", "the same 15 axes on doubles (P3)", Scalar::float64));
  subjects.push_back(pair_subject<Sphere, Sphere>("published.sphere", "distance against the radii (P4)",
                                                  published::sphere_meet));
  subjects.push_back(pair_subject<Capsule, Capsule>("published.capsule_in_space",
                                                    "closest points of the axes, then spheres (P4)",
                                                    published::capsule_collide));
  subjects.push_back(pair_subject<Capsule, Sphere>("published.capsule_sphere",
                                                   "closest point of the axis, then spheres (P4)",
                                                   published::capsule_collide));
  subjects.push_back(std::make_unique<PublishedRaySphere>(
      "published.ray_sphere", "quadratic formula, direction taken for a unit vector (P4)", false));
  subjects.push_back(std::make_unique<PublishedRaySphere>(
      "published.ray_sphere_unit", "the same, direction made a unit vector first (P4)", true));
  return subjects;
}

}  // namespace touchstone
