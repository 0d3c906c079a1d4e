#include "harness/worker.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

/// Stands for the query of the call that prepares the shapes.
constexpr std::uint32_t kPrepare = kQueryCount;

std::uint32_t number_of(std::optional<Query> query) {
  return query ? static_cast<std::uint32_t>(*query) : kPrepare;
}

/// One call of a subject that must not be made again.
struct KnownCall {
  std::uint64_t scene;
  std::uint64_t subject;
  std::uint64_t query;
  std::uint64_t status;
};

/// Shared with the child: where it is.
struct Position {
  std::atomic<std::uint64_t> calls{0};  ///< grows with each call
  std::atomic<std::uint64_t> scene{0};
  std::atomic<std::uint32_t> subject{0};
  std::atomic<std::uint32_t> query{0};
  std::atomic<bool> in_call{false};
};

bool read_all(int fd, void* data, std::size_t size) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = read(fd, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t put = write(fd, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

class Calls final : public WorkerCalls {
 public:
  Calls(Position& position, std::vector<KnownCall> known) : position_(position), known_(std::move(known)) {}

  void at_scene(std::uint64_t index) override { position_.scene.store(index, std::memory_order_relaxed); }

  Answer::Status before(std::size_t subject, std::optional<Query> query) override {
    const std::uint64_t scene = position_.scene.load(std::memory_order_relaxed);
    for (const KnownCall& call : known_)
      if (call.scene == scene && call.subject == subject && call.query == number_of(query))
        return static_cast<Answer::Status>(call.status);
    position_.subject.store(static_cast<std::uint32_t>(subject), std::memory_order_relaxed);
    position_.query.store(number_of(query), std::memory_order_relaxed);
    position_.calls.fetch_add(1, std::memory_order_relaxed);
    position_.in_call.store(true, std::memory_order_relaxed);
    return Answer::Status::ok;
  }
  void after() override { position_.in_call.store(false, std::memory_order_relaxed); }

 private:
  Position& position_;
  std::vector<KnownCall> known_;
};

class Worker {
 public:
  explicit Worker(const std::function<std::string(std::uint64_t, WorkerCalls&)>& work) : work_(work) {
    void* shared = mmap(nullptr, sizeof(Position), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) throw std::runtime_error(fmt::format("worker: mmap: {}", std::strerror(errno)));
    position_ = new (shared) Position;
    start();
  }
  ~Worker() {
    end();
    munmap(position_, sizeof(Position));
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void give(std::uint64_t block, std::vector<KnownCall> known) {
    block_ = block;
    known_ = std::move(known);
    const std::uint64_t count = known_.size();
    // A child that died before it reads shows as end of file on the other pipe.
    if (write_all(to_child_, &block, sizeof block) && write_all(to_child_, &count, sizeof count))
      write_all(to_child_, known_.data(), count * sizeof(KnownCall));
    moved_ = Clock::now();
  }
  bool busy() const { return block_.has_value(); }
  std::uint64_t block() const { return *block_; }
  void idle() { block_.reset(); }
  int fd() const { return from_child_; }

  /// The result of the block; false when the child died.
  bool read_result(std::string& result) {
    std::uint64_t size = 0;
    if (!read_all(from_child_, &size, sizeof size)) return false;
    result.resize(size);
    return read_all(from_child_, result.data(), size);
  }

  /// True when the child has stood in one call for longer than `seconds`.
  bool stands_still(double seconds) {
    const std::uint64_t calls = position_->calls.load(std::memory_order_relaxed);
    if (calls != seen_calls_ || !position_->in_call.load(std::memory_order_relaxed)) {
      seen_calls_ = calls;
      moved_ = Clock::now();
      return false;
    }
    return std::chrono::duration<double>(Clock::now() - moved_).count() > seconds;
  }

  /// Replaces a dead or hung child and runs its block again, with the call it was in answered by `status`.
  void restart(Answer::Status status) {
    end();
    if (!position_->in_call.load())
      throw std::runtime_error(fmt::format("a worker died outside of any subject, at scene {} of block {}",
                                           position_->scene.load(), *block_));
    std::vector<KnownCall> known = std::move(known_);
    known.push_back({position_->scene.load(), position_->subject.load(), position_->query.load(),
                     static_cast<std::uint64_t>(status)});
    position_->in_call.store(false);
    start();
    give(*block_, std::move(known));
  }

 private:
  void start() {
    int down[2];
    int up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
      throw std::runtime_error(fmt::format("worker: pipe: {}", std::strerror(errno)));
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error(fmt::format("worker: fork: {}", std::strerror(errno)));
    if (pid_ == 0) {
#ifdef __linux__
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);  // it died before it could be watched
#endif
      close(down[1]);
      close(up[0]);
      serve(down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    to_child_ = down[1];
    from_child_ = up[0];
  }

  void end() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
    close(to_child_);
    close(from_child_);
  }

  /// In the child: blocks in, results out, until the parent closes the pipe. Never returns and never throws:
  /// what stands on the stack above belongs to the parent.
  [[noreturn]] void serve(int in, int out) noexcept {
    std::signal(SIGINT, SIG_IGN);  // the parent decides when to stop
    std::signal(SIGPIPE, SIG_DFL);
    std::uint64_t block = 0;
    std::uint64_t count = 0;
    while (read_all(in, &block, sizeof block) && read_all(in, &count, sizeof count)) {
      std::vector<KnownCall> known(count);
      if (!read_all(in, known.data(), count * sizeof(KnownCall))) break;
      Calls calls(*position_, std::move(known));
      const std::string result = work_(block, calls);
      const std::uint64_t size = result.size();
      if (!write_all(out, &size, sizeof size) || !write_all(out, result.data(), result.size())) break;
    }
    _exit(0);
  }

  const std::function<std::string(std::uint64_t, WorkerCalls&)>& work_;
  Position* position_ = nullptr;
  pid_t pid_ = 0;
  int to_child_ = -1;
  int from_child_ = -1;
  std::optional<std::uint64_t> block_;
  std::vector<KnownCall> known_;
  std::uint64_t seen_calls_ = 0;
  Clock::time_point moved_;
};

}  // namespace

void run_blocks(const WorkerOptions& options, const std::function<std::optional<std::uint64_t>()>& next,
                const std::function<std::string(std::uint64_t block, WorkerCalls& calls)>& work,
                const std::function<void(std::uint64_t block, const std::string& result)>& done,
                const std::function<bool()>& stop) {
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::unique_ptr<Worker>> workers;
  const auto feed = [&](Worker& worker) {
    if (const auto block = next()) worker.give(*block, {});
  };
  for (int i = 0; i < std::max(options.jobs, 1); ++i) {
    workers.push_back(std::make_unique<Worker>(work));
    feed(*workers.back());
  }
  std::string result;
  while (!stop()) {
    std::vector<pollfd> waiting;
    std::vector<Worker*> owners;
    for (const auto& worker : workers) {
      if (!worker->busy()) continue;
      waiting.push_back({worker->fd(), POLLIN, 0});
      owners.push_back(worker.get());
    }
    if (waiting.empty()) return;
    if (poll(waiting.data(), waiting.size(), 200) < 0 && errno != EINTR)
      throw std::runtime_error(fmt::format("worker: poll: {}", std::strerror(errno)));
    for (std::size_t i = 0; i < owners.size(); ++i) {
      Worker& worker = *owners[i];
      if ((waiting[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
        if (!worker.read_result(result)) {
          worker.restart(Answer::Status::crashed);
          continue;
        }
        const std::uint64_t block = worker.block();
        worker.idle();
        feed(worker);
        done(block, result);
      } else if (worker.stands_still(options.hang_seconds)) {
        worker.restart(Answer::Status::hung);
      }
    }
  }
}

}  // namespace touchstone
