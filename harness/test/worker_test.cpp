#include "harness/worker.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <stdexcept>

#include "harness/answer_json.hpp"

namespace touchstone {
namespace {

/// Hands out the blocks 0 to count - 1.
std::function<std::optional<std::uint64_t>()> blocks(std::uint64_t count) {
  return [next = std::uint64_t{0}, count]() mutable -> std::optional<std::uint64_t> {
    if (next == count) return std::nullopt;
    return next++;
  };
}

std::string square(std::uint64_t block, WorkerCalls&) {
  return std::to_string(block * block);
}
bool never() {
  return false;
}
bool has_children() {
  return !(waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD);
}

TEST(RunBlocks, EveryBlockIsDoneOnceForAnyNumberOfJobs) {
  for (const int jobs : {1, 2, 3, 7}) {
    std::map<std::uint64_t, std::string> results;
    run_blocks(
        {.jobs = jobs}, blocks(20), square,
        [&](std::uint64_t block, const std::string& result) {
          EXPECT_TRUE(results.emplace(block, result).second);
        },
        never);
    ASSERT_EQ(20U, results.size());
    for (const auto& [block, result] : results) EXPECT_EQ(std::to_string(block * block), result);
    EXPECT_FALSE(has_children());
  }
}

TEST(RunBlocks, NoBlocksAreDoneAtOnce) {
  run_blocks(
      {.jobs = 2}, blocks(0), square, [](auto, const auto&) { ADD_FAILURE(); }, never);
  EXPECT_FALSE(has_children());
}

TEST(RunBlocks, ResultsLargerThanAPipeArriveWhole) {
  std::size_t size = 0;
  run_blocks(
      {.jobs = 2}, blocks(2), [](auto, const auto&) { return std::string(3000000, 'x'); },
      [&](auto, const std::string& result) { size += result.size(); }, never);
  EXPECT_EQ(6000000U, size);
}

TEST(RunBlocks, StopEndsTheRunEarly) {
  std::uint64_t done = 0;
  run_blocks(
      {.jobs = 2}, blocks(1000000), square, [&](auto, const auto&) { ++done; }, [&] { return done >= 5; });
  EXPECT_GE(done, 5U);
  EXPECT_LE(done, 7U);
  EXPECT_FALSE(has_children());
}

/// Makes three calls, one a scene; the second and third end the process when they are made.
std::string fragile(std::uint64_t, WorkerCalls& calls) {
  std::string statuses;
  for (const std::uint64_t scene : {10, 11, 12}) {
    calls.at_scene(scene);
    const Answer::Status status = calls.before(3, Query::area);
    if (status == Answer::Status::ok && scene != 10) _exit(0);
    calls.after();
    statuses += std::string(name_of(status)) + " ";
  }
  return statuses;
}

TEST(RunBlocks, ABlockRunsAgainWithTheCrashedCallsAnswered) {
  std::string result;
  run_blocks(
      {.jobs = 1}, blocks(1), fragile, [&](auto, const std::string& text) { result = text; }, never);
  EXPECT_EQ("ok crashed crashed ", result);
}

TEST(RunBlocks, AChildThatDiesOutsideOfACallIsTheRunsOwnFault) {
  const auto dies = [](std::uint64_t, WorkerCalls&) -> std::string { _exit(3); };
  EXPECT_THROW(run_blocks(
                   {.jobs = 2}, blocks(4), dies, [](auto, const auto&) {}, never),
               std::runtime_error);
  EXPECT_FALSE(has_children());
}

TEST(RunBlocks, AnExceptionInAChildStaysThere) {
  const pid_t parent = getpid();
  const auto throws = [](std::uint64_t, WorkerCalls&) -> std::string {
    throw std::runtime_error("in the child");
  };
  EXPECT_THROW(run_blocks(
                   {.jobs = 1}, blocks(1), throws, [](auto, const auto&) {}, never),
               std::runtime_error);
  ASSERT_EQ(parent, getpid());
  EXPECT_FALSE(has_children());
}

TEST(RunBlocks, WhatDoneThrowsEndsTheRunAndItsChildren) {
  const auto full = [](auto, const auto&) { throw std::length_error("the disk is full"); };
  EXPECT_THROW(run_blocks({.jobs = 3}, blocks(100), square, full, never), std::length_error);
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace touchstone
