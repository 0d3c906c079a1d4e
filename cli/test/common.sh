# Helpers of the tests of the program; sourced with the program's path as $1. A test is a function test_*; every
# one runs in an empty folder of its own, and its first failed expectation ends it.
set -u
program=$(readlink -f "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scenes=$root/properties/regressions

fail() { printf '%s: %s\n' "${current:-setup}" "$*" >&2; exit 1; }

# run STATUS ARGUMENT ...: runs the program; leaves stdout and stderr in the files out and err.
run() {
  local wanted=$1 status
  shift
  "$program" "$@" >out 2>err
  status=$?
  [ "$status" = "$wanted" ] || fail "exit status $status, not $wanted, of: $* ($(head -c 300 err))"
}

# refuses PATTERN ARGUMENT ...: exit status 2, nothing on stdout, one line on stderr that matches the pattern.
refuses() {
  local pattern=$1
  shift
  run 2 "$@"
  [ ! -s out ] || fail "results on stdout of: $*"
  [ "$(wc -l <err)" = 1 ] || fail "not one line on stderr of: $* ($(cat err))"
  grep -qE -- "^touchstone: $pattern" err || fail "stderr of: $* is: $(cat err)"
}

contains() { grep -qE -- "$2" "$1" || fail "no match of $2 in $1: $(head -c 500 "$1")"; }
equal() { [ "$1" = "$2" ] || fail "$1 is not $2${3:+ ($3)}"; }

# The results of a check as JSON, without the time it took.
counters() { sed -E 's/"seconds":[0-9.e+-]+,//' "$1"; }

skip() { printf '%s: skipped: %s\n' "$current" "$*"; exit 0; }

run_tests() {
  local folder failed=0
  folder=$(mktemp -d)
  for current in $(declare -F | sed -n 's/^declare -f \(test_.*\)$/\1/p'); do
    mkdir "$folder/$current"
    (cd "$folder/$current" && "$current") || failed=1
  done
  chmod -R u+rwx "$folder"
  rm -rf "$folder"
  exit $failed
}
