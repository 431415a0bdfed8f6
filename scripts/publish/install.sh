#!/usr/bin/env bash
# Installs the release build: the tool, the library that counts allocations, the manual page, completions for shells.
#
#   scripts/publish/install.sh PREFIX      such as /usr/local; `make install PREFIX=…` builds first
set -euo pipefail
cd "$(dirname "$0")/../.."

prefix=${1:?"usage: scripts/publish/install.sh PREFIX"}
built=${SYNCBENCH_BUILT:-.build/release}
tool=$built/syncbench

place() { # SOURCE FOLDER NAME [MODE]
  install -D -m "${4:-644}" "$1" "$prefix/$2/$3"
  echo "$prefix/$2/$3"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/publish/manual.py "$tool" >"$folder/syncbench.1"
for shell in bash zsh fish; do "$tool" --generate-completion-script "$shell" >"$folder/$shell"; done

place "$tool" bin syncbench 755
# The tool looks for the library in ../lib.
place "$built/libSyncbenchAllocations.so" lib libSyncbenchAllocations.so
place "$folder/syncbench.1" share/man/man1 syncbench.1
place "$folder/bash" share/bash-completion/completions syncbench
place "$folder/zsh" share/zsh/site-functions _syncbench
place "$folder/fish" share/fish/vendor_completions.d syncbench.fish
