// The chapters of a report: paragraphs, tables, charts, commands. Plain text throughout; whoever lays it out
// escapes it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "reports/model.hpp"

namespace touchstone::reports {

struct Cell {
  enum class Tone : std::uint8_t { plain, good, bad };
  std::string text;
  Tone tone = Tone::plain;
};

struct Table {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<Cell>> rows;
  std::size_t text_columns = 1;  ///< the first ones; the others hold numbers
  bool folded = false;           ///< long: shown on demand
};

struct Paragraph {
  std::string text;
};
struct Items {
  std::vector<std::string> items;
};
/// id: the name of its data in chart_data; of the canvas, after "chart-".
struct Chart {
  std::string id;
  std::string about;
};
/// The command that makes the figures above again.
struct Command {
  std::string text;
};
/// Stands for the report's gallery.
struct Gallery {};

using Block = std::variant<Paragraph, Items, Table, Chart, Command, Gallery>;

struct Section {
  std::string id;
  std::string title;
  std::vector<Block> blocks;
};

std::vector<Section> sections_of(const Report& report);

/// {"cost_mixed": {"lines": [{"name","points":[{"x","y"}]}]}, "cost_touching": ..., "exactness": {"points":
/// [{"name","x","y"}]}}: nanoseconds over vertices, per cent over nanoseconds.
nlohmann::ordered_json chart_data(const Report& report);

Table verdict_table(const Results& results, bool by_stratum);
Table near_touch_table(const Results& results);

}  // namespace touchstone::reports
