#!/usr/bin/env python3
"""Holds the statistics of the stability tables to known numbers, and the script to a made-up tool.

    python3 scripts/validate/stability/check.py

Nothing is measured; it takes some seconds.
"""
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import fake_tool
import figures
import measure
from agreement import Figure, is_within, pair_up, pairs_of
from runs import Run, rows

HERE = Path(__file__).resolve().parent
TICKET = "locks/uncontended/ticket/inside=0"
# The chosen cases of the made-up tool, of which one has no interval and one is disturbed.
CHOSEN = 5


def figure(value, low, high, status="valid", case=TICKET):
    return Figure(case, "ns_per_op", status, value, low, high, 7)


def near(a, b):
    return abs(a - b) < 1e-9


def pairs_on_the_log_scale():
    # 10 and 11 with 5 % and 6 % on either side: ln 1.1 = 0.0953, and sqrt(0.0513^2 + 0.0619^2) = 0.0804.
    pair = pair_up(figure(10, 9.5, 10.2), figure(11, 11 * 0.94, 11.1))
    assert near(pair.difference, math.log(1.1))
    assert near(pair.allowed, math.hypot(math.log(1 / 0.95), math.log(1 / 0.94)))
    assert pair.is_outside and near(pair.severity, pair.difference / pair.allowed) and near(pair.ratio, 1.1)
    # The larger side counts: the upper ones allow for it here.
    assert not pair_up(figure(10, 9.5, 12), figure(11, 10.9, 11.1)).is_outside
    # The two sides are worth the same, and so are the units.
    one, other = figure(10, 9, 12), figure(13, 12, 14)
    assert near(pair_up(one, other).severity, pair_up(other, one).severity)
    in_seconds = [figure(*(part / 1e9 for part in each[3:6])) for each in (one, other)]
    assert near(pair_up(*in_seconds).severity, pair_up(one, other).severity)


def pairs_on_the_plain_scale():
    pair = pair_up(figure(3, 0, 7), figure(9, 6, 10))
    assert (pair.difference, pair.allowed, pair.ratio) == (6, 5, None) and pair.is_outside
    assert not pair_up(figure(0, 0, 0), figure(0, 0, 0)).is_outside
    assert pair_up(figure(0, 0, 0), figure(1, 1, 1)).severity == math.inf
    assert pair_up(figure(0, 0, 0), figure(0, 0, 0)).severity == 0


def what_makes_no_pair():
    ones = {"a": figure(1, 1, 1, case="a"), "b": figure(1, None, None, case="b"),
            "c": figure(1, 1, 1, "disturbed", "c"), "d": figure(1, 1, 1, case="d"),
            "e": figure(1, 1, 1, case="e")}
    others = {case: figure(1, 1, 1, "invalid" if case == "e" else "valid", case) for case in "abcef"}
    pairs, left_out = pairs_of(ones, others)
    assert [pair.a.case for pair in pairs] == ["a"]
    assert left_out == Counter({"no interval": 1, "disturbed": 1, "invalid": 1, "in one of them alone": 2})


def narrow_intervals():
    assert is_within(figure(100, 95.1, 104.9), 0.05)
    assert not is_within(figure(100, 94, 101), 0.05) and not is_within(figure(100, 99, 106), 0.05)
    assert not is_within(figure(100, None, None), 0.05)
    assert not is_within(figure(100, 99, 101, "disturbed"), 0.05)


def one_in_twenty_lies_outside():
    """Figures of one truth with honest intervals: the share is what the tables call expected."""
    draw, outside = random.Random(1), 0
    for _ in range(4000):
        sides = [math.exp(draw.gauss(0, 0.03)) for _ in "ab"]
        margin = math.exp(1.96 * 0.03)
        outside += pair_up(*(figure(side, side / margin, side * margin) for side in sides)).is_outside
    assert 160 <= outside <= 240, outside


def headline_figures():
    # Costs of 1, 2, 3 and 10 ns an operation; the last window did the least.
    a = figures.launch([(100, 100), (100, 200), (100, 300), (10, 100)])
    assert (a.least, a.quarter, a.middle) == (1, 1.75, 2.5)
    assert (a.elapsed, a.operations, a.windows) == (700, 310, 4)
    b = figures.launch([(100, 400)] * 2)
    of = {name: take([a, b]) for name, take in figures.FIGURES.items()}
    assert near(of["p25 of windows"], (1.75 + 4) / 2) and near(of["median of windows"], (2.5 + 4) / 2)
    assert near(of["minimum of windows"], 2.5)
    assert near(of["launch's time / its ops"], (700 / 310 + 4) / 2)
    assert near(of["all time / all ops"], 1500 / 510)
    assert near(of["mean of windows"], (16 + 8) / 6)
    assert near(of["geometric mean of windows"], (60 * 16) ** (1 / 6))
    assert figures.quantile([1, 2, 3, 4], 0.9) == 3.7


