#!/usr/bin/env bash
# Measures how long `plot` takes for all charts of a run, and how large their SVGs are.
#
#   scripts/validate/plot-speed.sh [RUN]     RUN: results/reference by default; the shortest of three times is printed
set -euo pipefail
cd "$(dirname "$0")/../.."

run=${1:-results/reference}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for _ in 1 2 3; do
  begin=$(date +%s%N)
  .build/release/syncbench plot "$run" --format svg --output "$folder" >/dev/null
  echo $((($(date +%s%N) - begin) / 1000000))
done | sort -n | head -1 | awk '{ printf "all charts: %.1f s\n", $1 / 1000 }'
echo "charts: $(find "$folder" -name '*.svg' | wc -l), the largest:"
find "$folder" -name '*.svg' -printf '%s %f\n' | sort -rn | head -3 | awk '{ printf "  %4d kB  %s\n", $1 / 1000, $2 }'
