#include "reports/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::reports {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Length of the UTF-8 sequence at the front of text; 0 when there is none (RFC 3629, section 4).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t from, std::size_t n) {
    for (std::size_t i = from; i < from + n; ++i)
      if ((byte(i) & 0xC0U) != 0x80U) return false;
    return true;
  };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1, 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return follows(1, 2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool outside = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return follows(1, 3) && !outside ? 4 : 0;
  }
  return 0;
}

/// Calls write for each character of text, bad ones replaced.
template <class Write>
void each_character(std::string_view text, Write write) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text.substr(at));
    const auto first = static_cast<unsigned char>(text[at]);
    const bool control = first == 0x7F || (first < 0x20 && first != '\t' && first != '\n' && first != '\r');
    write(length == 0 || control ? kReplacement : text.substr(at, length));
    at += length == 0 ? 1 : length;
  }
}

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string out;
  each_character(text, [&](std::string_view c) {
    out += c == "&"    ? "&amp;"
           : c == "<"  ? "&lt;"
           : c == ">"  ? "&gt;"
           : c == "\"" ? "&quot;"
           : c == "'"  ? "&#39;"
                       : c;
  });
  return out;
}

std::string escape_markdown(std::string_view text) {
  std::string out;
  each_character(text, [&](std::string_view c) {
    constexpr std::string_view kMarkup = "\\`*_{}[]()#|~!";
    if (c == "\n" || c == "\r" || c == "\t") {
      out += ' ';
    } else if (c == "<" || c == ">" || c == "&") {
      out += escape_markup(c);
    } else {
      if (c.size() == 1 && kMarkup.find(c[0]) != std::string_view::npos) out += '\\';
      out += c;
    }
  });
  return out;
}

std::string script_json(const nlohmann::ordered_json& value) {
  const std::string text = value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&')
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

std::string with_commas(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string short_number(double value) {
  return value == 0 ? "0" : fmt::format("{:.3g}", value);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  if (part == whole) return "100 %";
  const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (share < 0.1) return fmt::format("{:.1g} %", share);
  const double shown = std::min(share, 99.99);
  return fmt::format("{:.{}f} %", shown, shown < 10 || shown > 99.5 ? 2 : 1);
}

}  // namespace touchstone::reports
