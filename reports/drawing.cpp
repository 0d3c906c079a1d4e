#include "reports/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "reports/drawing_parts.hpp"
#include "reports/outline.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

using oracle::FullTruth;
using oracle::Rational;
using oracle::RationalVec2;

constexpr double kTooSmall = 10;  ///< pixels; a contact below it gets an inset
constexpr int kInsetSpans = 4;    ///< the contact's size is one part in so many of the inset

struct Box {
  std::optional<RationalVec2> min;
  RationalVec2 max;

  void add(const RationalVec2& p) {
    if (!min) min = max = p;
    min = RationalVec2{std::min(min->x, p.x), std::min(min->y, p.y)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y)};
  }
  void add(const Outline& outline, const RationalVec2& shift = {}) {
    for (const Points& contour : outline.contours)
      for (const RationalVec2& p : contour) add(p + shift);
  }
  Rational extent() const { return min ? std::max(max.x - min->x, max.y - min->y) : Rational(0); }
};

/// From the scene to pixels, exactly, y turned down.
struct Frame {
  RationalVec2 center;
  Rational scale = 1;
  Rational x, y;  ///< pixels of the center

  RationalVec2 operator()(const RationalVec2& p) const {
    return {x + (p.x - center.x) * scale, y - (p.y - center.y) * scale};
  }
};

/// The part of a contour on one side of an axis-parallel line (Sutherland and Hodgman, 1974). sign +1 keeps
/// coordinates up to the limit, -1 those from it on. Open chains are segments: two ends, one result.
Points clipped(const Points& in, Rational RationalVec2::*axis, int limit, int sign, bool closed) {
  Points out;
  const auto beyond = [&](const RationalVec2& p) { return Rational(sign * (p.*axis - limit)); };
  for (std::size_t i = 0; i < in.size(); ++i) {
    const RationalVec2& q = in[i];
    if (i > 0 || closed) {
      const RationalVec2& p = in[i > 0 ? i - 1 : in.size() - 1];
      const Rational from = beyond(p);
      const Rational to = beyond(q);
      if ((from < 0 && to > 0) || (from > 0 && to < 0))
        out.push_back(p + (q - p) * Rational(from / (from - to)));
    }
    if (beyond(q) <= 0) out.push_back(q);
  }
  return out;
}

/// Pictures are cut off well outside the window, so that coordinates stay small and cut lines unseen.
Points clipped(Points points, bool closed) {
  constexpr int kLeast = -kSide;
  constexpr int kMost = 4 * kSide;
  points = clipped(points, &RationalVec2::x, kLeast, -1, closed);
  points = clipped(points, &RationalVec2::x, kMost, +1, closed);
  points = clipped(points, &RationalVec2::y, kLeast, -1, closed);
  return clipped(points, &RationalVec2::y, kMost, +1, closed);
}

std::string pixel(const Rational& value) {
  const std::string text = fmt::format("{:.3f}", oracle::round_to_double(value));
  const std::size_t last = text.find_last_not_of('0');
  const std::string trimmed = text.substr(0, text[last] == '.' ? last : last + 1);
  return trimmed == "-0" ? "0" : trimmed;
}

/// The origin and a point of the ray far outside the picture, in pixels.
Points ray_pixels(const Outline& ray, const Frame& frame) {
  const RationalVec2 origin = frame(ray.contours[0][0]);
  const RationalVec2 along{ray.direction->x, -ray.direction->y};
  const Rational size = std::max(abs(along.x), abs(along.y));
  if (size == 0) return {origin};
  return {origin, origin + along * Rational((abs(origin.x) + abs(origin.y) + 8 * kSide) / size)};
}

std::string path_of(const Outline& outline, const Frame& frame, const RationalVec2& shift = {}) {
  std::string path;
  for (const Points& contour : outline.contours) {
    Points pixels;
    for (const RationalVec2& p : contour) pixels.push_back(frame(p + shift));
    if (outline.direction) pixels = ray_pixels(outline, frame);
    const Points seen = clipped(std::move(pixels), outline.closed);
    for (std::size_t i = 0; i < seen.size(); ++i)
      path += fmt::format("{}{} {}", i == 0 ? "M" : "L", pixel(seen[i].x), pixel(seen[i].y));
    if (!seen.empty() && outline.closed) path += "Z";
  }
  return path;
}

