"""Runs syncbench's workers, the C twin (Tools/Twin: the same locks and loops in C) and ConcurrencyKit's locks in turn, and compares
what they measure.

scripts/validate/fidelity.sh builds syncbench and the twin, and calls this. Standard library only.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys

WARMUPS = 2
# For each launch of the twin, its heap is moved by one of these numbers of bytes. A worker draws its own number
# (Sources/BenchmarkRunner/Worker/HeapShift.swift).
SHIFTS = range(0, 4096, 16)
TRIALS = 12
TRIAL_NS = 5_000_000
# The target lets the ratio of Swift's cost to its rival's differ from 1 by TOLERANCE, or by READERS_TOLERANCE if one thread uses a lock
# whose readers run together.
TOLERANCE, READERS_TOLERANCE = 0.05, 0.03
FLOOR_NS = 0.5
BOOTSTRAPS = 2000
# Two distances (latencies of a cache line between the CPUs) belong to one place if their ratio is at most NEAR. Siblings slow each
# other's additions by more than the factor SIBLINGS (docs/background/statistics.md, "Places").
NEAR, SIBLINGS = 1.6, 1.12
# Contended figures are compared in one place: the nearest on own cores in which at least this share of the launches were. Launches
# without a place are not counted in the share.
REFERENCE_SHARE = 0.25
PRIMITIVES = ["no-lock", "atomic-add", "test-and-set", "ttas-pause", "ticket", "mcs", "clh", "queued-spinlock", "cna", "hemlock",
              "reciprocating", "waiting-array", "flat-combining", "parking-lot", "pthread-mutex", "bounded-queue", "once-atomic-load", "once-pthread"]
# The locks whose readers run together, and their shares of reads, in thousandths; cases of several threads have only the last share.
READERS = ["snapshot-hazard", "snapshot-epoch", "bravo-pthread-rwlock", "bravo-phase-fair"]
SHARES = [1000, 900]
# A write to a snapshot allocates. Depending on the heap's state, glibc merges its fast bins now and then, so the same loop takes 11 or
# 14 ns an operation. Therefore Swift and C both run these cases without fast bins.
TUNABLES = {"GLIBC_TUNABLES": "glibc.malloc.mxfast=0"}
# The builds of the twin. If two threads race for a lock, the placement of the loop's instructions decides how often each wins, so
# Swift's contended figure is compared with the figures of several builds of the same loop in C.
TWIN, OTHER_BUILDS = "twin", ["twin-16", "twin-32", "twin-64", "twin-cc"]
# A further build for flat combining: it puts each published section into a reference-counted box, as Swift does with a closure that
# another thread runs.
BUILDS_OF = {"flat-combining": ["twin-boxed"]}
# The queue and the primitives that run a block once: each has one case, of a single thread.
STRUCTURES = {"bounded-queue": "structures/bounded-queue-alone/condition-variable/capacity=16",
              "once-atomic-load": "dispatch/once/atomic-load", "once-pthread": "dispatch/once/pthread-once"}
# ConcurrencyKit's locks by the same algorithm. Its fas and cas read between tries, so they are a test-and-set only if
# uncontended.
RIVALS = {"test-and-set": ["ck-fas", "ck-cas"], "ttas-pause": ["ck-fas", "ck-cas"], "ticket": ["ck-ticket"], "mcs": ["ck-mcs"],
          "clh": ["ck-clh"]}


class Case:
    """A primitive in a workload, and the cost of each contestant (Swift and its rivals) in each round, in ns an operation."""

    def __init__(self, primitive, workload, cpus, share=None):
        self.primitive, self.workload, self.operations, self.share = primitive, workload, 1, share
        self.cpus = cpus[:1] if self.is_alone else cpus
        # Under contention, the cost of a hand-over depends on the lock's layout. ConcurrencyKit has other layouts, so only the twin's
        # builds are rivals there.
        builds = OTHER_BUILDS + BUILDS_OF.get(primitive, [])
        self.rivals = [TWIN] + (RIVALS.get(primitive, []) if self.is_alone else builds)
        # The cost of each contestant in each round, and the place of the CPUs meanwhile.
        self.costs = {name: [] for name in ["swift"] + self.rivals}
        self.places = {name: [] for name in self.costs}

    def keep(self, reference):
        """Drops the costs of contended launches that were not in the reference place."""
        for name in self.costs:
            self.costs[name] = [
                cost if self.is_alone or (place and place.is_like(reference)) else None
                for cost, place in zip(self.costs[name], self.places[name])]

    def median(self, contestant):
        return statistics.median(cost for cost in self.costs[contestant] if cost is not None)

    @property
    def best_of_concurrencykit(self):
        """The fastest of ConcurrencyKit's locks; None under contention, or if none of them has our lock's algorithm."""
        return min((name for name in self.rivals if name.startswith("ck-")), key=self.median, default=None)

    @property
    def nearest(self):
        """The rival that Swift is compared with: for one thread the fastest of the C twin and ConcurrencyKit's locks, under
        contention the build of the C twin whose figure is nearest to Swift's."""
        if self.is_alone:
            return min(self.rivals, key=self.median)
        ours = self.median("swift")
        return min(self.rivals, key=lambda build: max(ours, self.median(build)) / min(ours, self.median(build)))

    def ratios(self, rival):
        """The ratio of Swift's cost to the rival's in each round: a slow phase of the machine slows both, and hardly changes the ratio."""
        pairs = zip(self.costs["swift"], self.costs[rival])
        return [ours / theirs for ours, theirs in pairs if ours is not None and theirs is not None]

    @property
    def name(self):
        if self.primitive in STRUCTURES:
            return STRUCTURES[self.primitive]
        if self.share is not None:
            return f"barrier/read-mix/{self.primitive}/threads={len(self.cpus)}/read-permille={self.share}/inside=0"
        parameters = "inside=0" if self.is_alone else "threads=2/inside=0/outside=0"
        return f"locks/{self.workload}/{self.primitive}/{parameters}"

    @property
    def is_counted(self):
        """Whether a trial has a number of operations, not a window of time."""
        return self.is_alone and self.share is None

    @property
    def tunables(self):
        return None if self.share is None else TUNABLES

    @property
    def label(self):
        return f"{self.workload} {self.primitive}" + (f" {self.share}" if self.share is not None else "")

    @property
    def is_alone(self):
        return self.workload == "uncontended"

    @property
    def breaks_its_check(self):
        """Whether several threads run without exclusion, so that the check fails in Swift and in C."""
        return self.primitive == "no-lock" and not self.is_alone

    def summary(self, trials):
        """A launch's figure in ns an operation: for one thread the minimum over its trials, else their median."""
        if any(not verified for _, _, verified in trials) and not self.breaks_its_check:
            sys.exit(f"fidelity: {self.name} lost updates")
        costs = [elapsed / max(1, operations) for operations, elapsed, _ in trials]
        return min(costs) if self.is_alone else statistics.median(costs)


