#!/usr/bin/env bash
# Runs every test. Failures are printed again at the end, because people read a log's last lines.
#
#   scripts/ci/test.sh [OPTION OF swift test…]
#
# SYNCBENCH_TEST_OPTIONS holds more options of swift test; the Makefile sets those with which the build is fastest. With
# SYNCBENCH_SLOWEST=10 the ten tests that took longest are listed.
set -uo pipefail
cd "$(dirname "$0")/../.."

# Without a bound all tests begin together, and every step of a test waits for the first steps of all others.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The variable may hold several words.
read -ra options <<<"${SYNCBENCH_TEST_OPTIONS:-}"

# The driver prints these messages for each module that is built as a whole.
noise="ignoring '-enable-batch-mode' because|Incremental compilation has been disabled: it is not compatible with whole module"
swift test "${options[@]}" "$@" 2>&1 | sed -uE "/$noise/d" | tee "$log"
status=${PIPESTATUS[0]}
if [ -n "${SYNCBENCH_SLOWEST:-}" ]; then
  printf '\nWhat took longest, in seconds, while others ran beside it:\n'
  # The times include waits for other tests; a test's own time shows if it runs alone (--filter).
  sed -nE 's/^. Test (.*) (with [0-9]+ test cases )?(passed|failed) after ([0-9.]+) seconds.*/\4 \1/p' "$log" |
    grep -v '^[0-9.]* run with' | sort -rn | head -n "$SYNCBENCH_SLOWEST"
fi
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -aE '^✘ |error:' "$log" | cut -c1-1500 | tail -n 40
fi
exit "$status"
