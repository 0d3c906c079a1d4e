#include "bench/boost_rtree.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cstdint>
#include <utility>

namespace touchstone::bench {
namespace {

namespace bg = boost::geometry;
using BoostPoint = bg::model::d2::point_xy<double>;
using Value = std::pair<bg::model::box<BoostPoint>, std::uint32_t>;

}  // namespace

struct BoostTree::Data {
  std::vector<std::vector<Value>> steps;
};

BoostTree::BoostTree(const std::vector<std::vector<Aabb2<double>>>& steps) : data_(std::make_unique<Data>()) {
  for (const std::vector<Aabb2<double>>& boxes : steps) {
    std::vector<Value>& values = data_->steps.emplace_back();
    for (const Aabb2<double>& box : boxes) {
      values.push_back({{BoostPoint(box.min.x, box.min.y), BoostPoint(box.max.x, box.max.y)},
                        static_cast<std::uint32_t>(values.size())});
    }
  }
}
BoostTree::~BoostTree() = default;

std::size_t BoostTree::count_pairs(std::size_t step) const {
  const std::vector<Value>& values = data_->steps[step];
  const bg::index::rtree<Value, bg::index::rstar<16>> tree(values.begin(), values.end());
  std::size_t pairs = 0;
  for (const Value& asked : values) {
    const auto count = [&](const Value& found) { pairs += asked.second < found.second; };
    tree.query(bg::index::intersects(asked.first), boost::make_function_output_iterator(count));
  }
  return pairs;
}

}  // namespace touchstone::bench
