#!/usr/bin/env python3
"""Runs, gates and reports for hours, and watches what they leave and whether they grow. See scripts/validate/soak.sh."""

import argparse
import csv
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import trend

ROOT = pathlib.Path(__file__).resolve().parents[3]
STEP = pathlib.Path(__file__).with_name("step.py")
COLUMNS = ["round", "kind", "started_s", "seconds", "status", "peak_mb", "descriptors", "descriptors_early",
           "descriptors_late", "processes", "zombies", "orphans", "left_processes", "temporary_files", "home_files",
           "left_overs", "output_files", "output_kb", "fault"]
# What is looked at for growth, with the least step that counts.
SERIES = {"peak_mb": 1.0, "descriptors": 1, "processes": 1, "zombies": 1, "output_files": 1, "output_kb": 4.0}
# A gate's folder is new in each round, and holds as many pairs as its budget had room for: more where the machine grows
# quieter. Its kilobytes say nothing of the tool; its files are looked at.
BY_BUDGET = {("gate", "output_kb"), ("gate-replay", "output_kb")}
# What must be none after every command.
NONE_LEFT = ["left_processes", "temporary_files", "home_files", "left_overs"]
# What a launch has open for a moment: whether a sample falls into it is chance, in the first third as in the last. A
# descriptor that each launch left open would make hundreds of them.
PASSING_DESCRIPTORS = 8
UNCONTENDED, CONTENDED = "locks/uncontended/mutex/*", "locks/contended/ticket/threads=2/inside=0/*"


def entries(folder):
    """All files and folders below a folder."""
    return [path for path in folder.rglob("*")] if folder.is_dir() else []


class Kind:
    """A command: its arguments, the statuses that are no fault, the folder that it fills."""

    def __init__(self, arguments, statuses=(0,), output=None, every=1, stopped_by=None, needs=None, unless=None):
        self.arguments, self.statuses, self.output = arguments, statuses, output
        self.every, self.stopped_by, self.needs, self.unless = every, stopped_by, needs, unless

    def is_due(self, number, work):
        """Whether a round has it: by its number, and by the files that are or are not there."""
        return (number % self.every == 0 and (self.needs is None or (work / self.needs).exists())
                and (self.unless is None or not (work / self.unless).exists()))


def kinds(tool):
    """The commands of a round, in their order; `run` and `gate` fill new folders, which the round removes at its end.

    A run with invalid cases (3) and a gate that finds nothing (7), or tells one executable from itself (2), have worked.
    """
    smoke = ["run", "--profile", "smoke", "--quiet", "--seed", "{seed}"]
    gate = ["gate", "--baseline", tool, "--candidate", tool, "--filter", UNCONTENDED, "--budget", "4s", "--quiet",
            "--seed", "{seed}", "--output", "gate"]
    export = ["show", "stored", "--output", "export"]
    return {
        "run": Kind(smoke + ["--filter", UNCONTENDED, "--filter", CONTENDED, "--output", "run"], (0, 3), "run"),
        "run-counters": Kind(smoke + ["--filter", UNCONTENDED, "--counters", "--output", "counted"], (0, 3), "counted",
                             every=4),
        "run-interrupted": Kind(smoke + ["locks", "--output", "cut"], (130,), every=3, stopped_by="SIGINT"),
        "run-killed": Kind(smoke + ["sync", "--output", "killed"], (-9,), every=3, stopped_by="SIGKILL"),
        # A run that was killed before its run.json stood has nothing to resume, and is begun anew: what the killed one
        # left is removed by the next command in its folder.
        "run-resumed": Kind(["run", "--resume", "killed", "--quiet"], (0, 3), "killed", every=3,
                            needs="killed/run.json"),
        "run-restarted": Kind(smoke + ["--filter", UNCONTENDED, "--output", "killed"], (0, 3), "killed", every=3,
                              unless="killed/run.json"),
        # Long enough that what it opens while it measures shows, early against late.
        "run-long": Kind(["run", "--profile", "quick", "--quiet", "--seed", "{seed}", "--filter", "locks/*",
                          "--budget", "20s", "--output", "long"], (0, 3), every=20),
        "gate": Kind(gate, (0, 2, 7), "gate", every=2),
        "gate-replay": Kind(["gate", "--replay", "gate"], (0, 2, 7), "gate", every=2),
        "summarize": Kind(["summarize", "stored"], output="stored"),
        "show": Kind(["show", "stored"]),
        "show-latex": Kind(["show", "stored", "--format", "latex"]),
        "compare": Kind(["compare", "stored", "run"]),
        "report": Kind(["report", "stored"], output="stored"),
        "plot": Kind(["plot", "stored"], output="stored", every=2),
        "export-bmf": Kind(export + ["--format", "bmf"]),
        "export-openmetrics": Kind(export + ["--format", "openmetrics"]),
        "gate-record": Kind(["gate", "--counts", "counts", "--record", "--filter", UNCONTENDED], output="counts", every=8),
        "gate-counts": Kind(["gate", "--counts", "counts"], (0,), "counts", every=8),
        "list": Kind(["list"], every=2),
        "doctor": Kind(["doctor", "--watch", "1"], every=2),
        "doctor-events": Kind(["doctor", "--events", "*"], every=4),
    }


