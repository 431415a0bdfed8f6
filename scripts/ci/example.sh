#!/usr/bin/env bash
# Builds Examples/OwnLock and Examples/OwnCode, calls their commands, and asserts that the lock's loops are specialised.
#
#   scripts/ci/example.sh            as packages of their own, which build all their dependencies once more (8 min)
#   scripts/ci/example.sh --inside   as tools of this package; the examples' own manifests are only read
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1:-}" = --inside ]; then
  scratch=$PWD/.build
  for example in OwnLock OwnCode; do
    swift package --package-path Examples/$example --scratch-path "$scratch/example" show-dependencies >/dev/null
  done
  SYNCBENCH_EXAMPLE_INSIDE=1 swift build -c release --product mybench
  SYNCBENCH_EXAMPLE_INSIDE=1 swift build -c release --product benchmarks
  # The tool that measures OwnCode's closures: `benchmarks` finds it in its own folder.
  SYNCBENCH_EXAMPLE_INSIDE=1 swift build -c release --product syncbench-code
else
  scratch=$PWD/.build/example
  # Debug information takes time to build, and nothing here is debugged.
  options=(-c release --package-path Examples/OwnLock --scratch-path "$scratch" -Xswiftc -gnone)
  swift build "${options[@]}"
  # The library that counts allocations is a product that the example does not depend on.
  swift build "${options[@]}" --product SyncbenchAllocations
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tool=$scratch/release/mybench
lock=yielding-lock

"$tool" --version | grep -q "^mybench 1.0.0 on syncbench "
"$tool" list locks --primitive "$lock" >"$folder/list"
grep -q "locks/contended/$lock/threads=2/" "$folder/list"
"$tool" prove "$lock" --operations 100000 >"$folder/proof"
grep -q '^  exclusion .*kept' "$folder/proof"
"$tool" run locks --primitive "$lock" --primitive pthread-mutex --profile smoke --quiet --output "$folder/run" >"$folder/ranking"
grep -q "$lock" "$folder/ranking"
grep -q "^locks/exclusion/$lock/threads=2,.*,valid," "$folder/run/locks.csv"
"$tool" show "$folder/run" >/dev/null
"$tool" plot "$folder/run"
test -s "$folder/run/plots/locks-cost.svg"

"$tool" profile "locks/uncontended/$lock/inside=0" --quiet --output "$folder/profile" >"$folder/why"
grep -q '^verdict:' "$folder/why"
grep -q ',allocations,,allocations,counted,0,' "$folder/profile/raw/counters.csv"

# The gate compares the example with itself: the verdict depends on the machine, but there must be one.
status=0
"$tool" gate --baseline "$tool" --filter "locks/uncontended/$lock/*" --budget 20s --quiet --output "$folder/gate" \
  >"$folder/verdict" || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 7 ]
# Names of cases that are NOT GATED are indented by two spaces.
grep -Eq "^((PASS|IMPROVED|INCONCLUSIVE) +|  )locks/uncontended/$lock/" "$folder/verdict"
status=0
"$tool" gate --replay "$folder/gate" >/dev/null || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 7 ]

nm "$tool" | swift demangle --compact >"$folder/names"
for loop in uncontendedLoop contendedLoop; do
  grep -q "GuardedCounter<mybench.YieldingLock>> of SyncSuites.$loop<" "$folder/names" ||
    { echo "example: $loop is not specialised for the example's lock" >&2; exit 1; }
done
echo "example: a lock of one's own was listed, proven, measured, shown, drawn, explained and gated"

# Examples/OwnCode, whose benchmarks are closures. As a package of its own it is started as a user would start it.
code=("$PWD/.build/release/benchmarks")
[ "${1:-}" = --inside ] ||
  code=(swift package --package-path Examples/OwnCode --scratch-path "$PWD/.build/own-code" --allow-writing-to-package-directory syncbench)
"${code[@]}" list | grep -q "mine/get/mutex/threads=1"
"${code[@]}" run --profile smoke --quiet --output "$folder/code" >"$folder/table"
grep -q " floor" "$folder/table"
for cache in mutex actor; do
  grep -q "^mine/get/$cache/threads=1,.*,valid," "$folder/code/mine.csv"
done
echo "example: a cache of one's own was measured in two forms, beside the floor"
