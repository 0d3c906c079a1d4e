// Text files: read whole or line by line, written whole or not at all. Every failure is one line a person can
// act on.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace touchstone {

/// Why an input was refused or a file could not be used.
struct SceneError {
  std::string file;
  std::size_t line = 0;  ///< from 1; 0: the file as a whole
  std::string field;     ///< path, as in "b.points[2]"; empty: the line as a whole
  std::string reason;

  friend bool operator==(const SceneError&, const SceneError&) = default;
};
/// "FILE:LINE: field: reason", without the parts that are not known. Always one line.
std::string to_string(const SceneError& error);

/// text as a JSON string in quotes, at most 60 bytes of it: fit for an error line whatever it holds.
std::string in_quotes(std::string_view text);

/// Reads lines of any length up to kLongestLine with bounded memory.
class LineReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{1} << 28;

  explicit LineReader(std::string file) : file_(std::move(file)) {}
  /// The next line without its end (LF or CRLF); nullopt at the end of the file. After an error, nullopt for
  /// ever.
  std::optional<std::variant<std::string_view, SceneError>> next();
  const std::string& file() const { return file_; }
  std::size_t line() const { return line_; }  ///< number of the line that next() returned last, from 1

 private:
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  SceneError stop(std::string reason);
  bool fill();

  std::string file_;
  std::unique_ptr<std::FILE, Closer> input_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of the unread part of buffer_
  std::size_t line_ = 0;
  bool opened_ = false;
  bool ended_ = false;
};

std::variant<std::string, SceneError> read_file(const std::string& file);

/// Replaces the file by text: the old file or the new one, whole, whatever happens. A symbolic link is
/// followed; a device or pipe is written to as it is.
std::optional<SceneError> write_file(const std::string& file, std::string_view text);

/// Adds the line and its end to the file, made when missing; on failure (a full disk) takes back what it had
/// written. A last line that lacks its end gets it first.
std::optional<SceneError> append_line(const std::string& file, std::string_view line);

}  // namespace touchstone