def run(command, text=None, tunables=None):
    done = subprocess.run(command, input=text, env=os.environ | (tunables or {}), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"fidelity: {command[0]} failed: {done.stderr or done.stdout}")
    return done.stdout


def ask_worker(tool, case, task, kind, steps=1000, seed=1):
    """The messages of a kind in the answer of the tool's worker."""
    request = {
        "protocolVersion": 2, "task": task, "caseID": case.name, "placement": {"pinned": {"cpus": case.cpus}}, "width": len(case.cpus),
        "sampling": {"warmups": WARMUPS, "trials": TRIALS, "trialNanoseconds": TRIAL_NS},
        "pace": "operations" if case.is_counted else "window", "operations": case.operations,
        "workStepsPerMicrosecond": steps, "seed": seed, "originNanoseconds": 0,
    }
    messages = map(json.loads, run([tool, "worker"], json.dumps(request), case.tunables).splitlines())
    return [message[kind] for message in messages if kind in message]


def measure_swift(tool, case, seed):
    rows = [trial["_0"] for trial in ask_worker(tool, case, "measure", "trial", seed=seed)]
    return case.summary([(row["operations"], row["elapsedNanoseconds"], row["isVerified"]) for row in rows])


def measure_twin(twins, case, name, shift, seed):
    """Measures a C loop. Each build of the twin has the loops over ConcurrencyKit's locks; the build TWIN runs them."""
    amount = case.operations if case.is_counted else TRIAL_NS
    workload, mix = (case.workload, []) if case.share is None else ("mix", [str(case.share), str(seed)])
    build, lock = (name, case.primitive) if name.startswith(TWIN) else (TWIN, name)
    cpus = ",".join(map(str, case.cpus))
    output = run([f"{twins}/{build}", lock, workload, cpus, str(WARMUPS), str(TRIALS), str(amount), str(shift), *mix],
                 tunables=case.tunables)
    rows = [line.split() for line in output.splitlines()]
    return case.summary([(int(operations), int(elapsed), verified == "1") for operations, elapsed, verified in rows])


class Place:
    """The place of the CPUs on the host: how far apart they are, and whether they share a core."""

    def __init__(self, distance, sharing):
        self.distance, self.is_siblings = distance, sharing > SIBLINGS

    def is_like(self, other):
        is_near = max(self.distance, other.distance) <= NEAR * min(self.distance, other.distance)
        return self.is_siblings == other.is_siblings and (self.is_siblings or is_near)

    def __str__(self):
        return "siblings" if self.is_siblings else f"own cores, {self.distance:.0f} ns"


def measure_round(cases, tool, twins, read_place, coin):
    """Measures every case once, in a new order, and in each case every contestant once, in a new order."""
    for case in coin.sample(cases, len(cases)):
        contestants = list(case.costs)
        for name in coin.sample(contestants, len(contestants)):
            before = None if case.is_alone else read_place()
            seed, shift = coin.randrange(1 << 32), coin.choice(SHIFTS)
            cost = measure_swift(tool, case, seed) if name == "swift" else measure_twin(twins, case, name, shift, seed)
            case.costs[name].append(cost)
            after = None if case.is_alone else read_place()
            # A launch has no place if the host moved the CPUs meanwhile.
            case.places[name].append(after if before and before.is_like(after) else None)


