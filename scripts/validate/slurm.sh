#!/usr/bin/env bash
# Starts a real SLURM on this machine alone, runs a command against it, and stops it.
#
#   scripts/validate/slurm.sh [--down N | --own-cpu N] COMMAND…
#
# Four nodes n1, n2, … are slurmd processes on this host, each with all of the host's CPUs. A fleet's behaviour can be tried on
# these nodes, but its figures mean nothing. With --down there are N more nodes d1, d2, … that nobody starts. With --own-cpu there
# are N nodes, each with a CPU of its own if the host has N CPUs: they are as independent as these CPUs. Everything is in a
# temporary folder, with a munge of its own. It needs root, and scripts/ci/setup.sh slurm.
#
# The command's environment has SLURM_CONF, and SLURM_HERE, which names the folder. The folder has programs: `node stop n2` ends a
# node with all that runs on it, `node start n2` starts it again, and `controller stop` and `controller start` end and start
# slurmctld. With SLURM_KEEP the folder stays if the command fails. Exit status: the command's.
set -euo pipefail

nodes=4 down=0 cpus=$(nproc)
export SLURM_OWN_CPU=
case ${1:-} in
  --down) down=$2 && shift 2 ;;
  --own-cpu) nodes=$2 cpus=1 SLURM_OWN_CPU=yes && shift 2 ;;
esac
[ $# -gt 0 ] || { echo "slurm: give a command to run" >&2; exit 64; }
[ "$(id -u)" -eq 0 ] || { echo "slurm: the daemons need root" >&2; exit 1; }
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || { echo "slurm: no $program: scripts/ci/setup.sh slurm" >&2; exit 1; }
done

here=$(mktemp -d "${TMPDIR:-/tmp}/slurm-XXXXXX")
chmod 755 "$here"
mkdir -p "$here/state" "$here/spool" "$here/log" "$here/pid"
export SLURM_HERE=$here SLURM_CONF=$here/slurm.conf

# The ports are random, so another SLURM on this machine is unlikely to use them.
port=$((20000 + RANDOM % 300 * 100))
host=$(hostname -s)
memory=$(awk '/MemTotal/ { print int($2 / 1024 / 4) }' /proc/meminfo)

cat >"$SLURM_CONF" <<CONF
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthInfo=socket=$here/munge.socket
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool/%n
SlurmctldPidFile=$here/pid/slurmctld
SlurmdPidFile=$here/pid/slurmd-%n
SlurmctldLogFile=$here/log/slurmctld
SlurmdLogFile=$here/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
JobCompType=jobcomp/filetxt
JobCompLoc=$here/log/jobs
ReturnToService=2
SlurmdTimeout=20
SlurmctldTimeout=10
MessageTimeout=5
KillWait=5
UnkillableStepTimeout=30
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
NodeName=n[1-$nodes] NodeAddr=127.0.0.1 NodeHostname=$host Port=[$((port + 1))-$((port + nodes))] CPUs=$cpus RealMemory=$memory Feature=here
$([ "$down" -eq 0 ] || echo "NodeName=d[1-$down] NodeAddr=127.0.0.1 NodeHostname=$host Port=$((port + 99)) CPUs=$cpus RealMemory=$memory Feature=gone State=DOWN")
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=10
CONF

# A node is a PID namespace. When its first process ends, all its processes end, as when a machine loses its power.
cat >"$here/node" <<'NODE'
#!/usr/bin/env bash
set -eu
own=$SLURM_HERE/pid/node-${2:-controller}
if [ "$1" = start ]; then
  command=(slurmctld -D)
  if [ $# -gt 1 ]; then
    command=(unshare --pid --fork --kill-child=KILL --mount-proc slurmd -D -N "$2")
    [ -z "$SLURM_OWN_CPU" ] || command=(taskset --cpu-list $(((${2#n} - 1) % $(nproc))) "${command[@]}")
  fi
  setsid "${command[@]}" </dev/null >/dev/null 2>&1 &
  echo $! >"$own"
elif [ -e "$own" ]; then
  kill -KILL "$(cat "$own")" 2>/dev/null || :
  while kill -0 "$(cat "$own")" 2>/dev/null; do sleep 0.1; done
  rm -f "$own"
fi
NODE
chmod +x "$here/node"
ln -s node "$here/controller"

stop() {
  status=$?
  trap - EXIT
  set +e
  timeout 10 scancel --state=PENDING,RUNNING,SUSPENDED --user=root >/dev/null 2>&1 || :
  for node in $(seq 1 "$nodes"); do "$here/node" stop "n$node"; done
  "$here/controller" stop
  [ ! -e "$here/munge.pid" ] || kill "$(cat "$here/munge.pid")" 2>/dev/null || :
  if [ "$status" -ne 0 ] && [ -n "${SLURM_KEEP:-}" ]; then
    echo "slurm: its folder stays: $here" >&2
  else
    # A killed daemon may still be closing its files.
    for _ in $(seq 1 50); do rm -rf "$here" 2>/dev/null && break || sleep 0.1; done
  fi
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT TERM HUP

dd if=/dev/urandom of="$here/munge.key" bs=128 count=1 2>/dev/null
chmod 400 "$here/munge.key"
munged --force --socket="$here/munge.socket" --key-file="$here/munge.key" --pid-file="$here/munge.pid" \
  --log-file="$here/log/munge" --seed-file="$here/munge.seed" >/dev/null 2>&1 ||
  { echo "slurm: munged did not start:" >&2; tail -n 5 "$here/log/munge" >&2; exit 1; }
"$here/controller" start
for node in $(seq 1 "$nodes"); do "$here/node" start "n$node"; done

idle=0
for _ in $(seq 1 100); do
  idle=$(timeout 10 sinfo --noheader --Node --states=idle --partition=main --format=%N 2>/dev/null | grep -c '^n' || :)
  [ "$idle" -lt "$nodes" ] || { timeout 10 sinfo >/dev/null 2>&1 && break; }
  sleep 0.2
done
[ "$idle" -ge "$nodes" ] || {
  echo "slurm: $idle of $nodes nodes are idle after 20 s; what the daemons said:" >&2
  tail -n 5 "$here"/log/slurm* >&2
  exit 1
}
"$@"