std::string dot(const RationalVec2& at, const char* cls, double radius) {
  return fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", cls, pixel(at.x), pixel(at.y),
                     radius);
}

/// A flat shape is a line or a dot; dots are drawn in pixels so that they can be seen.
std::string shape_svg(const OwnedShape& shape, const Outline& outline, const Frame& frame, const char* cls) {
  std::string svg = fmt::format("<path class=\"ts-shape {}\" d=\"{}\"/>", cls, path_of(outline, frame));
  const bool has_dot = shape.type == ShapeType::point || shape.type == ShapeType::ray;
  if (has_dot && !outline.contours[0].empty()) {
    const RationalVec2 at = frame(outline.contours[0][0]);
    if (abs(at.x) < 4 * kSide && abs(at.y) < 4 * kSide)
      svg += dot(at, fmt::format("ts-dot {}", cls).c_str(), 4);
  }
  return svg;
}

std::string line_svg(const RationalVec2& p, const RationalVec2& q, const char* cls) {
  const Points seen = clipped(Points{p, q}, false);
  if (seen.size() < 2) return {};
  return fmt::format("<path class=\"{}\" d=\"M{} {}L{} {}\"/>", cls, pixel(seen[0].x), pixel(seen[0].y),
                     pixel(seen[1].x), pixel(seen[1].y));
}

std::string arrow_svg(const RationalVec2& from, const RationalVec2& to) {
  constexpr double kHead = 9;
  std::string svg = line_svg(from, to, "ts-mtv");
  const Vec2<double> tip{oracle::round_to_double(to.x), oracle::round_to_double(to.y)};
  const Vec2<double> along{oracle::round_to_double(to.x - from.x), oracle::round_to_double(to.y - from.y)};
  const double size = length(along);
  if (size < 1) return svg;
  const Vec2<double> d = along * (std::min(kHead, size) / size);
  const Vec2<double> left = tip - d + perp(d) * 0.45;
  const Vec2<double> right = tip - d - perp(d) * 0.45;
  return svg + fmt::format("<path class=\"ts-head\" d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}L{:.2f} {:.2f}Z\"/>",
                           tip.x, tip.y, left.x, left.y, right.x, right.y);
}

/// The farthest point of the outline in a direction, and how far ahead of the next one it is: 0 at a tie.
struct Farthest {
  RationalVec2 at;
  Rational lead;
};
std::optional<Farthest> farthest(const Outline& outline, const RationalVec2& direction) {
  std::optional<Farthest> best;
  if (outline.contours.empty()) return best;
  Rational value;
  for (const RationalVec2& p : outline.contours[0]) {
    const Rational here = dot(p, direction);
    if (!best) {
      best = Farthest{p, -1};
      value = here;
    } else if (here > value) {
      best = Farthest{p, Rational(here - value)};
      value = here;
    } else if (p != best->at && (best->lead < 0 || value - here < best->lead)) {
      best->lead = value - here;
    }
  }
  return best;
}

/// What is worth enlarging: where, and how large it is. mtv_from: start of the arrow.
struct Contact {
  RationalVec2 at;
  RationalVec2 on_a, on_b;  ///< closest points; equal when the shapes meet
  Rational size_sq;         ///< 0: no size of its own
  std::optional<RationalVec2> mtv_from;
  RationalVec2 mtv;
};

RationalVec2 approximate(const oracle::RealVec2& v) {
  return {oracle::approximation_of(v.x), oracle::approximation_of(v.y)};
}

/// The arrow stands on the deepest corner: from B's corner, or up to A's.
void place_mtv(Contact& contact, const FullTruth& truth, const Outline& a, const Outline& b) {
  contact.mtv = approximate(truth.mtv->front());
  contact.size_sq = length_sq(contact.mtv);
  const auto of_a = farthest(a, contact.mtv);
  const auto of_b = farthest(b, -contact.mtv);
  contact.mtv_from = contact.at;
  if (of_a && of_b && (of_a->lead != 0 || of_b->lead != 0)) {
    const bool corner_of_a = of_b->lead >= 0 && (of_a->lead < 0 || of_a->lead > of_b->lead);
    contact.mtv_from = corner_of_a ? of_a->at - contact.mtv : of_b->at;
  }
  contact.at = *contact.mtv_from + contact.mtv * Rational(1, 2);
}

