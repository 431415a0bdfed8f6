#!/usr/bin/env bash
# Runs every test. Failures are printed again at the end, because people read a log's last lines.
#
#   scripts/ci/test.sh [OPTION OF swift test…]
#
# SYNCBENCH_TEST_OPTIONS holds more of them; the Makefile has those that build fastest. With SYNCBENCH_SLOWEST=10 the ten
# tests that took longest are listed.
set -uo pipefail
cd "$(dirname "$0")/../.."

# Without a bound all tests begin at once, and each step of each waits for all others' first ones.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Words, not one option.
read -ra options <<<"${SYNCBENCH_TEST_OPTIONS:-}"

# Of each module that is built as a whole, the driver says what it leaves out for that.
noise="ignoring '-enable-batch-mode' because|Incremental compilation has been disabled: it is not compatible with whole module"
swift test "${options[@]}" "$@" 2>&1 | sed -uE "/$noise/d" | tee "$log"
status=${PIPESTATUS[0]}
if [ -n "${SYNCBENCH_SLOWEST:-}" ]; then
  printf '\nWhat took longest, in seconds, while others ran beside it:\n'
  # The times contain the wait for a turn: the least that a test took is told by one alone (--filter).
  sed -nE 's/^. Test (.*) (with [0-9]+ test cases )?(passed|failed) after ([0-9.]+) seconds.*/\4 \1/p' "$log" |
    grep -v '^[0-9.]* run with' | sort -rn | head -n "$SYNCBENCH_SLOWEST"
fi
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -aE '^✘ |error:' "$log" | cut -c1-1500 | tail -n 40
fi
exit "$status"
