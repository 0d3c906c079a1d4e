#include "reports/html.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "reports/page.hpp"
#include "reports/sections.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

/// Fills the places {{name}} in one pass: what is put in is not looked at again.
std::string filled(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : text.find("}}", open);
    if (close == std::string_view::npos) break;
    const auto value = values.find(text.substr(open + 2, close - open - 2));
    out += text.substr(0, open);
    if (value != values.end()) out += value->second;
    text.remove_prefix(close + 2);
  }
  return out += text;
}

std::string cell_html(const Cell& cell, bool number) {
  const char* tone = cell.tone == Cell::Tone::bad ? " bad" : cell.tone == Cell::Tone::good ? " good" : "";
  return fmt::format("<td class=\"{}{}\">{}</td>", number ? "number" : "text", tone,
                     escape_markup(cell.text));
}

std::string table_html(const Table& table) {
  std::string head;
  for (std::size_t i = 0; i < table.head.size(); ++i)
    head += fmt::format("<th class=\"{}\">{}</th>", i < table.text_columns ? "text" : "number",
                        escape_markup(table.head[i]));
  std::string rows;
  for (const auto& row : table.rows) {
    rows += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) rows += cell_html(row[i], i >= table.text_columns);
    rows += "</tr>\n";
  }
  const std::string caption = escape_markup(table.caption);
  const std::string body = fmt::format(
      "<div class=\"scroll\" "
      "tabindex=\"0\"><table>{}<thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
      caption.empty() || table.folded ? "" : "<caption>" + caption + "</caption>", head, rows);
  return table.folded ? fmt::format("<details><summary>{}</summary>{}</details>\n", caption, body) : body;
}

std::string command_html(const std::string& text) {
  return fmt::format("<p class=\"command\"><span>again:</span> <code>{}</code></p>\n", escape_markup(text));
}

std::string entry_html(const GalleryEntry& e, std::size_t number) {
  Table answers{"", {"subject", "verdict", "error, u", "answer"}, {}, 4, false};
  for (const AnswerRow& a : e.answers) {
    const bool bad = a.verdict != "right" && a.verdict != "rounding";
    answers.rows.push_back(
        {{a.subject}, {a.verdict, bad ? Cell::Tone::bad : Cell::Tone::plain}, {a.error_u}, {a.answer}});
  }
  return fmt::format(
      "<article class=\"finding\" id=\"finding-{}\"><h3>{}</h3>\n<p>{} {}; {} in all; found in {} / {}; "
      "scene "
      "<code>{}</code></p>\n<figure>{}</figure>\n<p>Truth: <code>{}</code></p>\n{}{}</article>\n",
      number, escape_markup(e.finding.signature), escape_markup(e.finding.subject),
      escape_markup(name_of(e.finding.outcome)), with_commas(e.finding.count), escape_markup(e.sweep),
      escape_markup(e.finding.stratum), escape_markup(e.title), e.svg, escape_markup(e.truth),
      table_html(answers), command_html(e.command));
}

std::string block_html(const Block& block, const Report& report) {
  if (const auto* p = std::get_if<Paragraph>(&block))
    return fmt::format("<p>{}</p>\n", escape_markup(p->text));
  if (const auto* t = std::get_if<Table>(&block)) return table_html(*t);
  if (const auto* c = std::get_if<Command>(&block)) return command_html(c->text);
  if (const auto* items = std::get_if<Items>(&block)) {
    std::string list;
    for (const std::string& item : items->items) list += fmt::format("<li>{}</li>\n", escape_markup(item));
    return "<ul>\n" + list + "</ul>\n";
  }
  if (const auto* chart = std::get_if<Chart>(&block))
    return chart_library().empty() ? std::string()
                                   : fmt::format(
                                         "<figure class=\"chart\"><figcaption>{0}</figcaption><div><canvas "
                                         "id=\"chart-{1}\" role=\"img\" "
                                         "aria-label=\"{0}\"></canvas></div></figure>\n",
                                         escape_markup(chart->about), escape_markup(chart->id));
  std::string entries;
  std::string folded;  // many, and much alike
  for (std::size_t i = 0; i < report.gallery.size(); ++i) {
    const GalleryEntry& entry = report.gallery[i];
    (accepts_invalid(entry.finding) ? folded : entries) += entry_html(entry, i + 1);
  }
  if (folded.empty()) return entries;
  return entries + "<details><summary>Answers about invalid shapes</summary>" + folded + "</details>\n";
}

}  // namespace

std::string html_of(const Report& report) {
  std::string contents;
  std::string body;
  for (const Section& section : sections_of(report)) {
    contents += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, escape_markup(section.title));
    body += fmt::format("<section id=\"{}\"><h2>{}</h2>\n", section.id, escape_markup(section.title));
    for (const Block& block : section.blocks) body += block_html(block, report);
    body += "</section>\n";
  }
  return filled(page_template(), {{"title", "Touchstone report"},
                                  {"style", page_style()},
                                  {"contents", contents},
                                  {"body", body},
                                  {"data", script_json(chart_data(report))},
                                  {"library", chart_library()},
                                  {"charts", page_charts()}});
}

}  // namespace touchstone::reports