class Soak:
    """A campaign in a folder of its own, with its own home and place for temporary files."""

    def __init__(self, folder, tool, seed):
        self.folder = folder
        self.work, self.temporary, self.home = (folder / name for name in ("work", "tmp", "home"))
        for path in (self.work, self.temporary, self.home):
            path.mkdir()
        # A build meanwhile must not change what is measured; the library that counts allocations lies beside the tool.
        self.tool = shutil.copy2(tool, folder / "syncbench")
        for library in pathlib.Path(tool).parent.glob("libSyncbenchAllocations.so"):
            shutil.copy2(library, folder)
        self.environment = dict(os.environ, TMPDIR=str(self.temporary), HOME=str(self.home))
        self.environment.pop("SOAK_PREFIX", None)
        self.prefix = os.environ.get("SOAK_PREFIX", "").split()
        self.draw = random.Random(seed)
        self.started = time.monotonic()
        self.rows = []

    def prepare(self):
        """Makes the run that every round reads again."""
        self.step(0, "stored", Kind(["run", "--profile", "smoke", "locks", "--workload", "uncontended", "--quiet",
                                     "--seed", "1", "--output", "stored"], (0, 3), "stored"))

    def round(self, number, commands):
        """All commands once, or each as often as it is due; then the round's folders are removed."""
        for name, kind in commands.items():
            if kind.is_due(number, self.work):
                yield self.step(number, name, kind)
        for name in ("run", "counted", "cut", "killed", "long", "gate"):
            shutil.rmtree(self.work / name, ignore_errors=True)

    def step(self, number, name, kind):
        """Runs a command, looks at what it left, and adds its row."""
        seed = str(self.draw.randrange(1 << 32))
        request = {
            "arguments": [str(self.tool)] + [word.replace("{seed}", seed) for word in kind.arguments],
            "environment": self.environment, "folder": str(self.work), "log": str(self.folder / "log"), "limit": 180,
        }
        if kind.stopped_by:
            request |= {"signal": kind.stopped_by, "signalAfter": self.draw.uniform(0.1, 1.5)}
        started = time.monotonic() - self.started
        done = subprocess.run(self.prefix + [sys.executable, "-B", str(STEP), json.dumps(request)],
                              stdout=subprocess.PIPE, text=True, check=True)
        row = {"round": number, "kind": name, "started_s": round(started, 1), **json.loads(done.stdout)}
        row |= self.left(kind)
        row["fault"] = fault(row, kind)
        self.rows.append(row)
        return row

    def left(self, kind):
        """What the command left where nothing may stay, and what it filled its own folder with."""
        # What was killed can remove nothing; the next command does, and is held to it.
        is_killed = kind.stopped_by == "SIGKILL"
        seen = {"temporary_files": len(entries(self.temporary)), "home_files": len(entries(self.home)),
                "left_overs": sum(".syncbench-" in path.name for path in entries(self.work))}
        row = {name: None if is_killed else count for name, count in seen.items()}
        own = entries(self.work / kind.output) if kind.output else None
        row["output_files"] = len(own) if own is not None else None
        row["output_kb"] = round(sum(path.stat().st_size for path in own if path.is_file()) / 1024, 1) if own else None
        return row


