#!/usr/bin/env bash
# Measures every headline case once, draws its charts, and throws the results away.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tool=.build/release/syncbench

"$tool" run --profile smoke --seed 1 --quiet --output "$folder/run"
"$tool" plot "$folder/run"
for suite in locks sync barrier concurrent-perform qos pool dispatch operations tasks threads; do
  test -s "$folder/run/$suite.csv" || { echo "smoke: there is no $suite.csv" >&2; exit 1; }
done
for suite in locks sync barrier concurrent-perform qos; do
  test -s "$folder/run/plots/$suite.svg" || { echo "smoke: there is no chart of $suite" >&2; exit 1; }
done
cp "$folder/run/locks.csv" "$folder/before.csv"
"$tool" summarize "$folder/run" >/dev/null
cmp "$folder/before.csv" "$folder/run/locks.csv"
echo "smoke: every suite was measured, summed up, and drawn where there is a chart"
