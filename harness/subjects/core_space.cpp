// core.* in space.
#include "harness/subjects/core_space.hpp"

#include <cmath>
#include <variant>

#include <touchstone/collide3.hpp>
#include <touchstone/mpr.hpp>

namespace touchstone {
namespace {

/// Checks shapes as doubles or as floats, and rounds numbers of answers alike.
class Narrowing {
 public:
  explicit Narrowing(Scalar scalar) : float_(scalar == Scalar::float32) {}

  Checked3 check(const Shape3<double>& shape) {
    if (!float_) return checked(shape);
    return std::visit([&](const auto& s) { return checked(narrowed(s)); }, shape);
  }
  double operator()(double value) const { return float_ ? double{static_cast<float>(value)} : value; }
  Vec3<double> operator()(const Vec3<double>& v) const { return {(*this)(v.x), (*this)(v.y), (*this)(v.z)}; }

 private:
  static Vec3<float> narrow(const Vec3<double>& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }
  static float narrow(double value) { return static_cast<float>(value); }

  Point3<float> narrowed(const Point3<double>& s) { return {narrow(s.at)}; }
  Segment3<float> narrowed(const Segment3<double>& s) { return {narrow(s.from), narrow(s.to)}; }
  Aabb3<float> narrowed(const Aabb3<double>& s) { return {narrow(s.min), narrow(s.max)}; }
  Obb3<float> narrowed(const Obb3<double>& s) {
    return {narrow(s.center), {narrow(s.half_axes[0]), narrow(s.half_axes[1]), narrow(s.half_axes[2])}};
  }
  Triangle3<float> narrowed(const Triangle3<double>& s) {
    return {{narrow(s.points[0]), narrow(s.points[1]), narrow(s.points[2])}};
  }
  Hull3<float> narrowed(const Hull3<double>& s) {
    points_.clear();
    for (const Vec3<double>& p : s.points) points_.push_back(narrow(p));
    return {points_};
  }
  Sphere3<float> narrowed(const Sphere3<double>& s) { return {narrow(s.center), narrow(s.radius)}; }
  Capsule3<float> narrowed(const Capsule3<double>& s) {
    return {narrow(s.from), narrow(s.to), narrow(s.radius)};
  }
  Cylinder3<float> narrowed(const Cylinder3<double>& s) {
    return {narrow(s.from), narrow(s.to), narrow(s.radius)};
  }
  Plane3<float> narrowed(const Plane3<double>& s) { return {narrow(s.normal), narrow(s.offset)}; }
  Ray3<float> narrowed(const Ray3<double>& s) { return {narrow(s.origin), narrow(s.direction)}; }

  bool float_;
  std::vector<Vec3<float>> points_;
};

bool is(const Shape3<double>& shape, ShapeType type) {
  return type_of(shape) == type;
}
bool is_polytope_type(const Shape3<double>& shape) {
  return type_of(shape) <= ShapeType::hull;
}

class CoreInSpace final : public CoreSpace {
 public:
  CoreInSpace(CoreMethod method, Scalar scalar) : method_(method), narrow_(scalar) {}

  void prepare(const Shape3<double>& a, const Shape3<double>& b) override {
    a_ = narrow_.check(a);
    b_ = narrow_.check(b);
  }

  bool supports(Query query, const Shape3<double>& a, const Shape3<double>& b) const override {
    const int rays = int{is(a, ShapeType::ray3)} + int{is(b, ShapeType::ray3)};
    if (query == Query::raycast) return rays == 1 && method_ == CoreMethod::front;
    if (rays != 0) return false;
    const bool plane = is(a, ShapeType::plane) || is(b, ShapeType::plane);
    if (query == Query::contains)
      return method_ == CoreMethod::front && !plane && (is(a, ShapeType::point3) || is(b, ShapeType::point3));
    const bool polytopes = is_polytope_type(a) && is_polytope_type(b);
    const bool cylinder = is(a, ShapeType::cylinder) || is(b, ShapeType::cylinder);
    switch (method_) {
      case CoreMethod::front:
        return query == Query::relation || query == Query::distance || query == Query::penetration;
      case CoreMethod::sat:
        return polytopes && (query == Query::relation || query == Query::penetration);
      case CoreMethod::gjk:
        return (polytopes && query == Query::relation) || (!plane && query == Query::distance);
      // Round all around, a cylinder's depth takes EPA more corners than it has, and MPR more portals.
      case CoreMethod::epa:
        return !plane && !cylinder && query == Query::penetration;
      case CoreMethod::mpr:
        return !plane && !cylinder && query == Query::relation;
      default:
        return false;
    }
  }

