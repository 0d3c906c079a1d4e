// Pictures of scenes in space: three orthogonal views beside each other. Everything is drawn in doubles,
// relative to the middle of the scene and to its size: pictures show, they decide nothing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <touchstone/hull.hpp>

#include "oracle/polytope3.hpp"
#include "oracle/validity3.hpp"
#include "reports/drawing.hpp"
#include "reports/drawing_parts.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

using Point2D = Vec2<double>;
using Point3D = Vec3<double>;

/// A view shows two coordinates, to the right and up; the third one is looked along.
struct View {
  const char* right;
  const char* up;
  double Point3D::*x;
  double Point3D::*y;
  double Point3D::*along;
};
constexpr std::array<View, 3> kViews = {{{"x", "y", &Point3D::x, &Point3D::y, &Point3D::z},
                                         {"z", "y", &Point3D::z, &Point3D::y, &Point3D::x},
                                         {"x", "z", &Point3D::x, &Point3D::z, &Point3D::y}}};

constexpr int kRimPoints = 48;
constexpr double kFar = 64;  ///< half-spaces and rays reach so many scene sizes
/// Of a scene whose largest coordinate is about 1: one that is smaller is drawn as a point.
constexpr double kLeastSize = 0x1p-200;

double largest(const Point3D& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}
/// Its largest coordinate becomes 1, whatever its size; one without direction stays.
Point3D about_unit(const Point3D& v) {
  const double size = largest(v);
  return size > 0 && std::isfinite(size) ? Point3D{v.x / size, v.y / size, v.z / size} : v;
}
/// Requires a vector that is finite and not zero.
Point3D unit(const Point3D& v) {
  const Point3D direction = about_unit(v);
  return direction * (1 / length(direction));
}
Point3D unit_across(const Point3D& d) {
  const Point3D least = std::fabs(d.x) < std::fabs(d.y) && std::fabs(d.x) < std::fabs(d.z) ? Point3D{1, 0, 0}
                        : std::fabs(d.y) < std::fabs(d.z)                                  ? Point3D{0, 1, 0}
                                                                                           : Point3D{0, 0, 1};
  return unit(cross(d, least));
}

/// How many of the shape's points are places or lengths; a ray's direction and a normal are neither.
std::size_t lengths_of(const OwnedShape& shape) {
  const bool has_direction = shape.type == ShapeType::ray3 || shape.type == ShapeType::plane;
  return shape.points3.size() - (has_direction ? 1 : 0);
}

/// The shape with a direction or a normal of about unit size.
OwnedShape with_unit_direction(OwnedShape shape) {
  if (lengths_of(shape) == shape.points3.size()) return shape;
  Point3D& direction = shape.points3.back();
  const double size = largest(direction);
  direction = about_unit(direction);
  if (shape.type == ShapeType::plane && size > 0) shape.radii[0] /= size;
  return shape;
}

/// Nothing when it is beyond the range of doubles.
std::optional<Point3D> approximate(const oracle::RealVec3& v) {
  const Point3D rounded{oracle::round_to_double(v.x), oracle::round_to_double(v.y),
                        oracle::round_to_double(v.z)};
  return is_finite(rounded) ? std::optional(rounded) : std::nullopt;
}

/// What the truth adds to the shapes.
struct Marks {
  std::optional<Point3D> on_a, on_b;
  std::optional<Point3D> mtv;
};
Marks marks_of(const oracle::FullTruth3& truth) {
  Marks marks;
  if (truth.raycast && truth.raycast->point) marks.on_a = approximate(*truth.raycast->point);
  if (truth.closest) {
    marks.on_a = approximate(truth.closest->on_a);
    marks.on_b = approximate(truth.closest->on_b);
  }
  if (truth.relation == Relation::overlapping && truth.mtv && !truth.mtv->empty())
    marks.mtv = approximate(truth.mtv->front());
  return marks;
}

