#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <variant>

#include "cli/choices.hpp"
#include "cli/verbs.hpp"
#include "harness/files.hpp"
#include "harness/replay.hpp"
#include "harness/scene_cpp.hpp"
#include "harness/scene_json.hpp"
#include "harness/scene_wkt.hpp"
#include "oracle/certificate.hpp"
#include "reports/drawing.hpp"
#include "reports/summary.hpp"

namespace touchstone::cli {
namespace {

struct Options {
  std::string scene;
  std::string svg;
  bool cpp = false;
  bool wkt = false;
  bool certificate = false;
};

/// FILE or FILE:LINE; line 0 when none is named. A file of that whole name wins.
std::pair<std::string, std::size_t> place_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size() || std::filesystem::exists(text) ||
      text.find_first_not_of("0123456789", colon + 1) != std::string::npos)
    return {text, 0};
  std::size_t line = 0;
  const auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
  if (error != std::errc() || line == 0) throw InputError(text + ": no scene there; lines count from 1");
  return {text.substr(0, colon), line};
}

/// The scene of the line; of line 0, the first one of the file.
Scene scene_at(const std::string& file, std::size_t line) {
  SceneReader reader(file);
  while (auto next = reader.next()) {
    const auto* error = std::get_if<SceneError>(&*next);
    if (error != nullptr && (error->line == 0 || line == 0 || reader.line() == line))
      throw InputError(to_string(*error));
    if (error == nullptr && (line == 0 || reader.line() == line)) return std::get<Scene>(*next);
  }
  throw InputError(line == 0 ? fmt::format("{}: holds no scene", file)
                             : fmt::format("{}:{}: no scene there", file, line));
}

int run(const Options& o) {
  const auto [file, line] = place_of(o.scene);
  const Scene scene = scene_at(file, line);
  const ShapeView a(scene.a);
  const ShapeView b(scene.b);
  if (o.wkt) {
    for (const OwnedShape* shape : {&scene.a, &scene.b})
      if (to_wkt(*shape).empty())
        throw InputError(fmt::format("{}:{}: WKT has no {}", file, line, name_of(shape->type)));
    fmt::print("{}\n{}\n", to_wkt(scene.a), to_wkt(scene.b));
    return kFine;
  }
  if (o.certificate) {
    fmt::print("{}\n", with_shapes(a, b, [](const auto& first, const auto& second) {
                 return oracle::certificate_json(first, second);
               }));
    return kFine;
  }
  const ReplayRecord record = replay(scene, {}, false);
  if (o.cpp) {
    const std::string_view expected = record.verdict_of_truth();
    if (expected == "undecided") throw InputError(fmt::format("{}:{}: the truth is undecided", file, line));
    fmt::print("{}", to_cpp_test(scene, expected));
  } else if (!o.svg.empty()) {
    if (const auto error = write_file(o.svg, reports::scene_svg(scene, record.truth)))
      throw InputError(to_string(*error));
  } else {
    fmt::print("{}\n", reports::replay_text(record, file, line));
  }
  return kFine;
}

}  // namespace

Verb add_show(CLI::App& app) {
  static Options o;
  app.add_option("scene", o.scene, "FILE or FILE:LINE of a scene file; the first scene if no line is named")
      ->required();
  auto* forms = app.add_option_group("form", "how to show it; as text if left out");
  forms->add_option("--svg", o.svg, "write a picture to this file");
  forms->add_flag("--cpp", o.cpp, "a C++ test to paste");
  forms->add_flag("--wkt", o.wkt, "the two shapes as WKT");
  forms->add_flag("--certificate", o.certificate,
                  "what a stranger can verify with a few lines of exact arithmetic");
  forms->require_option(0, 1);
  return [] { return run(o); };
}

}  // namespace touchstone::cli
