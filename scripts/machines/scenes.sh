# What the tool is made to do on an emulated machine: a function for each scene that the machine's file may name.

doctor() { tool doctor --watch 1 >/out/doctor 2>&1; }

# The plan of each profile, as in run.json, and what the tool says of the plan before the run.
plans() {
  for profile in $(cat /machine/profiles); do
    tool list --profile "$profile" | tail -1 >"/out/list-$profile"
    tool run --profile "$profile" --output "/tmp/plan-$profile" 2>"/out/plan-$profile.text" >/dev/null &
    await grep -q measuring "/out/plan-$profile.text"
    await test -s "/tmp/plan-$profile/run.json"
    kill_run
    cp "/tmp/plan-$profile/run.json" "/out/plan-$profile.json"
    rm -r "/tmp/plan-$profile"
  done
}

# Measures all cases, or some of them, in a run that is killed and resumed.
smoke() {
  tool list --profile smoke >/out/list
  # Of each suite the first case, the last case and the controls; all cases if /machine/whole says yes
  # (`whole = true` in the machine's list/NAME.toml).
  grep '^  [a-z-]*/' /out/list | awk -F/ -v whole="$(cat /machine/whole)" '
    { suite = $1; control = /negative control/; sub(/  negative control.*/, ""); sub(/^ */, "") }
    whole == "yes" || control { print; next }
    suite != earlier { if (last) print last; print; last = "" }
    suite == earlier { last = $0 }
    { earlier = suite }
    END { if (last) print last }' >/tmp/selection
  selection=
  while read -r name; do selection="$selection --filter $name"; done </tmp/selection
  tool run --profile smoke --seed 21 --output /tmp/smoke $selection 2>/out/smoke.text >/dev/null &
  await enough_trials
  kill_run
  # No process of the run may be left.
  sleep 2
  pidof syncbench >/out/left
  cp /tmp/smoke/raw/trials.csv /out/trials-before
  during &
  tool run --resume /tmp/smoke >/out/smoke.show 2>&1
  echo $? >/out/smoke.status
  mkdir -p /out/smoke/raw
  cp /tmp/smoke/*.csv /tmp/smoke/run.json /out/smoke
  cp /tmp/smoke/raw/trials.csv /tmp/smoke/raw/calibration.csv /tmp/smoke/raw/failures.csv /out/smoke/raw
}

# Contended locks within a core, within a node and across nodes, with their memory on either node; parallel loops of all widths.
across() {
  tool run locks --profile smoke --seed 5 --placement siblings,cores,spread --memory first,other \
    --filter 'locks/contended/ticket/*' --filter 'locks/contended/mutex/*' --output /tmp/placements >/out/placements.show 2>&1
  echo $? >/out/placements.status
  tool run concurrent-perform --profile standard --budget 60s --output /tmp/widths \
    --filter 'concurrent-perform/compute/serial/grain=100000/*' \
    --filter 'concurrent-perform/compute/threads-static/*/grain=100000/*' \
    --filter 'concurrent-perform/compute/concurrent-perform/*/grain=100000/*' >/out/widths.show 2>&1
  echo $? >/out/widths.status
  for run in placements widths; do
    mkdir "/out/$run"
    cp "/tmp/$run"/*.csv "/tmp/$run/run.json" "/out/$run"
  done
}

enough_trials() { [ "$(wc -l </tmp/smoke/raw/trials.csv)" -gt 30 ]; }

# Disturbs the resumed run: does nothing, unless the machine's file replaces this function.
during() { :; }

# Repeats a command until it succeeds, for about five minutes at most.
await() {
  tries=0
  until "$@" 2>/dev/null || [ $tries -ge 1500 ]; do
    usleep 200000
    tries=$((tries + 1))
  done
}

# Kills the tool's oldest process, the one that the scene has started: by SIGKILL, so that it can't clean up.
kill_run() {
  kill -9 "$(pidof syncbench | tr ' ' '\n' | sort -n | head -1)"
  wait $!
}