/// The exponent of the largest finite coordinate or radius: all is divided by that power of two, so that
/// nothing overflows and nothing visible underflows.
int exponent_of(const OwnedShape& a, const OwnedShape& b, const Marks& marks) {
  double most = 0;
  const auto look = [&](double value) {
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  };
  for (const OwnedShape* shape : {&a, &b}) {
    for (std::size_t i = 0; i < lengths_of(*shape); ++i)
      for (const double value : {shape->points3[i].x, shape->points3[i].y, shape->points3[i].z}) look(value);
    look(shape->radii[0]);
  }
  for (const auto& mark : {marks.on_a, marks.on_b, marks.mtv})
    if (mark) look(largest(*mark));
  return most > 0 ? std::ilogb(most) : 0;
}
Point3D divided(const Point3D& p, int exponent) {
  return {std::ldexp(p.x, -exponent), std::ldexp(p.y, -exponent), std::ldexp(p.z, -exponent)};
}
OwnedShape divided(OwnedShape shape, int exponent) {
  for (std::size_t i = 0; i < lengths_of(shape); ++i) shape.points3[i] = divided(shape.points3[i], exponent);
  shape.radii[0] = std::ldexp(shape.radii[0], -exponent);
  return shape;
}

Marks divided(Marks marks, int exponent) {
  for (auto* mark : {&marks.on_a, &marks.on_b, &marks.mtv})
    if (*mark) *mark = divided(**mark, exponent);
  return marks;
}

/// What is drawn of a shape in every view: its outline is the hull of the points and, where reach > 0, of
/// discs around them; lines are drawn as they are.
struct Wire {
  std::vector<Point3D> points;
  double reach = 0;
  std::vector<std::vector<Point3D>> lines;
};

bool all_finite(const OwnedShape& shape) {
  return std::isfinite(shape.radii[0]) && std::all_of(shape.points3.begin(), shape.points3.end(),
                                                      [](const Point3D& p) { return is_finite(p); });
}

void add_rims(const OwnedShape& shape, Wire& wire) {
  const Point3D axis = shape.points3[1] - shape.points3[0];
  if (axis == Point3D{}) return;
  const Point3D u = unit_across(unit(axis));
  const Point3D v = cross(unit(axis), u);
  for (const Point3D& end : shape.points3) {
    std::vector<Point3D> rim;
    for (int i = 0; i <= kRimPoints; ++i) {
      const double angle = 2 * std::numbers::pi * i / kRimPoints;
      rim.push_back(end + (u * std::cos(angle) + v * std::sin(angle)) * shape.radii[0]);
    }
    wire.points.insert(wire.points.end(), rim.begin(), rim.end());
    wire.lines.push_back(std::move(rim));
  }
}

void add_edges(const OwnedShape& shape, Wire& wire) {
  const ShapeView view(shape);
  oracle::Polytope polytope;
  polytope.assign(view.get3());
  for (int i = 0; i < polytope.corner_count(); ++i) wire.points.push_back(polytope.corner(i));
  for (const auto& edge : polytope.edges())
    wire.lines.push_back({polytope.corner(edge.from), polytope.corner(edge.to)});
}

/// Half-spaces and rays have no wire of their own: they depend on the frame.
Wire wire_of(const OwnedShape& shape) {
  Wire wire;
  if (!all_finite(shape)) return wire;
  switch (shape.type) {
    case ShapeType::plane:
      break;
    case ShapeType::ray3:
      wire.points = {shape.points3[0]};
      break;
    case ShapeType::sphere:
    case ShapeType::capsule3:
      wire.points = shape.points3;
      wire.reach = std::max(shape.radii[0], 0.0);
      wire.lines = {shape.points3};
      break;
    case ShapeType::cylinder:
      add_rims(shape, wire);
      break;
    default:
      if (oracle::invalid_reason(ShapeView(shape).get3()).empty()) add_edges(shape, wire);
  }
  return wire;
}

struct Bounds {
  std::optional<Point3D> min;
  Point3D max;

