# An emulated machine's init begins by sourcing this file. It mounts file systems, and defines `hand_out`, which ends the machine:
# it sends the answers, the files of /out, to the host, and switches off.
/bin/busybox --install -s /bin
export PATH=/bin HOME=/tmp LC_ALL=C NO_COLOR=1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs -o mode=1777 tmpfs /tmp
[ -e /machine/no-tracefs ] || mount -t tracefs tracefs /sys/kernel/tracing
ip link set lo up 2>/dev/null
echo 'root:x:0:0::/tmp:/bin/sh
nobody:x:65534:65534::/tmp:/bin/sh' >/etc/passwd

say() { echo "machine: $(cut -d' ' -f1 /proc/uptime) $*" >/dev/ttyS0; }

hand_out() {
  say "$1"
  echo "$1" >/out/ending
  dmesg >/out/dmesg
  cd /out || exit
  stty -F /dev/ttyS1 raw 2>/dev/null
  tar -c -z -f - . >/dev/ttyS1
  sleep 1
  poweroff -f
}

say up
# When the time is over, the answers made so far are handed out, and the ending `late` says that some may be missing.
(sleep "$(cat /machine/seconds)"; hand_out late) &
