#include "cli/choices.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <variant>

#include "cli/verbs.hpp"
#include "harness/imported_shapes.hpp"
#include "harness/scene_json.hpp"
#include "harness/scene_obj.hpp"

namespace touchstone::cli {
namespace {

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end > begin) words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  if (words.empty()) throw InputError(fmt::format("{} names nothing", in_quotes(list)));
  return words;
}

bool means_all(const std::string& list) {
  return list == "all";
}

[[noreturn]] void unknown(const char* what, const std::string& word) {
  throw InputError(fmt::format("unknown {} {}; `touchstone list {}` shows them", what, in_quotes(word),
                               std::string(what) == "query"     ? "queries"
                               : std::string(what) == "stratum" ? "strata"
                                                                : std::string(what) + "s"));
}

}  // namespace

Subjects subjects_of(const std::string& list) {
  std::string word;
  if (list.empty()) throw InputError("--subjects: \"\" names nothing");
  Subjects subjects = choose_subjects(list, word);
  if (!word.empty()) unknown("subject", word);
  if (subjects.empty()) throw InputError(fmt::format("{} names nothing", in_quotes(list)));
  return subjects;
}

unsigned queries_of(const std::string& list) {
  if (means_all(list)) return kAllQueries;
  unsigned queries = 0;
  for (const std::string& word : words_of(list)) {
    const auto query = query_from(word);
    if (!query) unknown("query", word);
    queries |= bit(*query);
  }
  return queries;
}

std::vector<Stratum> strata_of(const std::string& list) {
  std::vector<Stratum> strata;
  if (means_all(list)) {
    for (int i = 0; i < kGeneratedStratumCount; ++i) strata.push_back(static_cast<Stratum>(i));
    return strata;
  }
  for (const std::string& word : words_of(list)) {
    const auto stratum = stratum_from(word);
    if (!stratum) unknown("stratum", word);
    if (is_file_stratum(*stratum))
      throw InputError(fmt::format("stratum \"{}\" comes from files: name them with --scenes", word));
    if (std::find(strata.begin(), strata.end(), *stratum) == strata.end()) strata.push_back(*stratum);
  }
  return strata;
}

std::vector<PairClass> pairs_of(const std::string& list, int dimension) {
  std::vector<PairClass> pairs;
  const auto fits = [dimension](PairClass pair) { return dimension == 0 || dimension_of(pair) == dimension; };
  if (means_all(list)) {
    std::copy_if(kPairClasses.begin(), kPairClasses.end(), std::back_inserter(pairs), fits);
    return pairs;
  }
  for (const std::string& word : words_of(list)) {
    const auto pair = pair_from(word);
    if (!pair) unknown("pair", word);
    if (!fits(*pair)) throw InputError(fmt::format("pair \"{}\" is none of dimension {}", word, dimension));
    if (std::find(pairs.begin(), pairs.end(), *pair) == pairs.end()) pairs.push_back(*pair);
  }
  return pairs;
}

CLI::Validator natural(std::uint64_t least) {
  return CLI::Validator(
      [least](std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc() && end == text.data() + text.size() && value >= least) return std::string();
        return fmt::format("{} is no whole number from {} on", in_quotes(text), least);
      },
      "");
}

double seconds_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit(end, text.data() + text.size());
  const double factor = unit.empty() || unit == "s" ? 1
                        : unit == "m"               ? 60
                        : unit == "h"               ? 3600
                        : unit == "d"               ? 86400
                                                    : 0;
  if (error != std::errc() || factor == 0 || !(value > 0) || !std::isfinite(value))
    throw InputError(
        fmt::format("--time: {} is no time; say for example 90s, 15m, 8h or 2d", in_quotes(text)));
  return value * factor;
}

namespace {

std::unique_ptr<SceneSource> poses_of(const std::string& file, const FileOptions& options) {
  auto read = read_obj(file);
  if (const auto* error = std::get_if<SceneError>(&read)) throw InputError(to_string(*error));
  auto& hull = std::get<OwnedShape>(read);
  fmt::print(stderr, "{}: a hull of {} corners\n", file, hull.points3.size());
  return poses_source(file, std::move(hull), options.seed, options.poses);
}

}  // namespace

std::unique_ptr<SceneSource> scenes_of(const std::vector<std::string>& files, const FileOptions& options) {
  std::vector<Scene> scenes;
  for (const std::string& file : files) {
    if (is_map_file(file) || is_obj_file(file)) {
      if (files.size() > 1)
        throw InputError(fmt::format("{}: a map or a model stands alone in --scenes", file));
      if (is_obj_file(file)) return poses_of(file, options);
      auto imported = import_shapes(file, options.strict ? InvalidParts::refuse : InvalidParts::skip);
      if (const auto* error = std::get_if<SceneError>(&imported)) throw InputError(to_string(*error));
      auto& shapes = std::get<ImportedShapes>(imported);
      for (const SkippedPart& part : shapes.skipped) fmt::print(stderr, "{}\n", to_string(part));
      std::vector<IndexPair> pairs = index_pairs(shapes.shapes, options.apart_one_in, options.seed);
      fmt::print(stderr, "{}: {} shapes, {} parts skipped, {} pairs\n", file, shapes.shapes.size(),
                 shapes.skipped.size(), pairs.size());
      return pairs_source(file, std::move(shapes.shapes), std::move(pairs));
    }
    auto read = read_scenes(file);
    if (const auto* error = std::get_if<SceneError>(&read)) throw InputError(to_string(*error));
    auto& more = std::get<std::vector<Scene>>(read);
    scenes.insert(scenes.end(), more.begin(), more.end());
  }
  return scenes_source(std::string(name_of(Stratum::public_reports)), std::move(scenes));
}

std::vector<Subject*> pointers(const Subjects& subjects) {
  std::vector<Subject*> all;
  for (const auto& subject : subjects) all.push_back(subject.get());
  return all;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) != 0) {}
ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::show(const std::string& what, double done, double in_all, double seconds,
                        double seconds_in_all, const char* unit) {
  if (!terminal_ || seconds - last_ < 0.2) return;
  last_ = seconds;
  shown_ = true;
  const double share = seconds_in_all > 0 ? seconds / seconds_in_all : (in_all > 0 ? done / in_all : 0);
  const double left = share > 0 ? seconds / share - seconds : 0;
  fmt::print(stderr, "\r\x1b[K{}: {:.0f} %, {:.0f} {}, {:.0f}/s, {:.0f} s left", what,
             100 * std::min(share, 1.0), done, unit, seconds > 0 ? done / seconds : 0, left);
  std::fflush(stderr);
}

}  // namespace touchstone::cli