  void add(const Point3D& p) {
    if (!min) min = max = p;
    min = Point3D{std::min(min->x, p.x), std::min(min->y, p.y), std::min(min->z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }
  void add(const Wire& wire, const Point3D& shift = {}) {
    const Point3D reach{wire.reach, wire.reach, wire.reach};
    for (const Point3D& p : wire.points) {
      add(p + shift - reach);
      add(p + shift + reach);
    }
  }
};

/// From space to the pixels of one view.
struct Frame {
  View view;
  Point3D center;
  double size = 1;  ///< of the scene
  double left = 0;  ///< pixels

  double scale() const { return (kSide - 2 * kMargin) / size; }
  Point2D operator()(const Point3D& p) const {
    const Point3D from_center = p - center;
    return {left + kSide / 2.0 + from_center.*view.x * scale(), kSide / 2.0 - from_center.*view.y * scale()};
  }
};

std::string path_of(const std::vector<Point2D>& points, bool closed) {
  std::string path;
  for (std::size_t i = 0; i < points.size(); ++i)
    path += fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : "L", points[i].x, points[i].y);
  return closed && !path.empty() ? path + "Z" : path;
}

std::vector<Point2D> silhouette(const Wire& wire, const Frame& frame, const Point3D& shift) {
  std::vector<Point2D> points;
  for (const Point3D& p : wire.points) {
    const Point2D at = frame(p + shift);
    if (wire.reach == 0) points.push_back(at);
    for (int i = 0; i < kRimPoints && wire.reach > 0; ++i) {
      const double angle = 2 * std::numbers::pi * i / kRimPoints;
      points.push_back(at + Point2D{std::cos(angle), std::sin(angle)} * (wire.reach * frame.scale()));
    }
  }
  const HullAnswer hull = convex_hull(std::span<const Point2D>(points), std::span<Point2D>(points));
  points.resize(hull.status == Status::ok ? hull.count : 0);
  return points;
}

/// The half-space in this view, cut at the depth of the middle; nothing when the view looks along its normal.
std::vector<Point2D> half_space(const OwnedShape& shape, const Frame& frame) {
  const Point3D& n = shape.points3[0];
  const Point2D across{n.*frame.view.x, n.*frame.view.y};
  const double size = length(across);
  if (!(size > 1e-9 * length(n)) || !std::isfinite(shape.radii[0])) return {};
  const double gap = (shape.radii[0] - dot(n, frame.center)) / size;  // of the boundary from the middle
  const Point2D out = across * (1 / size);
  const double reach = kFar * frame.size;
  const auto pixel = [&](double along, double beside) {
    const Point2D p = out * along + perp(out) * beside;
    return Point2D{frame.left + kSide / 2.0 + p.x * frame.scale(), kSide / 2.0 - p.y * frame.scale()};
  };
  return {pixel(gap, -reach), pixel(gap, reach), pixel(gap - reach, reach), pixel(gap - reach, -reach)};
}

std::string shape_svg(const OwnedShape& shape, const Wire& wire, const Frame& frame, const char* cls) {
  std::string svg;
  if (shape.type == ShapeType::plane) {
    return fmt::format("<path class=\"ts-shape {}\" d=\"{}\"/>", cls,
                       path_of(half_space(shape, frame), true));
  }
  if (wire.points.empty()) return svg;
  if (shape.type == ShapeType::ray3) {
    const Point2D from = frame(shape.points3[0]);
    const Point2D to = frame(shape.points3[0] + shape.points3[1] * (kFar * frame.size));
    return fmt::format(
        "<path class=\"ts-shape {0}\" d=\"{1}\"/><circle class=\"ts-dot {0}\" cx=\"{2:.2f}\" cy=\"{3:.2f}\" "
        "r=\"4\"/>",
        cls, path_of({from, to}, false), from.x, from.y);
  }
  const std::vector<Point2D> outline = silhouette(wire, frame, {});
  svg = fmt::format("<path class=\"ts-shape {}\" d=\"{}\"/>", cls, path_of(outline, true));
  for (const auto& line : wire.lines) {
    std::vector<Point2D> pixels;
    for (const Point3D& p : line) pixels.push_back(frame(p));
    svg += fmt::format("<path class=\"ts-edge {}\" d=\"{}\"/>", cls, path_of(pixels, false));
  }
  if (outline.size() == 1)
    svg += fmt::format("<circle class=\"ts-dot {}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\"/>", cls, outline[0].x,
                       outline[0].y);
  return svg;
}

std::string dot_svg(const Point2D& at) {
  return fmt::format("<circle class=\"ts-near\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3.5\"/>", at.x, at.y);
}

std::string marks_svg(const Marks& marks, const Wire& b, const Frame& frame) {
  std::string svg;
  if (marks.mtv) {
    svg +=
        fmt::format("<path class=\"ts-ghost\" d=\"{}\"/>", path_of(silhouette(b, frame, *marks.mtv), true));
    if (marks.on_a)
      svg += fmt::format("<path class=\"ts-mtv\" d=\"{}\"/>",
                         path_of({frame(*marks.on_a), frame(*marks.on_a + *marks.mtv)}, false));
  }
  if (marks.on_a && marks.on_b)
    svg += fmt::format("<path class=\"ts-gap\" d=\"{}\"/>",
                       path_of({frame(*marks.on_a), frame(*marks.on_b)}, false));
  if (marks.on_a) svg += dot_svg(frame(*marks.on_a));
  if (marks.on_b) svg += dot_svg(frame(*marks.on_b));
  return svg;
}

Frame frame_around(const Bounds& bounds) {
  Frame frame{kViews[0], {}, 1, 0};
  if (!bounds.min) return frame;
  const Point3D extent = bounds.max - *bounds.min;
  frame.center = *bounds.min + extent * 0.5;
  const double size = std::max({extent.x, extent.y, extent.z});
  if (size > kLeastSize) frame.size = size;
  return frame;
}

/// The point of the boundary of a half-space nearest to the origin, so that one is seen.
void add_foot(const OwnedShape& shape, Bounds& bounds) {
  if (shape.type != ShapeType::plane || bounds.min || !all_finite(shape)) return;
  const Point3D& n = shape.points3[0];
  if (length_sq(n) > 0) bounds.add(n * (shape.radii[0] / length_sq(n)));
}

}  // namespace

