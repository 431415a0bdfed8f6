#!/usr/bin/env bash
# Measures what syncbench itself costs: a worker's start-up, the answers of list and --help, the
# orchestrator's memory and CPU share. Exit status: 0 when every target is met, 2 otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift build -c release --product syncbench >&2
python3 scripts/validate/overhead/measure.py --tool .build/release/syncbench
