#!/usr/bin/env bash
# Measures what timing an acquisition costs, against what its two reads of the clock cost alone.
#
#   scripts/timing-cost.sh [ROUNDS]
#
# Exit status: 0 when both targets are met, 2 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build -c release --product TimingCost >&2
exec .build/release/TimingCost "$@"
