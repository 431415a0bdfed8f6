#!/usr/bin/env python3
"""Asserts from the release executable's machine code that every measured loop is specialised for the primitives that the
suites run it with, and that the loops of plain locks (all but those of CALLS_RUNTIME) never call the Swift runtime. A kernel (the
function around a measured loop) may call the runtime before and after the loop, where a thread of a queue lock makes and frees
its node.

    scripts/ci/check-kernels.py [EXECUTABLE]
"""

import collections
import concurrent.futures
import functools
import os
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "validate"))

from common import ROOT, TOOL, output_of

SUITES = ROOT / "Sources/SyncSuites"
LOCKS, ENTRIES = "Locks/*.swift", "Sync/QueueEntries.swift"

# The primitives whose loops need the runtime, as a user's code would: these primitives allocate, make closures that outlive the
# call, hold objects in an array or a dictionary, wait for a DispatchSemaphore, or keep a team of threads for the next loop.
CALLS_RUNTIME = re.compile("Async|Operation|Perform|TaskGroup|Threads|Snapshot|DispatchGroup|Cache|SemaphoreBounded")
# The locks whose operations are C functions. A kernel must call these functions by name: a loop that calls them through pointers has been
# merged with another lock's loop. Different constants for sync_mark (CSyncShims) keep two locks' loops apart.
CALLS_FUNCTIONS = re.compile("(^|<)(PthreadMutex|PthreadSpinlock|SemaphoreLock|ConditionVariableLock)")
# The programs that are not named like their kernels.
PROGRAMS = {"readMixLoop": "readerWriterProgram", "handOverLoop": "lineHandOverProgram", "imbalanceLoops": "imbalanceProgram",
            "producerLoop": "boundedQueueProgram", "consumerLoop": "boundedQueueProgram", "parallelLoops": "kernelProgram",
            "writerWaitsLoop": "readerWriterWaitsProgram", "readerWaitsLoop": "readerWriterWaitsProgram"}
ACTOR_KERNELS = ["actorUncontendedLoop", "actorContendedLoop", "actorReadMixLoop", "actorWriterWaitsLoop", "actorReaderWaitsLoop",
                 "actorCacheLoop", "hopLoop", "mainActorLoop"]


# The sources


def texts(*patterns):
    return [path.read_text() for pattern in patterns for path in sorted(SUITES.glob(pattern))]


def named(before, after, *patterns):
    """Types in the suites' files: the text between `before` and `after`, across line breaks."""
    name = rf"{before}([A-Z]\w*(?:<[A-Z]\w*(?:<[A-Z]\w*>)?>)?)(?={after})"
    return sorted({found for text in texts(*patterns) for found in re.findall(name, text)})


def selves(label, *patterns):
    return named(rf"\b{label}\s*", r"\.self", *patterns)


def structures(label):
    """The shared structures of a kind, with LockedCache replaced by the type that it abbreviates."""
    names = selves(label, "Structures/*.swift")
    return [re.sub("^LockedCache<(.*)>$", r"GuardedCache<ExclusiveReaderWriter<\1>>", name) for name in names]


def forms():
    """The types of counters that items on a queue increase: a type for each form of submission."""
    return [f"ItemCounter<{name}>" for name in selves("form:", ENTRIES)]


def chained():
    """The types of counters that the suites make with a depth, a parameter of the case, as in `contendedProgram($0, COUNTER(depth: …))`."""
    return named(r"\bcontendedProgram\(\s*\$0,\s*", r"\(depth:", "Sync/*.swift")


