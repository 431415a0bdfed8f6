#!/bin/busybox sh
# The init of the emulated machine: counts under many settings of the module, and hands the answers out over the
# second serial port.
. /boot.sh
ulimit -n 65536

load() {
  rmmod known_pmu 2>/dev/null
  insmod /known_pmu.ko "$@" || say "insmod failed: $*"
}
# Runs a worker with the request in /plan/$1; its answer is /out/$2, or /out/$1 without a second argument.
count() { syncbench worker <"/plan/$1" >"/out/${2:-$1}" 2>"/out/${2:-$1}.err"; }
run() {
  name=$1
  shift
  syncbench run --profile smoke --quiet --filter "$CASE" --output "/out/$name" "$@" >"/out/$name.text" 2>&1
}

. /plan/scenes.sh
hand_out done
