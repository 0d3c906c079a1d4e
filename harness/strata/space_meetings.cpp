#include "harness/strata/space_meetings.hpp"

#include <algorithm>
#include <cstdlib>

namespace touchstone::strata::space {
namespace {

/// A frame in which each aabb has a feature of the dimension wanted of it.
Frame3 frame_for(Random& random, PairClass pair, const Meeting& meeting) {
  int boxes = -1;
  if (pair.a == ShapeClass::aabb3) boxes = meeting.a;
  if (pair.b == ShapeClass::aabb3) boxes = std::max(boxes, meeting.b);
  switch (boxes) {
    case 2:
      return axis_frame();
    case 1:
      return planar_frame(random);
    default:
      return any_frame3(random);
  }
}

/// The feature's corners weighted to sum 2^fine, each at least 1, or with edge in sight one of them 0.
Grid3 point_of(Random& random, const Feature& feature, int fine) {
  const std::int64_t whole = std::int64_t{1} << fine;
  const std::int64_t least = random.one_in(8) ? 0 : 1;
  if (feature.count == 1) return feature.corners[0] * whole;
  const std::int64_t others = feature.count - 1;
  const std::int64_t first = random.between(least, whole - least * others);
  if (feature.count == 2) return feature.corners[0] * first + feature.corners[1] * (whole - first);
  const std::int64_t second = random.between(least, whole - first - least);
  return feature.corners[0] * first + feature.corners[1] * second +
         feature.corners[2] * (whole - first - second);
}

bool level(PairClass pair) {
  return any_is(pair, ShapeClass::aabb3);
}

/// The length of the feature's first edge in multiples of the line; 0 of a mere corner.
std::int64_t length_along(const Feature& feature, const Grid3& line) {
  if (feature.count < 2) return 0;
  const int axis = dominant_axis(line);
  return coordinate(feature.corners[1], axis) / coordinate(line, axis);
}

/// Moves the shape forward by its edge's length if the edge runs against the line. Returns the absolute
/// length.
std::int64_t straighten(SpaceShape& shape, const Grid3& line, std::int64_t length) {
  if (length < 0) translate(shape, line * -length);
  return std::abs(length);
}

/// Makes the feature so many times longer, in place: one edge, two, or a round shape in all directions.
void stretch(SpaceShape& shape, std::int64_t factor, Feature& feature) {
  if (is_box(shape.type)) {
    Grid3 edges[3];
    for (int i = 0; i < 3; ++i) {
      edges[i] = shape.points[1 << i] - shape.points[0];
      const bool flat = feature.count > 1 && edges[i] == feature.corners[1];
      if (flat || (feature.count > 2 && edges[i] == feature.corners[2])) edges[i] = edges[i] * factor;
    }
    set_box(shape, shape.type, shape.points[0], edges[0], edges[1], edges[2]);
  } else if (shape.type == ShapeClass::cylinder && feature.count == 3) {
    translate(shape, shape.points[0] * (factor - 1));
    shape.radius *= factor;
  } else if (shape.type == ShapeClass::sphere) {
    scale(shape, factor);
  } else if (shape.type != ShapeClass::plane) {
    for (int i = 1; i < feature.count; ++i)
      shape.points[i] = shape.points[i] + feature.corners[i] * (factor - 1);
  }
  for (Grid3& corner : feature.corners) corner = corner * factor;
}

}  // namespace

bool has_edges(ShapeClass type) {
  return most_dimension(type) > 0 && type != ShapeClass::ray3 && type != ShapeClass::plane;
}

bool has_faces(ShapeClass type) {
  return most_dimension(type) == 2;
}

bool two_with_edges(PairClass pair) {
  const bool open = pair.b == ShapeClass::plane || pair.b == ShapeClass::ray3;
  return has_edges(pair.a) && (has_edges(pair.b) || open);
}

void join(Random& random, const Feature& on_a, const Feature& on_b, SpacePair& out) {
  const int fine = on_a.count + on_b.count == 2 ? 0 : random.between(2, 5);
  out.contact = point_of(random, on_a, fine);
  const Grid3 meets = point_of(random, on_b, fine);
  scale(out.a, std::int64_t{1} << fine);
  scale(out.b, std::int64_t{1} << fine);
  translate(out.b, out.contact - meets);
  // What has no size of its own gets a place.
  const auto bare = [](ShapeClass type) { return type == ShapeClass::point3 || type == ShapeClass::plane; };
  if (!bare(out.a.type) || !bare(out.b.type)) return;
  if (out.a.type == out.b.type)
    out.contact = {};  // a point of both, however far along both planes it was chosen
  translate(out, random_vector(random, random.between(2, 24)));
}

void meet(Random& random, PairClass pair, int bits, const Meeting& meeting, SpacePair& out) {
  const Frame3 frame = frame_for(random, pair, meeting);
  const bool edges = std::min(meeting.a, meeting.b) < 2;
  Seat a = make_seat(random, frame, meeting.a, meeting.parallel && edges && level(pair));
  Seat b = opposite(meeting.parallel ? a : make_seat(random, frame, meeting.b, false), meeting.b);
  a.solid = b.solid = meeting.solid;
  Feature on_a, on_b;
  make_body(random, pair.a, bits, a, out.a, on_a);
  make_body(random, pair.b, bits, b, out.b, on_b);
  if (meeting.stretch_a > 0) stretch(out.a, std::int64_t{1} << meeting.stretch_a, on_a);
  if (meeting.stretch_b > 0) stretch(out.b, std::int64_t{1} << meeting.stretch_b, on_b);
  scale(out.a, std::int64_t{1} << meeting.grow_a);
  for (Grid3& corner : on_a.corners) corner = corner * (std::int64_t{1} << meeting.grow_a);
  out.normal = frame.n;
  join(random, on_a, on_b, out);
}

Meeting random_meeting(Random& random, PairClass pair) {
  return {std::min(random.between(0, 2), most_dimension(pair.a)),
          std::min(random.between(0, 2), most_dimension(pair.b)), random.one_in(4)};
}

void meet_somehow(Random& random, PairClass pair, int bits, SpacePair& out) {
  meet(random, pair, bits, random_meeting(random, pair), out);
}

Sides lay_along(Random& random, PairClass pair, int bits, int fine, SpacePair& out) {
  const Meeting meeting{1, 1, true};
  const Frame3 frame = frame_for(random, pair, meeting);
  const Seat seat = make_seat(random, frame, 1, level(pair));
  Feature on_a, on_b;
  make_body(random, pair.a, bits, seat, out.a, on_a);
  make_body(random, pair.b, bits, opposite(seat, 1), out.b, on_b);
  // Edges of an aabb become multiples of the line.
  for (Feature* feature : {&on_a, &on_b}) {
    SpaceShape& shape = feature == &on_a ? out.a : out.b;
    if (shape.type != ShapeClass::aabb3) continue;
    scale(shape, frame.length);
    feature->corners[1] = feature->corners[1] * frame.length;
  }
  out.normal = frame.n;
  out.contact = {};
  Sides sides{seat.along, seat.across, length_along(on_a, seat.along), length_along(on_b, seat.along)};
  sides.a_length = straighten(out.a, sides.line, sides.a_length) << fine;
  sides.b_length = straighten(out.b, sides.line, sides.b_length) << fine;
  scale(out.a, std::int64_t{1} << fine);
  scale(out.b, std::int64_t{1} << fine);
  return sides;
}

void make_transversal(SpacePair& pair) {
  if (!is_thin(pair.a.type) || !is_thin(pair.b.type)) return;
  SpaceShape& triangle = pair.a.type == ShapeClass::triangle3 ? pair.a : pair.b;
  SpaceShape& other = &triangle == &pair.a ? pair.b : pair.a;
  Grid3 q = triangle.points[2] - triangle.points[0], r = other.points[1] - other.points[0];
  make_independent(triangle.points[1] - triangle.points[0], q, r, {});
  triangle.points[2] = triangle.points[0] + q;
  other.points[1] = other.points[0] + r;
}

void scatter(Random& random, SpacePair& pair, int stretch, std::int64_t steps) {
  const SpaceBox a = pair.a.count > 0 ? box_of(pair.a) : SpaceBox{};
  const bool placed = pair.b.type != ShapeClass::plane && pair.b.type != ShapeClass::ray3;
  const SpaceBox b = placed ? box_of(pair.b) : SpaceBox{};
  Grid3 move;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t sizes = coordinate(a.high, axis) - coordinate(a.low, axis) + coordinate(b.high, axis) -
                               coordinate(b.low, axis);
    const std::int64_t reach = std::max(steps, sizes * stretch / 8);
    coordinate(move, axis) = (coordinate(a.low, axis) + coordinate(a.high, axis)) / 2 -
                             (coordinate(b.low, axis) + coordinate(b.high, axis)) / 2 +
                             random.between(-reach, reach);
  }
  if (pair.b.type == ShapeClass::ray3) {
    // From outside or inside, to the place or through it.
    const Grid3 away = random_vector(random, std::min(45, bits_of(pair.a) + 1));
    const Grid3 origin = move + away;
    pair.b.points[0] = origin;
    pair.b.points[1] = origin - away * random.between(1, 2);
    return;
  }
  translate(pair.b, move);
}

void lattice_pair(Random& random, PairClass pair, SpacePair& out) {
  make_small(random, pair.a, out.a);
  make_small(random, pair.b, out.b);
  out.normal = {0, 0, 1};
  out.contact = {};
  if (pair.a == ShapeClass::plane) {
    out.a.offset = random.between(-4, 4);
    out.b.offset = random.between(-4, 4);
    if (random.one_in(2)) out.b.normal = random.one_in(2) ? out.a.normal : -out.a.normal;
    return;
  }
  scatter(random, out, is_thin(pair.a) ? 3 : 4, 1);
}

void any_close_pair(Random& random, PairClass pair, int bits, SpacePair& out) {
  if (random.one_in(4)) return lattice_pair(random, pair, out);
  meet_somehow(random, pair, bits, out);
}

void close_pair_to_scale(Random& random, PairClass pair, SpacePair& out) {
  any_close_pair(random, pair, random_bits(random), out);
  if (random.one_in(2)) return;
  widen(out, kGridBits - 1);
  if (random.one_in(2)) nudge(out, random.one_in(2) ? 1 : -1);
}

}  // namespace touchstone::strata::space
