#!/usr/bin/env bash
# Makes the libraries' documentation by swift-docc-plugin, and fails at any warning, for example of a link to no symbol, or of
# a documented parameter that the function does not have.
#
#   scripts/ci/docs.sh [OPTION OF generate-documentation…]
#
# Writes .build/documentation. To read it, start `python3 -m http.server -d .build/documentation`, and open /documentation on that
# server in a browser.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The modules that users import. A new module is added here; a page of its own, in Sources/NAME/NAME.docc, is optional.
modules=(BenchmarkModel BenchmarkRunner SyncBenchCLI SyncBenchmark SyncPrimitives SyncSuites)

# Package.swift names the plugin for this script alone.
export SYNCBENCH_DOCS=1

# The options of the tests' build, several words. With the same options, what that build has compiled is not compiled again.
read -ra options <<<"${SYNCBENCH_TEST_OPTIONS:-}"

swift package --scratch-path .build/tests "${options[@]}" --allow-writing-to-directory .build/documentation generate-documentation \
  "${modules[@]/#/--target=}" --enable-experimental-combined-documentation --warnings-as-errors \
  --output-path .build/documentation "$@"
