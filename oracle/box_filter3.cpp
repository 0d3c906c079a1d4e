#include "oracle/box_filter3.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/expansion.hpp"

namespace touchstone::oracle {
namespace {

using Vec = Vec3<double>;

double largest_of(const Vec& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

/// Closed intervals in each coordinate: disjoint when one has a gap, overlapping when all have common inner
/// points.
Relation relation_of_aligned(const Aabb3<double>& a, const Aabb3<double>& b) {
  if (a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y || a.max.z < b.min.z ||
      b.max.z < a.min.z)
    return Relation::disjoint;
  const bool inside = a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y &&
                      a.min.z < b.max.z && b.min.z < a.max.z;
  return inside ? Relation::overlapping : Relation::touching;
}

struct Box {
  Vec center;
  Vec axes[3];
  double size[3];
  double center_error = 0;  ///< of each coordinate

  explicit Box(const Obb3<double>& box)
      : center(box.center), axes{box.half_axes[0], box.half_axes[1], box.half_axes[2]} {
    for (int i = 0; i < 3; ++i) size[i] = largest_of(axes[i]);
  }
  /// Halves are exact, or lose less than 2^-1074; sums and differences are rounded once.
  explicit Box(const Aabb3<double>& box)
      : center(box.min * 0.5 + box.max * 0.5),
        axes{{box.max.x * 0.5 - box.min.x * 0.5, 0, 0},
             {0, box.max.y * 0.5 - box.min.y * 0.5, 0},
             {0, 0, box.max.z * 0.5 - box.min.z * 0.5}} {
    for (int i = 0; i < 3; ++i) size[i] = largest_of(axes[i]);
    center_error = kHalfUlp * largest_of(center) + 0x1p-1000;
  }
};

/// With h = 2^-53, U and V the largest coordinates of two half axes or their sums and X that of a vector:
/// half axes carry at most one rounding. So each coordinate of a cross product, at most 2UV, is off by 2UV
/// (2h + 1h + 1h) = 8h UV, and times X, which carries one rounding, summed over three coordinates, by 24h +
/// 6h (rounding of X) + 18h (of products and sums) = 48h UVX. The sum over all X adds 7 roundings of at most
/// 6 UV (sum of X): 42h. 96 covers second orders.
constexpr double kBoxShare = 96 * kHalfUlp;
/// Covers underflow, each product of two losing less than 2^-1074, times what is left (below 2^152 for any
/// box that is not infinite in this bound).
constexpr double kBoxFloor = 0x1p-900;
constexpr double kLargestFiltered = 0x1p150;

class BoxFilter {
 public:
  BoxFilter(const Box& a, const Box& b) : a_(a), b_(b), between_(b.center - a.center) {
    reach_ = largest_of(between_);
    for (int i = 0; i < 3; ++i) reach_ += a.size[i] + b.size[i];
    share_ = kBoxShare * reach_ + 7 * (a.center_error + b.center_error);
  }

  std::optional<Relation> decide() {
    if (!(reach_ < kLargestFiltered)) return std::nullopt;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const int k = (i + 2) % 3;
      if (looks_apart(a_.axes[j], a_.size[j], a_.axes[k], a_.size[k]) ||
          looks_apart(b_.axes[j], b_.size[j], b_.axes[k], b_.size[k]))
        return Relation::disjoint;
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (looks_apart(a_.axes[i], a_.size[i], b_.axes[j], b_.size[j])) return Relation::disjoint;
    if (!all_overlap_) return std::nullopt;
    return Relation::overlapping;
  }

 private:
  // True when the axis along cross(u, v) separates for sure.
  bool looks_apart(const Vec& u, double size_u, const Vec& v, double size_v) {
    const Vec n = cross(u, v);
    const double reach = ((std::fabs(dot(n, a_.axes[0])) + std::fabs(dot(n, a_.axes[1]))) +
                          (std::fabs(dot(n, a_.axes[2])) + std::fabs(dot(n, b_.axes[0])))) +
                         (std::fabs(dot(n, b_.axes[1])) + std::fabs(dot(n, b_.axes[2])));
    const double gap = std::fabs(dot(n, between_)) - reach;
    const double bound = size_u * size_v * share_ + kBoxFloor;
    all_overlap_ = all_overlap_ && gap < -bound;
    return gap > bound;
  }

  const Box& a_;
  const Box& b_;
  Vec between_;
  double reach_ = 0;
  double share_ = 0;
  bool all_overlap_ = true;
};

std::optional<Box> box_of(const Shape3<double>& shape) {
  if (const auto* obb = std::get_if<Obb3<double>>(&shape)) return Box(*obb);
  if (const auto* aabb = std::get_if<Aabb3<double>>(&shape)) return Box(*aabb);
  return std::nullopt;
}

}  // namespace

std::optional<Relation> relation_of_boxes(const Shape3<double>& a, const Shape3<double>& b) {
  const auto* aligned_a = std::get_if<Aabb3<double>>(&a);
  const auto* aligned_b = std::get_if<Aabb3<double>>(&b);
  if (aligned_a != nullptr && aligned_b != nullptr) return relation_of_aligned(*aligned_a, *aligned_b);
  const std::optional<Box> box_a = box_of(a);
  const std::optional<Box> box_b = box_of(b);
  if (!box_a || !box_b) return std::nullopt;
  return BoxFilter(*box_a, *box_b).decide();
}

}  // namespace touchstone::oracle
