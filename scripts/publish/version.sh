#!/usr/bin/env bash
# Prints the tool's version from its only source, Sources/BenchmarkRunner/Worker/Build.swift.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^ *package static let release = "\([0-9][0-9A-Za-z.+-]*\)"$/\1/p' Sources/BenchmarkRunner/Worker/Build.swift)
[ -n "$version" ] ||
  { echo "version.sh: Sources/BenchmarkRunner/Worker/Build.swift has no line 'package static let release = \"…\"'" >&2; exit 1; }
echo "$version"
