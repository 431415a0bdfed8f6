#!/usr/bin/env python3
"""Runs the tools of the gate's validation over made-up launches and holds their tables to what was put in.

    python3 scripts/gate-validation/check.py [PATH-OF-GateTrials]

Nothing is measured; it takes some seconds.
"""
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import rules
from conditions import condition
from recorded import CASES, ROOT, SUITE, alarm_bound, rows
from slowdowns import MECHANISMS, next_amount, specification, wrappers

HERE = Path(__file__).resolve().parent
FAKE = HERE / "fake_gate.py"


def call(script, *words, expect=0):
    command = [sys.executable, str(script), *map(str, words)]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == expect, f"{script.name}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def arithmetic():
    rules.self_test()
    assert abs(alarm_bound(0, 100) - (1 - 0.05 ** 0.01)) < 1e-9
    # Clopper and Pearson's one-sided bound for 1 of 100.
    assert abs(alarm_bound(1, 100) - 0.04656) < 1e-4
    # On a line with an offset the second correction is exact.
    tries = [[1.0, 4 + 3.0]]
    tries.append([next_amount(tries, 10), 4 + 3 * next_amount(tries, 10)])
    assert abs(next_amount(tries, 10) - 2.0) < 1e-9
    assert next_amount([[1.0, -3.0]], 10) == 4.0, "no effect at all: more of it"
    assert {word for words in MECHANISMS.values() for word in words} == {
        "pause", "wake", "allocation"}
    for mechanism in ("pause", "wake", "allocation"):
        assert sum(mechanism in words for words in MECHANISMS.values()) >= 3


def wrapper_files(folder):
    amounts = [((CASES[0], "ops", 10), 0.1), ((CASES[5], "allocation", 5), 1.25)]
    a, b = wrappers(folder, "/bin/sh", amounts)
    assert len(a.read_bytes()) == len(b.read_bytes()) and len(str(a)) == len(str(b))
    seen = [subprocess.run([str(path), "-c", "echo $SYNCBENCH_SLOWDOWN"], text=True,
                           stdout=subprocess.PIPE).stdout.strip() for path in (a, b)]
    assert seen == ["-" + specification(amounts), "+" + specification(amounts)], seen


def same_against_same(folder, trials):
    words = ["--tool", FAKE, "--trials", trials, "--no-build", "--work", folder / "aa",
             "--output", folder / "results/aa.csv"]
    call(HERE / "aa.py", "--suites", 3, *words)
    call(HERE / "aa.py", "--suites", 5, *words)
    found = rows(folder / "results/aa.csv")
    assert [row["suite"] for row in found] == ["1", "2", "3", "4", "5"], "it goes on"
    assert all(row["pass"] == "8" and row["fail"] == "0" and row["sham"] == "pass"
               and row["pairs"] == "180" and row["seed"] == row["suite"] for row in found), found
    told = call(HERE / "aa.py", "--suites", 5, *words)
    assert len(rows(folder / "results/aa.csv")) == 5 and "0 of 5 suites FAIL" in told
    # A candidate that is slower is seen.
    slower = wrappers(folder / "slower", FAKE, [((SUITE[2], "ops", 20), 0.2)])[1]
    call(HERE / "aa.py", "--suites", 1, "--relinked", slower, *words, expect=2)
    assert rows(folder / "results/aa.csv")[-1]["fail"] == "1"
    assert rows(folder / "results/aa.csv")[-1]["condition"] == "idle-relinked"
    with condition("load", 0):
        pass


def slowdowns(folder, trials):
    words = ["--tool", FAKE, "--trials", trials, "--no-build", "--work", folder / "power",
             "--output", folder / "results", "--pairs", 96, "5=80", "pause:20=0"]
    call(HERE / "power.py", "--rounds-for", 0, *words, expect=1)
    call(HERE / "power.py", *words)
    found = rows(folder / "results/power.csv")
    assert {row["case"] for row in found} == set(CASES)
    for row in found:
        size = int(row["size"])
        assert int(row["pairs"]) == (80 if size == 5 else 96), row
        assert (row["mechanism"], size) != ("pause", 20)
        assert abs(float(row["true_ratio"]) - 1 - size / 100) < 0.02, row
        assert int(row["trials"]) == sum(
            int(row[key]) for key in ("found", "inconclusive", "passed", "improved", "other"))
        if row["scheme"] == "disjoint":
            assert row["trials"] == "1"
        if size >= 10:
            assert row["found"] == row["trials"] != "0", row
    pairs = rows(folder / "results/power-pairs.csv")
    a_condition = [row for row in pairs if row["case"] == CASES[0] and row["mechanism"] == "ops"
                   and row["size"] == "10"]
    assert len(a_condition) == 96 and {row["round"] for row in a_condition} == set("012345")


def others(folder):
    told = call(HERE.parent / "gate-rivals.py", "--aa", folder / "aa", "--power", folder / "power",
                "--output", folder / "results/rivals.csv", "--aa-results",
                folder / "results/aa.csv", "--trials", 4)
    assert "Mann-Whitney" in told
    found = rows(folder / "results/rivals.csv")
    idle = [row for row in found if row["condition"] == "idle" and row["kind"] == "aa"]
    # Five suites of 20 pairs: 100 one-process trials a case, 10 interleaved tens and 5 of A then B.
    trials = {row["rule"]: row["trials"] for row in idle if row["case"] == CASES[0]}
    assert trials == {"percentiles": "100", "bootstrap": "4", "mann-whitney-interleaved": "10",
                      "mann-whitney-sequential": "5"}, trials
    for size, rule, least in (("20", "percentiles", 0.9), ("20", "mann-whitney-interleaved", 1),
                              ("10", "mann-whitney-interleaved", 0.9)):
        shares = [int(row["alarms"]) / int(row["trials"]) for row in found
                  if row["kind"] == "power" and row["size"] == size and row["rule"] == rule]
        assert statistics.mean(shares) >= least, (size, rule, shares)
    tables = call(HERE.parent / "gate-tables.py", "--results", folder / "results")
    assert "the gate" in tables and "10 % by op count: found in 95 %" in tables


def check():
    trials = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/release/GateTrials"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arithmetic()
        wrapper_files(folder)
        same_against_same(folder, trials.resolve())
        slowdowns(folder, trials.resolve())
        others(folder)
    print("the tools give what was put in")


if __name__ == "__main__":
    check()
