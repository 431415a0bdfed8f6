#!/usr/bin/env bash
# Measures what the thread sanitizer costs: the same small program built with it and without, in turn.
#
#   scripts/validate/sanitizer-cost.sh
#
# For each case: ns an operation of both builds, the least over three rounds, and their ratio. Reports are
# switched off: what is measured is the looking, not the telling.
#
# Exit status: 0, or 1 when something could not be built or run.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

build() { # name, options…
  swiftc -O -swift-version 6 "${@:2}" scripts/validate/sanitizer-cost/main.swift -o "$folder/$1" || exit 1
}
build plain
build watched -sanitize=thread

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