def bootstrap_over_launches():
    draw = random.Random(2)
    take = figures.FIGURES["all time / all ops"]
    truth, held = 2.0, 0
    for turn in range(100):
        launches = [figures.launch([(1000, int(1000 * truth * math.exp(shift)))] * 4)
                    for shift in (draw.gauss(0, 0.05) for _ in range(12))]
        value, low, high = figures.interval(take, launches, turn)
        assert low <= value <= high
        assert (value, low, high) == figures.interval(take, launches, turn), "the same each time"
        held += low <= truth * math.exp(0.05 ** 2 / 2) <= high
    # A bootstrap over 12 launches is a little too narrow.
    assert 82 <= held <= 99, held


def windows_of_runs(folder):
    """Only sound and quiet windows count, and figures that moved are seen."""
    header = ["case", "invocation", "trial", "ops", "elapsed_ns", "verified", "state"]
    for name, cost in (("one", 100), ("two", 100), ("three", 150)):
        call_tool(folder / name, "--filter", TICKET)
        table = [[TICKET, launch, trial, 1000, 1000 * (cost + launch), "true", "quiet"]
                 for launch in range(6) for trial in range(4)]
        table += [[TICKET, 0, 4, 1000, 9_000_000, "true", "disturbed"], [TICKET, 0, 5, 1000, 1, "false", "quiet"],
                  [TICKET, 0, 6, 0, 3_000_000, "true", "quiet"]]
        fake_tool.write(folder / name / "raw/trials.csv", header, table)
    same = list(figures.table([figures.launches_of(folder / name) for name in ("one", "two")]))
    assert len(same) == 8 and all("  0.0 %" in line and " 0.0000 " in line for line in same[1:]), same
    runs = [figures.launches_of(folder / name) for name in ("one", "two", "three")]
    moved = list(figures.table(runs))
    # Two of three pairs differ, by ln(152.5 / 102.5) = 0.3973; a geometric mean by a little more.
    assert all(line.endswith(" 66.7 %") and "  0.397" in line for line in moved[1:]), moved


def call_tool(folder, *words):
    subprocess.run([HERE / "fake_tool.py", "run", "--profile", "quick", "--seed", "1", "--output", folder, *words],
                   check=True)


def script(folder, *words, expect=0, **variables):
    """What the script printed, on both streams."""
    command = [sys.executable, HERE / "measure.py", "--cases", folder / "cases.txt", "--load-seconds", "0.2",
               "--seed", "3", *words]
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=os.environ | variables)
    assert done.returncode == expect, f"{done.returncode}\n{done.stdout}"
    return done.stdout


def tools(folder):
    """Two executables, each with a commit of its own."""
    made = []
    for name in ("new", "old"):
        path = folder / name / "syncbench"
        path.parent.mkdir()
        path.symlink_to(HERE / "fake_tool.py")
        made.append(path)
    (folder / "cases.txt").write_text(
        "# made up\nlocks/uncontended/*/inside=0\n\nlocks/contended/*/threads=2/inside=0/outside=0\n"
        "pool/explosion/tasks/items=64 start_width_ns # the pool's\nlocks/none\n", encoding="utf-8")
    return made


def pair_table(path):
    return {(row["kind"], row["build"]): (int(row["pairs"]), int(row["outside"])) for row in rows(path)}


def whole_record(folder, new, old):
    table = folder / "results/stability.csv"
    own = ["--tool", new, "--table", table]
    told = script(folder, *own, "--before", old, "--output", folder / "work")
    assert "left out: locks/none" in told and "0 of 20 runs failed" in told, told
    assert "does not know the option" in told and f"81.0 s, 2 of {CHOSEN - 1} cases within 5 %" in told, told
    found = pair_table(folder / "results/stability-pairs.csv")
    # Three chosen cases make pairs: figures within 1 % with 4 % on either side, and 20 % more after load.
    for build in ("now", "before"):
        assert {kind: both for (kind, of), both in found.items() if of == build} == {
            "alone-suite": (9, 0), "suite-suite": (9, 0), "other-order-suite": (3, 0),
            "after-load-suite": (3, 3)}, found
    written = rows(table)
    assert list(written[0]) == ["build", "commit", "context", "repeat", "case", "metric", "status", "value", "low",
                                "high", "invocations", "date", "host"]
    assert len(written) == 2 * 6 * CHOSEN and {row["commit"] for row in written} == {"new", "old"}
    assert {row["status"] for row in written} == {"valid", "disturbed"}
    document = json.loads((folder / "results/stability.json").read_text(encoding="utf-8"))
    assert document["commits"] == {"now": "new", "before": "old"} and document["date"] == "2026-01-02"
    assert document["pairs"][0]["left_out"] == {"disturbed": 3, "no interval": 3}, document["pairs"][0]
    ratios = {each["kind"]: each["median_ratio"] for each in document["pairs"]}
    assert 1 < ratios["suite-suite"] < 1.02 and 1.17 < ratios["after-load-suite"] < 1.23, ratios
    before = [path.read_bytes() for path in sorted((folder / "results").iterdir())]
    script(folder, *own, "--output", folder / "work", "--tables-only")
    assert before == [path.read_bytes() for path in sorted((folder / "results").iterdir())], "the same anew"
    another_day(folder, own)


