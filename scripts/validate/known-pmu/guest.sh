#!/bin/busybox sh
# The init of the emulated machine: counts under many settings of the module, and hands the answers out over the
# second serial port.
/bin/busybox --install -s /bin
export PATH=/bin HOME=/tmp LC_ALL=C NO_COLOR=1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
mount -t tracefs tracefs /sys/kernel/tracing
mount -t tmpfs -o mode=1777 tmpfs /tmp
ip link set lo up 2>/dev/null
echo 'root:x:0:0::/tmp:/bin/sh
nobody:x:65534:65534::/tmp:/bin/sh' >/etc/passwd
ulimit -n 65536

say() { echo "known-pmu: $(cut -d' ' -f1 /proc/uptime) $*" >/dev/ttyS0; }
load() {
  rmmod known_pmu 2>/dev/null
  insmod /known_pmu.ko "$@" || say "insmod failed: $*"
}
# A worker, by a request of the plan.
count() { syncbench worker <"/plan/$1" >"/out/${2:-$1}" 2>"/out/${2:-$1}.err"; }
run() {
  name=$1
  shift
  syncbench run --profile smoke --quiet --filter "$CASE" \
    --output "/out/$name" "$@" >"/out/$name.text" 2>&1
}

hand_out() {
  say "$1"
  dmesg >/out/dmesg
  cd /out || exit
  stty -F /dev/ttyS1 raw 2>/dev/null
  tar -c -f /dev/ttyS1 .
  sleep 1
  poweroff -f
}

say up
# Answers made so far are handed out; the comparison names each answer that is missing.
(sleep "$(cat /plan/seconds)"; hand_out late) &
. /plan/scenes.sh
hand_out done
