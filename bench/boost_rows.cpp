#include "bench/boost_rows.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/multiprecision/gmp.hpp>

namespace touchstone::bench {
namespace {

namespace bg = boost::geometry;
using Rational =
    boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
template <class T>
using BoostPolygon = bg::model::polygon<bg::model::d2::point_xy<T>, false, false>;

template <class T>
BoostPolygon<T> to_boost(const std::vector<Vec2<double>>& points) {
  BoostPolygon<T> polygon;
  for (const Vec2<double> p : points) bg::append(polygon.outer(), bg::model::d2::point_xy<T>(T(p.x), T(p.y)));
  return polygon;
}

}  // namespace

struct BoostPairs::Data {
  std::vector<std::pair<BoostPolygon<double>, BoostPolygon<double>>> doubles;
  std::vector<std::pair<BoostPolygon<Rational>, BoostPolygon<Rational>>> rationals;
};

BoostPairs::BoostPairs(const std::vector<PolygonPair>& pairs, bool rational)
    : data_(std::make_unique<Data>()) {
  for (const auto& [a, b] : pairs) {
    data_->doubles.emplace_back(to_boost<double>(a), to_boost<double>(b));
    if (rational) data_->rationals.emplace_back(to_boost<Rational>(a), to_boost<Rational>(b));
  }
}
BoostPairs::~BoostPairs() = default;

bool BoostPairs::intersects(std::size_t pair) const {
  return bg::intersects(data_->doubles[pair].first, data_->doubles[pair].second);
}
double BoostPairs::distance(std::size_t pair) const {
  return bg::distance(data_->doubles[pair].first, data_->doubles[pair].second);
}
bool BoostPairs::intersects_rational(std::size_t pair) const {
  return bg::intersects(data_->rationals[pair].first, data_->rationals[pair].second);
}

}  // namespace touchstone::bench
