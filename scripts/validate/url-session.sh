#!/usr/bin/env bash
# Says whether completion handlers of URLSession run at the same time, with and without a delegate queue.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swiftc -O -swift-version 6 scripts/validate/url-session/main.swift -o "$folder/url-session"
"$folder/url-session"
