#!/usr/bin/env bash
# Records pairs with slowdowns injected by op count and by mechanism, and puts them through the gate's own
# decision: how many it finds, and how many it passes.
#
#   scripts/validate/gate-power.sh [--pairs [SIZE=]N…] [--cases NAME…] …
#
# It goes on where it was stopped. `--help` lists the options, docs/background/gate-validation.md says what is written.
set -euo pipefail
cd "$(dirname "$0")/../.."

[[ " $* " == *" --help "* ]] || {
  scripts/validate/build-tool.sh SlowedBench GateTrials
}
exec python3 scripts/validate/gate-validation/power.py "$@"
