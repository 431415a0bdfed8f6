#!/usr/bin/env bash
# Checks the locks and the C shims for arm64 (half a minute): runs them on an emulator, and reads which memory-ordering instructions
# they were compiled to.
#
#   scripts/ci/arm64.sh [--keep FOLDER]     the files that were made stay in FOLDER
#
# Exit status: 0 if every check passes, 1 if one fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
scripts/ci/setup.sh arm64
exec python3 -B scripts/ci/arm64/arm64.py "$@"