/// Where the shapes meet, or the middle of the gap, or where the ray hits.
std::optional<RationalVec2> place_of_contact(const FullTruth& truth) {
  if (truth.raycast && truth.raycast->point) return approximate(*truth.raycast->point);
  if (!truth.closest) return std::nullopt;
  return (approximate(truth.closest->on_a) + approximate(truth.closest->on_b)) * Rational(1, 2);
}

std::optional<Contact> contact_of(const FullTruth& truth, const Outline& a, const Outline& b) {
  const std::optional<RationalVec2> place = place_of_contact(truth);
  if (!place) return std::nullopt;
  Contact contact;
  contact.at = contact.on_a = contact.on_b = *place;
  if (truth.relation == Relation::disjoint) {
    contact.on_a = approximate(truth.closest->on_a);
    contact.on_b = approximate(truth.closest->on_b);
    contact.size_sq = length_sq(contact.on_b - contact.on_a);
  } else if (truth.relation == Relation::overlapping && truth.mtv && !truth.mtv->empty()) {
    place_mtv(contact, truth, a, b);
  }
  return contact;
}

/// Everything of the scene, in one frame. arrows: closest points and MTV too.
std::string scene_in(const Scene& scene, const Outline& a, const Outline& b,
                     const std::optional<Contact>& contact, const FullTruth& truth, const Frame& frame) {
  std::string svg = shape_svg(scene.a, a, frame, "ts-a") + shape_svg(scene.b, b, frame, "ts-b");
  if (!contact) return svg;
  if (contact->mtv_from) {
    svg += fmt::format("<path class=\"ts-ghost\" d=\"{}\"/>", path_of(b, frame, contact->mtv));
    return svg + arrow_svg(frame(*contact->mtv_from), frame(*contact->mtv_from + contact->mtv));
  }
  const RationalVec2 on_a = frame(contact->on_a);
  const RationalVec2 on_b = frame(contact->on_b);
  if (truth.relation == Relation::disjoint) svg += line_svg(on_a, on_b, "ts-gap") + dot(on_b, "ts-near", 3.5);
  return svg + dot(on_a, "ts-near", 3.5);
}

Frame frame_around(const Box& box, int x, int side, int margin) {
  Frame frame;
  if (box.min) frame.center = (*box.min + box.max) * Rational(1, 2);
  const Rational extent = box.extent();
  if (extent > 0) frame.scale = Rational(side - 2 * margin) / extent;
  frame.x = x + side / 2;
  frame.y = side / 2;
  return frame;
}

std::string name_svg(const Outline& outline, const Frame& frame, const char* name, const char* cls,
                     int away) {
  Box box;
  box.add(outline);
  if (!box.min) return {};
  const RationalVec2 at = frame((*box.min + box.max) * Rational(1, 2));
  constexpr int kRoomForName = 60;  // pixels; a smaller shape has its name above (A) or below (B)
  const Rational height = (box.max.y - box.min->y) * frame.scale;
  const double beside = height < kRoomForName ? oracle::round_to_double(height) / 2 + (away < 0 ? 4 : 2) : 0;
  const double x = std::clamp(oracle::round_to_double(at.x), 10.0, kSide - 10.0);
  const double y =
      std::clamp(oracle::round_to_double(at.y) + away + (away < 0 ? -beside : beside), 16.0, kSide - 6.0);
  return fmt::format(
      "<text class=\"ts-text ts-name {}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", cls, x,
      y, name);
}

