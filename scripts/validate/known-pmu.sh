#!/usr/bin/env bash
# Boots an emulated machine whose processor's counters advance at known rates, counts there, and compares the counts with the truth.
#
#   scripts/validate/known-pmu.sh [--short]     --short leaves out the scenes (known-pmu/scenes.sh) that take long
#
# SYNCBENCH names a built tool; KNOWN_PMU_SECONDS is how many seconds the machine may run. Exit status: 0 if every figure agrees,
# 2 if one does not, 1 if the machine could not be booted or did not answer. The figures are written to results/known-pmu.csv,
# except with --short.
set -euo pipefail
cd "$(dirname "$0")/../.."

short=${1:-}
tool=${SYNCBENCH:-.build/release/syncbench}
here=scripts/validate/known-pmu
work=.build/known-pmu
mkdir -p "$work"

scripts/ci/setup.sh pmu
[ -x "$tool" ] || { echo "known-pmu: there is no $tool: make build" >&2; exit 1; }
scripts/validate/build-tool.sh RotationTruth PerfAgreement

kernel=$(scripts/machines/rig.sh kernel)
version=${kernel##*/vmlinuz-}
headers=/usr/src/linux-headers-$version

rm -rf "$work/module"
cp -r "$here/module" "$work/module"
make -s -C "$headers" M="$PWD/$work/module" modules >"$work/module.log" 2>&1 || { cat "$work/module.log" >&2; exit 1; }

# The guest's file system: the tool, perf, bash, and the programs that compare counts.
root=$work/root
mkdir -p "$work/programs"
cp -L "$(command -v perf)" "$(command -v bash)" .build/release/RotationTruth .build/release/PerfAgreement "$work/programs/"
scripts/machines/rig.sh root "$root" "$tool" "$work"/programs/*
# The guest runs perf-agreement.sh with an empty setup.sh, because the guest has the packages already.
install -D -m 755 scripts/validate/perf-agreement.sh "$root/tree/scripts/validate/perf-agreement.sh"
install -D -m 755 <(echo '#!/bin/sh') "$root/tree/scripts/ci/setup.sh"
cp "$work/module/known_pmu.ko" "$root/known_pmu.ko"
strip --strip-debug "$root/known_pmu.ko"
install -m 755 "$here/guest.sh" "$root/init"
python3 -B "$here/plan.py" "$root/plan" $short
seconds=${KNOWN_PMU_SECONDS:-$([ "$short" = --short ] && echo 275 || echo 480)}
mkdir "$root/machine"
echo "$seconds" >"$root/machine/seconds"
[ "$short" != --short ] || touch "$root/plan/short"
cp "$here/scenes.sh" "$root/plan/scenes.sh"
scripts/machines/rig.sh pack "$root" "$work/initramfs"

echo "known-pmu: booting Linux $version with 4 emulated CPUs" >&2
rm -rf "$work/out"
scripts/machines/rig.sh boot "$work" $((seconds + 20)) "$kernel" tsc=reliable -cpu Haswell-v4 -smp 4 -m 2048
python3 -B "$here/compare.py" "$work/out" --kernel "$version" $short
