#!/usr/bin/env bash
# Measures what the verdicts of 100,000 pairs take. The target is 1 s and 100 MB.
#
#   scripts/validate/gate-replay.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/validate/build-tool.sh GateReplay
for _ in 1 2 3; do .build/release/GateReplay; done
