#!/usr/bin/env bash
# Installs the Debian packages that syncbench stands on, where they are missing.
#
#   scripts/ci/setup.sh [fidelity]     with those that scripts/validate/fidelity.sh compares with
#   scripts/ci/setup.sh [perf]         with perf, which scripts/validate/perf-agreement.sh compares with
#   scripts/ci/setup.sh [counting]     with perf, valgrind and tracefs, without which tests of counting are skipped
#   scripts/ci/setup.sh [pmu]          with an emulator, a kernel's headers and busybox, for known-pmu.sh and the machines
#   scripts/ci/setup.sh [arm64]        with a cross compiler and an emulator, for scripts/ci/arm64.sh
#   scripts/ci/setup.sh [bundle]       with the archives and programs that scripts/publish/bundle.sh links with and checks by
#   scripts/ci/setup.sh [bundle-elsewhere]  with debootstrap, for scripts/validate/bundle-elsewhere.sh
#   scripts/ci/setup.sh [slurm]        with SLURM and munge, for scripts/validate/slurm.sh
#   scripts/ci/setup.sh [report]       with chromium and a font, without which the report's tests in a browser are skipped
set -euo pipefail

if ! command -v swift >/dev/null; then
  echo "setup: there is no swift on PATH: install a Swift 6.2 or newer toolchain (https://swift.org/install)" >&2
  exit 1
fi

part=${1:-}
missing=()
[ -e /usr/include/perfmon/pfmlib.h ] || missing+=(libpfm4-dev)
[ -e /usr/include/zlib.h ] || missing+=(zlib1g-dev)
command -v gnuplot >/dev/null || missing+=(gnuplot-nox)
[ "$part" != fidelity ] || [ -e /usr/include/ck_spinlock.h ] || missing+=(libck-dev)
[[ ! $part =~ ^(perf|counting)$ ]] || command -v perf >/dev/null || missing+=(linux-perf)
[ "$part" != counting ] || command -v valgrind >/dev/null || missing+=(valgrind)
if [ "$part" = pmu ]; then
  [ "$(uname -m)" = x86_64 ] || { echo "setup: the emulated counters are those of x86_64" >&2; exit 1; }
  command -v qemu-system-x86_64 >/dev/null || missing+=(qemu-system-x86)
  command -v busybox >/dev/null && ! ldd "$(command -v busybox)" >/dev/null 2>&1 || missing+=(busybox-static)
  command -v cpio >/dev/null || missing+=(cpio)
  command -v gcc >/dev/null || missing+=(gcc)
  command -v perf >/dev/null || missing+=(linux-perf)
  [ -n "$(find /usr/src -maxdepth 1 -name 'linux-headers-*-cloud-amd64' -print -quit)" ] ||
    missing+=(linux-headers-cloud-amd64)
fi
if [ "$part" = arm64 ]; then
  command -v aarch64-linux-gnu-gcc >/dev/null || missing+=(gcc-aarch64-linux-gnu)
  [ -e /usr/aarch64-linux-gnu/include/errno.h ] || missing+=(libc6-dev-arm64-cross)
  command -v qemu-aarch64-static >/dev/null || missing+=(qemu-user-static)
fi
if [ "$part" = bundle ]; then
  command -v readelf >/dev/null || missing+=(binutils)
  command -v gcc >/dev/null || missing+=(gcc)
  command -v xz >/dev/null || missing+=(xz-utils)
  command -v python3 >/dev/null || missing+=(python3)
  # The static archive comes with the compiler of C++.
  [ -n "$(find /usr/lib/gcc -name libstdc++.a -print -quit 2>/dev/null)" ] || missing+=(g++)
fi
if [ "$part" = bundle-elsewhere ]; then
  command -v debootstrap >/dev/null || missing+=(debootstrap)
  command -v readelf >/dev/null || missing+=(binutils)
fi
if [ "$part" = slurm ]; then
  command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v sbatch >/dev/null || missing+=(slurm-wlm)
  command -v munged >/dev/null || missing+=(munge)
fi
if [ "$part" = report ]; then
  command -v chromium >/dev/null || missing+=(chromium)
  # Without any font the pictures of a page have no letters.
  [ -n "$(find /usr/share/fonts -name '*.ttf' -print -quit 2>/dev/null)" ] || missing+=(fonts-dejavu-core)
fi

# The tracepoints have a file system of their own, which a container may not let anybody mount.
if [ "$part" = counting ] && [ "$(id -u)" -eq 0 ] && [ ! -e /sys/kernel/tracing/events ]; then
  mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null ||
    echo "setup: tracefs can't be mounted here: the tests of tracepoints will be skipped" >&2
fi
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: please install ${missing[*]} (these are Debian's names; there is no apt-get here)" >&2
  exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: as root, please run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c \
  'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null' apt "${missing[@]}"; then
  echo "setup: apt-get failed; please install ${missing[*]} by hand" >&2
  exit 1
fi
