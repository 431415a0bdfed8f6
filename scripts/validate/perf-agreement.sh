#!/usr/bin/env bash
# Counts the events of a fixed workload by our own counters and by perf stat at the same time, and compares both counts of each event.
#
#   scripts/validate/perf-agreement.sh
#
# PERF_AGREEMENT names a built PerfAgreement. Exit status: 0 if every event that both can read agrees within 1 %, 2 if an event
# does not, 1 if nothing could be compared.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/ci/setup.sh perf
tool=${PERF_AGREEMENT:-}
if [ -z "$tool" ]; then
  scripts/validate/build-tool.sh PerfAgreement
  tool=.build/release/PerfAgreement
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/control" "$folder/answer"
"$tool" list >"$folder/events"

# Each event is an option of its own: perf then keeps the events' order, and an event that it can't open spoils no other.
arguments=()
while IFS=$'\t' read -r _ name filter; do
  arguments+=(-e "$name")
  [ -z "$filter" ] || arguments+=(--filter "$filter")
done <"$folder/events"

# perf starts with its events off; PerfAgreement turns them on when its own counting begins, and off when that ends.
LC_ALL=C perf stat -x '|' -o "$folder/perf" -D -1 --control "fifo:$folder/control,$folder/answer" \
  "${arguments[@]}" -- "$tool" count "$folder/control" "$folder/answer" >"$folder/own" 2>"$folder/messages" ||
  { echo "perf-agreement: perf stat failed:" >&2; cat "$folder/messages" >&2; exit 1; }
# After comments and blank lines perf writes a line for each event: value|unit|event|running time|share|…
grep -E '^[0-9<]' "$folder/perf" >"$folder/values" || true

paste "$folder/events" "$folder/own" "$folder/values" | awk -F '\t' '
  function column(text, number,   parts) { split(text, parts, "|"); return parts[number] }
  BEGIN { printf "%-20s %16s %16s  %s\n", "event", "ours", "perf stat", "difference" }
  {
    ours = $6; perf = column($7, 1); share = column($7, 5)
    if (index(column($7, 3), $2) != 1) { print "perf-agreement: perf answered in another order: " $7 > "/dev/stderr"; failed = 1; exit }
    # perf prints its clocks, such as task-clock, in ms; ours are in ns.
    if (column($7, 2) == "msec") perf *= 1000000
    if ($5 == "no" && perf !~ /^[0-9]/) { printf "%-20s %16s %16s  neither can read it\n", $1, "-", "-"; next }
    if ($5 == "no") { printf "%-20s %16s %16.0f  ours: %s\n", $1, "-", perf, $6; next }
    if (perf !~ /^[0-9]/) { printf "%-20s %16.0f %16s  perf: %s\n", $1, ours, "-", perf; next }
    difference = perf > 0 ? 100 * (ours - perf) / perf : (ours > 0 ? 100 : 0)
    agrees = difference <= 1 && difference >= -1
    compared++
    if (!agrees) wrong++
    printf "%-20s %16.0f %16.0f  %+.3f %%%s%s\n", $1, ours, perf, difference, \
      ($5 == "scaled" || share < 100 ? ", scaled" : ""), (agrees ? "" : "  DISAGREES")
  }
  END {
    if (failed) exit 1
    if (!compared) { print "perf-agreement: nothing that both can read" > "/dev/stderr"; exit 1 }
    printf "%d events compared, %d disagree\n", compared, wrong
    exit wrong ? 2 : 0
  }'