/// The size in scene units that the inset spans; nothing when the main picture shows the contact well enough.
std::optional<Rational> inset_span(const std::optional<Contact>& contact, const Outline& a, const Outline& b,
                                   const Frame& frame) {
  if (!contact) return std::nullopt;
  Rational size_sq = contact->size_sq;
  if (size_sq == 0) {  // at touch, the smaller shape is what there is to see
    for (const Outline* outline : {&a, &b}) {
      Box box;
      box.add(*outline);
      const Rational extent = box.extent();
      if (extent > 0 && (size_sq == 0 || extent * extent < size_sq)) size_sq = extent * extent;
    }
  }
  const Rational pixels_sq = size_sq * frame.scale * frame.scale;
  if (size_sq == 0 || pixels_sq >= Rational(kTooSmall * kTooSmall)) return std::nullopt;
  const double size = oracle::round_sqrt_to_double(size_sq);
  if (size == 0 || !std::isfinite(size)) return std::nullopt;
  return oracle::rational(size) * kInsetSpans;
}

std::string inset_svg(const Scene& scene, const Outline& a, const Outline& b, const Contact& contact,
                      const FullTruth& truth, const Frame& main, const Rational& span) {
  const Frame frame{contact.at, Rational(kSide) / span, Rational(kSide / 2), Rational(kSide / 2)};
  const RationalVec2 at = main(contact.at);
  constexpr int kLeft = kSide + kGap;
  std::string svg =
      fmt::format("<circle class=\"ts-zoom\" cx=\"{}\" cy=\"{}\" r=\"9\"/>", pixel(at.x), pixel(at.y));
  svg += fmt::format("<path class=\"ts-zoom\" d=\"M{} {}L{} 1M{} {}L{} {}\"/>", pixel(at.x), pixel(at.y - 9),
                     kLeft, pixel(at.x), pixel(at.y + 9), kLeft, kSide - 1);
  svg += fmt::format(
      "<svg class=\"ts-inset\" x=\"{0}\" y=\"0\" width=\"{1}\" height=\"{1}\" viewBox=\"0 0 {1} {1}\" "
      "overflow=\"hidden\"><rect class=\"ts-paper\" width=\"{1}\" height=\"{1}\"/>{2}"
      "<rect class=\"ts-frame\" x=\".5\" y=\".5\" width=\"{3}\" height=\"{3}\"/></svg>",
      kLeft, kSide, scene_in(scene, a, b, contact, truth, frame), kSide - 1);
  const double factor = oracle::round_to_double(frame.scale / main.scale);
  const std::string enlarged =
      std::isfinite(factor) ? fmt::format("{:.2g} times", factor) : "beyond 1e308 times";
  return svg + fmt::format("<text class=\"ts-text\" x=\"{}\" y=\"{}\">enlarged {}; {:.3g} wide</text>", kLeft,
                           kSide + 17, enlarged, oracle::round_to_double(span));
}

}  // namespace

std::string scene_svg(const Scene& scene, const FullTruth& truth) {
  const std::optional<RationalVec2> place = place_of_contact(truth);
  const Outline a = outline_of(scene.a, place);
  const Outline b = outline_of(scene.b, place);
  const std::optional<Contact> contact = contact_of(truth, a, b);
  Box box;
  box.add(a);
  box.add(b);
  if (contact && contact->mtv_from) box.add(b, contact->mtv);
  const Frame frame = frame_around(box, 0, kSide, kMargin);
  const std::optional<Rational> span = inset_span(contact, a, b, frame);

  std::string inside = scene_in(scene, a, b, contact, truth, frame);
  inside += name_svg(a, frame, "A", "ts-name-a", -4) + name_svg(b, frame, "B", "ts-name-b", 14);
  inside += fmt::format("<text class=\"ts-text\" x=\"4\" y=\"{}\">{}</text>", kSide + 17,
                        escape_markup(caption_of(truth)));
  if (span) inside += inset_svg(scene, a, b, *contact, truth, frame, *span);
  const int width = span ? 2 * kSide + kGap : kSide;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\">"
      "<title>{2}</title><desc>{3}</desc><style>{4}</style>"
      "<rect class=\"ts-paper\" width=\"{0}\" height=\"{1}\"/>{5}</svg>",
      width, kSide + kCaption, escape_markup(scene.id), escape_markup(scene.why), kDrawingStyle, inside);
}

std::string scene_svg(const Scene& scene, const FullSceneTruth& truth) {
  return std::visit([&](const auto& t) { return scene_svg(scene, t); }, truth);
}

}  // namespace touchstone::reports
