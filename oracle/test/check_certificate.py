#!/usr/bin/env python3
"""Verifies certificates with exact fractions; shares no code with the oracle. Pairs in space: check_certificate3.py.

Reads scenes, one JSON object per line, from the files given or from stdin; each has "a", "b" and "certificate". Prints
one line per scene: "ok", or the claim that does not hold. Exit status: 0 all hold, 1 one does not, 2 unreadable.
"""
import json
import sys
from fractions import Fraction

sys.dont_write_bytecode = True  # leave no cache among the sources

import check_certificate3  # noqa: E402
from check_certificate3 import Failed, number, require  # noqa: E402


# ---- reading

def scene_point(pair):
    return number(pair[0]), number(pair[1])


def fraction_point(pair):
    require(isinstance(pair, list) and len(pair) == 2, 'a point has two coordinates')
    return Fraction(pair[0]), Fraction(pair[1])


def scene_contours(shape):
    """The vertices of a scene's shape, contour by contour, the outer one first."""
    kind = shape['type']
    if kind == 'point':
        return [[scene_point(shape['at'])]]
    if kind == 'segment':
        return [[scene_point(shape['from']), scene_point(shape['to'])]]
    if kind == 'aabb':
        (x0, y0), (x1, y1) = scene_point(shape['min']), scene_point(shape['max'])
        return [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]]
    if kind == 'obb':
        (cx, cy), (ux, uy), (vx, vy) = map(scene_point, [shape['center'], *shape['half_axes']])
        signs = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        return [[(cx + i * ux + k * vx, cy + i * uy + k * vy) for i, k in signs]]
    if kind in ('circle', 'ring'):
        return [[scene_point(shape['center'])]]
    if kind == 'capsule':
        return [[scene_point(shape['from']), scene_point(shape['to'])]]
    if kind == 'triangle':
        return [[scene_point(p) for p in shape['points']]]
    if kind == 'polygon':
        return [[scene_point(p) for p in contour] for contour in [shape['points'], *shape.get('holes', [])]]
    raise Failed('the shape type is known: ' + kind)


def scene_radii(shape):
    """Radius and inner radius; zeros where there are none."""
    if shape['type'] == 'ring':
        return number(shape['outer_radius']), number(shape['inner_radius'])
    return number(shape.get('radius', 0)), Fraction(0)


# ---- arithmetic

def minus(p, q):
    return p[0] - q[0], p[1] - q[1]


def dot(u, v):
    return u[0] * v[0] + u[1] * v[1]


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def distance_sq(p, edge):
    u, v = edge
    d, w = minus(v, u), minus(p, u)
    along, square = dot(d, w), dot(d, d)
    if along <= 0:
        return dot(w, w)
    if along >= square:
        return dot(minus(p, v), minus(p, v))
    return cross(d, w) ** 2 / square


class Region:
    """A shape: its points as given, vertices and edges, and whether it has area. A flat one is the edge between its ends.
    All of it within the radius, if that is not 0, but nothing nearer to it than the inner radius."""

    def __init__(self, contours, radius=Fraction(0), inner_radius=Fraction(0)):
        self.radius, self.inner_radius = radius, inner_radius
        self.points = self.vertices = [p for contour in contours for p in contour]
        outer = contours[0]
        first = outer[0]
        far = max(outer, key=lambda p: dot(minus(p, first), minus(p, first)))
        self.is_flat = all(cross(minus(far, first), minus(p, first)) == 0 for p in outer)
        if self.is_flat:
            self.vertices = [min(outer), max(outer)]
            self.edges = [(min(outer), max(outer))]
        else:
            self.edges = [(c[i - 1], c[i]) for c in contours for i in range(len(c)) if c[i - 1] != c[i]]

    def direction(self):
        return minus(self.vertices[1], self.vertices[0])

    def on_boundary(self, p):
        return any(on_segment(p, edge) for edge in self.edges)

    def inside(self, p):
        """Strictly inside a shape with area; strictly between the ends of a segment; at a point."""
        if self.is_flat:
            return self.on_boundary(p) and (p not in self.vertices or self.direction() == (0, 0))
        return not self.on_boundary(p) and self.odd(p)

    def odd(self, p):
        crossings = 0
        for (px, py), (qx, qy) in self.edges:
            if (py > p[1]) != (qy > p[1]):
                crossings += px + (qx - px) * (p[1] - py) / (qy - py) > p[0]
        return crossings % 2 == 1

    def has(self, p):
        return self.on_boundary(p) or (not self.is_flat and self.odd(p))

    def distance_sq(self, p):
        """From the region without its radii."""
        return Fraction(0) if self.has(p) else min(distance_sq(p, edge) for edge in self.edges)

    def round_inside(self, p):
        """Strictly within the radii; without any, inside a shape with area or on a flat one."""
        if self.radius == 0:
            return self.has(p) if self.is_flat else self.inside(p)
        square = self.distance_sq(p)
        return square < self.radius ** 2 and (self.inner_radius == 0 or square > self.inner_radius ** 2)

    def round_has(self, p):
        square = self.distance_sq(p)
        return self.inner_radius ** 2 <= square <= self.radius ** 2


