#!/usr/bin/env bash
# Counts on an emulated machine whose processor's counters have a known truth, and compares.
#
#   scripts/validate/known-pmu.sh [--short]     --short leaves the campaigns out that take long
#
# SYNCBENCH names a built tool; KNOWN_PMU_SECONDS how long the machine may take. On a busy host the scenes can be had in
# pieces: KNOWN_PMU_SCENES names some of scripts/validate/known-pmu/scenes.sh, and their answers join those of earlier calls.
# Exit status: 0 when every figure agrees, 2 when one does not, 1 when the machine could not be had or did not answer.
# The truth table is written to results/known-pmu.csv and docs/counters.md, but for --short.
set -euo pipefail
cd "$(dirname "$0")/../.."

short=${1:-}
tool=${SYNCBENCH:-.build/release/syncbench}
here=scripts/validate/known-pmu
work=.build/known-pmu
mkdir -p "$work"

scripts/ci/setup.sh pmu
if [ ! -x "$tool" ]; then
  echo "known-pmu: there is no $tool: make build" >&2
  exit 1
fi
scripts/validate/build-tool.sh RotationTruth PerfAgreement

headers=$(find /usr/src -maxdepth 1 -name 'linux-headers-*-cloud-amd64' | sort -V | tail -1)
version=${headers#/usr/src/linux-headers-}

# The image is unpacked and not installed: nothing of this machine's own start is touched.
kernel=$work/vmlinuz-$version
if [ ! -e "$kernel" ]; then
  rm -rf "$work/image"
  mkdir -p "$work/image"
  (
    cd "$work/image"
    apt-get download -qq "linux-image-$version" 2>/dev/null || apt-get download -qq "linux-image-$version-unsigned"
    dpkg-deb -x ./*.deb .
  )
  cp "$work/image/boot/vmlinuz-$version" "$kernel"
  rm -rf "$work/image"
fi

rm -rf "$work/module"
cp -r "$here/module" "$work/module"
make -s -C "$headers" M="$PWD/$work/module" modules >"$work/module.log" 2>&1 || {
  cat "$work/module.log" >&2
  exit 1
}

# The guest: busybox, the tool, perf, and the libraries that they name.
root=$work/root
rm -rf "$root"
mkdir -p "$root"/{bin,dev,etc,proc,sys,tmp,out,plan,lib64,usr/bin}
chmod 1777 "$root/tmp" "$root/out"
cp "$(command -v busybox)" "$root/bin/busybox"
perf=$(readlink -f "$(command -v perf)")
strip -o "$root/bin/syncbench" "$tool"
cp "$perf" "$root/bin/perf"
cp "$(command -v bash)" "$root/bin/bash"
# The comparison with perf stat is the project's own script; what it would install is there.
install -D -m 755 scripts/validate/perf-agreement.sh "$root/tree/scripts/validate/perf-agreement.sh"
mkdir -p "$root/tree/scripts/ci"
printf '#!/bin/sh\n' >"$root/tree/scripts/ci/setup.sh"
chmod 755 "$root/tree/scripts/ci/setup.sh"
# Beside the tool in a build lies what it preloads to count allocations.
built=$(dirname "$tool")
cp "$built/libSyncbenchAllocations.so" .build/release/RotationTruth .build/release/PerfAgreement "$root/bin/"
for program in "$tool" .build/release/PerfAgreement "$perf" "$(command -v bash)"; do
  ldd "$program" | grep -oE '/[^ ]+' || true
done | sort -u | while read -r library; do
  install -D -m 755 "$(readlink -f "$library")" "$root$library"
  strip --strip-unneeded "$root$library" 2>/dev/null || true
done
cp "$work/module/known_pmu.ko" "$root/known_pmu.ko"
strip --strip-debug "$root/known_pmu.ko"
install -m 755 "$here/guest.sh" "$root/init"
python3 -B "$here/plan.py" "$root/plan" $short
seconds=${KNOWN_PMU_SECONDS:-275}
echo "$seconds" >"$root/plan/seconds"
[ "$short" != --short ] || touch "$root/plan/short"
echo "${KNOWN_PMU_SCENES:-}" >"$root/plan/some"
cp "$here/scenes.sh" "$root/plan/scenes.sh"
(cd "$root" && find . | cpio -o -H newc --quiet) >"$work/initramfs"

# KVM is not asked for: it is not everywhere, and an emulated processor has no counters that could get in between.
echo "known-pmu: booting Linux $version with 4 emulated CPUs" >&2
status=0
timeout $((seconds + 20)) qemu-system-x86_64 -accel tcg,thread=multi -cpu Haswell-v4 -smp 4 -m 2048 \
  -nodefaults -display none -no-reboot -kernel "$kernel" -initrd "$work/initramfs" \
  -append "console=ttyS0 rdinit=/init quiet panic=-1 mitigations=off tsc=reliable" \
  -serial "file:$work/console" -serial "file:$work/results.tar" </dev/null || status=$?
[ -n "${KNOWN_PMU_SCENES:-}" ] || rm -rf "$work/out"
mkdir -p "$work/out"
if ! tar -x -C "$work/out" -f "$work/results.tar" 2>/dev/null; then
  echo "known-pmu: the machine gave no results (status $status); it said last:" >&2
  tail -20 "$work/console" >&2
  exit 1
fi
python3 -B "$here/compare.py" "$work/out" --kernel "$version" $short
