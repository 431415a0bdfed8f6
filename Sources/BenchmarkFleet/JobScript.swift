/// The script that each node's job runs: a file that a person can read, and submit by hand.
struct JobScript {
  let fleet: Fleet
  /// The fleet's folder, as all nodes see it.
  let folder: String

  /// The file's text.
  var text: String { [head, directives, settings, Self.body].joined() }

  private var head: String {
    """
    #!/usr/bin/env bash
    # Measures one node of the fleet \(fleet.id): the run is written to the node's own storage, then copied to hosts/NODE of the fleet's folder.
    # `syncbench fleet submit` wrote and submitted this script. By hand, for one node:  sbatch --nodelist=NODE job.sh

    """
  }

  private var directives: String {
    (["--job-name=\(fleet.jobName)"] + Self.options(of: fleet)).map { "#SBATCH \($0)\n" }.joined()
  }

  /// The options of each job, in the script and on the command line, because SBATCH variables
  /// override the options in a script.
  static func options(of fleet: Fleet) -> [String] {
    let limits = fleet.limits
    var options = [
      // Both numbers are explicit, because a site's defaults may not be 1.
      "--nodes=1", "--ntasks=1",
      // --exclusive requests all CPUs, but not all memory.
      "--exclusive", "--mem=0",
      "--time=\(limits.minutes)",
      // A run that is warned in time keeps its rows, and continues in the job's next turn.
      "--signal=TERM@\(limits.warningSeconds)",
      "--requeue", "--open-mode=append",
      // The script itself writes its output to log/NODE.txt.
      "--output=/dev/null",
    ]
    if let partition = limits.partition { options.append("--partition=\(partition)") }
    return options
  }

  private var settings: String {
    // Without a frequency, srun gets no --cpu-freq.
    let frequency = fleet.limits.frequency.map { " --cpu-freq=\(Self.quoted($0))" } ?? ""
    return """

      fleet=\(Self.quoted(folder))
      id=\(Self.quoted(fleet.id))
      run_options=(\(fleet.arguments.map(Self.quoted).joined(separator: " ")))
      step_options=(--nodes=1 --ntasks=1 --mem=0 --cpu-bind=none --export=ALL --input=none\(frequency))

      """
  }

  /// A word, quoted for a shell.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  private static let body = #"""
    set -u -o pipefail
    node=${SLURMD_NODENAME:?this is a job of SLURM: submit it with sbatch}

    exec >>"$fleet/log/$node.txt" 2>&1
    say() { printf '%s  %s\n' "$(date -u '+%Y-%m-%d %H:%M:%S')" "$*"; }
    # The run is written to the node's own storage: while time is measured, nothing is written to the fleet's folder, which nodes share.
    root=${SYNCBENCH_LOCAL:-${TMPDIR:-/tmp}}
    [ -w "$root" ] || { say "can't write to $root: using /tmp instead"; root=/tmp; }
    local=$root/syncbench-$id-$node
    clock() { awk '/MHz/ { sum += $4; count++ } END { if (count) printf "%d MHz on average", sum / count; else print "not available" }' /proc/cpuinfo; }

    # The number of rows of a run's trials.
    rows() { tail -n +2 "$1/raw/trials.csv" 2>/dev/null | wc -l; }
    remember() { printf '%s %s %s\n' "$1" "$2" "$3" >"$fleet/incoming/$node.state" && mv "$fleet/incoming/$node.state" "$fleet/state/$node"; }
    leave_out() {
      say "left out: $1"
      printf '%s\n' "$1" >"$fleet/failed/$node"
      if is_own; then rm -rf "$local"; fi
      exit 1
    }
    # If all users may write to $root, another user may have made a folder or a link of this name first.
    is_own() { [ -d "$local" ] && [ ! -L "$local" ] && [ -O "$local" ]; }
    again() {
      say "$1; it goes on in the job's next turn"
      scontrol requeue "$SLURM_JOB_ID" || say "the scheduler did not requeue it: submit job.sh by hand"
      exit 0
    }
    # A node that failed twice is left out; otherwise its job has another turn.
    failed() {
      failures=$((failures + 1))
      remember failed "$(rows "$local/run")" "$failures"
      [ "$failures" -lt 2 ] || leave_out "$1"
      again "$1"
    }
    # The run appears whole or not at all: it is copied beside its place, synced, and renamed.
    publish() {
      rm -rf "$fleet/incoming/$node" && cp -r "$local/run" "$fleet/incoming/$node" &&
        find "$fleet/incoming/$node" -type f -exec sync {} + && sync "$fleet/incoming/$node" &&
        { [ "$1" = hosts ] || rm -rf "$fleet/$1/$node"; } && mv -T "$fleet/incoming/$node" "$fleet/$1/$node"
    }

    say "job $SLURM_JOB_ID, turn $((${SLURM_RESTART_COUNT:-0} + 1)), $SLURM_CPUS_ON_NODE CPUs"
    if [ -e "$fleet/hosts/$node" ]; then say "its run is there already"; exit 0; fi
    read -r cpus plan < <(awk -v node="$node" '$1 == node { print $2, $3 }' "$fleet/nodes.txt")
    [ -n "${plan:-}" ] || leave_out "this node is none of the fleet's: it is not in nodes.txt"
    if [ -e "$fleet/failed/$node" ]; then say "it is left out: $(cat "$fleet/failed/$node")"; exit 1; fi

