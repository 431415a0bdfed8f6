# The scenes: what the emulated machine counts, under several settings of the module. The waiters of CASE's lock sleep, so they do not
# use up the host's CPUs while the emulator has stopped the lock's owner.
CASE='locks/contended/pthread-mutex/threads=2/inside=0/outside=0'
TICKET='locks/contended/ticket/threads=2/inside=0/outside=0'

matrix() {
  for counters in 1 2 3 4 8; do
    load counters=$counters
    syncbench doctor --watch 0 >"/out/doctor-$counters" 2>&1
    for count in $events; do count "matrix-$counters-$count"; done
  done
}

refusals() {
  load counters=4 refuse=3
  count refused
  run run-refused --counters
  load counters=3 validate=1
  syncbench doctor --watch 0 >/out/doctor-validate 2>&1
  count unknown-counters
  run run-validate --counters --event branches --event ref-cycles
}

# Counts in user mode only, as the user nobody.
nobody() {
  load counters=4
  echo 2 >/proc/sys/kernel/perf_event_paranoid
  su -s /bin/sh nobody -c 'syncbench worker < /plan/user > /out/user'
  su -s /bin/sh nobody -c 'syncbench doctor --watch 0 > /out/doctor-nobody 2>&1'
  su -s /bin/sh nobody -c 'syncbench doctor --events "*cycles*" --format json > /out/counters-nobody'
  su -s /bin/sh nobody -c "syncbench run --profile smoke --quiet --filter $CASE --counters --output /out/run-nobody" \
    >/out/run-nobody.text 2>&1
  echo -1 >/proc/sys/kernel/perf_event_paranoid
}

# The machine changes while it counts.
changes() {
  load counters=4
  count long unloaded & counting=$!
  sleep 1
  rmmod known_pmu 2>/out/rmmod
  echo $? >>/out/rmmod
  wait $counting
  while ! rmmod known_pmu 2>/dev/null; do usleep 200000; done & unloading=$!
  # The module can be unloaded while no worker has an event open.
  run run-unloaded --counters
  kill $unloading 2>/dev/null
  grep -c known_pmu /proc/modules >/out/modules
  load counters=4
  count long offline & counting=$!
  sleep 1
  echo 0 >/sys/devices/system/cpu/cpu1/online
  wait $counting
  echo 1 >/sys/devices/system/cpu/cpu1/online
}

# Other programs count too: another worker; then a `perf stat` of the whole machine that leaves one counter free; then one that leaves none.
company() {
  load counters=4
  count long first & other=$!
  count long second
  wait $other
  perf stat -a -x, -e cycles,instructions,branches -o /out/perf-all sleep 3 & other=$!
  sleep 1
  count matrix-4-4 beside-perf
  wait $other
  perf stat -a -x, -e cycles,instructions,branches,ref-cycles -o /out/perf-whole sleep 3 & other=$!
  sleep 1
  count matrix-4-4 without-counters
  wait $other
}

commands() {
  load counters=3
  syncbench doctor --events >/out/counters-3 2>&1
  syncbench doctor --events --format json >/out/counters-3.json
  run run-3 --counters
  load counters=4
  run run-9 --counters --event branches --event cache-references --event ref-cycles \
    --event INST_RETIRED:ANY_P --event BR_INST_RETIRED
  # The emulated counters follow the clock, so the counts of a case's two launches agree no better than an emulator's times do. They
  # often differ by more than half, and sometimes so much that the recording leaves the instructions out. Then it is made again.
  for _ in 1 2 3 4 5; do
    syncbench gate --counts /out/baselines/known --record --filter 'locks/uncontended/ticket/*' \
      --instructions hardware --limit 90% --quiet >/out/baseline.text 2>&1
    grep -q 'instructions left out' /out/baseline.text || break
  done
  syncbench gate --counts /out/baselines/known --quiet >/out/gate.text 2>&1
  echo "status $?" >>/out/gate.text
}

# Measures how the error of a count depends on the length of the window, if the kernel rotates more events than there are counters, and the
# events' rates rise and fall by 40 %.
rotation() {
  load counters=3 vary_ns=7300000 vary_permille=400
  unit=$(cat /sys/bus/event_source/devices/known/type)
  for milliseconds in 3 10 30 100 200; do
    RotationTruth 3 "$unit" $milliseconds 8 busy >"/out/rotation-busy-$milliseconds"
  done
  for milliseconds in 10 100; do
    RotationTruth 3 "$unit" $milliseconds 8 bursts >"/out/rotation-bursts-$milliseconds"
  done
  for milliseconds in 100 200; do
    sed "s/999/$unit/g" "/plan/rotated-$milliseconds" | syncbench worker >"/out/rotated-$milliseconds"
  done
}

agreement() {
  load counters=8
  (cd /tree && PERF_AGREEMENT=/bin/PerfAgreement bash scripts/validate/perf-agreement.sh >/out/agreement 2>&1)
}

# The two rules of `profile` that show the processor's counts: cache-line-transfer and uncontended-fast-path. The rates differ
# from those of the other scenes: half an instruction and 0.08 cache misses per cycle.
profile() { timeout 170 syncbench profile "$2" --quiet --format json >"/out/$1" 2>"/out/$1.err"; }
profiles() {
  load counters=4 rates=2000000,1000000,300000,160000,700000,20833,100000,150000,250000,2100000,3000000,600000
  profile profile-alone locks/uncontended/ticket/inside=0
  profile profile-contended "$TICKET"
}

events="1 2 3 4 5 6 7 8 9 10 11 12" more="changes rotation profiles"
[ ! -e /plan/short ] || events="1 4 12" more=
for scene in matrix refusals nobody commands agreement company $more; do
  $scene
  say "$scene"
done
