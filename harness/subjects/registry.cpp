#include <algorithm>
#include <iterator>

#include <touchstone/exact_sign.hpp>

#include "harness/subjects/subjects.hpp"

namespace touchstone {
namespace {

bool has_area(Contour2<double> points) {
  const auto first = points.begin();
  const auto second = std::find_if(first, points.end(), [&](Vec2<double> p) { return !(p == *first); });
  return std::any_of(second, points.end(),
                     [&](Vec2<double> p) { return orientation(*first, *second, p) != 0; });
}

/// True when `word` is the name itself or its group: core names core.sat.
bool names(std::string_view word, std::string_view name) {
  return name == word || (name.starts_with(word) && name.size() > word.size() && name[word.size()] == '.');
}

}  // namespace

bool has_area(const Shape2<double>& shape) {
  if (const auto* box = std::get_if<Aabb2<double>>(&shape))
    return box->min.x < box->max.x && box->min.y < box->max.y;
  if (const auto* box = std::get_if<Obb2<double>>(&shape))
    return orientation({}, box->half_axes[0], box->half_axes[1]) != 0;
  if (const auto* polygon = std::get_if<Polygon2<double>>(&shape))
    return !polygon->points.empty() && has_area(polygon->points);
  if (const auto* triangle = std::get_if<Triangle2<double>>(&shape)) return has_area(triangle->points);
  return false;
}

Subjects all_subjects() {
  Subjects all = core_subjects();
  for (Subjects (*group)() : {published_subjects, published_space_subjects, boost_subjects}) {
    Subjects more = group();
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

Subjects choose_subjects(std::string_view list, std::string& unknown) {
  Subjects all = all_subjects();
  if (list.empty() || list == "all") return all;
  std::vector<bool> chosen(all.size(), false);
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(word.size() + 1, list.size()));
    if (word.empty()) continue;
    bool found = false;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (names(word, all[i]->info().name)) found = chosen[i] = true;
    if (!found) {
      unknown = word;
      return {};
    }
  }
  Subjects subjects;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (chosen[i]) subjects.push_back(std::move(all[i]));
  return subjects;
}

}  // namespace touchstone
