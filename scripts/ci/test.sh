#!/usr/bin/env bash
# Runs every test. What failed is printed again at the end: a log's last lines are what people see of it.
#
#   scripts/ci/test.sh [OPTION OF swift test…]
#
# SYNCBENCH_TEST_OPTIONS holds more of them, such as -Xswiftc -gnone, which builds faster. With SYNCBENCH_SLOWEST=10 the ten
# tests that took longest are listed.
set -uo pipefail
cd "$(dirname "$0")/../.."

# Without a bound all tests begin at once, and each step of each waits for all others' first ones.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

log=$(mktemp)
beside=$(mktemp)
trap 'rm -f "$log" "$beside"' EXIT

# Words, not one option.
read -ra options <<<"${SYNCBENCH_TEST_OPTIONS:-}"

# The tests of primitives run one at a time. In the process of the others each would wait for its turn behind all of them,
# so they have a process of their own beside it.
test_in_two() {
  local tests status=0
  swift build --build-tests "${options[@]}" || return
  tests=$(swift build --show-bin-path "${options[@]}")/syncbenchPackageTests.xctest
  "$tests" --testing-library swift-testing --filter '^SyncPrimitivesTests\.' >"$beside" 2>&1 &
  swift test --skip-build "${options[@]}" --skip '^SyncPrimitivesTests\.' || status=$?
  wait $! || status=$?
  cat "$beside"
  return "$status"
}

if [ $# -eq 0 ]; then
  test_in_two 2>&1 | tee "$log"
else
  swift test "${options[@]}" "$@" 2>&1 | tee "$log"
fi
status=${PIPESTATUS[0]}
if [ -n "${SYNCBENCH_SLOWEST:-}" ]; then
  printf '\nWhat took longest, in seconds, while others ran beside it:\n'
  sed -nE 's/^. Test (.*) (with [0-9]+ test cases )?(passed|failed) after ([0-9.]+) seconds.*/\4 \1/p' "$log" |
    grep -v '^[0-9.]* run with' | sort -rn | head -n "$SYNCBENCH_SLOWEST"
fi
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -aE '^✘ |error:' "$log" | cut -c1-1500 | tail -n 40
fi
exit "$status"
