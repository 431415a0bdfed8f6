#!/usr/bin/env bash
# Measures what timing an acquisition costs, against what its two reads of the clock cost alone.
#
#   scripts/validate/timing-cost.sh [ROUNDS]
#
# Exit status: 0 when both targets are met, 2 otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/validate/build-tool.sh TimingCost
exec .build/release/TimingCost "$@"
