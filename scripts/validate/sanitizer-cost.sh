#!/usr/bin/env bash
# Measures what the thread sanitizer costs: the same small program built with it and without, in turn.
#
#   scripts/validate/sanitizer-cost.sh
#
# First: whether the sanitizer reports "counter += 1" of two threads, and the same behind a lock.
# Then, for each case: ns an operation of both builds, the least over three rounds, and their ratio, with reports off.
#
# Exit status: 0; 1 if something could not be built or run, or a report is missing or wrong.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

build() { # name, options…
  swiftc -O -swift-version 6 "${@:2}" scripts/validate/sanitizer-cost/main.swift -o "$folder/$1" || exit 1
}
build plain
build watched -sanitize=thread

reported() { TSAN_OPTIONS="exitcode=66" "$folder/watched" "$1" 2>&1 >/dev/null | grep -q "WARNING: ThreadSanitizer: data race"; }
reported race || { echo "sanitizer-cost: the race of two threads was not reported" >&2; exit 1; }
! reported locked || { echo "sanitizer-cost: a race was reported behind a lock" >&2; exit 1; }
echo "counter += 1 of two threads is reported; behind a lock it is not"

# Which of the two comes first takes turns: the machine may warm up, or fill up.
for kind in plain watched watched plain plain watched; do
  TSAN_OPTIONS="report_bugs=0 exitcode=0" "$folder/$kind" | sed "s/^/$kind\t/" >>"$folder/all" || exit 1
done

awk -F '\t' '
  !($2 in seen) { seen[$2] = 1; cases[++count] = $2 }
  !(($1, $2) in least) || $3 < least[$1, $2] { least[$1, $2] = $3 }
  END {
    printf "%-38s %12s %12s %8s\n", "case", "without", "with", "ratio"
    for (i = 1; i <= count; i++) {
      plain = least["plain", cases[i]]
      watched = least["watched", cases[i]]
      printf "%-38s %9.2f ns %9.2f ns %7.1fx\n", cases[i], plain, watched, watched / plain
    }
  }' "$folder/all"
