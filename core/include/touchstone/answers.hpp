// What queries return. Shapes are closed sets, A is the first operand, B the second; normals point from A to
// B.
#pragma once

#include <cstdint>

#include <touchstone/vec.hpp>

namespace touchstone {

enum class Status : std::uint8_t {
  ok,
  invalid_input,    ///< not a valid shape: NaN, infinity, min > max, self-crossing ...
  out_of_range,     ///< valid, but outside the exponents in which the core is exact (validity.hpp)
  iteration_limit,  ///< gave up; the other fields hold the best answer so far, never a silent "no collision"
};

/// The sign of the separation: disjoint = no common point, touching = common points in the boundaries only,
/// overlapping = the interiors meet. A flat shape overlaps a solid one when it reaches its interior; two flat
/// shapes overlap when they cross properly, else they touch if they meet.
enum class Relation : std::uint8_t { disjoint, touching, overlapping };

/// How two polygons or boxes lie: disjoint and touching as in Relation; else a_contains_b when B is a subset
/// of A (equal shapes too); else b_contains_a; else vertex_inside when a corner of one is in the other's
/// interior; else piercing. Repeated and collinear vertices are no corners.
enum class Kind : std::uint8_t { disjoint, touching, vertex_inside, a_contains_b, b_contains_a, piercing };

/// Where a point lies in a closed shape. Flat shapes have a boundary only.
enum class Location : std::uint8_t { inside, boundary, outside };

struct RelationAnswer {
  Status status{};
  Relation relation{};  ///< meaningful when status is ok
  int iterations = 0;
};

struct KindAnswer {
  Status status{};
  Kind kind{};  ///< meaningful when status is ok
};

struct LocationAnswer {
  Status status{};
  Location location{};  ///< meaningful when status is ok
};

/// Numbers of the plane with Vec2, of space with Vec3.
template <class T, class Vec = Vec2<T>>
struct Distance {
  Status status{};
  T distance{};    ///< 0 when the shapes meet
  Vec on_a{};   ///< a closest point of A; equals on_b when the shapes meet
  Vec on_b{};
  int iterations = 0;
};

template <class T, class Vec = Vec2<T>>
struct Penetration {
  Status status{};
  Relation relation{};  ///< disjoint: depth and mtv are meaningless
  T depth{};            ///< length of mtv; 0 when touching
  Vec mtv{};            ///< a shortest translation that pushes B out of A
  int iterations = 0;
};

/// What a ray meets first. The direction counts as given: point = origin + t * direction.
template <class T, class Vec = Vec2<T>>
struct RayHit {
  Status status{};
  bool hit = false;    ///< some point of the ray is in the closed shape; meaningful when status is ok
  T t{};               ///< smallest t >= 0 of a common point; 0 when the ray starts in the shape
  Vec point{};         ///< there
  Vec normal{};        ///< outward unit normal of the shape there; zero when the ray starts in the shape
};

template <class T>
using Distance3 = Distance<T, Vec3<T>>;
template <class T>
using Penetration3 = Penetration<T, Vec3<T>>;
template <class T>
using RayHit3 = RayHit<T, Vec3<T>>;

}  // namespace touchstone
