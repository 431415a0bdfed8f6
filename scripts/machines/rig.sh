#!/usr/bin/env bash
# Builds the file system of an emulated machine, and boots it. All emulated machines of the project use this script.
#
#   scripts/machines/rig.sh kernel                      prints the path of the machines' kernel, which is fetched if it is missing
#   scripts/machines/rig.sh root FOLDER TOOL PROGRAM…   fills FOLDER with busybox, the tool as bin/syncbench, the library that it
#                                                       preloads, PROGRAMs, and the shared libraries that all of them need
#   scripts/machines/rig.sh pack FOLDER FILE            packs a folder as (a part of) an initramfs
#   scripts/machines/rig.sh boot FOLDER SECONDS KERNEL 'ARGUMENTS OF LINUX' OPTION OF qemu…
#                                                       boots FOLDER/initramfs; what the guest hands out as a tar is then in FOLDER/out
#
# The guest's init is /init, which begins with boot.sh. Its output on /dev/ttyS0 is in FOLDER/console; it hands its answers out as
# a tar over /dev/ttyS1. Exit status of boot: 1 if there are no answers.
set -euo pipefail

fail() { echo "rig: $*" >&2; exit 1; }

# The kernel has the version of the installed headers, so a module that is built with them can be loaded.
kernel() {
  local headers version file folder=.build/machines
  headers=$(find /usr/src -maxdepth 1 -name 'linux-headers-*-cloud-amd64' | sort -V | tail -1)
  [ -n "$headers" ] || fail "there are no headers of a cloud kernel: scripts/ci/setup.sh pmu installs them"
  version=${headers#/usr/src/linux-headers-}
  file=$folder/vmlinuz-$version
  if [ ! -e "$file" ]; then
    # The image is unpacked and not installed, so the host's own boot does not change.
    rm -rf "$folder/image"
    mkdir -p "$folder/image"
    (
      cd "$folder/image"
      apt-get download -qq "linux-image-$version" 2>/dev/null || apt-get download -qq "linux-image-$version-unsigned"
      dpkg-deb -x ./*.deb .
    ) >&2
    cp "$folder/image/boot/vmlinuz-$version" "$file"
    rm -rf "$folder/image"
  fi
  echo "$file"
}

root() {
  local root=$1 tool=$2 program library
  shift 2
  [ -x "$tool" ] || fail "there is no $tool: make build"
  rm -rf "$root"
  mkdir -p "$root"/{bin,dev,etc,proc,sys,tmp,out,plan,lib64,usr/bin}
  chmod 1777 "$root/tmp" "$root/out"
  cp "$(command -v busybox)" "$root/bin/busybox"
  cp scripts/machines/boot.sh "$root"
  strip -o "$root/bin/syncbench" "$tool"
  # The library that counts allocations lies beside the tool in a build, and in lib in a bundle.
  for library in "$(dirname "$tool")"/{,../lib/}libSyncbenchAllocations.so; do
    [ ! -e "$library" ] || cp "$library" "$root/bin/"
  done
  for program in "$@"; do cp "$program" "$root/bin/"; done
  for program in "$tool" "$@"; do ldd "$program" 2>/dev/null | grep -oE '/[^ ]+' || true; done | sort -u |
    while read -r library; do
      install -D -m 755 "$(readlink -f "$library")" "$root$library"
      strip --strip-unneeded "$root$library" 2>/dev/null || true
    done
}

pack() { (cd "$1" && find . | cpio -o -H newc --quiet) >"$2"; }

# KVM is not used: not every host has it. Without it the processor has no counters that could interfere with known-pmu's.
emulate() {
  timeout "$seconds" qemu-system-x86_64 -accel tcg,thread=multi -nodefaults -display none -no-reboot \
    -kernel "$kernel" -initrd "$work/initramfs" \
    -append "console=ttyS0 rdinit=/init quiet panic=-1 mitigations=off $arguments" \
    -serial "file:$work/console" -serial "file:$work/results.tar" "$@" </dev/null \
    2> >(grep -v "TCG doesn't support requested feature" >&2)
}

# Boots up to three times, because on a busy host Linux may fail to find its timers and hang before its init.
boot() {
  local work=$1 seconds=$2 kernel=$3 arguments=$4 status=0 try emulator
  shift 4
  for try in 1 2 3; do
    rm -f "$work/results.tar" "$work/console"
    emulate "$@" &
    emulator=$!
    for _ in $(seq 90); do
      [ ! -s "$work/console" ] && kill -0 $emulator 2>/dev/null || break
      sleep 1
    done
    if [ -s "$work/console" ] || [ "$try" = 3 ]; then break; fi
    echo "rig: Linux did not start; once more" >&2
    # $emulator is the shell that runs `emulate`; its child is `timeout`, which passes the signal on to the emulator.
    pkill -TERM -P "$emulator" || true
    wait $emulator || true
  done
  wait $emulator || status=$?
  mkdir -p "$work/out"
  if ! tar -x -C "$work/out" -f "$work/results.tar" 2>/dev/null; then
    echo "rig: the machine gave no results (status $status); it said last:" >&2
    tail -20 "$work/console" >&2
    exit 1
  fi
}

cd "$(dirname "$0")/../.."
"$@"
