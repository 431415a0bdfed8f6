#!/usr/bin/env bash
# Calls each reader of input (CONTRIBUTING.md, "A reader of input") with inputs that libFuzzer generates, under the address sanitizer.
#
#   scripts/validate/fuzz.sh [--executions N] [--jobs N] [READER…]     10^6 executions of each reader by default; writes results/fuzz.csv
#   scripts/validate/fuzz.sh --replay [READER…]                        3,000 executions of each reader, its committed corpus included; no table
#   scripts/validate/fuzz.sh --seeds                                   makes seeds from real inputs, in .build/fuzz/corpora
#   scripts/validate/fuzz.sh --keep [READER…]                          copies some inputs of .build/fuzz/corpora into the committed corpora
#   scripts/validate/fuzz.sh --list
#
# Builds the package in .build/fuzz, with the counters that guide the fuzzer; the first build takes some six minutes. An input that
# crashes a reader, or keeps it for more than a second of CPU time, stays in .build/fuzz/found/READER. Exit status: 0 if no such
# input was found.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ ${1:-} != --seeds ]]; then
  SYNCBENCH_TOOLS=1 SYNCBENCH_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product Fuzz \
    --sanitize=address -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xcc -fsanitize=fuzzer-no-link
fi
exec python3 -B scripts/validate/fuzz/fuzz.py "$@"