def another_day(folder, own):
    script(folder, *own, FAKE_TOOL_DAY="1", FAKE_TOOL_REVERSES="1")
    found = pair_table(folder / "results/stability-pairs.csv")
    assert found["other-day-alone", "now"] == (3, 0) and found["reversed-suite", "now"] == (3, 0), found
    # Once more on that day: the day before is still there.
    script(folder, *own, "--contexts", "alone,other-day", FAKE_TOOL_DAY="1")
    assert pair_table(folder / "results/stability-pairs.csv") == {("other-day-alone", "now"): (3, 0)}
    assert {row["date"] for row in rows(folder / "results/stability.csv") if row["context"] == "other-day"} == {
        "2026-01-02"}


def what_fails(folder, new):
    own = ["--tool", new, "--table", folder / "failed/stability.csv", "--contexts", "alone,suite"]
    told = script(folder, *own, expect=1, FAKE_TOOL_FAILS=TICKET)
    assert "the disk is full" in told and "1 runs failed, and are in no table" in told, told
    assert pair_table(folder / "failed/stability-pairs.csv")["alone-suite", "now"] == (6, 0)
    assert "is not empty" in script(folder, *own, "--output", folder, expect=1)
    assert "there is no context 'noon'" in script(folder, "--contexts", "noon", expect=2)
    told = script(folder, *own, "--dry-run")
    assert "now/alone/005: run --profile quick --filter" in told and "8 runs, about" in told, told


def builds_take_turns(folder, new, old):
    options = measure.arguments(["--cases", str(folder / "cases.txt"), "--before", str(old), "--contexts", "suite"])
    builds = [measure.build("now", new, options), measure.build("before", old, options)]
    assert [step.folder for step in measure.steps(builds, options, 1)] == [
        "now/suite-1", "before/suite-1", "before/suite-2", "now/suite-2", "now/suite-3", "before/suite-3"]
    assert builds[0].metrics["pool/explosion/tasks/items=64"] == "start_width_ns"


def interrupted(folder, new):
    """Neither signal leaves a busy loop or a folder behind."""
    for number in (signal.SIGINT, signal.SIGTERM):
        kept = folder / f"temporary-{number}"
        kept.mkdir()
        with subprocess.Popen(
                [sys.executable, HERE / "measure.py", "--tool", new, "--cases", folder / "cases.txt", "--contexts",
                 "after-load", "--table", folder / "none.csv"], stderr=subprocess.PIPE, text=True,
                env=os.environ | {"TMPDIR": str(kept)}, start_new_session=True) as process:
            while "kept busy" not in process.stderr.readline():
                assert process.poll() is None
            while len(group(process.pid)) < 2:
                time.sleep(0.05)
            begin = time.monotonic()
            process.send_signal(number)
            process.stderr.read()
            assert time.monotonic() - begin < 10, "a loop outlived the script"
        assert process.returncode == 130 and not group(process.pid), process.returncode
        assert not list(kept.iterdir()) and not (folder / "none.csv").exists()


def group(leader):
    """The processes of a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            session = path.read_text(encoding="utf-8").rpartition(")")[2].split()[3]
        except OSError:
            continue
        found += [path] if int(session) == leader else []
    return found


def chosen_cases():
    """The list is of eleven suites, and names each case once."""
    wanted = measure.wanted_cases(HERE / "cases.txt")
    names = [name for name, _ in wanted]
    assert len(set(names)) == len(names) >= 30
    assert len({name.split("/")[0] for name in names}) == 11


def primary_metrics(folder):
    call_tool(folder / "primary")
    run = Run(folder / "primary")
    assert run.primary_metric(TICKET) == "ns_per_op" and run.primary_metric("locks/waits/x") == "wait_p99_ns"
    assert run.primary_metric("pool/explosion/tasks/items=64") is None
    assert fake_tool.CONTROL not in run.figures()


def check():
    pairs_on_the_log_scale()
    pairs_on_the_plain_scale()
    what_makes_no_pair()
    narrow_intervals()
    one_in_twenty_lies_outside()
    headline_figures()
    bootstrap_over_launches()
    chosen_cases()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new, old = tools(folder)
        windows_of_runs(folder)
        primary_metrics(folder)
        builds_take_turns(folder, new, old)
        whole_record(folder, new, old)
        what_fails(folder, new)
        interrupted(folder, new)
    print("the stability tables give what was put in")


if __name__ == "__main__":
    check()
