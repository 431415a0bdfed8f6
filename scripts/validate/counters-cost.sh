#!/usr/bin/env bash
# Shows that counting leaves the times alone, and what it adds to a run: the same quick run of some locks,
# in turn without and with --counters, as pairs.
#
#   scripts/validate/counters-cost.sh [PAIRS]      (6 when left out, 3 at least)
#   scripts/validate/counters-cost.sh --whole      what counting adds to the whole quick profile (3 min)
#
# For each case and pair: the ratio of the median time an operation with --counters to that without, from
# raw/trials.csv. Noise is what runs without --counters differ in among themselves.
#
# Exit status: 0 when both targets are met; 2 when a case's ratios all lie on one side of 1 and their median
# is off by more than 5 % and by more than the case's noise, or when counting adds more than 50 % to the whole
# profile; 1 when nothing could be compared. To the pairs' few cases, half of them under callgrind, it may add
# more.
set -euo pipefail
cd "$(dirname "$0")/../.."

whole=
if [ "${1:-}" = --whole ]; then
  whole=yes
  shift
fi
pairs=${1:-6}
tool=${SYNCBENCH_TOOL:-.build/release/syncbench}
if ! [[ $pairs =~ ^[0-9]+$ ]] || [ "$pairs" -lt 3 ]; then
  echo "counters-cost: '$pairs' is no number of pairs: give 3 or more" >&2
  exit 64
fi
if [ ! -x "$tool" ]; then
  echo "counters-cost: there is no '$tool': run \`make build\`" >&2
  exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ -n "$whole" ]; then
  times=()
  for options in "" --counters; do
    start=$EPOCHREALTIME
    # shellcheck disable=SC2086
    "$tool" run --profile quick --seed 2026 --quiet $options --output "$folder/run$options" >/dev/null || exit 1
    times+=("$start $EPOCHREALTIME")
  done
  printf '%s\n' "${times[@]}" | awk '
    { took[NR] = $2 - $1 }
    END {
      extra = 100 * (took[2] / took[1] - 1)
      printf "quick takes %.1f s, with --counters %.1f s: %.0f %% more; the target is 50 %% at most\n", took[1], took[2], extra
      exit extra > 50 ? 2 : 0
    }'
  exit
fi
filters=()
for case in uncontended/test-and-set/inside=0 uncontended/mutex/inside=0 \
  uncontended/pthread-mutex/inside=0 'contended/ticket/threads=2/inside=0/outside=0' \
  'contended/mutex/threads=2/inside=0/outside=0' 'contended/pthread-mutex/threads=2/inside=0/outside=0'; do
  filters+=(--filter "locks/$case")
done

measure() { # folder, and what else; prints seconds
  local start=$EPOCHREALTIME
  "$tool" run locks --profile quick --seed 2026 --quiet "${filters[@]}" --output "$@" \
    >/dev/null 2>"$folder/messages" || {
    echo "counters-cost: a run failed:" >&2
    cat "$folder/messages" >&2
    exit 1
  }
  awk -v from="$start" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.3f\n", to - from }'
}

for ((pair = 0; pair < pairs; pair++)); do
  # Which of the two comes first takes turns: the machine may warm up, or fill up.
  order=(plain counted)
  if ((pair % 2)); then order=(counted plain); fi
  for kind in "${order[@]}"; do
    options=()
    if [ "$kind" = counted ]; then options=(--counters); fi
    seconds=$(measure "$folder/$kind-$pair" "${options[@]}")
    # The columns: case, invocation, trial, start_ns since the run's start, ops, elapsed_ns.
    timed=$(awk -F, 'NR > 1 && $4 + $6 > end { end = $4 + $6 } END { printf "%.3f\n", end / 1e9 }' \
      "$folder/$kind-$pair/raw/trials.csv")
    echo "$kind $pair $seconds $timed" >>"$folder/seconds"
    awk -F, -v kind="$kind" -v pair="$pair" \
      'NR > 1 && $5 > 0 { print kind, pair, $1, $6 / $5 }' "$folder/$kind-$pair/raw/trials.csv" \
      >>"$folder/times"
  done
  echo "pair $((pair + 1)) of $pairs" >&2
done

sort -k1,1 -k2,2n -k3,3 -k4,4g "$folder/times" | awk -v pairs="$pairs" '
  function median(list, count,   i, j, held) {
    for (i = 2; i <= count; i++)
      for (j = i; j > 1 && list[j - 1] > list[j]; j--) { held = list[j]; list[j] = list[j - 1]; list[j - 1] = held }
    return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
  }
  function take() {
    if (count) { value[kind, pair, id] = median(times, count); if (!(id in known)) { known[id]; ids[++cases] = id } }
    count = 0
  }
  FNR == NR {
    if ($1 != kind || $2 != pair || $3 != id) take()
    kind = $1; pair = $2; id = $3; times[++count] = $4; next
  }
  # All timing comes first, so what a run takes after its last trial is the counting, and a moment for the tables.
  { if ($1 == "counted" && $4 > 0) { added[++runs] = 100 * ($3 / $4 - 1); timing += $4 } }
  END {
    take()
    if (!cases) { print "counters-cost: nothing was measured" > "/dev/stderr"; exit 1 }
    printf "%-52s %9s  %-22s %7s\n", "case", "ns alone", "with over without", "noise"
    for (c = 1; c <= cases; c++) {
      id = ids[c]; n = 0; least = 1e9; most = 0; low = 1e9; high = 0
      for (p = 0; p < pairs; p++) {
        plain = value["plain", p, id]; counted = value["counted", p, id]
        if (!plain || !counted) { print "counters-cost: " id " was not measured each time" > "/dev/stderr"; exit 1 }
        ratio = counted / plain
        ratios[++n] = ratio; alone[n] = plain
        if (ratio < least) least = ratio
        if (ratio > most) most = ratio
        if (plain < low) low = plain
        if (plain > high) high = plain
      }
      middle = median(ratios, n); typical = median(alone, n)
      noise = (high - low) / 2 / typical
      off = middle > 1 ? middle - 1 : 1 - middle
      differs = (least > 1 || most < 1) && off > 0.05 && off > noise
      if (differs) wrong++
      printf "%-52s %9.2f  %.3f (%.3f to %.3f)  %5.1f %%%s\n", id, typical, middle, least, most, 100 * noise, \
        (differs ? "  DIFFERS" : "")
    }
    for (r = 1; r <= runs; r++) {
      if (r == 1 || added[r] < fewest) fewest = added[r]
      if (r == 1 || added[r] > greatest) greatest = added[r]
    }
    extra = median(added, runs)
    printf "counting adds %.0f %% (%.0f to %.0f) to the %.1f s of these cases; see --whole\n", extra, fewest, greatest, timing / runs
    exit wrong ? 2 : 0
  }' - "$folder/seconds"
