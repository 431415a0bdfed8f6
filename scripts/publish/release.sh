#!/usr/bin/env bash
# Tags the release that Sources and CHANGELOG.md already describe. CONTRIBUTING.md has the steps before and after.
#
#   scripts/publish/release.sh            checks, and makes the tag vVERSION with the changelog's section as its message
#   scripts/publish/release.sh --check    checks alone
#   scripts/publish/release.sh --notes    prints the changelog's section of the version
#
# Nothing is pushed. Exit status: 0, or 1 with the fault.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "release.sh: $1" >&2; exit 1; }

version=$(scripts/publish/version.sh)
tag=v$version

# The text below the version's heading, up to the next heading, without empty lines around the text.
notes() {
  awk -v heading="## [$version]" 'index($0, "## [") == 1 { inside = index($0, heading) == 1; next } inside' CHANGELOG.md |
    sed -e '/./,$!d' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

check() {
  grep -qE "^## \[${version//./\\.}\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
    fail "CHANGELOG.md has no line '## [$version] - YYYY-MM-DD': put that heading above the unreleased changes, or bump the version in Sources/BenchmarkRunner/Worker/Build.swift"
  [ -n "$(notes)" ] || fail "CHANGELOG.md says nothing of $version"
  [ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed: git status"
  ! git rev-parse -q --verify "refs/tags/$tag" >/dev/null ||
    fail "the tag $tag exists: bump the version in Sources/BenchmarkRunner/Worker/Build.swift"
}

case ${1:-} in
  --notes) notes ;;
  --check) check && echo "$tag can be tagged" ;;
  '')
    check
    git tag -a "$tag" --cleanup=verbatim -m "syncbench $version" -m "$(notes)"
    echo "$tag is tagged; 'git push origin $tag' publishes it, and its workflow attaches the bundle"
    ;;
  *) fail "usage: scripts/publish/release.sh [--check | --notes]" ;;
esac
