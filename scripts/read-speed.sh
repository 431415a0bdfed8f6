#!/usr/bin/env bash
# Measures how fast the raw tables of a run are read, its document included. The target is 50 MB/s.
#
#   scripts/read-speed.sh [RUN]
set -euo pipefail
cd "$(dirname "$0")/.."

swift build -c release --product ReadSpeed >&2
for _ in 1 2 3; do .build/release/ReadSpeed "${1:-results/reference}"; done
