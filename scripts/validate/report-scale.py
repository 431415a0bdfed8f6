#!/usr/bin/env python3
"""Writes a made-up run of 10,000 cases and 1,000,000 trials, and measures what its tables and its report take.

  scripts/validate/report-scale.py                     writes a run, measures with the built tool, removes the run
  scripts/validate/report-scale.py --keep FOLDER       writes the run there and leaves it; measures it
  scripts/validate/report-scale.py --cases 500         a smaller one

The cases are those of the reference run over and over, with other critical sections, sizes and delays; the figures are
noise around a cost of each case's own, the same for the same options. The target of the report is 20 s and 500 MB
on two cores.
"""
import argparse
import copy
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
TOOL = os.path.join(ROOT, ".build/release/syncbench")
REFERENCE = os.path.join(ROOT, "results/reference/run.json")
TARGET_SECONDS, TARGET_MEGABYTES = 20, 500

# The first of these that a case has tells its copies apart: a situation keeps as many rivals as it has, and a curve
# over threads, widths or shares of reads as many points.
# A load is a share of the CPUs, and has no room for copies.
VARIED = ["inside", "outside", "iterations", "locks", "items", "rest", "delay", "length", "branches", "quiet",
          "inner", "leeway", "gap", "depth", "queues"]


def varied(case_id, number):
    """The name of a case's copy; None where nothing in it can be varied."""
    parts = case_id.split("/")
    keys = [part.split("=")[0] for part in parts[3:]]
    for key in VARIED:
        if key in keys:
            place = 3 + keys.index(key)
            value = int(parts[place].split("=")[1])
            parts[place] = f"{key}={value + 1000003 * number}"
            return "/".join(parts)
    return None


def plan_cases(cases, wanted, sampling):
    """As many planned cases as are wanted: the reference run's, then their copies."""
    planned = []
    for number in range(1 + wanted):
        for case in cases:
            if len(planned) == wanted:
                return planned
            name = varied(case["id"], number) if number else case["id"]
            if name is None:
                continue
            new = copy.copy(case)
            new["id"] = name
            if number:
                new["expectation"] = {"valid": {}}
                if "reference" in case:
                    new["reference"] = varied(case["reference"], number) or case["reference"]
            new["sampling"] = dict(case["sampling"], **sampling)
            new.pop("launchLimit", None)
            planned.append(new)
    return planned


class Columns:
    """What a suite's cases record beside their trials."""

    def __init__(self, table):
        self.columns = table["columns"]
        self.known = {}

    def of(self, workload):
        if workload not in self.known:
            sources = [column["source"] for column in self.columns
                       if not column["workloads"] or workload in column["workloads"]]
            observed = [source[kind]["_0"] for source in sources for kind in source
                        if kind in ("observation", "observationPerSecond")]
            self.known[workload] = (sorted(set(observed)), any("latency" in source for source in sources))
        return self.known[workload]


def write_run(folder, options):
    with open(REFERENCE) as file:
        document = json.load(file)
    plan = document["plan"]
    plan["cases"] = plan_cases(
        plan["cases"], options.cases, {"trials": options.trials})
    plan["blocks"] = options.launches
    # The rounds of the reference run were decided for its own cases.
    plan.pop("decided", None)
    plan.pop("counting", None)
    document["host"] = "made-up"
    document["commandLine"] = ["scripts/validate/report-scale.py"]
    document["warnings"] = ["made up by scripts/validate/report-scale.py: nothing was measured"]
    os.makedirs(os.path.join(folder, "raw"))
    with open(os.path.join(folder, "run.json"), "w") as file:
        json.dump(document, file)
    columns = {table["suite"]: Columns(table) for table in plan["tables"]}
    tables = {}
    for name, header in [
        ("trials", "trial,start_ns,ops,elapsed_ns,cpu_user_ns,cpu_system_ns,voluntary_switches,"
                   "involuntary_switches,steal_ns,stolen_ns,waited_ns,throttled_ns,slowness,crowding,distance_ns,sharing,state,verified,reason"),
        ("threads", "thread,cpu,ops,longest_wait_ns"), ("latency", "latencies"),
        ("observations", "trial,name,value"), ("failures", "kind,status,reason"),
    ]:
        tables[name] = open(os.path.join(folder, "raw", name + ".csv"), "w", 1 << 20)
        tables[name].write("case,launch," + header + "\n")
    noise = random.Random(options.seed)
    costs = [10 ** noise.uniform(0.5, 4) for _ in plan["cases"]]
    clock = 0
    for block in range(options.launches):
        order = list(range(len(plan["cases"])))
        noise.shuffle(order)
        for place in order:
            case = plan["cases"][place]
            suite, workload = case["id"].split("/")[:2]
            clock = write_launch(
                tables, case, block, costs[place], columns[suite].of(workload), clock, noise, options)
    for table in tables.values():
        table.close()


