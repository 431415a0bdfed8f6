#!/usr/bin/env python3
"""Writes a made-up run of 10,000 cases and 1,000,000 trials, and measures the time and memory of its tables and its report.

  scripts/validate/report-scale.py                     writes a run, measures with the built tool, removes the run
  scripts/validate/report-scale.py --keep FOLDER       writes the run there and leaves it; measures it
  scripts/validate/report-scale.py --cases 500         a smaller one

The cases are the reference run's, over and over, with other critical sections, sizes and delays. Each case's figures are noise
around a cost of its own; the same options give the same figures. The target of the report is 20 s and 500 MB
on two cores.
"""
import argparse
import collections
import contextlib
import itertools
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import ROOT, TOOL

TARGET_SECONDS, TARGET_MEGABYTES = 20, 500
LAUNCHES, TRIALS = 5, 20
# The number of waiting times of a launch that records them.
LATENCIES = 200

# The copies of a case differ in the first of these parameters that the case has. So the number of rivals in a comparison, and of
# points on a curve over threads, widths or shares of reads, stays the same. `load` is left out, because it is a share of CPUs.
VARIED = ["inside", "outside", "iterations", "locks", "items", "rest", "delay", "length", "branches", "quiet",
          "inner", "leeway", "gap", "depth", "queues"]
HEADERS = {
    "trials": "trial,start_ns,ops,elapsed_ns,cpu_user_ns,cpu_system_ns,voluntary_switches,involuntary_switches,steal_ns,"
              "stolen_ns,waited_ns,throttled_ns,slowness,crowding,distance_ns,sharing,state,verified,reason",
    "threads": "thread,cpu,ops,longest_wait_ns", "latency": "latencies", "observations": "trial,name,value",
    "failures": "kind,status,reason"}


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
    """The reference run's cases, then copies of them without end."""
    for number in itertools.count():
        for case in cases:
            name = varied(case["id"], number) if number else case["id"]
            if name:
                new = case | {"id": name, "sampling": case["sampling"] | {"trials": TRIALS}}
                if number:
                    new["expectation"] = {"valid": {}}
                    if "reference" in case:
                        new["reference"] = varied(case["reference"], number) or case["reference"]
                new.pop("launchLimit", None)
                yield new


def recorded(table, workload):
    """The records of a suite's cases besides their trials: the names of observations, and whether there are latencies."""
    sources = [column["source"] for column in table["columns"] if not column["workloads"] or workload in column["workloads"]]
    observed = {source[kind]["_0"] for source in sources for kind in source if kind in ("observation", "observationPerSecond")}
    return sorted(observed), any("latency" in source for source in sources)


def write_run(folder, cases):
    document = json.loads((ROOT / "results/reference/run.json").read_text())
    plan = document["plan"]
    plan |= {"cases": list(itertools.islice(planned(plan["cases"]), cases)), "blocks": LAUNCHES}
    # The rounds of the reference run were decided for its own cases.
    plan.pop("decided", None)
    plan.pop("counting", None)
    # The document's counts of rows are those of the reference run.
    document.pop("rows", None)
    document |= {"host": "made-up", "commandLine": ["scripts/validate/report-scale.py"],
                 "warnings": ["made up by scripts/validate/report-scale.py: nothing was measured"]}
    (folder / "raw").mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(document))
    shutil.copy(ROOT / "results/reference/raw/calibration.csv.gz", folder / "raw")
    suites = {table["suite"]: table for table in plan["tables"]}
    noise = random.Random(1)
    costs = [10 ** noise.uniform(0.5, 4) for _ in plan["cases"]]
    known, clock = {}, 0
    with contextlib.ExitStack() as open_files:
        tables = {name: open_files.enter_context(open(folder / f"raw/{name}.csv", "w", 1 << 20)) for name in HEADERS}
        for name, header in HEADERS.items():
            tables[name].write(f"case,launch,{header}\n")
        for block in range(LAUNCHES):
            for place in noise.sample(range(len(plan["cases"])), len(plan["cases"])):
                case = plan["cases"][place]
                suite, workload = kind = tuple(case["id"].split("/")[:2])
                if kind not in known:
                    known[kind] = recorded(suites[suite], workload)
                clock = write_launch(tables, case, block, costs[place], known[kind], clock, noise)


def write_launch(tables, case, block, cost, recorded, clock, noise):
    """One launch of a case: its rows in every table, and the run's clock after it."""
    key = f"{case['id']},{block},"
    expected = next(iter(case["expectation"]))
    if expected == "hangs":
        tables["failures"].write(key + 'timed-out,,"no answer within 500 ms: deadlocked, or too slow"\n')
        return clock
    # One case in a thousand is broken in a block or two, and a few are refused.
    if expected == "valid" and noise.random() < 0.0002:
        tables["failures"].write(key + "crashed,11,killed by SIGSEGV\n")
        return clock
    broken = expected != "valid" or noise.random() < 0.0005
    observed, has_latencies = recorded
    level = cost * math.exp(noise.gauss(0, 0.03))
    total = 0
    for trial in range(TRIALS):
        elapsed = int(5e6 * math.exp(noise.gauss(0, 0.002)))
        operations = max(1, int(elapsed / (level * math.exp(abs(noise.gauss(0, 0.02))))))
        total += operations
        user, system = int(elapsed * noise.uniform(0.9, 1.9)), int(elapsed * noise.uniform(0, 0.1))
        verdict = f"false,lost 3 of {operations} updates" if broken and trial == 3 else "true,"
        crowding = noise.uniform(0.99, 1.09)
        state = "shared-core" if crowding > 1.08 else "quiet"
        tables["trials"].write(
            f"{key}{trial},{clock},{operations},{elapsed},{user},{system},{noise.randrange(60)},{noise.randrange(9)},0,"
            f"{noise.randrange(90)},{noise.randrange(9000)},,{noise.uniform(0.99, 1.02):.4f},{crowding:.4f},,,{state},"
            f"{verdict}\n")
        for name in observed:
            value = float(operations // 2) if name in ("reads", "writes", "bytes", "acquired") else noise.random()
            tables["observations"].write(f"{key}{trial},{name},{value}\n")
        clock += elapsed + 1_000_000
    threads = next((int(part[8:]) for part in case["id"].split("/") if part.startswith("threads=")), 1)
    for thread in range(threads):
        tables["threads"].write(f"{key}{thread},{thread % 2},{int(total / threads * noise.uniform(0.8, 1.2))},\n")
    if has_latencies:
        values = collections.Counter()
        for _ in range(LATENCIES):
            values[int(level * math.exp(abs(noise.gauss(0, 1.5))))] += noise.randrange(1, 400)
        # The field holds each value's distance from the one before, with its count.
        ordered = sorted(values)
        field = " ".join(f"{value - before}*{values[value]}" for before, value in zip([0] + ordered, ordered))
        tables["latency"].write(f"{key}{field}\n")
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
    # Status 3 says that some cases are invalid, as intended.
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
