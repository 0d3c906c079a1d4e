// Subjects and shapes made to measure.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "harness/examine.hpp"
#include "harness/scene.hpp"
#include "harness/subject.hpp"

namespace touchstone::test {

/// Answers what it is told to.
class FakeSubject final : public Subject {
 public:
  using Ask = std::function<Answer(Query, const Shape2<double>&, const Shape2<double>&)>;

  explicit FakeSubject(SubjectInfo info, unsigned queries, Ask ask)
      : info_(std::move(info)), queries_(queries), ask_(std::move(ask)) {}

  const SubjectInfo& info() const override { return info_; }
  bool supports(Query query, const Shape2<double>&, const Shape2<double>&) const override {
    return (queries_ & bit(query)) != 0;
  }
  void prepare(const Shape2<double>& a, const Shape2<double>& b) override {
    if (on_prepare) on_prepare(a, b);
  }
  Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) override {
    return ask_(query, a, b);
  }

  std::function<void(const Shape2<double>&, const Shape2<double>&)> on_prepare;

 private:
  SubjectInfo info_;
  unsigned queries_;
  Ask ask_;
};

inline OwnedShape point(double x, double y) {
  return {ShapeType::point, {{x, y}}, {}};
}
inline OwnedShape box(Vec2<double> min, Vec2<double> max) {
  return {ShapeType::aabb, {min, max}, {}};
}
inline OwnedShape polygon(std::vector<Vec2<double>> points) {
  return {ShapeType::polygon, std::move(points), {}};
}
inline OwnedShape segment(Vec2<double> from, Vec2<double> to) {
  return {ShapeType::segment, {from, to}, {}};
}
inline OwnedShape triangle(Vec2<double> a, Vec2<double> b, Vec2<double> c) {
  return {ShapeType::triangle, {a, b, c}, {}};
}
inline OwnedShape circle(Vec2<double> center, double radius) {
  return {ShapeType::circle, {center}, {radius, 0}};
}
inline OwnedShape capsule(Vec2<double> from, Vec2<double> to, double radius) {
  return {ShapeType::capsule, {from, to}, {radius, 0}};
}
inline OwnedShape ring(Vec2<double> center, double inner_radius, double outer_radius) {
  return {ShapeType::ring, {center}, {inner_radius, outer_radius}};
}
inline OwnedShape ellipse(Vec2<double> center, Vec2<double> first, Vec2<double> second) {
  return {ShapeType::ellipse, {center, first, second}, {}};
}
inline OwnedShape ray(Vec2<double> origin, Vec2<double> direction) {
  return {ShapeType::ray, {origin, direction}, {}};
}
inline Scene scene(OwnedShape a, OwnedShape b) {
  return {.a = std::move(a), .b = std::move(b)};
}

inline Scene raycast(OwnedShape shape, OwnedShape ray) {
  return {.query = Query::raycast, .a = std::move(shape), .b = std::move(ray)};
}

/// Two boxes of height 8 whose scale is 8, so that u of a double is 2^-49 and u of a float 2^-20. They are
/// `gap` apart; negative: they overlap by that much, and (-gap, 0) pushes B out.
inline Scene boxes(double gap) {
  return scene(box({-8, -4}, {0, 4}), box({gap, -4}, {8, 4}));
}
inline constexpr double kU = 0x1p-49;
inline constexpr double kFloatU = 0x1p-20;

}  // namespace touchstone::test
