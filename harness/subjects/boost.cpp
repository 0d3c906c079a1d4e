// boost.*: Boost.Geometry on doubles, graded like all. (On rationals it is the oracle's witness.)
#include <array>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/version.hpp>
#include <exception>
#include <vector>

#include "harness/subjects/subjects.hpp"

namespace touchstone {
namespace {

namespace bg = boost::geometry;
using BoostPoint = bg::model::d2::point_xy<double>;
using BoostPolygon = bg::model::polygon<BoostPoint, /*clockwise=*/false, /*closed=*/false>;
using BoostPolygons = bg::model::multi_polygon<BoostPolygon>;

/// Boost documents no error bound for doubles; a few roundings of coordinates are forgiven.
constexpr double kBoostBudgetU = 4;

BoostPoint to_boost(Vec2<double> p) {
  return {p.x, p.y};
}

void assign(BoostPolygon& out, const Shape2<double>& shape) {
  out.clear();
  if (const auto* box = std::get_if<Aabb2<double>>(&shape)) {
    const auto [lo, hi] = *box;
    for (const Vec2<double> corner : {lo, Vec2<double>{hi.x, lo.y}, hi, Vec2<double>{lo.x, hi.y}})
      out.outer().push_back(to_boost(corner));
  } else if (const auto* obb = std::get_if<Obb2<double>>(&shape)) {
    const auto [u, v] = obb->half_axes;
    for (const Vec2<double> corner : {-u - v, u - v, u + v, v - u})
      out.outer().push_back(to_boost(obb->center + corner));
  } else if (const auto* polygon = std::get_if<Polygon2<double>>(&shape)) {
    for (const Vec2<double> p : polygon->points) out.outer().push_back(to_boost(p));
    out.inners().resize(polygon->holes.size());
    for (std::size_t i = 0; i < polygon->holes.size(); ++i)
      for (const Vec2<double> p : polygon->holes[i]) out.inners()[i].push_back(to_boost(p));
  }
  if (const auto* triangle = std::get_if<Triangle2<double>>(&shape))
    for (const Vec2<double> p : triangle->points) out.outer().push_back(to_boost(p));
  bg::correct(out);
}

class BoostSubject final : public Subject {
 public:
  BoostSubject(Query query, const char* name, const char* about) : query_(query) {
    info_.name = name;
    info_.about = std::string(about) + " of Boost " BOOST_LIB_VERSION " on doubles";
    info_.touch = TouchPolicy::closed;
    info_.budget.rounding_u = kBoostBudgetU;
  }

  const SubjectInfo& info() const override { return info_; }

  bool supports(Query query, const Shape2<double>& a, const Shape2<double>& b) const override {
    return query == query_ && has_area(a) && has_area(b);
  }

  Answer answer(Query query, const Shape2<double>& a, const Shape2<double>& b) override {
    Answer answer;
    try {
      assign(a_, a);
      assign(b_, b);
      if (query == Query::relation) answer.hit = bg::intersects(a_, b_);
      if (query == Query::distance) answer.distance = bg::distance(a_, b_);
      if (query == Query::area) {
        common_.clear();
        bg::intersection(a_, b_, common_);
        answer.area = bg::area(common_);
      }
    } catch (const std::exception&) {
      answer = {.status = Answer::Status::gave_up};
    }
    return answer;
  }

 private:
  Query query_;
  SubjectInfo info_;
  BoostPolygon a_;
  BoostPolygon b_;
  BoostPolygons common_;
};

}  // namespace

Subjects boost_subjects() {
  Subjects subjects;
  subjects.push_back(std::make_unique<BoostSubject>(Query::relation, "boost.intersects", "intersects()"));
  subjects.push_back(std::make_unique<BoostSubject>(Query::distance, "boost.distance", "distance()"));
  subjects.push_back(std::make_unique<BoostSubject>(Query::area, "boost.area", "area() of intersection()"));
  return subjects;
}

}  // namespace touchstone
