#!/usr/bin/env bash
# Prints the tool's version from its only source, Sources/SyncBenchCLI/SyncBench.swift.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^ *public static let version = "\([0-9][0-9A-Za-z.+-]*\)"$/\1/p' Sources/SyncBenchCLI/SyncBench.swift)
[ -n "$version" ] ||
  { echo "version.sh: Sources/SyncBenchCLI/SyncBench.swift has no line 'public static let version = \"…\"'" >&2; exit 1; }
echo "$version"
