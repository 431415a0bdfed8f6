#!/usr/bin/env bash
# Compares syncbench's loops with loops in C over the same locks and over ConcurrencyKit's locks. The loops run in turn.
#
#   scripts/validate/fidelity.sh [--rounds N] [--seed N] [--primitives NAME…]
#
# It installs libck-dev if that is missing. The C loops are the program Tools/Twin. The clang of the Swift toolchain, which has
# Swift's code generator, compiles it in four placements of its instructions, and once more with closures in reference-counted boxes, as in
# Swift (BOXED, in Tools/Twin/queue_locks.h). The compiler CC (cc by default) compiles it too. Exit status: 0 if every case meets its
# target, 2 if a case misses it.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/ci/setup.sh fidelity >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
other=${CC:-cc}
[ -x "$clang" ] || clang=clang
options=(-std=gnu11 -O2 -Wall -Wextra -Werror -pthread)
"$clang" "${options[@]}" Tools/Twin/twin.c -o "$folder/twin"
for power in 4 5 6; do
  "$clang" "${options[@]}" -falign-functions=64 -mllvm -align-all-blocks=$power Tools/Twin/twin.c -o "$folder/twin-$((1 << power))"
done
"$clang" "${options[@]}" -DBOXED Tools/Twin/twin.c -o "$folder/twin-boxed"
"$other" "${options[@]}" Tools/Twin/twin.c -o "$folder/twin-cc"
"$clang" "${options[@]}" Tools/Twin/place.c -o "$folder/place"
swift build -c release --product syncbench >&2

first_line() { "$1" --version | head -1; }
python3 scripts/validate/fidelity/compare.py --twins "$folder" --tool .build/release/syncbench \
  --compiler "$(first_line "$clang"), -O2; twin-cc: $(first_line "$other"), -O2" "$@"
