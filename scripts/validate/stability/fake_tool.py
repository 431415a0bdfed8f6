#!/usr/bin/env python3
"""Stands in for the tool: the same words on the command line, the same files, figures that are made up.

FAKE_TOOL_REVERSES=1 lets it know --reversed; FAKE_TOOL_FAILS names a case of which no run ends well.
"""
import csv
import json
import os
import random
import sys
from fnmatch import fnmatchcase
from pathlib import Path

NANOSECONDS = {
    "locks/uncontended/ticket/inside=0": 10.0, "locks/contended/ticket/threads=2/inside=0/outside=0": 100.0,
    "pool/explosion/tasks/items=64": 5000.0}
NO_INTERVAL = "locks/uncontended/mutex/inside=0"
DISTURBED = "locks/contended/mutex/threads=2/inside=0/outside=0"
CONTROL = "locks/control/broken-relaxed/threads=4"
CASES = [*NANOSECONDS, NO_INTERVAL, DISTURBED, CONTROL]
DAY_2026_01_02 = 1_767_312_000


def values(word):
    return [after for before, after in zip(sys.argv, sys.argv[1:]) if before == word]


def fail(status, text):
    print(text, file=sys.stderr)
    sys.exit(status)


def write(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def list_cases():
    print(json.dumps([{"case": case, "isNegativeControl": case == CONTROL} for case in CASES]))


def run():
    if "--reversed" in sys.argv and not os.environ.get("FAKE_TOOL_REVERSES"):
        fail(64, "error: Unknown option '--reversed'")
    asked = values("--filter")
    cases = [case for case in CASES if not asked or any(fnmatchcase(case, glob) for glob in asked)]
    if os.environ.get("FAKE_TOOL_FAILS") in cases and asked:
        fail(1, "error: the disk is full")
    folder = Path(values("--output")[0])
    begin = (DAY_2026_01_02 + 86400 * int(os.environ.get("FAKE_TOOL_DAY", "0"))) * 10**9
    tables = [{"suite": suite, "columns": columns} for suite, columns in (
        ("locks", [column("wait_p99_ns", ["waits"]), column("switches", [], "neutral"), column("ns_per_op", [])]),
        ("pool", [column("start_width_ns", [], "neutral")]))]
    write_run(folder, cases, tables, begin)


def column(name, workloads, polarity="lower-is-better"):
    return {"name": name, "workloads": workloads, "polarity": polarity}


def write_run(folder, cases, tables, begin):
    write(folder / "raw/trials.csv", ["case", "invocation", "trial", "ops", "elapsed_ns", "verified"], [])
    draw = random.Random(int(values("--seed")[0]))
    summary, statuses = [], {"locks": [], "pool": []}
    for case in cases:
        statuses[case.split("/")[0]].append([case, "disturbed" if case == DISTURBED else "valid"])
        metric = "start_width_ns" if case.startswith("pool/") else "ns_per_op"
        # 20 % after load: beyond all intervals.
        value = NANOSECONDS.get(case, 1.0) * draw.uniform(0.99, 1.01) * (1.2 if len(values("--filter")) > 1 else 1)
        ends = ["", ""] if case == NO_INTERVAL else [value * 0.96, value * 1.04]
        summary.append([case, metric, 7, value, *ends])
    write(folder / "summary.csv", ["case", "metric", "invocations", "value", "low", "high"], summary)
    for suite, rows in statuses.items():
        write(folder / f"{suite}.csv", ["case", "status"], rows)
    planned = [{"id": case, "pace": "window", "expectation": {"unsound" if case == CONTROL else "valid": {}}}
               for case in cases]
    (folder / "run.json").write_text(json.dumps({
        "state": "complete", "host": "host-1", "tool": {"commit": Path(sys.argv[0]).parent.name},
        "startNanoseconds": begin, "endNanoseconds": begin + 81 * 10**9,
        "environment": {"processor": {"model": "made up"}, "scheduling": {"allowed": "0-1"},
                        "kernel": {"release": "6"}, "virtualization": {}},
        "plan": {"cases": planned, "tables": tables}}), encoding="utf-8")


if __name__ == "__main__":
    list_cases() if sys.argv[1] == "list" else run()
