#!/usr/bin/env bash
# Compares syncbench with Arm's lockhammer: the same locks, measured in turn by both, in the same place of the host.
#
#   scripts/validate/lockhammer.sh FOLDER [--rounds N] [--seed N]
#
# FOLDER is a checkout of ARM-software/synchronization-benchmarks; nothing of it is copied. Installs libjansson-dev if that is
# missing. Writes results/lockhammer.csv.
set -euo pipefail
folder=$(cd "${1:?FOLDER of a checkout of lockhammer}/benchmarks/lockhammer" && pwd)
cd "$(dirname "$0")/../.."

scripts/ci/setup.sh lockhammer >&2
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
make -s -C "$folder" >&2
cc -std=gnu11 -O2 -Wall -Wextra -Werror -pthread Tools/Twin/place.c -o "$programs/place"
swift build -c release --product syncbench >&2
commit=$(git -C "$folder" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
scripts/validate/fidelity/lockhammer.py --rival "$(dirname "$(ls "$folder"/build*/lh_ticket_spinlock | head -1)")" \
  --rival-commit "$commit" --probe "$programs/place" --tool .build/release/syncbench "${@:2}"
