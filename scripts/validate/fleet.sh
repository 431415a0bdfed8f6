#!/usr/bin/env bash
# Runs fleets on a real SLURM on this machine, with and without failures.
#
#   scripts/validate/fleet.sh [PART…]     whole, gate, thousand, death, time, damage, silence; all by default
#   scripts/validate/fleet.sh --own-cpu dealt   a gate of 40 cases on one node, then on two (15 min; needs an idle machine)
#
# Each part prints its expectations, and whether they hold. FLEET_TABLE names a CSV file that gets a row for each part, in place
# of the part's earlier row. The script takes some minutes, because SLURM waits before it starts a job again. Figures of four nodes that
# share this machine's CPUs mean nothing, and are not kept. The script needs `make build`, root, and scripts/ci/setup.sh slurm.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Starts a SLURM, under which this script runs again. The 1000 nodes that are never started are for the part `thousand`.
if [ -z "${SLURM_HERE:-}" ]; then
  if [ "${1:-}" = --own-cpu ]; then
    # SlowedBench has a slowdown that a gate must find.
    scripts/validate/build-tool.sh SlowedBench
    exec scripts/validate/slurm.sh --own-cpu 2 "$PWD/scripts/validate/fleet.sh" "${@:2}"
  fi
  exec scripts/validate/slurm.sh --down 1000 "$PWD/scripts/validate/fleet.sh" "$@"
fi

tool=$PWD/.build/release/syncbench
cd "$SLURM_HERE"
# The measured cases: `few` are soon done even by four nodes on one machine; `long` take long enough to be interrupted.
few=(locks --filter 'locks/uncontended/*' --primitive mutex --primitive ticket --profile smoke)
long=(locks --filter 'locks/uncontended/*' --primitive mutex --primitive ticket --primitive mcs --profile thorough)
failures=0 checks=0

part() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }
expect() { # EXPECTATION COMMAND…; the command has to succeed
  local what=$1
  checks=$((checks + 1))
  shift
  if "$@"; then echo "ok    $what"; else
    echo "FAIL  $what"
    failures=$((failures + 1))
  fi
}
says() { grep -q -- "$2" "$1"; }
status_is() { # STATUS COMMAND…
  local want=$1 got=0
  shift
  "$@" >out 2>err || got=$?
  tail -qn 12 out err
  [ "$got" -eq "$want" ] || { echo "status $got, not $want"; return 1; }
}
# Waits until a command succeeds, for a number of seconds at most.
until_true() {
  local limit=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$limit" ] || return 1
    sleep 0.5
  done
}
# SLURM would delay a requeued job for two minutes.
hurry() {
  for job in $(squeue --noheader --array --name="$1" --states=PENDING --format=%i); do
    scontrol update JobId="$job" StartTime=now || :
  done
}
name_of() { grep -o 'syncbench-[0-9a-f]*' "$1/job.sh" | head -n 1; }
rows_on() { cat "${TMPDIR:-/tmp}"/syncbench-"${1#syncbench-}"-"$2"/run/raw/trials.csv 2>/dev/null | wc -l; }
has_rows() { [ "$(rows_on "$1" "$2")" -gt "$3" ]; }

whole() {
  part "a whole fleet"
  expect "four nodes are submitted" status_is 0 "$tool" fleet submit "${few[@]}" --nodes 'n[1-4]' --output whole
  expect "its jobs are in the queue" test "$(squeue --noheader --array --states=all --name="$(name_of whole)" | wc -l)" -eq 4
  expect "submitting twice is refused" status_is 1 "$tool" fleet submit "${few[@]}" --nodes n1 --output whole
  expect "and says why" says err 'holds a fleet already'
  expect "collecting before all are done says which are not" status_is 1 "$tool" fleet collect whole
  expect "status knows all of them" status_is 0 "$tool" fleet status whole
  expect "wait waits" status_is 0 "$tool" fleet wait whole --quiet
  expect "and all are done" says out '4 nodes: 4 done'
  expect "collect keeps all" status_is 0 "$tool" fleet collect whole
  expect "one table has four hosts" test "$(cut -d, -f1 whole/summary.csv | sort -u | grep -c '^n')" -eq 4
  expect "collect can be given again" status_is 0 "$tool" fleet collect whole
  expect "nothing is left on the nodes" test -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name "$(name_of whole)-*")"
  expect "compare puts them beside each other" status_is 0 "$tool" compare whole
  expect "report writes a page" status_is 0 "$tool" report whole --output whole.html
  expect "a node that is down keeps no other waiting" status_is 0 "$tool" fleet submit "${few[@]}" --nodes 'd1,n1' --output mixed
  expect "n1 is measured although d1 is down" until_true 60 test -e mixed/hosts/n1/run.json
  expect "and the fleet is taken back" status_is 0 "$tool" fleet cancel mixed
  expect "a free choice of nodes works too" status_is 0 "$tool" fleet submit "${few[@]}" --constraint here --count 2 --output some
  expect "and is waited for" status_is 0 "$tool" fleet wait some --quiet
}

