// Text of strangers (scene names, file names, answers) made harmless for where it is written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace touchstone::reports {

/// For HTML and XML, in text and in quoted attributes. Bytes that are no UTF-8 and control characters other
/// than tab and line end become U+FFFD.
std::string escape_markup(std::string_view text);

/// For a cell of a Markdown table or a line of text: one line, nothing in it is markup.
std::string escape_markdown(std::string_view text);

/// As a JSON text to stand inside <script type="application/json">: no character in it can end the element.
std::string script_json(const nlohmann::ordered_json& value);

/// "1,234,567".
std::string with_commas(std::uint64_t n);
/// Three significant digits; "0" for zero.
std::string short_number(double value);
/// A share as per cent: "0 %" and "100 %" only when exactly so, small ones with enough digits.
std::string percent(std::uint64_t part, std::uint64_t whole);

}  // namespace touchstone::reports
