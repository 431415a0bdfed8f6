#!/usr/bin/env bash
# Installs the Debian packages that syncbench needs, if they are missing.
#
#   scripts/ci/setup.sh [fidelity]     with ConcurrencyKit, whose locks scripts/validate/fidelity.sh compares with ours
#   scripts/ci/setup.sh [lockhammer]   with the library by which lockhammer writes its figures, for scripts/validate/lockhammer.sh
#   scripts/ci/setup.sh [perf]         with perf, whose counts scripts/validate/perf-agreement.sh compares with ours
#   scripts/ci/setup.sh [counting]     with perf, valgrind and tracefs, without which tests of counting are skipped
#   scripts/ci/setup.sh [pmu]          with an emulator, a kernel's headers and busybox, for scripts/validate/known-pmu.sh and scripts/machines
#   scripts/ci/setup.sh [arm64]        with a cross compiler and an emulator, for scripts/ci/arm64.sh
#   scripts/ci/setup.sh [bundle]       with the static libraries that scripts/publish/bundle.sh links, and the programs that it calls
#   scripts/ci/setup.sh [bundle-elsewhere]  with debootstrap, for scripts/validate/bundle-elsewhere.sh
#   scripts/ci/setup.sh [slurm]        with SLURM and munge, for scripts/validate/slurm.sh
#   scripts/ci/setup.sh [report]       with chromium and a font, without which the report's tests in a browser are skipped
set -euo pipefail

fail() { echo "setup: $1" >&2; exit 1; }
command -v swift >/dev/null || fail "there is no swift on PATH: install a Swift 6.2 or newer toolchain (https://swift.org/install)"

part=${1:-}
missing=()
# Notes PACKAGE as missing if the chosen part is among PARTS (or PARTS is `all`) and TEST fails.
need() { # PARTS PACKAGE TEST…
  if [[ $1 = all || " $1 " = *" $part "* ]] && ! "${@:3}" >/dev/null 2>&1; then missing+=("$2"); fi
}
there() { for program in "$@"; do command -v "$program" || return; done; }
found() { [ -n "$(find "$@" -print -quit)" ]; }
static_busybox() { there busybox && ! ldd "$(command -v busybox)"; }

[ "$part" != pmu ] || [ "$(uname -m)" = x86_64 ] || fail "the emulated counters are those of x86_64"
need all libpfm4-dev test -e /usr/include/perfmon/pfmlib.h
need all zlib1g-dev test -e /usr/include/zlib.h
need all gnuplot-nox there gnuplot
need lockhammer libjansson-dev test -e /usr/include/jansson.h
need fidelity libck-dev test -e /usr/include/ck_spinlock.h
need "perf counting pmu" linux-perf there perf
need counting valgrind there valgrind
need pmu qemu-system-x86 there qemu-system-x86_64
need pmu busybox-static static_busybox
need pmu cpio there cpio
need "pmu bundle" gcc there gcc
need pmu linux-headers-cloud-amd64 found /usr/src -maxdepth 1 -name 'linux-headers-*-cloud-amd64'
need arm64 gcc-aarch64-linux-gnu there aarch64-linux-gnu-gcc
need arm64 libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/errno.h
need arm64 qemu-user-static there qemu-aarch64-static
need "bundle bundle-elsewhere" binutils there readelf
need bundle xz-utils there xz
need bundle python3 there python3
# The static libstdc++ comes with the C++ compiler.
need bundle g++ found /usr/lib/gcc -name libstdc++.a
need bundle-elsewhere debootstrap there debootstrap
need slurm slurm-wlm there slurmctld slurmd sbatch
need slurm munge there munged
need report chromium there chromium
# Without a font the pictures of a page have no text.
need report fonts-dejavu-core found /usr/share/fonts -name '*.ttf'

# Tracepoints need a file system of their own, which some containers can't mount.
if [ "$part" = counting ] && [ "$(id -u)" -eq 0 ] && [ ! -e /sys/kernel/tracing/events ]; then
  mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null ||
    echo "setup: tracefs can't be mounted here: the tests of tracepoints will be skipped" >&2
fi
[ ${#missing[@]} -gt 0 ] || exit 0

command -v apt-get >/dev/null || fail "please install ${missing[*]} (these are Debian's names; there is no apt-get here)"

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "as root, please run: apt-get install ${missing[*]}"
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c \
  'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null' apt "${missing[@]}" ||
  fail "apt-get failed; please install ${missing[*]} by hand"
