#!/usr/bin/env bash
# Gives each reader of foreign input the inputs of libFuzzer, under the address sanitizer.
#
#   scripts/validate/fuzz.sh [--executions N] [--jobs N] [READER…]     10^6 executions each; results/fuzz.csv
#   scripts/validate/fuzz.sh --replay [READER…]                        the committed corpora and 3,000 executions each
#   scripts/validate/fuzz.sh --seeds                                   makes seeds of real inputs, in .build/fuzz/corpora
#   scripts/validate/fuzz.sh --keep [READER…]                          copies some inputs of .build/fuzz/corpora into the committed corpora
#   scripts/validate/fuzz.sh --list
#
# Builds the package anew in .build/fuzz, with the counters that guide the fuzzer; this takes some six minutes the first time. An
# input that crashes a reader, or keeps it for a second of CPU time, stays in .build/fuzz/found/READER. Exit status: 0 if there is
# no such input.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ ${1:-} != --seeds ]]; then
  SYNCBENCH_TOOLS=1 SYNCBENCH_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product Fuzz \
    --sanitize=address -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xcc -fsanitize=fuzzer-no-link
fi
exec python3 -B scripts/validate/fuzz/fuzz.py "$@"
