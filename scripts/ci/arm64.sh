#!/usr/bin/env bash
# Proves the locks and the C shims on arm64, by an emulator and by their instructions (half a minute).
#
#   scripts/ci/arm64.sh [--keep FOLDER]     the files that were made stay in FOLDER
#
# Exit status: 0 where all holds, 1 where something does not.
set -euo pipefail
cd "$(dirname "$0")/../.."
scripts/ci/setup.sh arm64
exec python3 -B scripts/ci/arm64/arm64.py "$@"
