#!/usr/bin/env bash
# Runs, gates and reports for hours, and watches what they leave and whether they grow.
#
#   scripts/validate/soak.sh [--hours H] [--tool PATH] [--output DIR] [--seed N]
#   scripts/validate/soak.sh --judge TABLE [--output DIR]
#   scripts/validate/soak.sh --check
#
# Writes results/soak.csv, a row a command, and results/soak-summary.csv, a row a series with its verdict. Exit status: 0
# where nothing grew and nothing was left, 1 where something did. With SOAK_PREFIX each command is started through that
# command, such as one that takes a lock of the machine. `--check` shows that every fault is seen that is looked for.
set -euo pipefail
cd "$(dirname "$0")/../.."

case ${1:-} in
  --check) exec python3 -B scripts/validate/soak/check.py ;;
  *) exec python3 -B scripts/validate/soak/soak.py "$@" ;;
esac