    mkdir -p -m 700 "$local" || leave_out "can't make a folder in $root on the node: set SYNCBENCH_LOCAL to one that can be written to"
    is_own || leave_out "'$local' on the node is somebody else's: remove it, or set SYNCBENCH_LOCAL to a folder of your own"
    had_run=$([ -e "$local/run/run.json" ] && echo yes)
    # If the node has lost its copy of the run, it takes the copy that an earlier turn parked.
    if [ ! -e "$local/run/run.json" ] && [ -e "$fleet/parked/$node/run.json" ]; then
      rm -rf "$local/run" && cp -r "$fleet/parked/$node" "$local/run"
    fi
    word=begun before=-1 failures=0
    if [ -f "$fleet/state/$node" ]; then read -r word before failures <"$fleet/state/$node"; fi
    # Other users may write to this file, so its words are checked before the shell computes with them.
    [[ $before =~ ^-?[0-9]{1,15}$ && $failures =~ ^[0-9]{1,3}$ ]] || { word=begun before=-1 failures=0; }
    now=$(rows "$local/run")
    # A previous turn that recorded neither its end nor a new row counts as failed. But if the node has no copy of the run left,
    # nobody knows what that turn measured, and it counts as failed only from the ninth restart on.
    if [ "$word" = measuring ] && [ "$now" -le "$before" ] && { [ "$had_run" ] || [ "${SLURM_RESTART_COUNT:-0}" -gt 8 ]; }; then
      failures=$((failures + 1))
      say "the previous turn recorded neither its end nor a new row"
      if [ "$failures" -ge 2 ]; then
        remember failed "$now" "$failures"
        leave_out "its job ended twice without recording an end: the node died, or somebody killed it"
      fi
    fi
    before=$now
    remember measuring "$now" "$failures"

    # The executable too is read from the node's own storage.
    rm -rf "$local/bin"
    cp -r "$fleet/bin" "$local/bin" || failed "can't copy the executable to $local: is the disk full?"
    # srun does not take over the number of CPUs from sbatch: without --cpus-per-task, a step would have one CPU.
    step() { srun "${step_options[@]}" --cpus-per-task="$SLURM_CPUS_ON_NODE" "$@"; }
    tool=("$local/bin/syncbench")
    # An executable of benchmarks is measured by the tool beside it.
    if [ -e "$local/bin/benchmarks" ]; then tool+=(--benchmarks "$local/bin/benchmarks"); fi
    step "${tool[@]}" doctor --watch 1 >"$local/doctor.txt" 2>&1 ||
      failed "the executable does not start: $( { grep -v '^srun: ' "$local/doctor.txt" || tail -n 1 "$local/doctor.txt"; } | head -n 1)"

    say "clock before: $(clock)"
    if [ -e "$fleet/cases/$node" ]; then
      mapfile -t words <"$fleet/cases/$node"
      gate_options=("${run_options[@]}" "${words[@]}" --output run)
      if [ -e "$local/run/run.json" ]; then
        say "going on with $now rows"
        # Only the executables' options are given again: all else is in the run's folder.
        gate_options=("${run_options[@]:0:4}" --resume run)
      fi
      (cd "$local" && step "${tool[@]}" gate "${gate_options[@]}" --quiet) >"$local/said.txt" 2>&1
    elif [ -e "$local/run/run.json" ]; then
      say "going on with $now rows"
      step "${tool[@]}" run --resume "$local/run" --quiet >"$local/said.txt" 2>&1
    else
      step "${tool[@]}" run "${run_options[@]}" --plan "$plan" --output "$local/run" --quiet >"$local/said.txt" 2>&1
    fi
    status=$?
    # A gate that was told to stop ends with the status of its verdicts on the pairs measured by then.
    if grep -q '"state" *: *"interrupted"' "$local/run/run.json" 2>/dev/null; then status=143; fi
    say "clock after: $(clock)"
    reason=$(grep 'error: ' "$local/said.txt" | grep -v '^s\(run\|lurmstepd\): ' | tail -n 1)
    case $status in
      # Status 3 means that cases are invalid, which is a result too; 2 and 7 are a gate's verdicts.
      0 | 2 | 3 | 7)
        [ -d "$local/run" ] || leave_out "the executable ended with status $status and made no run: is it a syncbench?"
        cp "$local/doctor.txt" "$local/run/" && publish hosts ||
          failed "can't copy the run to hosts/$node: is the disk full, and can the folder be written to?"
        remember done "$(rows "$local/run")" "$failures"
        rm -rf "$local" "$fleet/parked/$node"
        say "done, with status $status"
        ;;
      130 | 143)
        now=$(rows "$local/run")
        publish parked || say "can't park the run in the fleet's folder; the node keeps it"
        # If a turn is too short for a single row, further turns would be too.
        if [ "$now" -le "$before" ]; then failed "a whole turn brought no row: give fleet submit a longer --time"; fi
        remember parked "$now" "$failures"
        again "its time was up with $now rows"
        ;;
      64) leave_out "${reason:-the executable refused its options}" ;;
      *) failed "run ended with status $status: ${reason:-$(tail -n 1 "$local/said.txt")}" ;;
    esac

    """#
}
