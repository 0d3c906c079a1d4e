#include "harness/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace touchstone {
namespace {

SceneError file_error(const std::string& file, const std::string& what, int code) {
  return {file, 0, "", what + ": " + std::strerror(code)};
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  /// 0, or the error code of a write that failed late.
  int close() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int fd_;
};

/// 0, or the error code.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 ? EIO : errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// 0, or the error code. Pipes and devices cannot be synchronised; that is no failure.
int sync(int fd) {
  return ::fsync(fd) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

std::optional<SceneError> write_in_place(const std::string& file, std::string_view text) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (out.get() < 0) return file_error(file, "cannot open for writing", errno);
  int code = write_all(out.get(), text);
  if (code == 0) code = out.close();
  if (code != 0) return file_error(file, "cannot write", code);
  return std::nullopt;
}

}  // namespace

std::string to_string(const SceneError& error) {
  std::string text = error.file;
  if (error.line != 0) text += (text.empty() ? "line " : ":") + std::to_string(error.line);
  if (!text.empty()) text += ": ";
  if (!error.field.empty()) text += error.field + ": ";
  text += error.reason;
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShown = 60;
  const bool cut = text.size() > kShown;
  std::size_t end = cut ? kShown : text.size();
  while (cut && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // whole UTF-8 characters
  const nlohmann::json shown(std::string(text.substr(0, end)));
  return shown.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + (cut ? "..." : "");
}

SceneError LineReader::stop(std::string reason) {
  ended_ = true;
  return {file_, line_, "", std::move(reason)};
}

bool LineReader::fill() {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + kBlock);
  const std::size_t got = std::fread(buffer_.data() + kept, 1, kBlock, input_.get());
  buffer_.resize(kept + got);
  return got > 0;
}

std::optional<std::variant<std::string_view, SceneError>> LineReader::next() {
  if (ended_) return std::nullopt;
  if (!opened_) {
    opened_ = true;
    input_.reset(std::fopen(file_.c_str(), "rb"));
    if (input_ == nullptr) return stop(std::string("cannot open: ") + std::strerror(errno));
  }
  std::size_t end = buffer_.find('\n', begin_);
  while (end == std::string::npos) {
    const std::size_t searched = buffer_.size() - begin_;
    if (searched > kLongestLine) {
      ++line_;
      return stop("the line is longer than " + std::to_string(kLongestLine) + " bytes");
    }
    errno = 0;
    if (!fill()) break;
    end = buffer_.find('\n', searched);
  }
  if (end == std::string::npos && std::ferror(input_.get()) != 0) {
    return stop(std::string("cannot read: ") + std::strerror(errno));
  }
  const bool last = end == std::string::npos;
  if (last && begin_ == buffer_.size()) {
    ended_ = true;
    return std::nullopt;
  }
  std::string_view line = std::string_view(buffer_).substr(begin_, (last ? buffer_.size() : end) - begin_);
  begin_ = last ? buffer_.size() : end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++line_;
  return line;
}

std::variant<std::string, SceneError> read_file(const std::string& file) {
  Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.get() < 0) return file_error(file, "cannot open", errno);
  std::string text;
  constexpr std::size_t kBlock = std::size_t{1} << 18;
  for (;;) {
    const std::size_t size = text.size();
    text.resize(size + kBlock);
    const ssize_t got = ::read(in.get(), text.data() + size, kBlock);
    const int code = errno;
    text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return text;
    if (got < 0 && code != EINTR) return file_error(file, "cannot read", code);
  }
}

std::optional<SceneError> write_file(const std::string& file, std::string_view text) {
  std::error_code ignored;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(file, ignored);
  const std::string target = canonical.empty() ? file : canonical.string();
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return file_error(file, "cannot write", EISDIR);
  if (exists && !S_ISREG(old.st_mode)) return write_in_place(file, text);

  const std::string temporary = target + ".tmp." + std::to_string(::getpid());
  Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (out.get() < 0) return file_error(file, "cannot write", errno);
  if (exists) static_cast<void>(::fchmod(out.get(), old.st_mode & 07777));
  int code = write_all(out.get(), text);
  if (code == 0) code = sync(out.get());
  if (code == 0) code = out.close();
  if (code == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) code = errno;
  if (code == 0) return std::nullopt;
  ::unlink(temporary.c_str());
  return file_error(file, "cannot write", code);
}

std::optional<SceneError> append_line(const std::string& file, std::string_view line) {
  Descriptor out(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (out.get() < 0) return file_error(file, "cannot open for appending", errno);
  const off_t size = ::lseek(out.get(), 0, SEEK_END);
  char last = '\n';
  if (size > 0 && ::pread(out.get(), &last, 1, size - 1) < 0) return file_error(file, "cannot read", errno);
  std::string text;
  text.reserve(line.size() + 2);
  if (last != '\n') text += '\n';
  text += line;
  text += '\n';
  int code = write_all(out.get(), text);
  if (code == 0) code = sync(out.get());
  if (code != 0 && size >= 0) static_cast<void>(::ftruncate(out.get(), size) == 0);
  if (code == 0) code = out.close();
  if (code != 0) return file_error(file, "cannot append", code);
  return std::nullopt;
}

}  // namespace touchstone