def reference(cases):
    """The nearest place on own cores that enough launches had, and the share of launches in it."""
    places = [place for case in cases for places in case.places.values() for place in places if place]
    own = sorted((place for place in places if not place.is_siblings), key=lambda place: place.distance)
    for place in own:
        share = sum(place.is_like(other) for other in places) / max(1, len(places))
        if share >= REFERENCE_SHARE:
            like = [other.distance for other in own if place.is_like(other)]
            return Place(statistics.median(like), 1), share
    sys.exit("fidelity: the host has the two CPUs on cores of their own too rarely; measure again")


def interval(ratios, coin):
    """The 95 % interval of the median ratio, by the percentile bootstrap over rounds."""
    medians = [statistics.median(coin.choices(ratios, k=len(ratios))) for _ in range(BOOTSTRAPS)]
    cuts = statistics.quantiles(medians, n=40, method="inclusive")
    return cuts[0], cuts[-1]


def judge(case, low, high, builds):
    """Whether the target is met (None if the case has no target), and the target in words."""
    ours = case.median("swift")
    if case.primitive == "no-lock":
        return (ours <= FLOOR_NS, f"at most {FLOOR_NS} ns") if case.is_alone else (None, "none")
    tolerance = READERS_TOLERANCE if case.is_alone and case.share is not None else TOLERANCE
    is_near = low <= 1 + tolerance and high >= 1 - tolerance
    if case.is_alone:
        return is_near, f"interval touches 1 ± {tolerance:.0%}".replace("%", " %")
    return is_near or min(builds) <= ours <= max(builds), "between the builds' figures, or interval touches 1 ± 5 %"


def report(cases, coin):
    """Prints a line for each case, with the median ratio of Swift to the rival and that median's interval; returns whether all targets are met."""
    print(f"{'case':<37}{'C twin':>8}{'builds':>16}{'CK':>8}{'Swift':>8}{'ratio':>8}   {'95 % interval':<16}{'to':<10}target")
    all_met = True
    for case in cases:
        rival = case.nearest
        ratios = case.ratios(rival)
        low, high = interval(ratios, coin)
        builds = [case.median(name) for name in case.rivals if name.startswith(TWIN)]
        met, target = judge(case, low, high, builds)
        verdict = "" if met is None else ": met" if met else ": MISSED"
        all_met = all_met and met is not False
        theirs = case.best_of_concurrencykit
        kit = f"{case.median(theirs):.2f}" if theirs else "–"
        span = f"{min(builds):.2f} to {max(builds):.2f}" if len(builds) > 1 else "–"
        print(f"{case.label:<37}{builds[0]:>8.2f}{span:>16}{kit:>8}{case.median('swift'):>8.2f}"
              f"{statistics.median(ratios):>8.3f}   {f'{low:.3f} to {high:.3f}':<16}{rival:<10}{target}{verdict}")
    return all_met


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/validate/fidelity.sh",
        description="Compares syncbench's loops with loops in C over the same locks and over ConcurrencyKit's locks.")
    for name in ["--tool", "--twins", "--compiler"]:
        parser.add_argument(name, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=40, help="the number of rounds (40 take 13 minutes)")
    parser.add_argument("--seed", type=int, default=1, help="the seed from which the order, the launches' seeds and the bootstrap are drawn")
    parser.add_argument("--primitives", nargs="+", choices=PRIMITIVES + READERS, default=PRIMITIVES + READERS)
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds takes 1 or more")
    cpus = sorted(os.sched_getaffinity(0))[:2]
    if len(cpus) < 2:
        sys.exit("fidelity: two CPUs are needed, this process may use one")

    cases = [Case(p, w, cpus, share) for w in ("uncontended", "contended") for p in options.primitives
             for share in ((SHARES if w == "uncontended" else SHARES[-1:]) if p in READERS else [None])
             if w == "uncontended" or p not in STRUCTURES]
    # The place is read by a program that shares no code with syncbench's witness.
    probe = [f"{options.twins}/place", *map(str, cpus)]
    coin = random.Random(options.seed)
    load = os.getloadavg()[0]
    for case in cases:
        if case.is_counted:
            case.operations = int(ask_worker(options.tool, case, "calibrateOperations", "calibrated")[0]["value"])
    for number in range(options.rounds):
        if sys.stderr.isatty():
            print(f"\rround {number + 1} of {options.rounds} ", end="", file=sys.stderr)
        measure_round(cases, options.tool, options.twins, lambda: Place(*map(float, run(probe).split())), coin)
    if sys.stderr.isatty():
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr)
    place, share = reference(cases)
    for case in cases:
        case.keep(place)
    kit = run([f"{options.twins}/{TWIN}", "--kit"]).strip()
    print(f"ns an operation; C by {options.compiler}; CK: ConcurrencyKit {kit}; {options.rounds} rounds, "
          f"seed {options.seed}, CPUs {cpus[0]} and {cpus[1]}, load average {load:.2f} at the start")
    print(f"contended figures are of one place: {place}, {share:.0%} of the launches")
    sys.exit(0 if report(cases, coin) else 2)


if __name__ == "__main__":
    main()