def write_launch(tables, case, block, cost, recorded, clock, noise, options):
    """One launch of a case: its rows in every table, and the run's clock after it."""
    key = f"{case['id']},{block},"
    expected = next(iter(case["expectation"]))
    if expected == "hangs":
        tables["failures"].write(key + 'timed-out,,"no answer within 500 ms: deadlocked, or too slow"\n')
        return clock
    # One in a thousand is broken in a block or two, and a few are refused.
    if expected == "valid" and noise.random() < 0.0002:
        tables["failures"].write(key + "crashed,11,killed by SIGSEGV\n")
        return clock
    broken = expected != "valid" or noise.random() < 0.0005
    observed, has_latencies = recorded
    level = cost * math.exp(noise.gauss(0, 0.03))
    rows, seen = [], []
    total = 0
    for trial in range(options.trials):
        elapsed = int(5e6 * math.exp(noise.gauss(0, 0.002)))
        operations = max(1, int(elapsed / (level * math.exp(abs(noise.gauss(0, 0.02))))))
        total += operations
        user, system = int(elapsed * noise.uniform(0.9, 1.9)), int(elapsed * noise.uniform(0, 0.1))
        verdict = "false,lost 3 of %d updates" % operations if broken and trial == 3 else "true,"
        crowding = noise.uniform(0.99, 1.09)
        state = "shared-core" if crowding > 1.08 else "quiet"
        rows.append(f"{key}{trial},{clock},{operations},{elapsed},{user},{system},{noise.randrange(60)},"
                    f"{noise.randrange(9)},0,{noise.randrange(90)},{noise.randrange(9000)},,"
                    f"{noise.uniform(0.99, 1.02):.4f},{crowding:.4f},,,{state},{verdict}\n")
        for name in observed:
            value = float(operations // 2) if name in ("reads", "writes", "bytes", "acquired") else noise.random()
            seen.append(f"{key}{trial},{name},{value}\n")
        clock += elapsed + 1_000_000
    tables["trials"].write("".join(rows))
    tables["observations"].write("".join(seen))
    threads = next((int(part[8:]) for part in case["id"].split("/") if part.startswith("threads=")), 1)
    tables["threads"].write("".join(
        f"{key}{thread},{thread % 2},{int(total / threads * noise.uniform(0.8, 1.2))},\n" for thread in range(threads)))
    if has_latencies:
        values = {}
        for _ in range(options.latencies):
            value = int(level * math.exp(abs(noise.gauss(0, 1.5))))
            values[value] = values.get(value, 0) + noise.randrange(1, 400)
        tables["latency"].write(f"{key}{latency_list(values)}\n")
    return clock


def latency_list(counts):
    """The field of raw/latency.csv that holds the values with their counts."""
    values = sorted(counts)
    return " ".join(f"{value - before}*{counts[value]}" if counts[value] > 1 else str(value - before)
                    for before, value in zip([0] + values, values))


def measure(name, command):
    """Runs a command and says what it took; its seconds and megabytes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds, megabytes = time.monotonic() - start, usage.ru_maxrss / 1024
    code = os.waitstatus_to_exitcode(status)
    print(f"{name}: {seconds:.1f} s, {usage.ru_utime + usage.ru_stime:.1f} s of CPU, {megabytes:.0f} MB at most, "
          f"status {code}", flush=True)
    # 3 says that some cases are invalid, which they are.
    if code not in (0, 3):
        sys.exit(f"{' '.join(command)} ended with status {code}")
    return seconds, megabytes


def knows(command):
    return command in subprocess.run([TOOL, "--help"], capture_output=True, text=True).stdout.split()


def size(folder):
    return sum(os.path.getsize(os.path.join(folder, "raw", name)) for name in os.listdir(os.path.join(folder, "raw")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--launches", type=int, default=5, help="of each case (default: %(default)s)")
    parser.add_argument("--trials", type=int, default=20, help="of each launch (default: %(default)s)")
    parser.add_argument("--latencies", type=int, default=200, help="values of a launch that records them "
                        "(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="where to write the run, and leave it; measured again if there")
    options = parser.parse_args()
    work = tempfile.mkdtemp()
    try:
        folder = options.keep or os.path.join(work, "run")
        if not os.path.exists(folder):
            write_run(folder, options)
        print(f"{options.cases} cases, {options.cases * options.launches * options.trials} trials, "
              f"{size(folder) / 1e6:.0f} MB of raw tables", flush=True)
        measure("summarize", [TOOL, "summarize", folder])
        measure("show", [TOOL, "show", folder])
        if knows("report"):
            seconds, megabytes = measure(
                "report", [TOOL, "report", folder, "--output", os.path.join(work, "report.html")])
            if seconds > TARGET_SECONDS or megabytes > TARGET_MEGABYTES:
                sys.exit(f"the report takes more than {TARGET_SECONDS} s or {TARGET_MEGABYTES} MB")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
