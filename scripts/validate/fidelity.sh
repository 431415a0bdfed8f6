#!/usr/bin/env bash
# Compares syncbench's loops with C loops over the same locks, hand-written and ConcurrencyKit's, run in
# turn.
#
#   scripts/validate/fidelity.sh [--rounds N] [--seed N] [--primitives NAME…]
#
# It installs libck-dev if that is missing. CC names the C compiler (cc). Exit status: 0 if every target is met, 2 otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/ci/setup.sh fidelity >&2
compiler=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$compiler" -std=gnu11 -O2 -Wall -Wextra -Werror -pthread Tools/Twin/twin.c -o "$folder/twin"
"$compiler" -std=gnu11 -O2 -Wall -Wextra -Werror -pthread Tools/Twin/place.c -o "$folder/place"
swift build -c release --product syncbench >&2

name=$("$compiler" --version)
python3 scripts/validate/fidelity/compare.py --twin "$folder/twin" --probe "$folder/place" --tool .build/release/syncbench \
  --compiler "${name%%$'\n'*}, -O2" "$@"
