// core.*: every algorithm of our own core, one subject each, on doubles and on floats.
#include <array>
#include <cmath>
#include <functional>
#include <span>

#include <touchstone/area.hpp>
#include <touchstone/collide.hpp>
#include <touchstone/decomposition.hpp>
#include <touchstone/epa.hpp>
#include <touchstone/gjk.hpp>
#include <touchstone/minkowski.hpp>
#include <touchstone/raycast.hpp>
#include <touchstone/sat.hpp>
#include <touchstone/validity.hpp>

#include "harness/subjects/core_space.hpp"
#include "harness/subjects/subjects.hpp"

namespace touchstone {
namespace {

/// The core's own bounds are a few u (kDistanceBound, kDepthBound ... in its headers); this is above all of
/// them.
constexpr double kCoreBudgetU = 16;

struct Row {
  CoreMethod method;
  const char* name;
  const char* about;
};
constexpr std::array<Row, 7> kRows = {{
    {CoreMethod::front, "core.collide", "the front door: the best method for each pair of shapes"},
    {CoreMethod::sat, "core.sat", "separating axes with exact signs"},
    {CoreMethod::gjk, "core.gjk", "GJK with exact signs"},
    {CoreMethod::epa, "core.epa", "expanding polytope on top of GJK"},
    {CoreMethod::span, "core.span", "angular span of the Minkowski difference with exact signs"},
    {CoreMethod::parts, "core.parts", "polygons cut into convex parts"},
    {CoreMethod::mpr, "core.mpr", "Minkowski portal refinement"},
}};

bool answers(CoreMethod method, Query query) {
  switch (method) {
    case CoreMethod::front:
      return true;
    case CoreMethod::sat:
      return query == Query::relation || query == Query::penetration;
    case CoreMethod::gjk:
      return query == Query::relation || query == Query::distance;
    case CoreMethod::epa:
      return query == Query::penetration;
    case CoreMethod::span:
      return query == Query::relation;
    case CoreMethod::parts:
      return query == Query::relation || query == Query::area;
    case CoreMethod::mpr:
      return false;  // in space only
  }
  return false;
}

template <class T>
Vec2<double> wide(Vec2<T> v) {
  return {double{v.x}, double{v.y}};
}
template <class T>
Vec2<T> narrow(Vec2<double> v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y)};
}

Answer to_answer(const RelationAnswer& result) {
  Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
  if (result.status == Status::ok) answer.relation = result.relation;
  return answer;
}
template <class T>
Answer to_answer(const Distance<T>& result) {
  Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
  if (result.status != Status::ok) return answer;
  answer.distance = double{result.distance};
  answer.closest = {wide(result.on_a), wide(result.on_b)};
  return answer;
}
Answer to_answer(const AreaAnswer& result) {
  Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
  if (result.status == Status::ok) answer.area = result.area;
  return answer;
}
template <class T>
Answer to_answer(const RayHit<T>& result) {
  Answer answer{.status = answer_status_of(result.status)};
  if (result.status != Status::ok) return answer;
  answer.hit = result.hit;
  if (!result.hit) return answer;
  answer.t = double{result.t};
  answer.point = wide(result.point);
  if (!(result.normal == Vec2<T>{})) answer.normal = wide(result.normal);
  return answer;
}
template <class T>
Answer to_answer(const Penetration<T>& result) {
  Answer answer{.status = answer_status_of(result.status), .iterations = result.iterations};
  if (result.status != Status::ok) return answer;
  answer.relation = result.relation;
  if (result.relation == Relation::disjoint) return answer;
  answer.depth = double{result.depth};
  answer.mtv = wide(result.mtv);
  return answer;
}

/// The shape with coordinates of type T. Views into `points` and `contours`, which keep their capacity.
template <class T>
class Narrowed {
 public:
  const Shape2<T>& operator()(const Shape2<double>& shape) {
    if constexpr (std::is_same_v<T, double>) {
      return shape;
    } else {
      return std::visit([&](const auto& s) -> const Shape2<T>& { return convert(s); }, shape);
    }
  }

