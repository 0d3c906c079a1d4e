#include "reports/markdown.hpp"

#include <gtest/gtest.h>

#include "reports/test/example.hpp"
#include "reports/text.hpp"

namespace touchstone::reports {
namespace {

TEST(Markdown, TablesHoldTheCounters) {
  const std::string text = markdown_of(example_report());
  EXPECT_TRUE(holds(text,
                    "| boost.intersects | relation | 1,000 | 670 \\(67.0 %\\) | 300 \\(30.0 %\\) | **30 "
                    "\\(3.00 %\\)** | 12.5 |"))
      << text;
}

TEST(Markdown, RowsOfATableHaveAsManyCellsAsItsHead) {
  const std::string text = markdown_of(example_report());
  std::size_t cells = 0, tables = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    if (line.empty() || line[0] != '|') {
      cells = 0;
      continue;
    }
    const std::size_t here = times(line, "|") - times(line, "\\|");
    if (cells == 0) ++tables;
    EXPECT_TRUE(cells == 0 || here == cells) << line;
    cells = here;
  }
  EXPECT_GE(tables, 6u);
}

TEST(Markdown, HostileNamesAreText) {
  EXPECT_EQ(escape_markdown("<b>|`\n*"), "&lt;b&gt;\\|\\` \\*");
  const std::string text = markdown_of(example_report());
  EXPECT_TRUE(holds(text, "&lt;/script&gt;"));
}

TEST(Markdown, HasTheChaptersOfTheReport) {
  const std::string text = markdown_of(example_report());
  for (const char* chapter :
       {"## Summary", "## Verdicts", "## Cost", "## What is not tested", "### relation.false"})
    EXPECT_TRUE(holds(text, chapter)) << chapter;
}

}  // namespace
}  // namespace touchstone::reports
