// Vectors of the plane and of space, and their arithmetic. Plain floating point: every operation rounds as IEEE
// 754 says.
#pragma once

#include <cmath>

namespace touchstone {

template <class T>
struct Vec2 {
  T x{};
  T y{};

  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

template <class T>
constexpr Vec2<T> operator+(Vec2<T> a, Vec2<T> b) {
  return {a.x + b.x, a.y + b.y};
}
template <class T>
constexpr Vec2<T> operator-(Vec2<T> a, Vec2<T> b) {
  return {a.x - b.x, a.y - b.y};
}
template <class T>
constexpr Vec2<T> operator-(Vec2<T> a) {
  return {-a.x, -a.y};
}
template <class T>
constexpr Vec2<T> operator*(Vec2<T> a, T s) {
  return {a.x * s, a.y * s};
}
template <class T>
constexpr T dot(Vec2<T> a, Vec2<T> b) {
  return a.x * b.x + a.y * b.y;
}
/// z of the 3D cross product: positive when b lies counter-clockwise of a.
template <class T>
constexpr T cross(Vec2<T> a, Vec2<T> b) {
  return a.x * b.y - a.y * b.x;
}
/// a turned by a quarter turn counter-clockwise. Exact.
template <class T>
constexpr Vec2<T> perp(Vec2<T> a) {
  return {-a.y, a.x};
}
template <class T>
constexpr T length_sq(Vec2<T> a) {
  return dot(a, a);
}
template <class T>
T length(Vec2<T> a) {
  return std::hypot(a.x, a.y);
}
template <class T>
bool is_finite(Vec2<T> a) {
  return std::isfinite(a.x) && std::isfinite(a.y);
}

template <class T>
struct Vec3 {
  T x{};
  T y{};
  T z{};

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

template <class T>
constexpr Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
constexpr Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
constexpr Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
constexpr Vec3<T> operator*(const Vec3<T>& a, const T& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
/// Right-handed: cross(x, y) = z.
template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
constexpr T length_sq(const Vec3<T>& a) {
  return dot(a, a);
}
template <class T>
T length(const Vec3<T>& a) {
  return std::hypot(a.x, a.y, a.z);
}
template <class T>
bool is_finite(const Vec3<T>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace touchstone
