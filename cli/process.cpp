#include "cli/process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace touchstone::cli {

int run_program(const std::vector<std::string>& argv, const std::function<void(const std::string&)>& on_line,
                bool quiet_errors) {
  constexpr int kCannotStart = 127;
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return kCannotStart;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    const int nothing = quiet_errors ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (nothing >= 0) dup2(nothing, STDERR_FILENO);
    execvp(words[0], words.data());
    _exit(kCannotStart);
  }
  close(ends[1]);
  std::FILE* output = fdopen(ends[0], "r");
  if (child > 0 && output != nullptr) {
    std::string line;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
      if (c != '\n') {
        line += static_cast<char>(c);
        continue;
      }
      on_line(line);
      line.clear();
    }
    if (!line.empty()) on_line(line);
  }
  if (output != nullptr)
    std::fclose(output);
  else
    close(ends[0]);
  int status = 0;
  if (child < 0) return kCannotStart;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return kCannotStart;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace touchstone::cli
