#!/usr/bin/env python3
"""Compares what two builds of syncbench take to read a run, to write its tables and to launch workers.

  scripts/validate/builds-cost.py OLD NEW [--pairs N] [--run RUN] [--only COMMAND] [--output CSV]

OLD and NEW are executables. Both read a copy of RUN with plain tables (results/reference when left out), in alternating
order: old new new old. For each command: the median over the pairs of new / old with its interval of 95 % or more, of the
time on the wall and of the CPU time of all its processes. The folders are in TMPDIR.

Exit status: 0; 2 where a command of NEW takes longer beyond the interval and by more than 2 %.
"""
import argparse
import csv
import math
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Cases without rests and with little to measure: a launch is most of what they take.
LAUNCHED = ["run", "--profile", "smoke", "--quiet", "--seed", "1", "--filter", "locks/uncontended/*"]
# What of it counts as slower.
MARGIN = 1.02


def times(tool, arguments, folder):
    """What a command takes: wall and CPU seconds, with its processes."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([tool, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    wall, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    # A run with cases that are not valid has worked.
    if done.returncode not in (0, 3):
        sys.exit(f"builds-cost: {tool} {' '.join(arguments)} ended with {done.returncode}:\n"
                 + done.stdout.decode(errors="replace")[-2000:])
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return {"wall": wall, "cpu": cpu}


def launches(tool, run, folder):
    """A run of some cases, into a new folder."""
    shutil.rmtree(folder / "new", ignore_errors=True)
    return times(tool, LAUNCHED + ["--output", "new"], folder)


COMMANDS = {
    "show": lambda tool, run, folder: times(tool, ["show", run], folder),
    "summarize": lambda tool, run, folder: times(tool, ["summarize", run], folder),
    "run": launches,
}


def interval(ratios):
    """The order statistics that hold the median with 95 % or more; None where there are too few pairs."""
    ordered, count = sorted(ratios), len(ratios)
    beyond, rank = 0.0, 0
    while (beyond := beyond + math.comb(count, rank) / 2 ** count) <= 0.025:
        rank += 1
    return (ordered[rank - 1], ordered[count - rank]) if rank else None


def plain(run, folder):
    """A copy of a run with plain tables, which every build reads."""
    shutil.copytree(run, folder / "read")
    packed = list((folder / "read/raw").glob("*.gz"))
    if packed:
        subprocess.run(["gunzip", "-q", *packed], check=True)
    return "read"


def main():
    parser = argparse.ArgumentParser(prog="scripts/validate/builds-cost.py", description=__doc__.splitlines()[0])
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=12, help="how many pairs; 6 at least (12)")
    parser.add_argument("--run", type=pathlib.Path, default=ROOT / "results/reference")
    parser.add_argument("--only", choices=COMMANDS, action="append", help="a command to compare; all by default")
    parser.add_argument("--output", type=pathlib.Path, help="a table with a row a pair")
    options = parser.parse_args()
    if options.pairs < 6:
        parser.error("fewer than 6 pairs have no interval: give --pairs 6 or more")
    tools = {"old": options.old.resolve(), "new": options.new.resolve()}
    rows, is_slower = [], False
    with tempfile.TemporaryDirectory(prefix="builds-cost-") as name:
        folder = pathlib.Path(name)
        run = plain(options.run, folder)
        for command, call in COMMANDS.items():
            if options.only and command not in options.only:
                continue
            for side in tools:
                call(tools[side], run, folder)
            for pair in range(options.pairs):
                order = ["old", "new"] if pair % 2 == 0 else ["new", "old"]
                took = {side: call(tools[side], run, folder) for side in order}
                rows += [{"command": command, "clock": clock, "pair": pair, "old_s": round(took["old"][clock], 4),
                          "new_s": round(took["new"][clock], 4)} for clock in ("wall", "cpu")]
            for clock in ("wall", "cpu"):
                own = [row for row in rows if row["command"] == command and row["clock"] == clock]
                ratios = [row["new_s"] / max(row["old_s"], 1e-9) for row in own]
                low, high = interval(ratios)
                middle = statistics.median(ratios)
                is_slower |= low > 1 and middle > MARGIN
                print(f"{command:10} {clock:4} old {1000 * statistics.median(row['old_s'] for row in own):8.1f} ms, new "
                      f"{1000 * statistics.median(row['new_s'] for row in own):8.1f} ms: {middle:.3f} "
                      f"[{low:.3f}, {high:.3f}]", flush=True)
    if options.output:
        with open(options.output, "w", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    return 2 if is_slower else 0


if __name__ == "__main__":
    sys.exit(main())
