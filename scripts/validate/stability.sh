#!/usr/bin/env bash
# Measures how far figures agree across contexts: alone, in a suite, in another order, after load, another day.
#
#   scripts/validate/stability.sh [--tool PATH] [--before PATH] [--output DIR | --keep] [--contexts LIST] [--dry-run] …
#
# Writes results/stability.csv, stability-pairs.csv and stability.json. `--help` lists the options. Takes some eight
# minutes on two idle CPUs, twice that with --before. Ctrl-C ends the run and the load, and writes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

exec python3 -B scripts/validate/stability/measure.py "$@"
