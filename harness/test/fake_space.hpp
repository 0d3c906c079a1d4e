// Subjects and shapes of space, made to measure.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "harness/examine.hpp"
#include "harness/scene.hpp"
#include "harness/subject.hpp"

namespace touchstone::test::space {

using Point = Vec3<double>;

/// Answers in space what it is told to, and nothing in the plane.
class FakeSubject final : public Subject {
 public:
  using Ask = std::function<Answer(Query, const Shape3<double>&, const Shape3<double>&)>;

  FakeSubject(SubjectInfo info, unsigned queries, Ask ask)
      : info_(std::move(info)), queries_(queries), ask_(std::move(ask)) {}

  const SubjectInfo& info() const override { return info_; }
  bool supports_in_space(Query query, const Shape3<double>&, const Shape3<double>&) const override {
    return (queries_ & bit(query)) != 0;
  }
  Answer answer_in_space(Query query, const Shape3<double>& a, const Shape3<double>& b) override {
    return ask_(query, a, b);
  }

 private:
  SubjectInfo info_;
  unsigned queries_;
  Ask ask_;
};

inline OwnedShape shape(ShapeType type, std::vector<Point> points, double radius = 0) {
  return {.type = type, .points = {}, .radii = {radius, 0}, .holes = {}, .points3 = std::move(points)};
}
inline OwnedShape point(Point at) {
  return shape(ShapeType::point3, {at});
}
inline OwnedShape segment(Point from, Point to) {
  return shape(ShapeType::segment3, {from, to});
}
inline OwnedShape box(Point min, Point max) {
  return shape(ShapeType::aabb3, {min, max});
}
inline OwnedShape obb(Point center, Point x, Point y, Point z) {
  return shape(ShapeType::obb3, {center, x, y, z});
}
inline OwnedShape triangle(Point a, Point b, Point c) {
  return shape(ShapeType::triangle3, {a, b, c});
}
inline OwnedShape hull(std::vector<Point> points) {
  return shape(ShapeType::hull, std::move(points));
}
inline OwnedShape sphere(Point center, double radius) {
  return shape(ShapeType::sphere, {center}, radius);
}
inline OwnedShape capsule(Point from, Point to, double radius) {
  return shape(ShapeType::capsule3, {from, to}, radius);
}
inline OwnedShape cylinder(Point from, Point to, double radius) {
  return shape(ShapeType::cylinder, {from, to}, radius);
}
inline OwnedShape plane(Point normal, double offset) {
  return shape(ShapeType::plane, {normal}, offset);
}
inline OwnedShape ray(Point origin, Point direction) {
  return shape(ShapeType::ray3, {origin, direction});
}
inline Scene scene(OwnedShape a, OwnedShape b) {
  return {.a = std::move(a), .b = std::move(b)};
}
inline Scene raycast(OwnedShape shape, OwnedShape ray) {
  return {.query = Query::raycast, .a = std::move(shape), .b = std::move(ray)};
}

/// Two boxes whose scale is 8, so that u of a double is 2^-49 and u of a float 2^-20. They are `gap` apart
/// along z; negative: they overlap by that much, and (0, 0, -gap) pushes B out.
inline Scene boxes(double gap) {
  return scene(box({-4, -4, -8}, {4, 4, 0}), box({-4, -4, gap}, {4, 4, 8}));
}
inline constexpr double kU = 0x1p-49;
inline constexpr double kFloatU = 0x1p-20;

}  // namespace touchstone::test::space
