"""Verifies certificates of pairs of shapes in space, with exact fractions; see check_certificate.py."""
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm


class Failed(Exception):
    """A claim of the certificate that does not hold."""


def require(condition, claim):
    if not condition:
        raise Failed(claim)


# ---- arithmetic

def minus(p, q):
    return p[0] - q[0], p[1] - q[1], p[2] - q[2]


def dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def cross(u, v):
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


ZERO = (0, 0, 0)


def differences(points):
    return [minus(p, points[0]) for p in points]


def rank(vectors):
    line, normal = ZERO, ZERO
    for v in vectors:
        if line == ZERO:
            line = v
        elif normal == ZERO:
            normal = cross(line, v)
        elif dot(normal, v) != 0:
            return 3
    return (line != ZERO) + (normal != ZERO)


# ---- reading

def number(value):
    """A coordinate of a scene: a JSON number, or a string with a hexadecimal or decimal double."""
    if isinstance(value, str):
        value = float.fromhex(value) if 'x' in value.lower() else float(value)
    return Fraction(float(value))


def scene_point(values):
    return tuple(number(v) for v in values)


def fraction_point(values):
    require(isinstance(values, list) and len(values) == 3, 'a point has three coordinates')
    return tuple(Fraction(v) for v in values)


def is_of_space(shape):
    fields = ('at', 'from', 'origin', 'center', 'min', 'normal')
    values = [shape[f] for f in fields if f in shape] + list(shape.get('points', []))[:1]
    return len(values[0]) == 3


def scene_vertices(shape):
    kind = shape['type']
    if kind == 'point':
        return [scene_point(shape['at'])]
    if kind in ('segment', 'capsule'):
        return [scene_point(shape['from']), scene_point(shape['to'])]
    if kind == 'sphere':
        return [scene_point(shape['center'])]
    if kind in ('triangle', 'hull'):
        return [scene_point(p) for p in shape['points']]
    corners = [[i >> k & 1 for k in range(3)] for i in range(8)]
    if kind == 'aabb':
        ends = scene_point(shape['min']), scene_point(shape['max'])
        return [tuple(ends[upper[k]][k] for k in range(3)) for upper in corners]
    if kind == 'obb':
        center, axes = scene_point(shape['center']), [scene_point(h) for h in shape['half_axes']]
        return [tuple(center[c] + sum((2 * upper[k] - 1) * axes[k][c] for k in range(3)) for c in range(3))
                for upper in corners]
    raise Failed('the shape type is known: ' + kind)


class HalfSpace:
    """All x with dot(normal, x) <= offset."""
    radius = Fraction(0)

    def __init__(self, shape, stated):
        self.normal, self.offset = scene_point(shape['normal']), number(shape['offset'])
        require(fraction_point(stated['normal']) == self.normal and Fraction(stated['offset']) == self.offset,
                'the certificate is about the plane of the scene')

    def point(self, claim):
        point = fraction_point(claim['point'])
        require(dot(self.normal, point) <= self.offset, 'the point is in the half-space')
        return point

    def is_strictly_inside(self, claim):
        return dot(self.normal, fraction_point(claim['point'])) < self.offset

    def support(self, direction, sign, claim):
        require(cross(direction, self.normal) == ZERO and sign * dot(direction, self.normal) > 0,
                'the half-space ends in the direction')
        value = Fraction(claim['value'])
        require(value == dot(direction, self.normal) / dot(self.normal, self.normal) * self.offset,
                'the half-space ends at its support')
        return value


class Solid:
    """The convex hull of the vertices, and all within the radius of it."""

    def __init__(self, shape, stated):
        self.vertices = scene_vertices(shape)
        self.radius = number(shape.get('radius', 0))
        require([fraction_point(p) for p in stated] == self.vertices, 'the certificate is about the vertices of the scene')

    def point(self, claim):
        point = fraction_point(claim['point'])
        weights = [(fraction_point(w['vertex']), Fraction(w['weight'])) for w in claim['weights']]
        known = set(self.vertices)
        require(all(vertex in known and weight >= 0 for vertex, weight in weights), 'vertices have weights >= 0')
        require(sum(weight for _, weight in weights) == 1, 'the sum of the weights is 1')
        require(tuple(sum(w * v[k] for v, w in weights) for k in range(3)) == point, 'the weights give the point')
        return point

    def span(self):
        return differences(self.vertices)

    def is_strictly_inside(self, claim):
        """In the relative interior: positive weights on vertices that span what all of them span."""
        carriers = [fraction_point(w['vertex']) for w in claim['weights'] if Fraction(w['weight']) > 0]
        return rank(differences(carriers)) == rank(self.span())

    def support(self, direction, sign, claim):
        vertex, value = fraction_point(claim['vertex']), Fraction(claim['value'])
        require(vertex in self.vertices, 'the support vertex is a vertex')
        require(dot(direction, vertex) == value, 'the support vertex has the stated value')
        require(all(sign * dot(direction, p) <= sign * value for p in self.vertices), 'no vertex is beyond the support')
        return value


