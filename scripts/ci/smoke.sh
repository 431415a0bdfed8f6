#!/usr/bin/env bash
# Measures the cases of `--profile smoke` once, draws their charts, and throws the results away.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tool=.build/release/syncbench

"$tool" run --profile smoke --seed 1 --quiet --output "$folder/run"
"$tool" plot "$folder/run"
# Every suite that has cases in the profile must have a table.
for suite in $("$tool" list --profile smoke --format json | python3 -c 'import json, sys; print(*sorted({c["suite"] for c in json.load(sys.stdin)}))'); do
  test -s "$folder/run/$suite.csv" || { echo "smoke: there is no $suite.csv" >&2; exit 1; }
done
for chart in locks-cost sync barrier concurrent-perform-efficiency qos-latency pool-growth threads-cost drift; do
  test -s "$folder/run/plots/$chart.svg" || { echo "smoke: there is no chart $chart" >&2; exit 1; }
done
"$tool" report "$folder/run" --output "$folder/report.html" >/dev/null
grep -q '</html>' "$folder/report.html"
cp "$folder/run/locks.csv" "$folder/before.csv"
"$tool" summarize "$folder/run" >/dev/null
cmp "$folder/before.csv" "$folder/run/locks.csv"
echo "smoke: every suite was measured, summed up, drawn and reported"
