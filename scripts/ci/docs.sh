#!/usr/bin/env bash
# Makes the libraries' documentation by swift-docc-plugin, and fails at a warning: a link to no symbol, a parameter that is not there.
#
#   scripts/ci/docs.sh [OPTION OF generate-documentation…]
#
# Writes .build/documentation: `python3 -m http.server -d .build/documentation`, and /documentation in a browser.
set -euo pipefail
cd "$(dirname "$0")/../.."

# What people import. A module is added here; a page of its own, in Sources/NAME/NAME.docc, is optional.
modules=(
  BenchmarkModel
  BenchmarkRunner
  BenchmarkStatistics
  SyncBenchCLI
  SyncPrimitives
  SyncSuites
)

# Package.swift names the plugin for this script alone.
export SYNCBENCH_DOCS=1
# The commit's name is in no documentation, and would have half of the package built anew with each.
unset SYNCBENCH_COMMIT
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# A scratch path of its own: another set of packages would have those of .build resolved anew each time.
swift package --scratch-path .build/docs --allow-writing-to-directory .build/documentation generate-documentation \
  "${modules[@]/#/--target=}" --enable-experimental-combined-documentation --warnings-as-errors \
  --output-path .build/documentation "$@" 2>&1 | tee "$log"