def shape_of(scene, name):
    certificate = scene['certificate']
    kind = HalfSpace if scene[name]['type'] == 'plane' else Solid
    shape = kind(scene[name], certificate[name])
    require(Fraction(certificate.get('radius_' + name, 0)) == shape.radius, 'the certificate states the radius')
    return shape


# ---- the arguments

def reach_of(claim, a, b):
    """The direction, and how far A reaches into B along it, times its length."""
    direction = fraction_point(claim['direction'])
    require(direction != ZERO, 'the direction is not zero')
    return direction, a.support(direction, 1, claim['support_a']) - b.support(direction, -1, claim['support_b'])


def points_apart_sq(certificate, a, b):
    way = minus(b.point(certificate['on_b']), a.point(certificate['on_a']))
    return dot(way, way)


def gap_beyond_radii(certificate, a, b):
    """Sign of the gap along the direction less the sum of the radii."""
    direction, reach = reach_of(certificate, a, b)
    rest = -reach * abs(reach) - (a.radius + b.radius) ** 2 * dot(direction, direction)
    return (rest > 0) - (rest < 0)


def prove_direction(certificate, a, b):
    require(gap_beyond_radii(certificate, a, b) > 0, 'a ends before b begins')
    return 'disjoint'


def prove_direction_and_points(certificate, a, b):
    require(gap_beyond_radii(certificate, a, b) >= 0, 'a ends where b begins or before')
    require(points_apart_sq(certificate, a, b) <= (a.radius + b.radius) ** 2, 'the points are within the radii')
    return 'touching'


def prove_interior_points(certificate, a, b):
    apart_sq, radii = points_apart_sq(certificate, a, b), a.radius + b.radius
    if radii > 0:
        require(apart_sq < radii ** 2, 'the points are nearer than the radii')
        return 'overlapping'
    require(apart_sq == 0, 'the points are one')
    planes = [shape for shape in (a, b) if isinstance(shape, HalfSpace)]
    for name, shape in ('a', a), ('b', b):
        if shape in planes or not planes:
            require(shape.is_strictly_inside(certificate['on_' + name]), f'the point is in the interior of {name}')
    if not planes:
        require(rank(a.span() + b.span()) == 3, 'a and b span space')
    return 'overlapping'


PROOFS = {
    'direction': prove_direction,
    'direction_and_points': prove_direction_and_points,
    'interior_points': prove_interior_points,
}


def integral(a, b):
    """The vertices of both as integers, times the same number."""
    unit = lcm(*(c.denominator for p in a.vertices + b.vertices for c in p))
    return [[tuple(int(c * unit) for c in p) for p in shape.vertices] for shape in (a, b)], unit


def lines_of(points):
    """Directions of the lines through two of the points."""
    lines = set()
    for p, q in combinations(set(points), 2):
        d = minus(q, p)
        divisor = gcd(*d) * (1 if d > ZERO else -1)
        lines.add(tuple(c // divisor for c in d))
    return lines


def require_least_reach(a, b, reach, square):
    (points_a, points_b), unit = integral(a, b)
    bound = reach * unit
    for u, v in combinations(lines_of(points_a) | lines_of(points_b), 2):
        c = cross(u, v)
        heights_a, heights_b = [dot(c, p) for p in points_a], [dot(c, p) for p in points_b]
        for other in max(heights_a) - min(heights_b), max(heights_b) - min(heights_a):
            require(other >= 0 and other ** 2 * square >= bound ** 2 * dot(c, c), 'no face of the difference is nearer')


def check_depth(certificate, a, b):
    claim = certificate['depth']
    both_planes = isinstance(a, HalfSpace) and isinstance(b, HalfSpace)
    if claim == 'inf':
        require(both_planes and (cross(a.normal, b.normal) != ZERO or dot(a.normal, b.normal) > 0),
                'planes of infinite depth are not opposite')
        return
    direction, reach = reach_of(claim, a, b)
    if isinstance(a, HalfSpace) or isinstance(b, HalfSpace):
        return
    square = dot(direction, direction)
    if reach > 0:
        require_least_reach(a, b, reach, square)
    else:
        require(points_apart_sq(certificate, a, b) * square == reach ** 2, 'the points are as near as the direction says')


def check(scene):
    """Raises Failed when a claim does not hold."""
    certificate = scene['certificate']
    a, b = shape_of(scene, 'a'), shape_of(scene, 'b')
    require(certificate['proof'] in PROOFS, 'the proof is of a known kind')
    proved = PROOFS[certificate['proof']](certificate, a, b)
    require(certificate['relation'] == proved, f'the proof is about the relation: it shows {proved}')
    require(('depth' in certificate) == (proved != 'disjoint'), 'shapes that meet have a depth')
    if 'depth' in certificate:
        check_depth(certificate, a, b)
