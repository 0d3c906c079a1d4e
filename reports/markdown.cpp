#include "reports/markdown.hpp"

#include <fmt/format.h>

#include "reports/sections.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

std::string row_of(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string table_markdown(const Table& table) {
  std::vector<std::string> head;
  std::vector<std::string> rule;
  for (std::size_t i = 0; i < table.head.size(); ++i) {
    head.push_back(escape_markdown(table.head[i]));
    rule.emplace_back(i < table.text_columns ? "---" : "---:");
  }
  std::string text = table.caption.empty() ? "" : fmt::format("**{}**\n\n", escape_markdown(table.caption));
  text += row_of(head) + row_of(rule);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row)
      cells.push_back(cell.tone == Cell::Tone::bad ? fmt::format("**{}**", escape_markdown(cell.text))
                                                   : escape_markdown(cell.text));
    text += row_of(cells);
  }
  return text + "\n";
}

/// As indented code, in which nothing is markup.
std::string code_markdown(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return "    " + text + "\n\n";
}

std::string entry_markdown(const GalleryEntry& e) {
  std::string text =
      fmt::format("### {}\n\n{} {}; {} in all; found in {} / {}; scene {}\n\nTruth:\n\n",
                  escape_markdown(e.finding.signature), escape_markdown(e.finding.subject),
                  name_of(e.finding.outcome), with_commas(e.finding.count), escape_markdown(e.sweep),
                  escape_markdown(e.finding.stratum), escape_markdown(e.title));
  text += code_markdown(e.truth);
  Table answers{"", {"subject", "verdict", "error, u", "answer"}, {}, 4, false};
  for (const AnswerRow& a : e.answers)
    answers.rows.push_back({{a.subject}, {a.verdict}, {a.error_u}, {a.answer}});
  return text + table_markdown(answers) + code_markdown(e.command);
}

std::string block_markdown(const Block& block, const Report& report) {
  if (const auto* p = std::get_if<Paragraph>(&block)) return escape_markdown(p->text) + "\n\n";
  if (const auto* t = std::get_if<Table>(&block)) return table_markdown(*t);
  if (const auto* c = std::get_if<Command>(&block)) return code_markdown(c->text);
  if (const auto* items = std::get_if<Items>(&block)) {
    std::string list;
    for (const std::string& item : items->items) list += "- " + escape_markdown(item) + "\n";
    return list + "\n";
  }
  if (std::holds_alternative<Chart>(block)) return {};
  std::string entries;
  for (const GalleryEntry& e : report.gallery) entries += entry_markdown(e);
  return entries;
}

}  // namespace

std::string markdown_of(const Report& report) {
  std::string text = "# Touchstone report\n\n";
  for (const Section& section : sections_of(report)) {
    text += fmt::format("## {}\n\n", escape_markdown(section.title));
    for (const Block& block : section.blocks) text += block_markdown(block, report);
  }
  return text;
}

}  // namespace touchstone::reports
