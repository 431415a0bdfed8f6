#!/usr/bin/env bash
# Builds tools of Tools/ in release, into the .build that the main package has: what is built there is built once.
#
#   scripts/validate/build-tool.sh NAME…
#   scripts/validate/build-tool.sh OPTION OF swift build…      all of them
set -euo pipefail
cd "$(dirname "$0")/../.."

build() { swift build -c release --package-path Tools --scratch-path .build "$@" >&2; }

# The versions that the main package was resolved to: others would be built anew, and then those again.
[ ! -e Package.resolved ] || cp Package.resolved Tools/Package.resolved
case ${1:-} in
  '' | -*) build "$@" ;;
  *) for name in "$@"; do build --product "$name"; done ;;
esac