 private:
  const Shape2<T>& convert(const Point2<double>& s) { return shape_ = Point2<T>{narrow<T>(s.at)}; }
  const Shape2<T>& convert(const Segment2<double>& s) {
    return shape_ = Segment2<T>{narrow<T>(s.from), narrow<T>(s.to)};
  }
  const Shape2<T>& convert(const Aabb2<double>& s) {
    return shape_ = Aabb2<T>{narrow<T>(s.min), narrow<T>(s.max)};
  }
  const Shape2<T>& convert(const Obb2<double>& s) {
    return shape_ = Obb2<T>{narrow<T>(s.center), {narrow<T>(s.half_axes[0]), narrow<T>(s.half_axes[1])}};
  }
  const Shape2<T>& convert(const Triangle2<double>& s) {
    return shape_ = Triangle2<T>{{narrow<T>(s.points[0]), narrow<T>(s.points[1]), narrow<T>(s.points[2])}};
  }
  const Shape2<T>& convert(const Circle2<double>& s) {
    return shape_ = Circle2<T>{narrow<T>(s.center), static_cast<T>(s.radius)};
  }
  const Shape2<T>& convert(const Capsule2<double>& s) {
    return shape_ = Capsule2<T>{narrow<T>(s.from), narrow<T>(s.to), static_cast<T>(s.radius)};
  }
  const Shape2<T>& convert(const Ring2<double>& s) {
    return shape_ =
               Ring2<T>{narrow<T>(s.center), static_cast<T>(s.inner_radius), static_cast<T>(s.outer_radius)};
  }
  const Shape2<T>& convert(const Ellipse2<double>& s) {
    return shape_ = Ellipse2<T>{narrow<T>(s.center), {narrow<T>(s.half_axes[0]), narrow<T>(s.half_axes[1])}};
  }
  const Shape2<T>& convert(const Ray2<double>& s) {
    return shape_ = Ray2<T>{narrow<T>(s.origin), narrow<T>(s.direction)};
  }
  const Shape2<T>& convert(const Polygon2<double>& s) {
    std::size_t total = s.points.size();
    for (const auto& hole : s.holes) total += hole.size();
    points_.clear();
    points_.reserve(total);
    contours_.clear();
    const auto contour = [this](Contour2<double> from) {
      const std::size_t begin = points_.size();
      for (const Vec2<double> p : from) points_.push_back(narrow<T>(p));
      return Contour2<T>(points_.data() + begin, from.size());
    };
    const Contour2<T> outer = contour(s.points);
    for (const auto& hole : s.holes) contours_.push_back(contour(hole));
    return shape_ = Polygon2<T>{outer, contours_};
  }

  std::vector<Vec2<T>> points_;
  std::vector<Contour2<T>> contours_;
  Shape2<T> shape_;
};

template <class T>
class CoreSubject final : public Subject {
 public:
  explicit CoreSubject(const Row& row) : method_(row.method), space_(make_core_space(row.method, kScalar)) {
    constexpr bool kFloat = kScalar == Scalar::float32;
    info_.name = std::string(row.name) + (kFloat ? "_f32" : "");
    info_.about = std::string(row.about) + (kFloat ? ", on floats" : "");
    info_.scalar = kScalar;
    info_.touch = TouchPolicy::three_valued;
    info_.checks_input = true;
    info_.exact_relation = true;
    info_.has_range = true;
    info_.budget.rounding_u = kCoreBudgetU;
  }

  const SubjectInfo& info() const override { return info_; }

