#include "bench/peer_rows.hpp"

#include <cstdio>
#include <memory>

#include "bench/space_shapes.hpp"

#ifdef TOUCHSTONE_BENCH_FCL
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>
#endif
#ifdef TOUCHSTONE_BENCH_CCD
#include <ccd/ccd.h>
#endif

namespace touchstone::bench {
namespace {

#ifdef TOUCHSTONE_BENCH_FCL

using FclPairs = std::vector<std::pair<fcl::CollisionObjectd, fcl::CollisionObjectd>>;

fcl::CollisionObjectd fcl_box(const published::PlacedBox<double>& box) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i)
    pose.linear().col(i) = fcl::Vector3d(box.axes[i].x, box.axes[i].y, box.axes[i].z);
  pose.translation() = fcl::Vector3d(box.position.x, box.position.y, box.position.z);
  return {std::make_shared<fcl::Boxd>(2 * box.half_sizes[0], 2 * box.half_sizes[1], 2 * box.half_sizes[2]),
          pose};
}

/// distance() runs GJK on libccd's own data structures: libccd 2.1 by itself tells no distance.
void add_fcl_rows(const BoxPairs& boxes, std::vector<PeerRow>& rows) {
  const auto pairs = std::make_shared<FclPairs>();
  for (const auto& [a, b] : boxes) pairs->emplace_back(fcl_box(a), fcl_box(b));
  rows.push_back({"relation/fcl.collide", [pairs](std::size_t i) {
                    static const fcl::CollisionRequestd request(1, false);
                    fcl::CollisionResultd result;
                    return fcl::collide(&(*pairs)[i].first, &(*pairs)[i].second, request, result) > 0 ? 1.0
                                                                                                      : 0.0;
                  }});
  rows.push_back({"distance/fcl.distance", [pairs](std::size_t i) {
                    static const fcl::DistanceRequestd request(true);
                    fcl::DistanceResultd result;
                    return fcl::distance(&(*pairs)[i].first, &(*pairs)[i].second, request, result);
                  }});
}

#else
void add_fcl_rows(const BoxPairs&, std::vector<PeerRow>&) {
  std::fputs("built without FCL (libfcl-dev): its rows are missing\n", stderr);
}
#endif

#ifdef TOUCHSTONE_BENCH_CCD

/// The core's own arithmetic for the corner, so that only the algorithms differ.
void ccd_support(const void* object, const ccd_vec3_t* n, ccd_vec3_t* corner) {
  const auto& box = *static_cast<const Obb3<double>*>(object);
  const Vec3<double> along{n->v[0], n->v[1], n->v[2]};
  Vec3<double> at = box.center;
  for (const Vec3<double>& h : box.half_axes) at = dot(h, along) < 0 ? at - h : at + h;
  ccdVec3Set(corner, at.x, at.y, at.z);
}
void ccd_center(const void* object, ccd_vec3_t* center) {
  const Vec3<double>& at = static_cast<const Obb3<double>*>(object)->center;
  ccdVec3Set(center, at.x, at.y, at.z);
}
ccd_t ccd_settings() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = ccd_support;
  ccd.center1 = ccd.center2 = ccd_center;
  ccd.max_iterations = 100;  // as in its documentation
  return ccd;
}

void add_ccd_rows(const BoxPairs& boxes, std::vector<PeerRow>& rows) {
  const auto pairs = std::make_shared<std::vector<std::pair<Obb3<double>, Obb3<double>>>>();
  for (const auto& [a, b] : boxes) pairs->emplace_back(obb_of(a), obb_of(b));
  static const ccd_t ccd = ccd_settings();
  rows.push_back({"relation/libccd.gjk", [pairs](std::size_t i) {
                    return ccdGJKIntersect(&(*pairs)[i].first, &(*pairs)[i].second, &ccd) != 0 ? 1.0 : 0.0;
                  }});
  rows.push_back({"relation/libccd.mpr", [pairs](std::size_t i) {
                    return ccdMPRIntersect(&(*pairs)[i].first, &(*pairs)[i].second, &ccd) != 0 ? 1.0 : 0.0;
                  }});
  rows.push_back({"penetration/libccd.epa", [pairs](std::size_t i) {
                    ccd_real_t depth = 0;
                    ccd_vec3_t direction, point;
                    return ccdGJKPenetration(&(*pairs)[i].first, &(*pairs)[i].second, &ccd, &depth,
                                             &direction, &point) == 0
                               ? depth
                               : -1.0;
                  }});
}

#else
void add_ccd_rows(const BoxPairs&, std::vector<PeerRow>&) {
  std::fputs("built without libccd (libccd-dev): its rows are missing\n", stderr);
}
#endif

}  // namespace

std::vector<PeerRow> peer_rows(const BoxPairs& pairs) {
  std::vector<PeerRow> rows;
  add_fcl_rows(pairs, rows);
  add_ccd_rows(pairs, rows);
  return rows;
}

}  // namespace touchstone::bench
