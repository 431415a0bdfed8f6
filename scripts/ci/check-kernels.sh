#!/usr/bin/env bash
# Asserts from the release executable's machine code that every measured loop is specialised for the
# primitives that the suites run it with, and that the loops of plain locks never call the Swift runtime.
# Before and after its loop a kernel may: there a queue lock's thread makes its node and frees it.
#
#   scripts/ci/check-kernels.sh [EXECUTABLE]
set -euo pipefail
cd "$(dirname "$0")/../.."

executable=${1:-.build/release/syncbench}
[ -x "$executable" ] || {
  echo "check-kernels: there is no $executable: swift build -c release" >&2
  exit 1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Names in the suites' files: the text between `before` and `after`, across line breaks.
named() { # before after file…
  grep -zoP "$1\K[A-Z]\w*(?:<[A-Z]\w*(?:<[A-Z]\w*>)?>)?(?=$2)" "${@:3}" --no-filename | tr '\0' '\n' | sort -u
}

# Counters that are made for a case's parameters, and so in a program's own line.
chained() { named '\bcontendedProgram\(\s*\$0,\s*' '\(depth:' Sources/SyncSuites/Sync/*.swift; }

# Forms of submission whose items a thread of the pool runs, as counters.
forms() { named '\bform:\s*' '\.self' Sources/SyncSuites/Sync/QueueEntries.swift | sed 's/.*/ItemCounter<&>/'; }

# The shared structures of a kind, with what LockedCache stands for.
structures() { # label
  named "\b$1\s*" '\.self' Sources/SyncSuites/Structures/*.swift | sed -E 's/^LockedCache<(.*)>$/GuardedCache<ExclusiveReaderWriter<\1>>/'
}

# Each kernel with each type that the suites run it with, by the name that the demangler gives it.
expected() {
  local counters=(Sources/SyncSuites/Locks/*.swift Sources/SyncSuites/Sync/QueueEntries.swift) kernel type
  for kernel in uncontendedLoop contendedLoop; do
    named '\block:\s*' '\.self' "${counters[@]}" | sed "s/.*/$kernel GuardedCounter<&>/"
    named '\{\s*' '\(\)\s*\}' "${counters[@]}" | sed "s/^/$kernel /"
    forms | sed "s/^/$kernel /"
  done
  # A lock that does not exclude is counted with and not timed.
  for kernel in waitsLoop idleLoop burstLoop; do
    comm -23 <(named '\block:\s*' '\.self' Sources/SyncSuites/Locks/*.swift) \
      <(named 'isUnprotected: true,\s*lock:\s*' '\.self' Sources/SyncSuites/Locks/*.swift) | sed "s/^/$kernel /"
  done
  # A lock that excludes has the further workloads too; a lock with a try has one more.
  local tried='\bstruct \K\w+(?=(<[^{]*>)?: Try(Lock|Exclusion)\b)'
  tried=$(grep -rhoP "$tried" Sources/SyncPrimitives | paste -sd '|')
  while read -r type; do
    for kernel in exponentialLoop settledLoop; do echo "$kernel GuardedCounter<$type>"; done
    for kernel in handoffLoop manyLocksLoop nestedLoop; do echo "$kernel $type"; done
    if [[ $type =~ ^($tried)(<|$) ]]; then echo "tryLoop $type"; fi
  done < <(named '\block:\s*' '\.self' Sources/SyncSuites/Locks/*.swift | grep -vx NoLock)
  named '\bexclusion:\s*' '\.self' Sources/SyncSuites/*/*.swift | sed "s/^/readMixLoop /"
  chained | sed 's/^/contendedLoop /'
  named 'manyQueuesProgram\([^{]*counter: \{\s*' '\(' Sources/SyncSuites/Sync/*.swift | sed 's/^/manyQueuesLoop /'
  named '\bform:\s*' '\.self' Sources/SyncSuites/Sync/QueueLines.swift | sed "s/^/submissionsLoop /"
  # Whose writers wait for nobody is not timed.
  for kernel in writerWaitsLoop readerWaitsLoop; do
    named '\bexclusion:\s*' '\.self' Sources/SyncSuites/*/*.swift | grep -vE 'Async|GlobalQueue' | sed "s/^/$kernel /"
  done
  named '\bmeeting:\s*' '\.self' Sources/SyncSuites/Barrier/*.swift | sed "s/^/rendezvousLoop /"
  named '\blineHandOverProgram\(' '\.self' Sources/SyncSuites/Cores/*.swift | sed "s/^/handOverLoop /"
  structures 'cache:' | sed 's/^/cacheLoop /'
  structures 'through:' | sed 's/^/readThroughLoop /'
  named '\bonce:\s*' '\.self' Sources/SyncSuites/Dispatch/*.swift | sed 's/^/onceLoop /'
  # What threads share is neither the floor nor a queue.
  named '\bonce:\s*' '\.self' Sources/SyncSuites/Dispatch/*.swift | grep -vE '^Plain|SerialQueue' | sed 's/^/sharedOnceLoop /'
  named '\bthrottleProgram\(\s*\$0,\s*' '\.self' Sources/SyncSuites/Dispatch/*.swift | sed 's/^/throttleLoop /'
  named '\bwaits:\s*' '\.self' Sources/SyncSuites/Dispatch/*.swift | sed 's/^/timedGroupLoop /'
  for kernel in producerLoop consumerLoop putTakeLoop; do structures 'queue:' | sed "s/^/$kernel /"; done
  expected_parallel_loops | sort -u
}

# Each engine with each kernel of parallel loops, and in the stamped loops where it has several threads.
expected_parallel_loops() {
  local loops=(Sources/SyncSuites/ConcurrentPerform/*.swift) type kernel
  while read -r type; do
    for kernel in Compute Skewed SharedCounter Triad; do
      echo "parallelLoops $type, SyncSuites.${kernel}Kernel"
    done
    [ "$type" = SerialLoop ] || echo "imbalanceLoops $type"
  done < <(named '\bengine:\s*' '\.self' "${loops[@]}")
  # The engines' wrappers: strides, and a loop of its own.
  for type in loop:'&' flatLoop:'&' stride:'Strides<&>' nestedLoop:'LoopInLoop<&>'; do
    named "\b${type%%:*}Program\(\s*\\\$0,\s*" '\.self' "${loops[@]}" |
      sed "s/.*/parallelLoops ${type#*:}, SyncSuites.ComputeKernel/"
  done
}

# The lines of the suites that declare a counter: each must have been understood above.
declared=$(grep -zoP '\bCounterEntry\(\s*"' Sources/SyncSuites/Locks/*.swift \
  Sources/SyncSuites/Sync/QueueEntries.swift | tr -cd '\0' | wc -c)

# The kernels whose primitives make closures that outlive the call, allocate, hold objects in an array, or keep a
# team of threads for the next: these need the runtime, and so would a user's code.
# So does what is kept in a dictionary, and what waits for a DispatchSemaphore.
calls_runtime='Async|Operation|Perform|TaskGroup|Threads|Snapshot|DispatchGroup|Cache|SemaphoreBounded'

# The kernels whose locks are functions of C: they must call these by name. A loop that calls through
# pointers has been merged with another lock's (sync_mark in CSyncShims keeps them apart).
calls_functions='(^|<)(PthreadMutex|PthreadSpinlock|SemaphoreLock|ConditionVariableLock)'

# Both are searched for each loop anew: what no loop is or leads to is left out.
nm -S "$executable" | awk '/SyncSuites/' >"$folder/sizes"
nm "$executable" | awk 'NF == 3 {print $3}' >"$folder/symbols"
swift demangle --compact <"$folder/symbols" | sed 's/SyncPrimitives\.//g' >"$folder/names"
paste -d ' ' "$folder/symbols" "$folder/names" | awk '/specialization </' >"$folder/table"

# A symbol's instructions: as many bytes as it has, for what follows may have no symbol of its own.
body() {
  local start size
  read -r start size < <(awk -v name="$1" '$4 == name {print $1, $2; exit}' "$folder/sizes") || return 0
  [ -n "$start" ] || return 0
  objdump -d --no-show-raw-insn --start-address="0x$start" --stop-address=$((0x$start + 0x$size)) "$executable" |
    sed '1,/>:$/d'
}

# The runtime's functions that the body on the input calls, a line each; "in a loop" where the code behind the call leads
# back to it.
runtime_calls() {
  awk '
    function leads_back(call,   depth, stack, from, at, seen) {
      stack[++depth] = line[call] + 1
      while (depth > 0) {
        from = stack[depth--]
        if (from == line[call]) return 1
        if (from > lines || from in seen) continue
        seen[from] = 1
        at = order[from]
        if (at in target && target[at] in line) stack[++depth] = line[target[at]]
        if (!(at in ends)) stack[++depth] = from + 1
      }
      return 0
    }
    $1 ~ /^[0-9a-f]+:$/ {
      at = substr($1, 1, length($1) - 1)
      order[++lines] = at
      line[at] = lines
      if ($2 ~ /^(call|jmp)$/ && match($0, /<swift_[a-zA-Z]+/)) calls[at] = substr($0, RSTART + 1, RLENGTH - 1)
      if ($2 ~ /^j/) target[at] = $3
      if ($2 ~ /^(jmp|ret|ud2)/) ends[at] = 1
    }
    END { for (at in calls) print calls[at] (!(at in ends) && leads_back(at) ? " in a loop" : "") }'
}

# The specialised kernel for a type. Where two types compile to the same code, or to code that differs in a
# constant, the optimiser keeps one of them: then it is what the type's own thread function leads to.
symbol_of() { # kernel type
  local found forwarder
  found=$(awk -v of=" of SyncSuites.$1<" -v as="specialization <$2> of SyncSuites" \
    'index($0, of) && index($0, as) && !index($0, "closure #") {print $1; exit}' "$folder/table")
  [ -z "$found" ] || {
    echo "$found"
    return
  }
  while read -r forwarder; do
    for _ in 1 2 3 4 5; do
      [ -n "$forwarder" ] || break
      found=$(body "$forwarder" | grep -oE '<[^>+]*SyncSuites[0-9]+'"$1"'_[^>+]*>' | tr -d '<>' | head -n 1 || true)
      # A specialisation's mangled name goes on after the generic function's own, which ends in lF.
      if [[ $found == *lF?* ]]; then
        echo "$found"
        return
      fi
      # A function that differs in a constant is merged with another, and gets what differs, a function too, as an argument.
      forwarder=$(body "$forwarder" | grep -oE '(lea|jmp|call) .*<[^>+]*SyncSuites[^>+]*>' | sed -E 's/.*<|>//g' | head -n 1 || true)
    done
  done < <(awk -v as="specialization <$2> of closure #" -v of="SyncSuites.$(program_of "$1")<" \
    'index($0, as) && index($0, " @Sendable (BenchmarkRunner.TrialThread)") && index($0, of) && !/ merged / {print $1}' \
    "$folder/table")
}

program_of() { # kernel
  case $1 in
  uncontendedLoop) echo uncontendedProgram ;;
  contendedLoop) echo contendedProgram ;;
  waitsLoop) echo waitsProgram ;;
  idleLoop) echo idleProgram ;;
  burstLoop) echo burstProgram ;;
  readMixLoop) echo readerWriterProgram ;;
  rendezvousLoop) echo rendezvousProgram ;;
  handOverLoop) echo lineHandOverProgram ;;
  exponentialLoop | handoffLoop | manyLocksLoop | manyQueuesLoop | nestedLoop | settledLoop | submissionsLoop | onceLoop | sharedOnceLoop | throttleLoop | timedGroupLoop | tryLoop) echo "${1%Loop}Program" ;;
  writerWaitsLoop | readerWaitsLoop) echo readerWriterWaitsProgram ;;
  imbalanceLoops) echo imbalanceProgram ;;
  cacheLoop | readThroughLoop | putTakeLoop) echo "${1%Loop}Program" ;;
  producerLoop | consumerLoop) echo boundedQueueProgram ;;
  *) echo kernelProgram ;;
  esac
}

expected >"$folder/expected"
understood=$(($(grep -c '^contendedLoop ' "$folder/expected") - $(chained | wc -l)))
counters_of() { # file…
  named '\block:\s*' '\.self' "$@"
  named '\{\s*' '\(\)\s*\}' "$@"
  [[ $* != *QueueEntries* ]] || forms
}
shared=$(sort <(counters_of Sources/SyncSuites/Locks/*.swift) \
  <(counters_of Sources/SyncSuites/Sync/QueueEntries.swift) | uniq -d | wc -l)
actors=$(named '\bactor:\s*' '\.self' Sources/SyncSuites/Locks/*.swift | wc -l)
if [ $((understood + shared + actors)) -ne "$declared" ]; then
  echo "check-kernels: the suites declare $declared counters, $((understood + shared + actors)) were understood" >&2
  exit 1
fi

fail() {
  echo "check-kernels: $1" >&2
  echo "$1" >>"$folder/failures"
}

check() { # kernel type
  local kernel=$1 type=$2 symbol own note runtime pointers instructions
  symbol=$(symbol_of "$kernel" "$type")
  if [ -z "$symbol" ]; then
    fail "$kernel is not specialised for $type"
    return
  fi
  own=$(awk -v symbol="$symbol" '$1 == symbol {print; exit}' "$folder/table")
  note=
  [[ $own == *"<$type>"* ]] || note="code shared with $(sed -E 's/.*specialization <([^ ]*)> of.*/\1/' <<<"$own"); "
  instructions=$(body "$symbol")
  runtime=$(runtime_calls <<<"$instructions" | sort | uniq -c |
    awk '{count = $1; $1 = ""; printf "%s%s × %d", separator, substr($0, 2), count; separator = ", "}')
  # A consumer has a recorder only in the workload hand-over.
  if [[ $runtime == *"in a loop"* ]] && [ "$kernel" != consumerLoop ] && ! [[ $type =~ $calls_runtime ]]; then
    fail "$kernel for $type calls the Swift runtime: $runtime"
  fi
  # The loop of nested sections may be given the section within as a pointer, once.
  pointers=$(grep -cE '(call|blr) +(\*|x[0-9])' <<<"$instructions" || true)
  if [[ $type =~ $calls_functions ]] && [ "$pointers" -gt "$([ "$kernel" = nestedLoop ] && echo 1 || echo 0)" ]; then
    fail "$kernel for $type calls its lock through pointers"
  fi
  printf '%-16s %-52s %s\n' "$kernel" "$type" "$note${runtime:-no runtime calls}"
}

check_all() { while read -r kernel type; do check "$kernel" "$type"; done; }

# Most of the time goes into starting awk and objdump: a part of the loops for each CPU.
split --number="l/$(nproc)" "$folder/expected" "$folder/part."
checks=()
for part in "$folder"/part.*; do
  check_all <"$part" >"$part.seen" &
  checks+=($!)
done
for pid in "${checks[@]}"; do wait "$pid"; done
cat "$folder"/part.*.seen

# An actor's loops are asynchronous functions in parts: one must go to the actor and one back, or else the
# optimiser left the task on the actor, and nothing is acquired.
if [ "$actors" -gt 0 ]; then
  for kernel in actorUncontendedLoop actorContendedLoop actorReadMixLoop actorWriterWaitsLoop actorReaderWaitsLoop \
    actorCacheLoop hopLoop mainActorLoop; do
    switches=0
    while read -r part; do
      switches=$((switches + $(body "$part" | grep -cE '(call|jmp) .*<swift_task_switch' || true)))
    done < <(grep -E "^[^ ]*SyncSuites[0-9]+$kernel" "$folder/symbols")
    [ "$switches" -ge 2 ] || fail "$kernel does not go to the actor and back in each turn"
    printf '%-21s %-47s %s\n' "$kernel" actor "swift_task_switch × $switches"
  done
fi

[ ! -e "$folder/failures" ] || exit 1
echo "check-kernels: $(wc -l <"$folder/expected") loops, all specialised; no loop of a plain lock calls the runtime"
