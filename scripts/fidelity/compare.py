"""Runs syncbench's workers and the C twin in turn and compares what they measure.

scripts/fidelity.sh builds both and calls this. Standard library only.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys

WARMUPS = 2
TRIALS = 12
TRIAL_NS = 5_000_000
TOLERANCE = 0.05
FLOOR_NS = 0.5
BOOTSTRAPS = 2000
PRIMITIVES = ["no-lock", "atomic-add", "test-and-set", "ttas-pause", "ticket", "pthread-mutex"]


class Case:
    """A primitive in a workload, and what was measured of it: one (C, Swift) pair a round."""

    def __init__(self, primitive, workload):
        self.primitive = primitive
        self.workload = workload
        self.operations = 1
        self.pairs = []

    @property
    def name(self):
        parameters = "inside=0" if self.is_alone else "threads=2/inside=0/outside=0"
        return f"locks/{self.workload}/{self.primitive}/{parameters}"

    @property
    def is_alone(self):
        return self.workload == "uncontended"

    @property
    def breaks_its_check(self):
        """Nothing keeps two threads apart: the check must fail, on both sides."""
        return self.primitive == "no-lock" and not self.is_alone

    def summary(self, trials):
        """An invocation's one number in ns an operation: the minimum alone, else the lower quartile."""
        if any(not verified for _, _, verified in trials) and not self.breaks_its_check:
            sys.exit(f"fidelity: {self.name} lost updates")
        costs = [elapsed / max(1, operations) for operations, elapsed, _ in trials]
        return min(costs) if self.is_alone else quantile(costs, 0.25)


def quantile(values, level):
    """Linear interpolation between order statistics, as BenchmarkStatistics does."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * level
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"fidelity: {command[0]} failed: {done.stderr or done.stdout}")
    return done.stdout


class Swift:
    def __init__(self, tool, cpus):
        self.tool = tool
        self.cpus = cpus

    def ask(self, case, task):
        request = {
            "protocolVersion": 1, "task": task, "caseID": case.name,
            "placement": {"pinned": {"cpus": self.cpus[:1] if case.is_alone else self.cpus}},
            "width": 1 if case.is_alone else len(self.cpus),
            "sampling": {"warmups": WARMUPS, "trials": TRIALS, "trialNanoseconds": TRIAL_NS},
            "pace": "operations" if case.is_alone else "window", "operations": case.operations,
            "workStepsPerMicrosecond": 1000, "seed": 1, "originNanoseconds": 0,
        }
        lines = run([self.tool, "worker"], json.dumps(request)).splitlines()
        return [json.loads(line) for line in lines]

    def calibrate(self, case):
        answers = [m["calibrated"]["value"] for m in self.ask(case, "calibrateOperations")
                   if "calibrated" in m]
        return int(answers[0])

    def measure(self, case):
        rows = [m["trial"]["_0"] for m in self.ask(case, "measure") if "trial" in m]
        return case.summary(
            [(r["operations"], r["elapsedNanoseconds"], r["isVerified"]) for r in rows])


class Twin:
    def __init__(self, twin, cpus):
        self.twin = twin
        self.cpus = cpus

    def measure(self, case):
        amount = case.operations if case.is_alone else TRIAL_NS
        cpus = self.cpus[:1] if case.is_alone else self.cpus
        output = run([self.twin, case.primitive, case.workload, ",".join(map(str, cpus)),
                      str(WARMUPS), str(TRIALS), str(amount)])
        rows = [line.split() for line in output.splitlines()]
        return case.summary([(int(o), int(e), v == "1") for o, e, v in rows])


def measure_round(cases, twin, swift, coin):
    """Every case once, in a new order, a fair coin deciding who goes first."""
    for case in coin.sample(cases, len(cases)):
        if coin.random() < 0.5:
            c = twin.measure(case)
            ours = swift.measure(case)
        else:
            ours = swift.measure(case)
            c = twin.measure(case)
        case.pairs.append((c, ours))


def interval(ratios, coin):
    """95 % percentile bootstrap of the median, over pairs."""
    medians = [statistics.median(coin.choices(ratios, k=len(ratios))) for _ in range(BOOTSTRAPS)]
    return quantile(medians, 0.025), quantile(medians, 0.975)


def judge(case, c, ours, ratio, low, high):
    """Whether the target is met, and the target; None where there is none."""
    if case.primitive == "no-lock":
        return (ours <= FLOOR_NS, f"at most {FLOOR_NS} ns") if case.is_alone else (None, "none")
    if case.is_alone:
        return abs(ratio - 1) <= TOLERANCE, "ratio within 1 ± 5 %"
    return low <= 1 + TOLERANCE and high >= 1 - TOLERANCE, "interval touches 1 ± 5 %"


def report(cases, coin):
    print(f"{'case':<28}{'C ns':>9}{'Swift ns':>10}{'ratio':>8}   {'95 % interval':<18}target")
    all_met = True
    for case in cases:
        c = statistics.median(pair[0] for pair in case.pairs)
        ours = statistics.median(pair[1] for pair in case.pairs)
        ratios = [pair[1] / pair[0] for pair in case.pairs]
        ratio = statistics.median(ratios)
        low, high = interval(ratios, coin)
        met, target = judge(case, c, ours, ratio, low, high)
        verdict = "" if met is None else ": met" if met else ": MISSED"
        all_met = all_met and met is not False
        label = f"{case.workload} {case.primitive}"
        span = f"{low:.3f} to {high:.3f}"
        print(f"{label:<28}{c:>9.2f}{ours:>10.2f}{ratio:>8.3f}   {span:<18}{target}{verdict}")
    return all_met


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/fidelity.sh",
        description="Compares syncbench's loops with hand-written C loops over the same locks.")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--twin", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--compiler", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=80, help="pairs of each case (80: 3 minutes)")
    parser.add_argument("--seed", type=int, default=1, help="of the order, the coin and the bootstrap")
    parser.add_argument("--primitives", nargs="+", choices=PRIMITIVES, default=PRIMITIVES)
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds takes 1 or more")
    cpus = sorted(os.sched_getaffinity(0))[:2]
    if len(cpus) < 2:
        sys.exit("fidelity: two CPUs are needed, this process may use one")

    cases = [Case(p, w) for w in ("uncontended", "contended") for p in options.primitives]
    swift = Swift(options.tool, cpus)
    twin = Twin(options.twin, cpus)
    coin = random.Random(options.seed)
    load = os.getloadavg()[0]
    for case in cases:
        if case.is_alone:
            case.operations = swift.calibrate(case)
    for number in range(options.rounds):
        if sys.stderr.isatty():
            print(f"\rround {number + 1} of {options.rounds} ", end="", file=sys.stderr)
        measure_round(cases, twin, swift, coin)
    if sys.stderr.isatty():
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr)
    print(f"C by {options.compiler}; {options.rounds} rounds, seed {options.seed}, "
          f"CPUs {cpus[0]} and {cpus[1]}, load average {load:.2f} at the start")
    sys.exit(0 if report(cases, coin) else 2)


main()
