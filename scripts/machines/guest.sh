#!/bin/busybox sh
# The init of an emulated machine: sets the machine up as its file says, plays the scenes, and sends their answers to the host.
. /boot.sh
ulimit -n 4096

# A machine's file may replace the call of the tool.
tool() { syncbench "$@"; }
. /scenes.sh
if [ -d /machine/sys ]; then
  mount --bind /machine/sys/devices/system/node /sys/devices/system/node
  mount --bind /machine/sys/devices/system/cpu /sys/devices/system/cpu
fi
. /machine/setup
for scene in $(cat /machine/scenes); do
  $scene >"/out/$scene.log" 2>&1
  say "$scene"
done
hand_out done
