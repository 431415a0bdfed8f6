#!/usr/bin/env bash
# Runs the tests of the readers, and of what calls the C shims, under two sanitizers at once.
#
#   scripts/validate/sanitize-readers.sh [OPTION OF swift test…]
#
# The address sanitizer looks at all code, the one for undefined behaviour at the C code: its own, and the shims' inline
# functions where Swift calls them. A report ends the process. Builds in .build/asan, in some five minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."

export SYNCBENCH_READERS_ALONE=1
# A leak of a test's is no defect, and the runtime keeps what it has made once.
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1:${UBSAN_OPTIONS:-}"
exec scripts/ci/test.sh --scratch-path .build/asan --sanitize=address \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined -Xswiftc -gnone "$@"
