#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "harness/scene_json.hpp"
#include "harness/test/scene_text.hpp"

namespace touchstone {
namespace {

using test::kPoint;
using test::parsed;
using test::scene_with;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    char name[] = "/tmp/touchstone_scene_json_XXXXXX";
    path_ = ::mkdtemp(name);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::string path_;
};

void put(const std::string& file, const std::string& text) {
  ASSERT_FALSE(write_file(file, text));
}
std::string content(const std::string& file) {
  return std::get<std::string>(read_file(file));
}

TEST(SceneReader, SkipsEmptyLinesAndGoesOnAfterABadOne) {
  const TemporaryFolder folder;
  const std::string good = scene_with(kPoint);
  put(folder.file("s.jsonl"), "\n" + good + "\r\n \t\r\n{}\n\n" + good);
  SceneReader reader(folder.file("s.jsonl"));
  EXPECT_TRUE(std::holds_alternative<Scene>(reader.next().value()));
  EXPECT_EQ(reader.line(), 2u);
  const auto bad = reader.next().value();
  EXPECT_EQ(to_string(std::get<SceneError>(bad)), folder.file("s.jsonl") + ":4: query: missing field");
  EXPECT_TRUE(std::holds_alternative<Scene>(reader.next().value()));
  EXPECT_EQ(reader.line(), 6u);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(SceneReader, LinesLongerThanItsBlocksAreWhole) {
  const TemporaryFolder folder;
  Scene scene = parsed(scene_with(kPoint));
  scene.why = std::string(200000, 'w');
  const std::vector<Scene> scenes(5, scene);
  ASSERT_FALSE(write_scenes(folder.file("s.jsonl"), scenes));
  const auto back = read_scenes(folder.file("s.jsonl"));
  EXPECT_EQ(std::get<std::vector<Scene>>(back).size(), 5u);
  EXPECT_EQ(std::get<std::vector<Scene>>(back).back().why, scene.why);
}

TEST(SceneReader, UnreadableFileIsOneErrorWithItsReason) {
  const TemporaryFolder folder;
  const auto reason = [](const std::string& file) {
    SceneReader reader(file);
    const auto next = reader.next();
    EXPECT_FALSE(reader.next());
    return to_string(std::get<SceneError>(next.value()));
  };
  EXPECT_EQ(reason(folder.file("none")), folder.file("none") + ": cannot open: No such file or directory");
  EXPECT_EQ(reason(folder.file("")), folder.file("") + ": cannot read: Is a directory");
}

TEST(SceneReader, ByteOrderMarkIsRefused) {
  const TemporaryFolder folder;
  put(folder.file("s"), "\xEF\xBB\xBF" + scene_with(kPoint));
  const auto scenes = read_scenes(folder.file("s"));
  EXPECT_EQ(to_string(std::get<SceneError>(scenes)),
            folder.file("s") + ":1: starts with a UTF-8 byte order mark");
}

TEST(SceneReader, RegressionScenesAreAllRead) {
  const auto count = [](const std::string& file) {
    const auto scenes = read_scenes("properties/regressions/" + file);
    if (const auto* error = std::get_if<SceneError>(&scenes)) ADD_FAILURE() << to_string(*error);
    return std::get<std::vector<Scene>>(scenes).size();
  };
  EXPECT_EQ(count("designed.jsonl"), 66u);
  EXPECT_EQ(count("public-2d.jsonl"), 116u);
  EXPECT_EQ(count("public-3d.jsonl"), 104u);
}

TEST(WriteScenes, ReplacesTheFileAndKeepsItsMode) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  put(file, "old");
  ::chmod(file.c_str(), 0640);
  ASSERT_FALSE(write_scenes(file, std::vector<Scene>{parsed(scene_with(kPoint))}));
  EXPECT_EQ(std::get<std::vector<Scene>>(read_scenes(file)).size(), 1u);
  struct stat info {};
  ::stat(file.c_str(), &info);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_EQ(folder.count(), 1u);
}

TEST(WriteScenes, FollowsASymbolicLink) {
  const TemporaryFolder folder;
  put(folder.file("target"), "old");
  std::filesystem::create_symlink("target", folder.file("link"));
  ASSERT_FALSE(write_file(folder.file("link"), "new"));
  EXPECT_EQ(content(folder.file("target")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
}

TEST(WriteScenes, FailureSaysWhyAndLeavesNothing) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("d"));
  EXPECT_EQ(to_string(write_file(folder.file("d"), "x").value()),
            folder.file("d") + ": cannot write: Is a directory");
  EXPECT_EQ(to_string(write_file(folder.file("n/f"), "x").value()),
            folder.file("n/f") + ": cannot write: No such file or directory");
  EXPECT_EQ(to_string(write_file("/dev/full", "x").value()),
            "/dev/full: cannot write: No space left on device");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(AppendScene, AddsLinesAndEndsAnUnfinishedOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  const Scene scene = parsed(scene_with(kPoint));
  ASSERT_FALSE(append_scene(file, scene));
  put(file, to_json(scene));  // without end of line
  ASSERT_FALSE(append_scene(file, scene));
  ASSERT_FALSE(append_scene(file, scene));
  EXPECT_EQ(content(file), to_json(scene) + "\n" + to_json(scene) + "\n" + to_json(scene) + "\n");
}

TEST(AppendScene, FullDiskIsAnError) {
  const auto error = append_scene("/dev/full", parsed(scene_with(kPoint)));
  EXPECT_EQ(to_string(error.value()), "/dev/full: cannot append: No space left on device");
}

/// While it lives, no file of this process may grow beyond so many bytes.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &old_); }

 private:
  rlimit old_{};
};

TEST(AppendScene, LineThatFitsOnlyInPartIsTakenBack) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  const Scene scene = parsed(scene_with(kPoint));
  ASSERT_FALSE(append_scene(file, scene));
  const std::string before = content(file);
  {
    const FileSizeLimit limit(before.size() + 10);
    EXPECT_EQ(to_string(append_scene(file, scene).value()), file + ": cannot append: File too large");
  }
  EXPECT_EQ(content(file), before);
}

TEST(WriteScenes, FileThatFitsOnlyInPartKeepsTheOldOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.jsonl");
  put(file, "old");
  {
    const FileSizeLimit limit(10);
    EXPECT_EQ(to_string(write_file(file, "longer than ten bytes").value()),
              file + ": cannot write: File too large");
  }
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(folder.count(), 1u);
}

}  // namespace
}  // namespace touchstone