def expected():
    """Each kernel with each type that the suites run it with; the type has the name that the demangler writes."""
    locks, exclusions = selves("lock:", LOCKS), selves("exclusion:", "*/*.swift")
    counters = [f"GuardedCounter<{name}>" for name in selves("lock:", LOCKS, ENTRIES)]
    counters += named(r"\{\s*", r"\(\)\s*\}", LOCKS, ENTRIES) + forms()
    # The workloads that time acquisitions leave out a lock that does not exclude.
    unprotected = selves(r"isUnprotected: true,\s*lock:", LOCKS)
    # Some loops are run with all locks but NoLock; of these locks, those with a try also run tryLoop.
    further = [name for name in locks if name != "NoLock"]
    primitives = "".join(path.read_text() for path in (ROOT / "Sources/SyncPrimitives").rglob("*.swift"))
    tried = set(re.findall(r"\bstruct (\w+)(?:<[^{\n]*>)?: Try(?:Lock|Exclusion)\b", primitives))
    # The workloads that time waits leave out primitives whose writers do not wait.
    waited = [name for name in exclusions if not re.search("Async|GlobalQueue", name)]
    dispatch = "Dispatch/*.swift"
    found = {
        "uncontendedLoop contendedLoop": counters,
        "waitsLoop idleLoop burstLoop": [name for name in locks if name not in unprotected],
        "exponentialLoop settledLoop": [f"GuardedCounter<{name}>" for name in further],
        "handoffLoop manyLocksLoop nestedLoop": further,
        "tryLoop": [name for name in further if re.match(r"\w+", name)[0] in tried],
        "readMixLoop": exclusions,
        "writerWaitsLoop readerWaitsLoop": waited,
        "manyQueuesLoop": named(r"manyQueuesProgram\([^{]*counter: \{\s*", r"\(", "Sync/*.swift"),
        "submissionsLoop": selves("form:", "Sync/QueueLines.swift"),
        "rendezvousLoop": selves("meeting:", "Barrier/*.swift"),
        "handOverLoop": selves(r"lineHandOverProgram\(", "Cores/*.swift"),
        "cacheLoop": structures("cache:"), "readThroughLoop": structures("through:"),
        "lruLoop": named(r"\blruLine\([^)]*?,\s*", r"\.self", "Structures/LRU*.swift"),
        "producerLoop consumerLoop putTakeLoop": structures("queue:"),
        "onceLoop": selves("once:", dispatch),
        # The workload once-shared has neither the floor nor the value behind a queue.
        "sharedOnceLoop": [name for name in selves("once:", dispatch) if not re.search("^Plain|SerialQueue", name)],
        "throttleLoop": selves(r"throttleProgram\(\s*\$0,", dispatch), "timedGroupLoop": selves("waits:", dispatch),
    }
    pairs = [(kernel, name) for kernels, names in found.items() for kernel in kernels.split() for name in names]
    return pairs + [("contendedLoop", name) for name in chained()] + sorted(set(parallel_loops()))


def parallel_loops():
    """The functions of parallel loops with the engines that they run: `parallelLoops` with each engine and each type for the work of an
    index (named …Kernel), and `imbalanceLoops` with each engine of several threads."""
    loops = "ConcurrentPerform/*.swift"
    for engine in selves("engine:", loops):
        for kernel in ("Compute", "Skewed", "SharedCounter", "Triad"):
            yield "parallelLoops", f"{engine}, SyncSuites.{kernel}Kernel"
        if engine != "SerialLoop":
            yield "imbalanceLoops", engine
    # The engines' wrappers: strides, and a loop inside each index of a loop.
    for program, wrapper in {"loop": "{}", "flatLoop": "{}", "stride": "Strides<{}>", "nestedLoop": "LoopInLoop<{}>"}.items():
        for name in selves(rf"{program}Program\(\s*\$0,", loops):
            yield "parallelLoops", f"{wrapper.format(name)}, SyncSuites.ComputeKernel"


def check_declarations():
    """Checks that every line of the suites that declares a counter was understood above."""
    declared = sum(len(re.findall(r'\bCounterEntry\(\s*"', text)) for text in texts(LOCKS, ENTRIES))
    understood = len(selves("actor:", LOCKS)) + sum(
        len(selves("lock:", files)) + len(named(r"\{\s*", r"\(\)\s*\}", files)) for files in (LOCKS, ENTRIES)) + len(forms())
    if declared != understood:
        sys.exit(f"check-kernels: the suites declare {declared} counters, {understood} were understood")


# The executable


class Executable:
    def __init__(self, path):
        self.path = path
        lines = [line.split() for line in output_of(["nm", "-S", path]).splitlines()]
        own = [line for line in lines if len(line) == 4 and "SyncSuites" in line[3]]
        self.places = {symbol: (int(start, 16), int(size, 16)) for start, size, _, symbol in reversed(own)}
        self.symbols = [line[-1] for line in lines if len(line) >= 3]
        names = output_of(["swift", "demangle", "--compact"], input="\n".join(self.symbols)).splitlines()
        # Symbols that are no loop, and lead to no loop, are left out.
        self.names = {
            symbol: name.replace("SyncPrimitives.", "") for symbol, name in zip(self.symbols, names) if "specialization <" in name}

    @functools.cache
    def body(self, symbol):
        """A symbol's instructions: as many bytes as the symbol has, because the code that follows may have no symbol."""
        if symbol not in self.places:
            return []
        start, size = self.places[symbol]
        part = [f"--start-address={start}", f"--stop-address={start + size}"]
        text = output_of(["objdump", "-d", "--no-show-raw-insn", *part, self.path])
        return [line for line in text.splitlines() if re.match(r"\s*[0-9a-f]+:\s", line)]

    def symbol_of(self, kernel, of_type):
        """The specialised kernel for a type. If two types compile to the same code, or to code that differs in a constant, the
        optimiser keeps one kernel for both. The calls of each type's own closure, which a thread runs, lead to that kernel."""
        own, of = f"specialization <{of_type}> of SyncSuites", f" of SyncSuites.{kernel}<"
        for symbol, name in self.names.items():
            if of in name and own in name and "closure #" not in name:
                return symbol
        program = PROGRAMS.get(kernel, f"{kernel.removesuffix('Loop')}Program")
        closure = f"specialization <{of_type}> of closure #"
        wanted = [closure, " @Sendable (BenchmarkRunner.TrialThread)", f"SyncSuites.{program}<"]
        for forwarder, name in self.names.items():
            if all(part in name for part in wanted) and " merged " not in name:
                if found := self.led_to(forwarder, kernel):
                    return found
        return None

    def led_to(self, forwarder, kernel):
        for _ in range(5):
            text = "\n".join(self.body(forwarder))
            found = re.search(rf"<([^>+]*SyncSuites\d+{kernel}_[^>+]*)>", text)
            # A specialisation's mangled name begins with the generic function's, which ends in lF, and goes on after it.
            if found and re.search("lF.", found[1]):
                return found[1]
            # A function that differs from another in a constant is merged with it, and gets the difference, which may be a
            # function, as an argument.
            forwarder = next(iter(re.findall(r"(?:lea|jmp|call) .*<([^>+]*SyncSuites[^>+]*)>", text)), None)
        return None


