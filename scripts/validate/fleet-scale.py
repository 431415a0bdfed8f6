#!/usr/bin/env python3
"""How long collecting, comparing and reporting a made-up fleet of many hosts takes, and how much memory.

    scripts/validate/fleet-scale.py RUN HOSTS [--cases N] [--tool PATH] [--output DIR]

Each host is a copy of the finished run RUN, or of so many of its cases, under a node's name of its own. Prints a line a command: seconds, and the most
memory in MiB. Nothing is kept but DIR, where one is given.
"""

import argparse
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


def first_cases(run, count, folder):
    """Writes a run of the first cases of another one."""
    document = json.loads((run / "run.json").read_text())
    plan = document["plan"]
    plan["cases"] = plan["cases"][:count]
    plan.pop("counting", None)
    for rounds in [plan["decided"]] if plan.get("decided") else []:
        rounds["launches"], rounds["forPrecision"] = rounds["launches"][:count], rounds["forPrecision"][:count]
    suites = {case["id"].split("/")[0] for case in plan["cases"]}
    plan["tables"] = [table for table in plan["tables"] if table["suite"] in suites]
    (folder / "raw").mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(document))
    names = {case["id"] for case in plan["cases"]}
    for table in ("trials", "threads", "latency", "observations", "failures", "calibration"):
        packed = run / "raw" / f"{table}.csv.gz"
        file = gzip.open(packed, "rt") if packed.exists() else open(run / "raw" / f"{table}.csv", encoding="utf-8")
        with file, open(folder / "raw" / f"{table}.csv", "w", encoding="utf-8") as out:
            out.write(next(file))
            # A calibration may be of no case.
            out.writelines(line for line in file if "/" not in line.split(",")[0] or line.split(",")[0] in names)
    return folder


def made_up(run, hosts, tool, folder):
    """Writes a fleet of copies of a run, whose plan's hash `collect` itself tells."""
    document = json.loads((run / "run.json").read_text())
    names = [f"m{number}" for number in range(1, hosts + 1)]
    fleet = {
        "schemaVersion": 1, "id": "madeup", "startNanoseconds": 1, "tool": document["tool"], "arguments": [],
        "kinds": [{"cpus": 2, "plan": "?", "cases": len(document["plan"]["cases"]), "expectedNanoseconds": 60000000000}],
        "nodes": [{"name": name, "kind": 0} for name in names], "limits": {"minutes": 30}, "jobs": ["1"],
    }
    (folder / "hosts").mkdir(parents=True)
    shutil.copytree(run, folder / "hosts" / "m1")
    (folder / "fleet.json").write_text(json.dumps(fleet))
    said = subprocess.run([tool, "fleet", "collect", folder], capture_output=True, text=True).stdout
    fleet["kinds"][0]["plan"] = said.split("it has another plan (")[1].split(",")[0]
    (folder / "fleet.json").write_text(json.dumps(fleet))
    for name in names[1:]:
        # Links: the bytes are the same, and a thousand copies of them would fill a disk.
        shutil.copytree(run, folder / "hosts" / name, copy_function=os.link)


def measured(what, command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    error = process.stderr.read().decode()
    print(f"{what}: {seconds:.1f} s, {usage.ru_maxrss / 1024:.0f} MiB, status {os.waitstatus_to_exitcode(status)}", flush=True)
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        sys.exit(error)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("hosts", type=int)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--tool", default=".build/release/syncbench")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.run.resolve().parent) as passing:
        folder = options.output or pathlib.Path(passing) / "fleet"
        run = options.run
        if options.cases:
            run = first_cases(run, options.cases, pathlib.Path(passing) / "run")
        made_up(run, options.hosts, options.tool, folder)
        for command in (["fleet", "collect", folder], ["compare", folder], ["report", folder]):
            measured(" ".join(map(str, command[:-1])), [options.tool, *command])


main()
