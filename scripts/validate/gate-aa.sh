#!/usr/bin/env bash
# Runs gates of a build against itself and counts the verdicts: none may be FAIL.
#
#   scripts/validate/gate-aa.sh [--suites N] [--condition idle|load|quota] [--relinked EXE] [--cases NAME…] …
#
# It goes on where it was stopped. `--help` lists the options, docs/background/gate-validation.md says what is written.
# Exit status: 0 when no suite had a FAIL, 2 otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."

[[ " $* " == *" --help "* ]] || {
  swift build -c release --product syncbench >&2
  scripts/validate/build-tool.sh GateTrials
}
exec python3 scripts/validate/gate-validation/aa.py "$@"