  void prepare(const Shape2<double>& a, const Shape2<double>& b) override {
    a_ = checked(narrowed_a_(a));
    b_ = checked(narrowed_b_(b));
    if (method_ != CoreMethod::parts) return;
    if (can_be_cut(a_)) parts_a_ = decompose(a_);
    if (can_be_cut(b_)) parts_b_ = decompose(b_);
  }

  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    if (!answers(method_, query)) return false;
    const int rays = int{type_of(a) == ShapeType::ray} + int{type_of(b) == ShapeType::ray};
    if (query == Query::raycast) return rays == 1;
    if (rays != 0) return false;
    if (query == Query::contains) return type_of(a) == ShapeType::point || type_of(b) == ShapeType::point;
    if (query == Query::relation && method_ == CoreMethod::front) return true;
    const bool have_corners = has_corners(type_of(a)) && has_corners(type_of(b));
    if ((query == Query::kind || query == Query::area) && !have_corners) return false;
    const auto fits = [&](const Checked2<T>& shape, ShapeType type) {
      // Of a shape that cannot be checked, its type says whose it would be.
      if (!shape.ok()) return method_ == CoreMethod::front || type < ShapeType::circle;
      if (method_ == CoreMethod::parts) return can_be_cut(shape);
      return method_ == CoreMethod::front ? shape.is_convex() : shape.is_polytope();
    };
    return fits(a_, type_of(a)) && fits(b_, type_of(b));
  }

  Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) override {
    // Invalid shapes; and valid ones out of range, alone or together.
    if (const Status status = detail::status_of(a_, b_); status != Status::ok && query != Query::raycast)
      return {.status = answer_status_of(status)};
    if (method_ == CoreMethod::front) return front(query, a, b);
    if (method_ != CoreMethod::parts) return algorithm(query, a_.convex(), b_.convex());
    return query == Query::relation ? to_answer(relation_parts(parts_a_, parts_b_))
                                    : to_answer(area_of_common_part(parts_a_, parts_b_));
  }

  void prepare_in_space(const Shape3<double>& a, const Shape3<double>& b) override { space_->prepare(a, b); }
  bool supports_in_space(Query query, const Shape3<double>& a, const Shape3<double>& b) const override {
    return space_->supports(query, a, b);
  }
  Answer answer_in_space(Query query, const Shape3<double>& a, const Shape3<double>& b) override {
    return space_->answer(query, a, b);
  }

 private:
  static constexpr Scalar kScalar = std::is_same_v<T, float> ? Scalar::float32 : Scalar::float64;

  /// Straight, with corners that are numbers of T.
  static bool can_be_cut(const Checked2<T>& shape) {
    if (!shape.ok()) return true;
    return shape.form == Checked2<T>::Form::concave ||
           (shape.is_polytope() && shape.convex().rounded_from == nullptr);
  }

  Answer front(Query query, const Shape2<double>& a, const Shape2<double>& b) {
    switch (query) {
      case Query::relation:
        return to_answer(relation(a_, b_));
      case Query::distance:
        return to_answer(distance(a_, b_));
      case Query::penetration:
        return to_answer(penetration(a_, b_));
      case Query::kind: {
        const auto result = kind(a_, b_);
        Answer answer{.status = answer_status_of(result.status)};
        if (result.status == Status::ok) answer.kind = result.kind;
        return answer;
      }
      case Query::contains: {
        const auto* point = std::get_if<Point2<double>>(&b);
        const auto result = point != nullptr ? contains(a_, narrow<T>(point->at))
                                             : contains(b_, narrow<T>(std::get<Point2<double>>(a).at));
        Answer answer{.status = answer_status_of(result.status)};
        if (result.status == Status::ok) answer.location = result.location;
        return answer;
      }
      case Query::raycast:
        return to_answer(a_.form == Checked2<T>::Form::ray ? raycast(a_, b_) : raycast(b_, a_));
      case Query::area:
        return to_answer(area_of_common_part(a_.convex(), b_.convex()));
    }
    return {.status = Answer::Status::unsupported};
  }

  Answer algorithm(Query query, const ConvexView<T>& a, const ConvexView<T>& b) {
    if (method_ == CoreMethod::span) return to_answer(relation_angular_span(a, b));
    if (method_ == CoreMethod::sat)
      return query == Query::relation ? to_answer(relation_sat(a, b)) : to_answer(penetration_sat(a, b));
    if (method_ == CoreMethod::gjk)
      return query == Query::relation ? to_answer(relation_gjk(a, b)) : to_answer(distance_gjk(a, b));
    return to_answer(penetration_epa(a, b));
  }

  CoreMethod method_;
  std::unique_ptr<CoreSpace> space_;
  SubjectInfo info_;
  Narrowed<T> narrowed_a_;
  Narrowed<T> narrowed_b_;
  Checked2<T> a_;
  Checked2<T> b_;
  ConvexParts<T> parts_a_;
  ConvexParts<T> parts_b_;
};

}  // namespace

Subjects core_subjects() {
  Subjects subjects;
  for (const Row& row : kRows) subjects.push_back(std::make_unique<CoreSubject<double>>(row));
  for (const Row& row : kRows) subjects.push_back(std::make_unique<CoreSubject<float>>(row));
  return subjects;
}

}  // namespace touchstone