def on_segment(p, edge):
    u, v = edge
    return cross(minus(v, u), minus(p, u)) == 0 and dot(minus(p, u), minus(p, v)) <= 0


def cuts(edge, other):
    """Parameters in [0, 1] of the points of the edge where the other one meets it: a crossing, or ends of a stretch."""
    (u, v), (p, q) = edge, other
    d, e = minus(v, u), minus(q, p)
    turn = cross(d, e)
    if turn != 0:
        t, s = cross(minus(p, u), e) / turn, cross(minus(p, u), d) / turn
        return [t] if 0 <= t <= 1 and 0 <= s <= 1 else []
    found = [Fraction(k) for k in (0, 1) if on_segment((u, v)[k], other)]
    return found + [dot(minus(w, u), d) / dot(d, d) for w in other if d != (0, 0) and on_segment(w, edge)]


# ---- the arguments

def check_direction(certificate, a, b):
    d = fraction_point(certificate['direction'])
    require(d != (0, 0), 'the direction is not zero')
    value_a = Fraction(certificate['support_a']['value'])
    value_b = Fraction(certificate['support_b']['value'])
    for name, region, value in ('a', a, value_a), ('b', b, value_b):
        vertex = fraction_point(certificate['support_' + name]['vertex'])
        require(vertex in region.points, f'the support vertex is a vertex of {name}')
        require(dot(d, vertex) == value, f'the support vertex of {name} has the stated value')
    require(max(dot(d, p) for p in a.points) == value_a, 'no vertex of a is beyond its support')
    require(min(dot(d, p) for p in b.points) == value_b, 'no vertex of b is before its support')
    return value_b - value_a


def check_common_point(certificate, a, b):
    point = fraction_point(certificate['point'])
    require(a.round_has(point), 'the common point is in a')
    require(b.round_has(point), 'the common point is in b')


def gap_beyond_radii(certificate, a, b):
    """Sign of the gap along the direction less the sum of the radii."""
    gap = check_direction(certificate, a, b)
    direction = fraction_point(certificate['direction'])
    rest = gap * abs(gap) - (a.radius + b.radius) ** 2 * dot(direction, direction)
    return (rest > 0) - (rest < 0)


def prove_direction(certificate, a, b):
    require(gap_beyond_radii(certificate, a, b) > 0, 'a ends before b begins')
    return 'disjoint'


def prove_direction_and_point(certificate, a, b):
    require(gap_beyond_radii(certificate, a, b) >= 0, 'a ends where b begins or before')
    check_common_point(certificate, a, b)
    return 'touching'


def prove_interior_point(certificate, a, b):
    point = fraction_point(certificate['point'])
    if a.radius + b.radius > 0:
        require(a.round_inside(point), 'the point is in the interior of a')
        require(b.round_inside(point), 'the point is in the interior of b')
        return 'overlapping'
    require(a.inside(point), 'the point is in the interior of a')
    require(b.inside(point), 'the point is in the interior of b')
    parallel = a.is_flat and b.is_flat and cross(a.direction(), b.direction()) == 0
    require(not parallel, 'two flat shapes are segments that are not parallel')
    return 'overlapping'


