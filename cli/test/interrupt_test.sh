#!/usr/bin/env bash
# Runs that end in the middle, and go on from their store: nothing is lost, nothing counted twice.
. "$(dirname "$0")/common.sh"

arguments=(check --subjects core.collide,published.sat --cases 150000 --jobs 2 --json)

# How many processes have this test's store as an argument. (The pattern is in a file, so that grep is none.)
alive() {
  printf '%s\n' "$PWD/store" >pattern
  cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -cxFf pattern
}

# wait_for_work SIZE PROCESS: waits until the store's journal is larger than that, or the process has ended.
wait_for_work() {
  local tries
  for tries in $(seq 200); do
    [ -s store-wal ] && [ "$(stat -c %s store-wal)" -gt "$1" ] && return
    kill -0 "$2" 2>/dev/null || return
    sleep 0.02
  done
}

expect_whole() {
  "$program" "${arguments[@]}" --store "$PWD/store" >again 2>err
  equal 1 $? "status of the run that goes on"
  "$program" "${arguments[@]}" >whole 2>>err
  equal 1 $? "status of the whole run"
  contains whole '"scenes":150000,'
  [ "$(counters again)" = "$(counters whole)" ] || fail "the results differ from those of one run"
}

test_killed_runs_go_on_where_they_were() {
  local round run killed=0
  for round in 1 2 3; do
    "$program" "${arguments[@]}" --store "$PWD/store" >killed 2>err &
    run=$!
    wait_for_work 100000 $run
    kill -9 $run 2>/dev/null && killed=$((killed + 1))
    wait $run 2>/dev/null
    [ ! -s killed ] || [ "$round" -gt 1 ] || fail "the first run ended before it was killed"
    sleep 0.2
    equal 0 "$(alive)" "workers end with their parent"
  done
  [ "$killed" -ge 1 ] || fail "no run was killed"
  expect_whole
}

test_an_interrupted_run_saves_what_there_is() {
  local run
  "$program" "${arguments[@]}" --store "$PWD/store" >first 2>err &
  run=$!
  wait_for_work 50000 $run
  kill -INT $run
  wait $run
  contains err 'stopped early; the same command goes on from here'
  contains first '^\{"scenes":[0-9]+,'
  expect_whole
}

test_a_full_disk_ends_the_run_and_more_room_lets_it_go_on() {
  (
    trap '' XFSZ
    ulimit -f 100
    "$program" "${arguments[@]}" --store "$PWD/store" >full 2>err
  )
  equal 2 $? "status on a full disk"
  [ ! -s full ] || fail "results of a run that failed"
  equal 1 "$(wc -l <err)"
  contains err "^touchstone: $PWD/store: "
  equal 0 "$(alive)"
  expect_whole
}

run_tests
