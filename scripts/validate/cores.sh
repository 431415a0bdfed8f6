#!/usr/bin/env bash
# Compares what the suite cores says of a pair of CPUs with a hand-written C program, in turn.
#
#   scripts/validate/cores.sh [ROUNDS]        (8 rounds by default; needs make build)
#
# A line a means: the median of both over all rounds and their quietest trials, and the ratios. CC names the C compiler
# (cc). Exit status: 1 where either lost a value.
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${1:-8}
tool=.build/release/syncbench
[ -x "$tool" ] || {
  echo "cores: there is no $tool: make build" >&2
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${CC:-cc}" -std=gnu11 -O2 -Wall -Wextra -Werror -pthread scripts/validate/cores/twin.c -o "$folder/twin"

# The first pair, as the suite names it.
pair=$("$tool" list cores --profile smoke --workload hand-over --primitive store | grep -oE 'from=[0-9]+/to=[0-9]+' | head -n 1)
[ -n "$pair" ] || {
  echo "cores: there is no pair of CPUs here" >&2
  exit 1
}
from=${pair#from=}
from=${from%%/*}
to=${pair##*=}

for round in $(seq "$rounds"); do
  "$tool" run cores --filter "cores/hand-over/*/$pair" --profile smoke --quiet --output "$folder/run$round" \
    >/dev/null 2>"$folder/notes" || {
    cat "$folder/notes" >&2
    exit 1
  }
  for means in store exchange futex-wake; do
    "$folder/twin" "$means" "$from" "$to" 3 2000000 | sed "1d; s/^/$means,/" >>"$folder/twin.csv"
  done
done
python3 - "$folder" "$pair" <<'END'
import csv, glob, statistics, sys

folder, pair = sys.argv[1:]
ours, twins = {}, {}
for path in glob.glob(f"{folder}/run*/raw/trials.csv"):
    for row in csv.DictReader(open(path)):
        if row["verified"] in ("1", "true", "yes") and int(row["ops"]):
            ours.setdefault(row["case"].split("/")[2], []).append(int(row["elapsed_ns"]) / int(row["ops"]))
for means, cost in csv.reader(open(f"{folder}/twin.csv")):
    twins.setdefault(means, []).append(float(cost))
print(f"{pair}: ns a hand-over, one way: the median, and the quietest twentieth of the trials")
for means, costs in ours.items():
    a, b = (statistics.quantiles(c, n=20) for c in (costs, twins[means]))
    print(f"{means:11} syncbench {a[9]:9.1f} {a[0]:9.1f}   C {b[9]:9.1f} {b[0]:9.1f}   ratio {a[9] / b[9]:.2f} {a[0] / b[0]:.2f}")
END