def prove_boundaries(_, a, b):
    require(not any(cuts(e, f) for e in a.edges for f in b.edges), 'no edges meet')
    require(not any(b.has(p) for p in a.vertices), 'no vertex of a is in b')
    require(not any(a.has(p) for p in b.vertices), 'no vertex of b is in a')
    return 'disjoint'


def prove_boundaries_and_point(certificate, a, b):
    check_common_point(certificate, a, b)
    solid, other = {'a': (a, b), 'b': (b, a)}[certificate['solid']]
    require(not solid.is_flat, 'the solid shape has area')
    for u, v in other.edges:
        marks = sorted({Fraction(0), Fraction(1), *(t for e in solid.edges for t in cuts((u, v), e))})
        for t in ((s + e) / 2 for s, e in zip(marks, marks[1:])):
            middle = (u[0] + t * (v[0] - u[0]), u[1] + t * (v[1] - u[1]))
            require(not solid.inside(middle), 'no piece of the other boundary is inside the solid shape')
    if not other.is_flat:
        inner = fraction_point(certificate['inner_point'])
        require(solid.inside(inner), 'the inner point is inside the solid shape')
        require(not other.inside(inner), 'the inner point is not inside the other shape')
    return 'touching'


def gap_of_distances(a, b):
    """1 when the shapes are apart, 0 when no interiors meet, else -1: by all distances between their skeletons, or from a
    ring's centre, which is a connected shape's nearest and farthest point from it."""
    def sign_of_gap(near_sq, least):
        return (near_sq > least ** 2) - (near_sq < least ** 2)

    if any(cuts(e, f) for e in a.edges for f in b.edges) or b.has(a.points[0]) or a.has(b.points[0]):
        signs = [-1]
    else:
        near = min([distance_sq(p, e) for p in a.vertices for e in b.edges] +
                   [distance_sq(p, e) for p in b.vertices for e in a.edges])
        signs = [sign_of_gap(near, a.radius + b.radius)]
    for ring, other in (a, b), (b, a):
        if ring.inner_radius > 0 and ring.inner_radius >= other.radius:
            center = ring.points[0]
            far = max(dot(minus(p, center), minus(p, center)) for p in other.points)
            signs.append(-sign_of_gap(far, ring.inner_radius - other.radius))
    return max(signs)


def prove_distances(_, a, b):
    require(gap_of_distances(a, b) > 0, 'the distances are beyond the radii')
    return 'disjoint'


def prove_distances_and_point(certificate, a, b):
    require(gap_of_distances(a, b) >= 0, 'the distances are not within the radii')
    require(a.radius + b.radius > 0, 'a radius is not 0')
    check_common_point(certificate, a, b)
    return 'touching'


PROOFS = {
    'direction': prove_direction,
    'direction_and_point': prove_direction_and_point,
    'interior_point': prove_interior_point,
    'boundaries': prove_boundaries,
    'boundaries_and_point': prove_boundaries_and_point,
    'distances': prove_distances,
    'distances_and_point': prove_distances_and_point,
}


def check(scene):
    if check_certificate3.is_of_space(scene['a']):
        return check_certificate3.check(scene)
    certificate = scene['certificate']
    regions = []
    for name in 'a', 'b':
        contours = scene_contours(scene[name])
        stated = [[fraction_point(p) for p in contour] for contour in certificate[name]]
        require(stated == contours, f'the certificate is about shape {name} of the scene')
        radii = scene_radii(scene[name])
        stated = [Fraction(certificate.get(field + '_' + name, 0)) for field in ('radius', 'inner_radius')]
        require(stated == list(radii), f'the certificate states the radii of shape {name}')
        regions.append(Region(contours, *radii))
    require(certificate['proof'] in PROOFS, 'the proof is of a known kind')
    proved = PROOFS[certificate['proof']](certificate, *regions)
    require(certificate['relation'] == proved, f'the proof is about the relation: it shows {proved}')


def main(paths):
    lines = [line for path in paths for line in open(path, encoding='utf-8')] if paths else sys.stdin
    status = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            check(json.loads(line))
            print('ok')
        except Failed as failed:
            print(f'failed: {failed}')
            status = 1
        except (ValueError, KeyError, TypeError, IndexError, ZeroDivisionError) as error:
            print(f'failed: readable certificate: {error!r}')
            status = 1
    return status


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