def runtime_calls(body):
    """The runtime's functions that a body calls; "in a loop" is appended if the code after the call leads back to it."""
    code = [line.split() for line in body]
    place_of = {words[0][:-1]: place for place, words in enumerate(code)}
    target = {place: place_of.get(words[2]) for place, words in enumerate(code) if words[1][0] == "j" and len(words) > 2}
    ends = {place for place, words in enumerate(code) if words[1].startswith(("jmp", "ret", "ud2"))}

    def leads_back(call):
        rest, seen = [call + 1], set()
        while rest:
            place = rest.pop()
            if place is not None and place < len(code) and place not in seen:
                seen.add(place)
                rest += [target.get(place), None if place in ends else place + 1]
        return call in seen

    for place, words in enumerate(code):
        found = re.search("<(swift_[a-zA-Z]+)", body[place])
        if found and words[1] in ("call", "jmp"):
            yield found[1] + (" in a loop" if place not in ends and leads_back(place) else "")


def check(executable, kernel, of_type):
    """The defects of a kernel, and its line of the table."""
    symbol = executable.symbol_of(kernel, of_type)
    if not symbol:
        return [f"{kernel} is not specialised for {of_type}"], ""
    wrong, name = [], executable.names.get(symbol, "")
    other = re.sub(".*specialization <([^ ]*)> of.*", r"\1", name)
    note = "" if f"<{of_type}>" in name else f"code shared with {other}; "
    body = executable.body(symbol)
    runtime = ", ".join(f"{call} × {count}" for call, count in sorted(collections.Counter(runtime_calls(body)).items()))
    # Two kernels need the runtime whatever the type: consumerLoop because of its recorder in the workload hand-over, lruLoop because
    # of its dictionary.
    if "in a loop" in runtime and kernel not in ("consumerLoop", "lruLoop") and not CALLS_RUNTIME.search(of_type):
        wrong.append(f"{kernel} for {of_type} calls the Swift runtime: {runtime}")
    # The loop of nested sections may have one call through a pointer, to the inner section.
    pointers = sum(re.search(r"(call|blr) +(\*|x[0-9])", line) is not None for line in body)
    if CALLS_FUNCTIONS.search(of_type) and pointers > (kernel == "nestedLoop"):
        wrong.append(f"{kernel} for {of_type} calls its lock through pointers")
    return wrong, f"{kernel:<16} {of_type:<52} {note}{runtime or 'no runtime calls'}"


def check_actor(executable, kernel):
    """An actor's loops are asynchronous functions in parts. One part must switch to the actor, and another must switch back;
    otherwise the optimiser left the task on the actor, and nothing is acquired."""
    parts = [symbol for symbol in executable.symbols if re.match(rf"[^ ]*SyncSuites\d+{kernel}", symbol)]
    code = [line for part in parts for line in executable.body(part)]
    switches = sum(re.search("(call|jmp) .*<swift_task_switch", line) is not None for line in code)
    wrong = [] if switches >= 2 else [f"{kernel} does not go to the actor and back in each turn"]
    return wrong, f"{kernel:<21} {'actor':<47} swift_task_switch × {switches}"


def main():
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else TOOL
    if not os.access(path, os.X_OK):
        sys.exit(f"check-kernels: there is no {path}: swift build -c release")
    check_declarations()
    executable, loops = Executable(path), expected()
    # Most of the time goes into objdump, so as many run together as there are CPUs.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda loop: check(executable, *loop), loops))
        if selves("actor:", LOCKS):
            results += pool.map(lambda kernel: check_actor(executable, kernel), ACTOR_KERNELS)
    print("\n".join(line for _, line in results if line))
    wrong = [f"check-kernels: {text}" for texts, _ in results for text in texts]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"check-kernels: {len(loops)} loops, all specialised; no loop of a plain lock calls the runtime")


if __name__ == "__main__":
    main()
