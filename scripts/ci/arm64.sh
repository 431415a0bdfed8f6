#!/usr/bin/env bash
# Proves the locks and the C shims on arm64, by an emulator and by their instructions (half a minute).
#
#   scripts/ci/arm64.sh [--keep FOLDER]     the files that were made stay in FOLDER
#
# Exit status: 0 if every check passes, 1 if one fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
scripts/ci/setup.sh arm64
exec python3 -B scripts/ci/arm64/arm64.py "$@"
