#!/usr/bin/env bash
# Runs the tests of the readers of input, and of the code that calls the C shims, under two sanitizers together.
#
#   scripts/validate/sanitize-readers.sh [OPTION OF swift test…]
#
# The address sanitizer checks all code. The undefined behaviour sanitizer checks C code: C files, and the shims' inline functions
# in Swift code. A report ends the process. Builds in .build/asan, in some five minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."

export SYNCBENCH_READERS_ALONE=1
# Leaks are not reported: a test's leak is no defect, and the runtime never frees what it makes once.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1:${UBSAN_OPTIONS:-}"
exec scripts/ci/test.sh --scratch-path .build/asan --sanitize=address \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined -Xswiftc -gnone "$@"
