#!/usr/bin/env python3
"""Which headline figure of shared windows agrees best from run to run.

    python3 scripts/validate/stability/figures.py RUN RUN [RUN …]

Reads raw/trials.csv of several runs of the same cases. A folder that holds runs, such as the `alone` of a stability
record, counts as one run. A case takes part where its trials are windows and at least two runs have 5 launches of it.
The intervals are from a bootstrap that draws launches with replacement: 500 resamples, the same each time.
"""
import argparse
import math
import random
import statistics
import sys
import zlib
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from agreement import Figure, pair_up, percent
from runs import Failed, rows, runs_below

RESAMPLES = 500
LEAST_LAUNCHES = 5


class Launch(NamedTuple):
    """What the figures need of a launch's windows; times are in ns an operation."""

    quarter: float
    middle: float
    least: float
    # Over all windows together.
    elapsed: int
    operations: int
    windows: int
    sum_of_costs: float
    sum_of_logs: float


# Each candidate: a case's launches to one number.
FIGURES = {
    "p25 of windows": lambda launches: statistics.median(one.quarter for one in launches),
    "median of windows": lambda launches: statistics.median(one.middle for one in launches),
    "minimum of windows": lambda launches: statistics.median(one.least for one in launches),
    "launch's time / its ops": lambda launches: statistics.median(
        one.elapsed / one.operations for one in launches),
    "all time / all ops": lambda launches: (
        sum(one.elapsed for one in launches) / sum(one.operations for one in launches)),
    "mean of windows": lambda launches: (
        math.fsum(one.sum_of_costs for one in launches) / sum(one.windows for one in launches)),
    "geometric mean of windows": lambda launches: math.exp(
        math.fsum(one.sum_of_logs for one in launches) / sum(one.windows for one in launches)),
}


def launch(windows):
    """Sums up a launch of which each window is its operations and its elapsed ns."""
    costs = sorted(elapsed / operations for operations, elapsed in windows)
    return Launch(quantile(costs, 0.25), quantile(costs, 0.5), costs[0],
                  sum(elapsed for _, elapsed in windows), sum(operations for operations, _ in windows),
                  len(costs), math.fsum(costs), math.fsum(map(math.log, costs)))


def quantile(ordered, share):
    """Between neighbours (Hyndman and Fan 1996, type 7), as the tool takes it."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def interval(of, launches, seed):
    """The 95 % interval of a figure, by a bootstrap over launches; widened to hold the figure itself."""
    draw = random.Random(seed)
    values = sorted(of(draw.choices(launches, k=len(launches))) for _ in range(RESAMPLES))
    value = of(launches)
    return value, min(value, quantile(values, 0.025)), max(value, quantile(values, 0.975))


def launches_of(folder):
    """The launches of each case whose trials are windows, over all runs of a folder."""
    windows = defaultdict(list)
    runs = runs_below(folder)
    if not runs:
        raise Failed(f"there is no run in '{folder}'")
    for run in runs:
        shared = {case["id"] for case in run.document["plan"]["cases"] if case["pace"] == "window"}
        shared &= set(run.planned())
        for row in rows(run.folder / "raw/trials.csv"):
            if row["case"] in shared and counts(row):
                windows[row["case"], run.folder, row["invocation"]].append(
                    (int(row["ops"]), int(row["elapsed_ns"])))
    found = defaultdict(list)
    for (case, _, _), own in windows.items():
        found[case].append(launch(own))
    return found


def counts(row):
    """Whether a trial was sound and, where a table says, nothing disturbed it."""
    # A window in which nothing was done has no cost an operation.
    return row["verified"] == "true" and row.get("state", "quiet") == "quiet" and int(row["ops"]) > 0


def differences(runs, of, name):
    """Every pair of runs of every case: how far a figure differs, and whether beyond its intervals."""
    cases = Counter(case for run in runs for case, own in run.items() if len(own) >= LEAST_LAUNCHES)
    for case in sorted(case for case, times in cases.items() if times > 1):
        figures = []
        for number, run in enumerate(runs):
            if len(run.get(case, [])) >= LEAST_LAUNCHES:
                # No hash(): that differs from process to process.
                seed = zlib.crc32(f"{name} {case} {number}".encode())
                figures.append(Figure(case, name, "valid", *interval(of, run[case], seed), len(run[case])))
        for a, b in combinations(figures, 2):
            yield pair_up(a, b)


def table(runs):
    yield f"{'figure':<26} {'pairs':>5} {'median |ln a/b|':>15} {'90th percentile':>15} {'outside 95 %':>12}"
    for name, of in FIGURES.items():
        pairs = list(differences(runs, of, name))
        if not pairs:
            raise Failed(f"no case has {LEAST_LAUNCHES} launches of windows in two of the runs")
        apart = sorted(pair.difference for pair in pairs)
        outside = sum(pair.is_outside for pair in pairs)
        yield (f"{name:<26} {len(pairs):>5} {quantile(apart, 0.5):>15.4f} {quantile(apart, 0.9):>15.4f} "
               f"{percent(outside, len(pairs)):>12}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    options = parser.parse_args()
    if len(options.runs) < 2:
        parser.error("two runs at least: one has nothing to agree with")
    print("\n".join(table([launches_of(folder) for folder in options.runs])))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"figures.py: {failure}")
