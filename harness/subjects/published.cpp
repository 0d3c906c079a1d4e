// published.*: the formulas of widely copied tutorials, as published. They are asked invalid scenes too,
// since nothing in them says that they may not be.
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <touchstone/validity.hpp>

#include "core/published/aabb.hpp"
#include "core/published/angular_span.hpp"
#include "core/published/gjk_boolean.hpp"
#include "core/published/minkowski.hpp"
#include "core/published/polygon_sat.hpp"
#include "core/published/rectangle.hpp"
#include "harness/subjects/subjects.hpp"

namespace touchstone {
namespace {

/// The texts declare no error bound; a few roundings of coordinates are forgiven.
constexpr double kPublishedBudgetU = 4;

/// Corners of a box or polygon, in a buffer that is kept.
using Corners = std::vector<Vec2<double>>;
std::span<const Vec2<double>> corners_of(const Shape2<double>& shape, Corners& buffer) {
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) return polygon->points;
  buffer.clear();
  if (const auto* box = std::get_if<Aabb2<double>>(&shape))
    buffer = {box->min, {box->max.x, box->min.y}, box->max, {box->min.x, box->max.y}};
  if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    const auto [u, v] = obb->half_axes;
    buffer = {obb->center - u - v, obb->center + u - v, obb->center + u + v, obb->center - u + v};
  }
  return buffer;
}

/// Valid shapes the convex methods are made for, and invalid ones that look like them.
bool is_convex_area(const Shape2<double>& shape) {
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    if (polygon->points.empty() || !polygon->holes.empty()) return false;
    const auto checked_polygon = checked(*polygon);
    if (checked_polygon.status != Status::ok) return true;
    return checked_polygon.is_convex() && checked_polygon.convex().dimension == 2;
  }
  return shape.index() == static_cast<std::size_t>(ShapeType::aabb) ||
         shape.index() == static_cast<std::size_t>(ShapeType::obb);
}

/// A rectangle up to the rounding of its half vectors; a zero one is perpendicular to all.
bool is_rectangle(const Shape2<double>& shape) {
  const auto* box = std::get_if<Obb2<double>>(&shape);
  if (box == nullptr) return false;
  const auto [u, v] = box->half_axes;
  return !(std::fabs(dot(u, v)) > 4 * 0x1p-52 * std::sqrt(length_sq(u)) * std::sqrt(length_sq(v)));
}

class Published : public Subject {
 public:
  Published(const char* name, const char* about, TouchPolicy touch) {
    info_.name = name;
    info_.about = about;
    info_.touch = touch;
    info_.judge_invalid = true;
    info_.budget.rounding_u = kPublishedBudgetU;
  }
  const SubjectInfo& info() const override { return info_; }

 private:
  SubjectInfo info_;
};

class PublishedAabb final : public Published {
 public:
  PublishedAabb() : Published("published.aabb", "box against box by comparisons (P2)", TouchPolicy::closed) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == Query::relation && std::holds_alternative<Aabb2<double>>(a) &&
           std::holds_alternative<Aabb2<double>>(b);
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    return {.hit = published::aabb_collide(std::get<Aabb2<double>>(a), std::get<Aabb2<double>>(b))};
  }
};

class PublishedRectangle final : public Published {
 public:
  PublishedRectangle()
      : Published("published.rectangle", "rectangles by four axes, with push-out vector (P1)",
                  TouchPolicy::open) {}
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return (query == Query::relation || query == Query::penetration) && is_rectangle(a) && is_rectangle(b);
  }
  Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) override {
    const auto rectangle = [](const Shape2<double>& shape) {
      const auto& box = std::get<Obb2<double>>(shape);
      return published::Rectangle{box.center, box.half_axes[0], box.half_axes[1]};
    };
    const auto result = published::rectangle_collide(rectangle(a), rectangle(b));
    Answer answer{.hit = result.collide, .iterations = result.axes};
    if (query == Query::penetration && result.collide) {
      answer.depth = result.depth;
      answer.mtv = result.mtv;
    }
    return answer;
  }
};

/// The three booleans on convex polygons.
class PublishedPolygon : public Published {
 public:
  using Published::Published;
  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == Query::relation && is_convex_area(a) && is_convex_area(b);
  }
  Answer answer(Query, const Shape2<double>& a, const Shape2<double>& b) override {
    return collide(corners_of(a, a_), corners_of(b, b_));
  }

 private:
  virtual Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) = 0;
  Corners a_;
  Corners b_;
};

class PublishedGjk final : public PublishedPolygon {
 public:
  PublishedGjk()
      : PublishedPolygon("published.gjk", "boolean GJK on convex polygons (P2)", TouchPolicy::open) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    const auto result = published::gjk_boolean(a, b);
    if (result.hung) return {.status = Answer::Status::hung, .iterations = result.iterations};
    return {.hit = result.hit, .iterations = result.iterations};
  }
};

class PublishedSat final : public PublishedPolygon {
 public:
  PublishedSat()
      : PublishedPolygon("published.sat", "separating axes of convex polygons, axes not normalised (P2)",
                         TouchPolicy::closed) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    const auto result = published::polygon_sat(a, b);
    return {.hit = result.hit, .iterations = result.axes};
  }
};

class PublishedSpan final : public PublishedPolygon {
 public:
  PublishedSpan()
      : PublishedPolygon("published.span", "angular span of the Minkowski difference (P2)",
                         TouchPolicy::unspecified) {}

 private:
  Answer collide(std::span<const Vec2<double>> a, std::span<const Vec2<double>> b) override {
    difference_.resize(a.size() * b.size());
    angles_.resize(a.size() * b.size());
    return {.hit = published::angular_span_collide(a, b, difference_, angles_)};
  }
  std::vector<Vec2<double>> difference_;
  std::vector<double> angles_;
};

}  // namespace

Subjects published_subjects() {
  Subjects subjects;
  subjects.push_back(std::make_unique<PublishedAabb>());
  subjects.push_back(std::make_unique<PublishedRectangle>());
  subjects.push_back(std::make_unique<PublishedSat>());
  subjects.push_back(std::make_unique<PublishedGjk>());
  subjects.push_back(std::make_unique<PublishedSpan>());
  return subjects;
}

}  // namespace touchstone
