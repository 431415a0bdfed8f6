#!/usr/bin/env bash
# Runs every test. What failed is printed again at the end: a log's last lines are what people see of it.
#
#   scripts/test.sh [OPTION OF swift test…]
#
# SYNCBENCH_TEST_OPTIONS holds more of them, such as -Xswiftc -gnone, which builds faster.
set -uo pipefail
cd "$(dirname "$0")/.."

# Without a bound all tests begin at once, and each step of each waits for all others' first ones.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Words, not one option.
# shellcheck disable=SC2086
swift test ${SYNCBENCH_TEST_OPTIONS:-} "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep -aE '^✘ |error:' "$log" | cut -c1-1500 | tail -n 40
fi
exit "$status"