gate() {
  part "a gate over four nodes"
  local got=0 cases=(locks --workload uncontended --primitive mutex --primitive ticket --primitive mcs --primitive pthread-mutex --primitive ns-lock --primitive clh)
  "$tool" fleet gate "${cases[@]}" --baseline "$tool" --candidate "$tool" --nodes 'n[1-4]' --budget 60s --output gate --junit gate.xml --json gate.json --markdown gate.md --quiet --verbose >out 2>err || got=$?
  cat out err
  # Four nodes that share this machine's CPUs disturb each other, so an INCONCLUSIVE gate is no failure.
  expect "a gate of a build against itself does not fail" test "$got" -eq 0 -o "$got" -eq 7
  expect "each node gated its share" test "$(ls gate/hosts | wc -l)" -eq 4
  expect "no case was gated twice" test -z "$(for node in n1 n2 n3 n4; do grep -o '^--filter=.*' "gate/cases/$node"; done | sort | uniq -d)"
  expect "all outputs are there" test -s gate.xml -a -s gate.json -a -s gate.md -a -s gate/run.json
  local again=0
  "$tool" gate --replay gate >replayed || again=$?
  expect "the folder's pairs give the same verdict again" test "$again" -eq "$got"
}

dealt() {
  part "a gate of 40 cases by one node, and by two"
  local cases=(locks --workload uncontended --inside '0,50ns,100ns,200ns')
  for primitive in mutex ticket mcs pthread-mutex ns-lock clh dispatch-semaphore ns-recursive-lock ttas futex-mutex; do
    cases+=(--primitive "$primitive")
  done
  local side sign
  # The two scripts start the same executable with variables of the same length, so that the stacks of both processes begin at
  # the same address.
  for side in baseline:- candidate:+; do
    sign=${side#*:}
    printf '#!/bin/sh\nSYNCBENCH_SLOWDOWN="%slocks/uncontended/mutex/inside=0=ops:0.3;locks/uncontended/ticket/inside=200=ops:0.3" exec "%s" "$@"\n' "$sign" "${tool%/*}/SlowedBench" >"${side%:*}"
    chmod +x "${side%:*}"
  done
  local one=0 two=0 began=$SECONDS first
  taskset --cpu-list 0 "$tool" gate "${cases[@]}" --baseline ./baseline --candidate ./candidate --output one --json one.json --quiet --verbose >out 2>err || one=$?
  first=$((SECONDS - began)) began=$SECONDS
  cat out err
  "$tool" fleet gate "${cases[@]}" --baseline ./baseline --candidate ./candidate --nodes 'n[1-2]' --output two --json two.json --quiet --verbose >out 2>err || two=$?
  cat out err
  echo "one node took $first s, two took $((SECONDS - began)) s"
  expect "both fail" test "$one" -eq 2 -a "$two" -eq 2
  expect "they have the same cases" cmp <(verdicts one.json | cut -f1) <(verdicts two.json | cut -f1)
  echo "verdicts that differ (one node, two nodes):"
  diff <(verdicts one.json) <(verdicts two.json) || :
}
# Prints each case of a gate with its verdict.
verdicts() {
  python3 -c 'import json, sys
for case in sorted(json.load(open(sys.argv[1]))["cases"], key=lambda case: case["case"]): print(case["case"], case["verdict"], sep="\t")' "$1"
}

thousand() {
  part "a thousand nodes that are down"
  local began=$SECONDS
  expect "they are submitted" status_is 0 "$tool" fleet submit "${few[@]}" --nodes 'd[1-1000]' --output thousand
  echo "submitting took $((SECONDS - began)) s"
  squeue --noheader --array --name="$(name_of thousand)" --format='%F|%n' >queue
  expect "each job has a node of its own" test "$(cut -d'|' -f2 queue | sort -u | grep -c '^d')" -eq 1000
  began=$SECONDS
  expect "status knows all of them" status_is 0 "$tool" fleet status thousand
  echo "status took $((SECONDS - began)) s"
  expect "collect says that none is done" status_is 1 "$tool" fleet collect thousand
  expect "they are taken back" status_is 0 "$tool" fleet cancel thousand
  expect "and gone" until_true 30 bash -c "! squeue --noheader --array --name=$(name_of thousand) | grep -q ."
}

death() {
  part "a node that dies in mid-run"
  expect "it is submitted" status_is 0 "$tool" fleet submit "${long[@]}" --nodes 'n[1-2]' --output death
  local name=$(name_of death)
  expect "n1 measures" until_true 60 has_rows "$name" n1 20
  "$SLURM_HERE/node" stop n1
  echo "n1 died with $(rows_on "$name" n1) rows"
  expect "SLURM sees it" until_true 90 bash -c "sinfo --noheader --Node --format='%N|%T' | grep -q '^n1|down'"
  "$SLURM_HERE/node" start n1
  expect "it is back" until_true 60 bash -c "sinfo --noheader --Node --format='%N|%T' | grep -q '^n1|idle'"
  status_is 0 "$tool" fleet status death
  hurry "$name"
  expect "all are done" status_is 0 timeout 400 "$tool" fleet wait death --quiet
  expect "n1 went on with its rows" says death/log/n1.txt 'going on with'
  expect "collect keeps both" status_is 0 "$tool" fleet collect death
  cat death/log/n1.txt
}

time_up() {
  part "a job out of time"
  expect "it is submitted with a minute" status_is 0 "$tool" fleet submit locks --filter 'locks/uncontended/*/inside=0' --profile thorough --nodes n3 --time 1m --output time
  local name=$(name_of time)
  expect "its time is up" until_true 150 test -e time/parked/n3/run.json
  hurry "$name"
  expect "it is done in the end" until_true 400 bash -c "for job in \$(squeue --noheader --array --name=$name --states=PENDING --format=%i); do scontrol update JobId=\$job StartTime=now 2>/dev/null; done; test -e time/hosts/n3/run.json"
  expect "it went on" says time/log/n3.txt 'going on with'
  cat time/log/n3.txt
}

damage() {
  part "runs that are not the fleet's"
  expect "it is submitted" status_is 0 "$tool" fleet submit "${few[@]}" --nodes 'n[1-4]' --output damage
  expect "and done" status_is 0 "$tool" fleet wait damage --quiet
  sed -i 's/"executable" : "[0-9a-f]*"/"executable" : "0"/' damage/hosts/n1/run.json
  sed -i '$d' damage/hosts/n2/raw/trials.csv
  sed -i 's/"seed" : [0-9]*/"seed" : 1/' damage/hosts/n3/run.json
  expect "collect refuses three" status_is 1 "$tool" fleet collect damage
  expect "another executable" says out 'another executable'
  expect "an incomplete table" says out 'launches are missing'
  expect "another plan" says out 'another plan'
  expect "and keeps the fourth" says out '1 host in'
  part "a node that offers fewer CPUs than the scheduler says"
  expect "it is submitted" status_is 0 "$tool" fleet submit locks --workload contended --primitive mutex --profile smoke --nodes n4 --cpus 64 --output cpus
  expect "wait says that it failed" status_is 1 timeout 200 "$tool" fleet wait cpus --quiet
  expect "and why" says out "another plan than the fleet's"
  part "a folder that can't be written"
  touch file
  expect "is refused" status_is 1 "$tool" fleet submit "${few[@]}" --nodes n4 --output file/fleet
  mkdir full && mount -t tmpfs -o size=4m none full
  expect "a full disk is refused" status_is 1 "$tool" fleet submit "${few[@]}" --nodes n4 --output full/fleet
  expect "and nothing stays of it" test ! -e full/fleet
  umount full
  part "cancel"
  expect "it is submitted" status_is 0 "$tool" fleet submit "${long[@]}" --nodes n4 --output cancelled
  expect "and cancelled" status_is 0 "$tool" fleet cancel cancelled
  expect "wait then ends" status_is 1 timeout 60 "$tool" fleet wait cancelled --quiet
}

silence() {
  part "a controller that does not answer"
  expect "it is submitted" status_is 0 "$tool" fleet submit "${few[@]}" --nodes n1 --output silence
  expect "and done" status_is 0 "$tool" fleet wait silence --quiet
  "$SLURM_HERE/controller" stop
  expect "status says so, and what is done" status_is 1 timeout 200 "$tool" fleet status silence
  expect "what is done is known" says out 'n1'
  expect "submitting is refused" status_is 1 timeout 200 "$tool" fleet submit "${few[@]}" --nodes n1 --output never
  expect "and leaves nothing" test ! -e never
  expect "collect needs no controller" status_is 0 timeout 200 "$tool" fleet collect silence
  "$SLURM_HERE/controller" start
  until_true 30 bash -c 'sinfo >/dev/null 2>&1'
}

[ $# -gt 0 ] || set -- whole gate thousand damage silence death time
# Keeps a part's result: checks, failed checks, seconds.
keep() { # PART CHECKS FAILED SECONDS
  local header='part,checks,failed,seconds'
  { echo "$header" && { grep -v -e "^$header" -e "^$1," "$FLEET_TABLE" 2>/dev/null || :; } && echo "$1,$2,$3,$4"; } >"$FLEET_TABLE.new"
  mv "$FLEET_TABLE.new" "$FLEET_TABLE"
}
for one in "$@"; do
  before=($checks $failures $SECONDS)
  case $one in
    whole | gate | dealt | thousand | death | damage | silence) "$one" ;;
    time) time_up ;;
    *) echo "fleet: no part '$one'" >&2; exit 64 ;;
  esac
  [ -z "${FLEET_TABLE:-}" ] || keep "$one" $((checks - before[0])) $((failures - before[1])) $((SECONDS - before[2]))
done
printf '\n%s failures in %s s\n' "$failures" "$SECONDS"
[ "$failures" -eq 0 ]