std::string scene_svg(const Scene& scene, const oracle::FullTruth3& truth) {
  OwnedShape shape_a = with_unit_direction(scene.a);
  OwnedShape shape_b = with_unit_direction(scene.b);
  Marks marks = marks_of(truth);
  const int exponent = exponent_of(shape_a, shape_b, marks);
  shape_a = divided(std::move(shape_a), exponent);
  shape_b = divided(std::move(shape_b), exponent);
  marks = divided(marks, exponent);
  const Wire a = wire_of(shape_a);
  const Wire b = wire_of(shape_b);
  Bounds bounds;
  bounds.add(a);
  bounds.add(b);
  for (const auto& mark : {marks.on_a, marks.on_b})
    if (mark) bounds.add(*mark);
  if (marks.mtv) bounds.add(b, *marks.mtv);
  if (marks.mtv && marks.on_a) bounds.add(*marks.on_a + *marks.mtv);
  add_foot(shape_a, bounds);
  add_foot(shape_b, bounds);
  std::string views;
  for (std::size_t i = 0; i < kViews.size(); ++i) {
    Frame frame = frame_around(bounds);
    frame.view = kViews[i];
    views += fmt::format(
        "<svg x=\"{0}\" y=\"0\" width=\"{1}\" height=\"{1}\" viewBox=\"0 0 {1} {1}\" "
        "overflow=\"hidden\">{2}{3}{4}"
        "<rect class=\"ts-frame\" x=\".5\" y=\".5\" width=\"{5}\" height=\"{5}\"/></svg>"
        "<text class=\"ts-text\" x=\"{6}\" y=\"{7}\" text-anchor=\"end\">{8} to the right, {9} up</text>",
        i * (kSide + kGap), kSide, shape_svg(shape_a, a, frame, "ts-a"), shape_svg(shape_b, b, frame, "ts-b"),
        marks_svg(marks, b, frame), kSide - 1, i * (kSide + kGap) + kSide, kSide + 17, frame.view.right,
        frame.view.up);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\">"
      "<title>{2}</title><desc>{3}</desc><style>{4}.ts-edge{{fill:none;stroke-width:.75}}</style>"
      "<rect class=\"ts-paper\" width=\"{0}\" height=\"{1}\"/>{5}"
      "<text class=\"ts-text\" x=\"4\" y=\"{6}\">{7}</text></svg>",
      3 * kSide + 2 * kGap, kSide + kCaption, escape_markup(scene.id), escape_markup(scene.why),
      kDrawingStyle, views, kSide + 17, escape_markup(caption_of(truth)));
}

}  // namespace touchstone::reports
