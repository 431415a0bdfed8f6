#!/usr/bin/env bash
# Runs the ReFrame test of integrations/reframe on this machine, both directly and by a real SLURM, and checks the results.
#
#   scripts/validate/reframe.sh
#
# ReFrame is installed into .build/reframe if it is not on PATH. The script needs `make build`, root, scripts/ci/setup.sh slurm, and
# Python's venv. SLURM's four nodes share this machine's CPUs, so figures mean nothing and are not kept.
set -euo pipefail
cd "$(dirname "$0")/../.."

reframe=$(command -v reframe || echo "$PWD/.build/reframe/bin/reframe")
if [ ! -x "$reframe" ]; then
  python3 -m venv .build/reframe
  .build/reframe/bin/pip install --quiet 'ReFrame-HPC>=4.10,<5'
fi
if [ -z "${SLURM_HERE:-}" ]; then exec scripts/validate/slurm.sh "$0"; fi

export SYNCBENCH=${SYNCBENCH:-$PWD/.build/release/syncbench}
tests=$PWD/integrations/reframe
cd "$SLURM_HERE"
few='--profile smoke --workload uncontended --primitive mutex --primitive ticket'
run() { "$reframe" -C "$tests/site.py" -c "$tests/syncbench.py" -r -n 'SyncbenchSuite.*locks' -S run_options="$few" "$@"; }
expect() { # what, pattern, file
  grep -q -- "$2" "$3" && echo "ok    $1" || { echo "FAIL  $1"; cat "$3"; exit 1; }
}

run --system site:local >out 2>&1 || :
expect "it passes on this machine" 'PASSED' out
expect "a variable for each case" 'P: locks.uncontended.mutex.inside_0: .* ns' out
run --system site:slurm >out 2>&1 || :
expect "it passes by SLURM" 'PASSED' out
expect "the job has the node to itself" '--exclusive' output/site/slurm/builtin/*/rfm_job.sh
expect "the log has a line" ',pass' perflogs/site/slurm/SyncbenchSuite.log
run --system site:slurm --distribute=idle >out 2>&1 || :
expect "it passes on every idle node" 'Ran 4/4' out
echo '{"site:local": {"locks/uncontended/mutex/inside=0": 0.01}}' >references.json
run --system site:local -S expected="$PWD/references.json" >out 2>&1 && { echo "FAIL  a figure beyond its reference passed"; exit 1; }
expect "a figure beyond its reference fails" 'performance\|expected' out
printf '#!/bin/sh\n"%s" "$@"\nexit 3\n' "$SYNCBENCH" >invalid && chmod +x invalid
SYNCBENCH=$PWD/invalid run --system site:local >out 2>&1 && { echo "FAIL  an invalid run passed"; exit 1; }
expect "an invalid run fails" 'syncbench ended with status 3' out
