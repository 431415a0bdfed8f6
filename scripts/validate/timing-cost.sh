#!/usr/bin/env bash
# Compares the cost of timing an acquisition with the cost of two reads of the clock alone.
#
#   scripts/validate/timing-cost.sh [ROUNDS]
#
# Exit status: 0 if both targets are met, 2 otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/validate/build-tool.sh TimingCost
exec .build/release/TimingCost "$@"