def fault(row, kind):
    """What is wrong with a command by itself; empty where nothing is."""
    # A run that ended before its signal came has its usual status.
    statuses = kind.statuses + ((0, 3) if kind.stopped_by else ())
    faults = [] if row["status"] in statuses else [f"status {row['status']}"]
    faults += [name for name in NONE_LEFT if row[name]]
    early, late = row["descriptors_early"], row["descriptors_late"]
    if early is not None and late > early + PASSING_DESCRIPTORS:
        faults.append("descriptors")
    return " ".join(faults)


def read(path):
    """The rows of a table that was written before, judged by the rules of today."""
    known = kinds("") | {"stored": Kind([], (0, 3))}
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in row.keys() - {"kind", "fault"}:
            row[name] = None if row[name] == "" else float(row[name]) if "." in row[name] else int(row[name])
        row["fault"] = fault(row, known[row["kind"]])
    return rows


def summary(rows):
    """A row a series: what the rule says of it."""
    series = {}
    for row in rows:
        for name in SERIES:
            if row[name] is not None and row["round"] > 0 and (row["kind"], name) not in BY_BUDGET:
                series.setdefault((row["kind"], name), []).append((row["started_s"], row[name]))
    found = []
    for (kind, name), values in sorted(series.items()):
        seen = trend.Trend(*map(list, zip(*values)), SERIES[name], len(series))
        found.append({
            "kind": kind, "series": name, "commands": len(values), "first_third": round(seen.first, 2),
            "last_third": round(seen.last, 2), "most": round(seen.most, 2), "per_hour": round(seen.slope * 3600, 3),
            "p": f"{seen.p:.3g}",
            "verdict": "grows" if seen.grows else "steady" if seen.is_judged else "too few"})
    return found


def write(path, columns, rows):
    """Writes a table as a whole."""
    new = path.with_suffix(".csv.part")
    with open(new, "w", newline="") as file:
        table = csv.DictWriter(file, columns, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    new.rename(path)


def campaign(soak, seconds, rest, output):
    """Rounds until the time is over, each with its rest behind it and the table written anew."""
    soak.prepare()
    commands = kinds(str(soak.tool))
    number = 0
    while number == 0 or time.monotonic() - soak.started < seconds:
        number += 1
        began = time.monotonic()
        for row in soak.round(number, commands):
            if row["fault"]:
                print(f"soak: round {number}, {row['kind']}: {row['fault']}", flush=True)
                log = soak.folder / "log"
                print("\n".join(log.read_text(errors="replace").splitlines()[-5:]), flush=True)
        write(output / "soak.csv", COLUMNS, soak.rows)
        time.sleep(rest * (time.monotonic() - began))


def conclude(rows, output):
    """Writes the summary, says what was found, and returns the exit status."""
    series = summary(rows)
    write(output / "soak-summary.csv", list(series[0]), series)
    faults = [row for row in rows if row["fault"]]
    growing = [row for row in series if row["verdict"] == "grows"]
    hours = rows[-1]["started_s"] / 3600
    print(f"soak: {hours:.2f} h, {len(rows)} commands of {len({row['kind'] for row in rows})} kinds, "
          f"{len(faults)} with a fault, {len(growing)} of {len(series)} series grow")
    for row in growing:
        print(f"  {row['kind']} {row['series']}: {row['first_third']} to {row['last_third']}")
    return 1 if faults or growing else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/validate/soak.sh", description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / ".build/release/syncbench")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "results")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rest", type=float, default=0, help="how long to rest after a round, in times of the round")
    parser.add_argument("--judge", type=pathlib.Path, metavar="TABLE", help="judges a table that was written before")
    options = parser.parse_args()
    if options.judge:
        rows = read(options.judge)
        write(options.output / "soak.csv", COLUMNS, rows)
        return conclude(rows, options.output)
    # Told to end, it judges what ran so far and removes its folder, as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Relative paths are of the caller's folder; the commands run in another one.
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        soak = Soak(pathlib.Path(name), options.tool.resolve(), options.seed)
        try:
            campaign(soak, options.hours * 3600, options.rest, options.output.resolve())
        except KeyboardInterrupt:
            print("soak: interrupted; what ran so far is judged")
        return conclude(soak.rows, options.output.resolve())


if __name__ == "__main__":
    sys.exit(main())
