#include "reports/environment.hpp"

#include <fmt/format.h>
#include <gmp.h>

#include <algorithm>
#include <boost/version.hpp>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "reports/page.hpp"

namespace touchstone::reports {
namespace {

/// What stands behind the key and the separator in the first line that starts with the key.
std::string line_after(const char* file, const std::string& key, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    std::string value = line.substr(std::min(line.find(separator) + 1, line.size()));
    value.erase(std::remove(value.begin(), value.end(), '"'), value.end());
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
  }
  return {};
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return {};
#endif
}

std::string chart_version() {
  const std::string& text = chart_library();
  const std::size_t at = text.find("Chart.js v");
  return at == std::string::npos ? "" : text.substr(at + 10, text.find_first_of(" \r\n", at + 10) - at - 10);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32] = {};
  std::tm parts{};
  if (gmtime_r(&now, &parts) == nullptr ||
      std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts) == 0)
    return {};
  return text;
}

}  // namespace

std::vector<Named> environment() {
  std::vector<Named> all = {
    {"date", today()},
    {"compiler", compiler()},
#if defined(NDEBUG)
    {"assertions", "off"},
#else
    {"assertions", "on: cost figures are of a debug build"},
#endif
    {"Boost",
     fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
    {"GMP", gmp_version},
    {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                  NLOHMANN_JSON_VERSION_PATCH)},
    {"Chart.js", chart_version()},
    {"system", line_after("/etc/os-release", "PRETTY_NAME", '=')},
    {"processor", line_after("/proc/cpuinfo", "model name", ':')},
    {"processors", std::to_string(std::thread::hardware_concurrency())},
  };
  all.erase(std::remove_if(all.begin(), all.end(), [](const Named& n) { return n.second.empty(); }),
            all.end());
  return all;
}

}  // namespace touchstone::reports
