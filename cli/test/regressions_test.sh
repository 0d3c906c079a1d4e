#!/usr/bin/env bash
# Every regression scene: the truth is what the line expects, and the core answers it right.
. "$(dirname "$0")/common.sh"

test_every_line_is_as_expected_and_the_core_is_never_wrong() {
  run 0 replay --json --all-queries --subjects core "$scenes"/*.jsonl
  equal "$(cat "$scenes"/*.jsonl | grep -c .)" "$(grep -c '"expect":{"ok":true,' out)" "lines that are as expected"
  ! grep -qE '"verdict":"(wrong|refused|crashed|hung|gave_up)"' out || fail "a verdict is a failure"
}

run_tests
