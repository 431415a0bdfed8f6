#!/usr/bin/env bash
# Says whether the thread sanitizer reports "counter += 1" of two threads, and the same behind a lock.
#
#   scripts/validate/sanitizer-race.sh
#
# Exit status: 0; 1 if the program can't be built, or a report is missing or wrong.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swiftc -O -swift-version 6 -sanitize=thread scripts/validate/sanitizer-race/main.swift -o "$folder/program"

reported() { TSAN_OPTIONS="exitcode=66" "$folder/program" "$1" 2>&1 >/dev/null | grep -q "WARNING: ThreadSanitizer: data race"; }
reported race || { echo "sanitizer-race: the race of two threads was not reported" >&2; exit 1; }
! reported locked || { echo "sanitizer-race: a race was reported behind a lock" >&2; exit 1; }
echo "counter += 1 of two threads is reported; behind a lock it is not"
