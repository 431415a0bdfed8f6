#!/usr/bin/env bash
# Runs a long check, unless it has passed on the same sources with the same compiler.
#
#   scripts/ci/proven.sh sanitize|known-pmu|machines|fleet [COMMAND…]
#
# A check depends most on the files that this script lists for it. If it passes, a fingerprint of these files, the compiler and
# the architecture goes into results/proven, which is committed; the next call with that fingerprint says when the check passed,
# and ends with 0. A check of files that are not committed is always run, and is not recorded. Run COMMAND by itself to repeat a
# check that has passed. Without COMMAND nothing is run: the status is 0 if the check has passed, 1 if not.
set -euo pipefail
cd "$(dirname "$0")/../.."

name=${1:-}
case $name in
sanitize) paths=(Sources/SyncPrimitives Sources/SyncSuites Sources/CSyncShims Tests/SyncPrimitivesTests scripts/ci/thread-sanitizer.supp) ;;
known-pmu) paths=(Sources/PerfEvents Sources/CPfm Sources/BenchmarkRunner/Counting scripts/{machines/boot.sh,validate/{known-pmu.sh,known-pmu,common.py}}) ;;
machines) paths=(Sources/BenchmarkModel/Environment Sources/BenchmarkRunner/Orchestrator scripts/{machines,validate/common.py}) ;;
fleet) paths=(Sources/BenchmarkFleet Sources/SyncBenchCLI/Fleet scripts/validate/fleet.sh scripts/validate/slurm.sh) ;;
*) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
esac
shift
for path in "${paths[@]}"; do
  [ -e "$path" ] || { echo "proven: there is no $path: correct the paths of $name" >&2; exit 64; }
done
record=results/proven/$name
# Prints the files without their lines of comments, because a comment can't change whether a check passes.
code() {
  git ls-tree -r --name-only HEAD -- "${paths[@]}" | while IFS= read -r file; do
    printf '%s\n' "$file"
    git show "HEAD:$file" | sed -E '/^[[:space:]]*(\/\/|#( |$))/d'
  done
}
fingerprint=$({ swift --version 2>/dev/null | head -n 1; uname -m; code; } | sha256sum | cut -d' ' -f1)
is_committed() { [ -z "$(git status --porcelain -- "${paths[@]}")" ]; }

if is_committed && [ -f "$record" ]; then
  read -r passed date <"$record"
  if [ "$passed" = "$fingerprint" ]; then
    echo "$name: passed on these sources on $date"
    exit 0
  fi
fi
[ $# -gt 0 ] || exit 1
"$@"
if is_committed; then
  mkdir -p results/proven
  echo "$fingerprint $(date -u +%Y-%m-%d)" >"$record"
  echo "$name: passed; commit $record"
fi
