#!/usr/bin/env python3
"""Runs lockhammer's locks and syncbench's in turn, and compares the time of an acquisition.

scripts/validate/lockhammer.sh builds lockhammer and syncbench, and calls this. Standard library only.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from compare import Place, ask_worker, interval, reference, run

# Each of lockhammer's programs, with our primitive by the same algorithm. Lockhammer's swap_mutex, like our test-and-set, tries without
# reading first.
LOCKS = {"ticket_spinlock": "ticket", "clh_spinlock": "clh", "queued_spinlock": "queued-spinlock",
         "pthread_mutex_lock": "pthread-mutex", "swap_mutex": "test-and-set"}
# The work inside and outside the section (lockhammer: critical and parallel work), in ns. A work of 0 is written for lockhammer as `0in`
# (0 instructions).
WORKS = [(0, 0), (200, 0), (200, 1000)]
WINDOW_SECONDS = 0.03
RESULT = pathlib.Path("results/lockhammer.csv")


class Case:
    """A lock with a number of threads and amounts of work, and for each round the time of an acquisition in ns in each harness."""

    is_alone = False

    def __init__(self, rival, cpus, works):
        self.rival, self.cpus, self.works = rival, cpus, works
        self.primitive = LOCKS[rival]
        self.name = f"locks/contended/{self.primitive}/threads={len(cpus)}/inside={works[0]}/outside={works[1]}"
        self.operations = 1
        self.rows, self.places = [], {"both": []}

    def measure_ours(self, tool, steps):
        trials = ask_worker(tool, self, "measure", "trial", steps)
        costs = [trial["_0"]["elapsedNanoseconds"] / max(1, trial["_0"]["operations"]) for trial in trials]
        return statistics.median(costs)

    def measure_theirs(self, folder):
        """Three figures of lockhammer: the wall time of an acquisition in ns; the time of critical plus parallel work in a loop, in ns; the
        standard deviation of the threads' numbers of acquisitions, divided by their mean."""
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            works = [f"{work}ns" if work else "0in" for work in self.works]
            run([f"{folder}/lh_{self.rival}", "-c", works[0], "-p", works[1], "-o", ",".join(map(str, self.cpus)),
                 "-D", str(WINDOW_SECONDS), "-Y", "-Z", "--json", file.name])
            found = json.load(open(file.name, encoding="utf-8"))["results"][0]
        works = found["avg_critical_ns_per_loop"] + found["avg_parallel_ns_per_loop"]
        return found["wall_elapsed_ns_per_lock_acquire"], works, found["lock_acquires_stddev_over_mean"]


def measure_round(cases, options, steps, read_place, coin):
    """Measures every case once, in a new order, with both harnesses in a new order."""
    for case in coin.sample(cases, len(cases)):
        before = read_place(case)
        if coin.random() < 0.5:
            ours, theirs = case.measure_ours(options.tool, steps), case.measure_theirs(options.rival)
        else:
            theirs, ours = case.measure_theirs(options.rival), case.measure_ours(options.tool, steps)
        after = read_place(case)
        case.rows.append((ours, *theirs))
        case.places["both"].append(after if before and before.is_like(after) else None)


def table(cases, place, coin):
    """Yields a row for each case with enough rounds. If the case has several threads, only rounds whose CPUs were in `place` count."""
    for case in cases:
        rows = [row for row, where in zip(case.rows, case.places["both"])
                if len(case.cpus) == 1 or (where and where.is_like(place))]
        if len(rows) < 5:
            print(f"{case.name}: too few rounds in the place", file=sys.stderr)
            continue
        ours, theirs, works, uneven = (statistics.median(column) for column in zip(*rows))
        ratios = [row[0] / row[1] for row in rows]
        low, high = interval(ratios, coin)
        yield {"primitive": case.primitive, "lockhammer": case.rival, "threads": len(case.cpus), "critical_ns": case.works[0],
               "parallel_ns": case.works[1], "rounds": len(rows), "ours_ns": f"{ours:.2f}", "lockhammer_ns": f"{theirs:.2f}",
               "lockhammer_works_ns": f"{works:.2f}", "lockhammer_lasom": f"{uneven:.3f}",
               "ratio": f"{statistics.median(ratios):.3f}",
               "ratio_low": f"{low:.3f}", "ratio_high": f"{high:.3f}"}


def main():
    parser = argparse.ArgumentParser(prog="scripts/validate/lockhammer.sh FOLDER", description=__doc__.splitlines()[0])
    for name in ["--rival", "--rival-commit", "--probe", "--tool"]:
        parser.add_argument(name, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=20, help="the number of rounds, at least 5 (20 take about 6 minutes on two CPUs)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the order and the bootstrap")
    options = parser.parse_args()
    if options.rounds < 5:
        parser.error("--rounds must be at least 5: with fewer, no ratio has an interval")
    cpus = sorted(os.sched_getaffinity(0))
    counts = sorted({1, 2, len(cpus)} & set(range(1, len(cpus) + 1)))
    cases = [Case(rival, cpus[:count], works) for rival in LOCKS for count in counts for works in WORKS]
    coin = random.Random(options.seed)
    load = os.getloadavg()[0]
    steps = float(ask_worker(options.tool, cases[0], "calibrateWork", "calibrated")[0]["value"])

    def read_place(case):
        if len(case.cpus) == 1:
            return None
        return Place(*map(float, run([options.probe, *map(str, case.cpus[:2])]).split()))

    for number in range(options.rounds):
        if sys.stderr.isatty():
            print(f"\rround {number + 1} of {options.rounds} ", end="", file=sys.stderr)
        measure_round(cases, options, steps, read_place, coin)
    several = [case for case in cases if len(case.cpus) > 1]
    place, share = reference(several) if several else (None, 0)
    rows = list(table(cases, place, coin))
    if not rows:
        sys.exit("lockhammer: no case has enough rounds in one place: raise --rounds")
    with RESULT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"lockhammer {options.rival_commit}; {options.rounds} rounds, seed {options.seed}, load average {load:.2f} at the start; "
          + (f"several threads: {place}, {share:.0%} of the launches" if several else "one CPU"))
    subprocess.run(["column", "-t", "-s", ","], input=RESULT.read_text(encoding="utf-8"), text=True, check=False)


main()
