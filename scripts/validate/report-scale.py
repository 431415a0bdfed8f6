#!/usr/bin/env python3
"""Writes a made-up run of 10,000 cases and 1,000,000 trials, and measures the time and memory of its tables and its report.

  scripts/validate/report-scale.py                     writes a run, measures with the built tool, removes the run
  scripts/validate/report-scale.py --keep FOLDER       writes the run there, unless FOLDER exists; measures it, and leaves it
  scripts/validate/report-scale.py --cases 500         a smaller one

The cases and their rows are the reference run's, over and over, with other critical sections, sizes and delays in the cases'
names. The target of the report is 20 s and 500 MB on two cores.
"""
import argparse
import collections
import contextlib
import gzip
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import ROOT, TOOL

REFERENCE = ROOT / "results/reference"
TARGET_SECONDS, TARGET_MEGABYTES = 20, 500
LAUNCHES, TRIALS = 5, 20
# Raw tables begin with the columns case, launch and trial, as far as they have them. Rows of the reference run are looked up by the
# first 1, 2 or 3 of these columns.
KEYS = {"trials": 1, "threads": 2, "latency": 2, "observations": 3, "failures": 1}

# The copies of a case differ in the first of these parameters that the case has. So the number of rivals in a comparison, and of
# points on a curve over threads, widths or shares of reads, stays the same. `load` is left out, because it is a share of CPUs.
VARIED = ["inside", "outside", "iterations", "locks", "items", "rest", "delay", "length", "branches", "quiet",
          "inner", "leeway", "gap", "depth", "queues"]


def varied(name, number):
    """The name of a case's copy; None if no parameter of it can be varied."""
    parts = name.split("/")
    keys = [part.split("=")[0] for part in parts[3:]]
    for key in VARIED:
        if key in keys:
            place = 3 + keys.index(key)
            parts[place] = f"{key}={int(parts[place].split('=')[1]) + 1000003 * number}"
            return "/".join(parts)
    return None


def planned(cases):
    """Pairs of an original's name and a case: first the originals (the reference run's cases) themselves, then copies without end."""
    for number in itertools.count():
        for case in cases:
            name = varied(case["id"], number) if number else case["id"]
            if name:
                new = case | {"id": name, "sampling": case["sampling"] | {"trials": TRIALS}}
                if number and "reference" in case:
                    new["reference"] = varied(case["reference"], number) or case["reference"]
                new.pop("launchLimit", None)
                yield case["id"], new


def recorded(table):
    """The head of a raw table of the reference run, and, for each key, the rests of the rows that begin with it."""
    rests = collections.defaultdict(list)
    with gzip.open(REFERENCE / f"raw/{table}.csv.gz", "rt", encoding="utf-8") as lines:
        head = next(lines)
        for line in lines:
            *key, rest = line.split(",", KEYS[table])
            rests[tuple(key)].append(rest)
    return head, rests


def write_run(folder, count):
    document = json.loads((REFERENCE / "run.json").read_text())
    plan = document["plan"]
    cases = list(itertools.islice(planned(plan["cases"]), count))
    plan |= {"cases": [case for _, case in cases], "blocks": LAUNCHES}
    # These parts describe the reference run's own cases and launches, so the made-up run has none of them.
    for part, key in ((plan, "decided"), (plan, "counting"), (document, "rows")):
        part.pop(key, None)
    document |= {"host": "made-up", "commandLine": ["scripts/validate/report-scale.py"],
                 "warnings": ["made up by scripts/validate/report-scale.py: nothing was measured"]}
    (folder / "raw").mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(document))
    shutil.copy(REFERENCE / "raw/calibration.csv.gz", folder / "raw")
    rests, clock, order = {}, 0, random.Random(1)
    with contextlib.ExitStack() as open_files:
        tables = {name: open_files.enter_context(open(folder / f"raw/{name}.csv", "w", 1 << 20)) for name in KEYS}
        for name in KEYS:
            head, rests[name] = recorded(name)
            tables[name].write(head)
        for launch in range(LAUNCHES):
            for original, case in order.sample(cases, len(cases)):
                clock = write_launch(tables, rests, original, f"{case['id']},{launch},", launch * TRIALS, clock)


def write_launch(tables, rests, original, key, first, clock):
    """Writes one launch of a case, with the original's rows in turn from the trial `first` on; returns the run's clock after it."""
    own = [rest.split(",", 5) for rest in rests["trials"][original,]]
    if not own:
        tables["failures"].write(key + rests["failures"][original,][0].split(",", 1)[1])
        return clock
    for trial in range(TRIALS):
        launch, number, _, operations, elapsed, rest = own[(first + trial) % len(own)]
        tables["trials"].write(f"{key}{trial},{clock},{operations},{elapsed},{rest}")
        tables["observations"].writelines(f"{key}{trial},{seen}" for seen in rests["observations"][original, launch, number])
        clock += int(elapsed) + 1_000_000
    for name in ("threads", "latency"):
        tables[name].writelines(key + rest for rest in rests[name][original, own[first % len(own)][0]])
    return clock


def measure(command, *words):
    """Runs a command of the tool; prints and returns its seconds and megabytes."""
    start = time.monotonic()
    process = subprocess.Popen([TOOL, command, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds, megabytes = time.monotonic() - start, usage.ru_maxrss / 1024
    code = os.waitstatus_to_exitcode(status)
    print(f"{command}: {seconds:.1f} s, {usage.ru_utime + usage.ru_stime:.1f} s of CPU, {megabytes:.0f} MB at most, "
          f"status {code}", flush=True)
    # Status 3 says that a case is invalid, or that a negative control did not fail: the command itself worked.
    if code not in (0, 3):
        sys.exit(f"{command} ended with status {code}")
    return seconds, megabytes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the run is written and stays")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        folder = options.keep or Path(work, "run")
        if not folder.exists():
            write_run(folder, options.cases)
        size = sum(path.stat().st_size for path in (folder / "raw").iterdir())
        print(f"{options.cases} cases, {options.cases * LAUNCHES * TRIALS} trials, {size / 1e6:.0f} MB of raw tables", flush=True)
        measure("summarize", folder)
        measure("show", folder)
        seconds, megabytes = measure("report", folder, "--output", Path(work, "report.html"))
    if seconds > TARGET_SECONDS or megabytes > TARGET_MEGABYTES:
        sys.exit(f"the report takes more than {TARGET_SECONDS} s or {TARGET_MEGABYTES} MB")


if __name__ == "__main__":
    main()
