#!/usr/bin/env bash
# Builds tools of Tools/ in the release configuration, in the package's .build: modules that syncbench has too are built once.
#
#   scripts/validate/build-tool.sh NAME…
#   scripts/validate/build-tool.sh [OPTION…]      builds all tools, with these options of `swift build`
set -euo pipefail
cd "$(dirname "$0")/../.."

# Package.swift has the tools' targets only if the variable is set, so no other build builds them.
build() { SYNCBENCH_TOOLS=1 swift build -c release "$@" >&2; }

case ${1:-} in
  '' | -*) build "$@" ;;
  *) for name in "$@"; do build --product "$name"; done ;;
esac
