#!/usr/bin/env bash
# Measures how fast a run is read: its run.json and its raw tables, unpacked. The aim is 50 MB of tables a second.
#
#   scripts/validate/read-speed.sh [RUN]
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/validate/build-tool.sh ReadSpeed
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "${1:-results/reference}/." "$folder"
# The script ends if a table can't be unpacked, because this table would be measured packed.
find "$folder/raw" -name '*.gz' -exec gunzip -q {} +
for _ in 1 2 3; do .build/release/ReadSpeed "$folder"; done