  Answer answer(Query query, const Shape3<double>& a, const Shape3<double>& b) override {
    if (const Status status = detail::status_of(a_, b_); status != Status::ok)
      return {.status = answer_status_of(status)};
    if (query == Query::raycast)
      return to_answer(a_.form == Checked3::Form::ray ? raycast(a_, b_) : raycast(b_, a_));
    if (query == Query::contains) {
      const bool b_is_point = is(b, ShapeType::point3);
      const auto result = contains(b_is_point ? a_ : b_, (b_is_point ? b_ : a_).skeleton_point(0));
      return {.status = answer_status_of(result.status), .location = result.location};
    }
    static_cast<void>(a);
    return method_ == CoreMethod::front ? front(query) : algorithm(query);
  }

 private:
  Answer front(Query query) {
    if (query == Query::relation) return to_answer(relation(a_, b_));
    if (query == Query::distance) return to_answer(distance(a_, b_));
    return to_answer(penetration(a_, b_));
  }

  Answer algorithm(Query query) {
    if (method_ == CoreMethod::sat) {
      return query == Query::relation ? to_answer(relation_sat(a_.polytope(), b_.polytope()))
                                      : to_answer(penetration_sat(a_.polytope(), b_.polytope()));
    }
    if (query == Query::relation && method_ == CoreMethod::gjk)
      return to_answer(relation_gjk(a_.polytope(), b_.polytope()));
    if (method_ == CoreMethod::epa && a_.is_polytope() && b_.is_polytope())
      return to_answer(penetration_epa(a_.polytope(), b_.polytope()));
    if (method_ == CoreMethod::mpr && a_.is_polytope() && b_.is_polytope())
      return to_answer(relation_mpr(a_.polytope(), b_.polytope()));
    return detail::with_supports(a_, b_, [&](const auto& x, const auto& y) {
      if (method_ == CoreMethod::gjk) return to_answer(distance_gjk(x, y));
      if (method_ == CoreMethod::epa) return to_answer(penetration_epa(x, y));
      return to_answer(relation_mpr(x, y));
    });
  }

  Answer to_answer(const RelationAnswer& result) const {
    Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
    if (result.status == Status::ok) answer.relation = result.relation;
    return answer;
  }
  Answer to_answer(const Distance3<double>& result) const {
    Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
    if (result.status != Status::ok) return answer;
    answer.distance = narrow_(result.distance);
    answer.closest = Answer::ClosestPoints{narrow_(result.on_a), narrow_(result.on_b)};
    return answer;
  }
  Answer to_answer(const Penetration3<double>& result) const {
    Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
    if (result.status != Status::ok) return answer;
    answer.relation = result.relation;
    // Two half-spaces that no push separates have an infinite depth, which is told by not telling one.
    if (result.relation == Relation::disjoint || std::isinf(result.depth)) return answer;
    answer.depth = narrow_(result.depth);
    answer.mtv = narrow_(result.mtv);
    return answer;
  }
  Answer to_answer(const RayHit3<double>& result) const {
    Answer answer{.status = answer_status_of(result.status)};
    if (result.status != Status::ok) return answer;
    answer.hit = result.hit;
    if (!result.hit) return answer;
    answer.t = narrow_(result.t);
    answer.point = narrow_(result.point);
    if (!(result.normal == Vec3<double>{})) answer.normal = narrow_(result.normal);
    return answer;
  }

  CoreMethod method_;
  Narrowing narrow_;
  Checked3 a_;
  Checked3 b_;
};

}  // namespace

std::unique_ptr<CoreSpace> make_core_space(CoreMethod method, Scalar scalar) {
  return std::make_unique<CoreInSpace>(method, scalar);
}

}  // namespace touchstone
