#!/usr/bin/env python3
"""Runs the tools of the gate's validation over made-up launches and holds their tables to what was put in.

    python3 scripts/validate/gate-validation/check.py [PATH-OF-GateTrials]

Nothing is measured; it takes some seconds.
"""
import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import fake_gate
import rules
from recorded import CASES, ROOT, SUITE, alarm_bound, document_path, rows, write_rows
from slowdowns import MECHANISMS, next_amount, specification, wrappers

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent))
FAKE = HERE / "fake_gate.py"


def call(script, *words, expect=0, **variables):
    """What a script printed; on both streams where it is to fail."""
    command = [sys.executable, str(script), *map(str, words)]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=os.environ | variables)
    assert done.returncode == expect, f"{script.name}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr if expect else done.stdout


def another_tool(folder):
    """A gate that does the same and is another file."""
    path = folder / "another_gate.py"
    path.write_text(FAKE.read_text(encoding="utf-8") + "# another\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def arithmetic():
    rules.self_test()
    rivals = importlib.import_module("gate-rivals")
    assert rivals.spread(list(range(199)), 100) == [199 * index // 100 for index in range(100)]
    assert rivals.spread([1, 2], 100) == [1, 2]
    own = [rivals.Pair([1.0], [1.0], 60.0 * minute) for minute in range(36)]
    assert [len(rivals.tens_of([own[:count]])) for count in (9, 16, 20)] == [0, 1, 2]
    assert rivals.gap_minutes([own[:16], own[20:]]) == "20.00"
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


def suites_of_one_record(folder, trials):
    """What is in git is no record to go on from; nor are suites of other arguments."""
    words = ["--trials", trials, "--no-build", "--output", folder / "results/aa.csv"]
    own = [*words, "--tool", FAKE, "--work", folder / "aa"]
    before = rows(folder / "results/aa.csv")
    write_rows(folder / "results/aa.csv", list(before[0]),
               [before[0] | {"seconds": "99.0"}, *before[1:], before[0] | {"condition": "quota"}])
    told = call(HERE / "aa.py", "--suites", 5, *own)
    assert "1 idle, 1 quota" in told and rows(folder / "results/aa.csv") == before, told
    for others, named in ((["--budget", "3m"], "budget"), (["--cases", *SUITE[:3]], "cases"),
                          (["--pairs", 24], "pairs"), (["--tool", another_tool(folder)], "SHA-256")):
        told = call(HERE / "aa.py", "--suites", 6, *own, *others, expect=1)
        assert named in told and "another --work" in told, told
    assert rows(folder / "results/aa.csv") == before
    other = [*words[:-1], folder / "elsewhere.csv", "--tool", FAKE, "--work", folder / "elsewhere"]
    write_rows(folder / "elsewhere.csv", list(before[0]),
               [row | {"seconds": "99.0"} for row in before])
    told = call(HERE / "aa.py", "--suites", 2, *other, FAKE_GATE_END="budget-spent")
    assert "5 idle, 1 idle-relinked" in told and "0 of 2 suites FAIL" in told, told
    assert [row["suite"] for row in rows(folder / "elsewhere.csv")] == ["1", "2"]
    for end in ("interrupted", "none"):
        told = call(HERE / "aa.py", "--suites", 3, *other, expect=1, FAKE_GATE_END=end)
        assert "measures it anew" in told, told
    assert len(rows(folder / "elsewhere.csv")) == len(rows(folder / "elsewhere/suites.csv")) == 2
    # The copy goes on where the tool itself was built anew.
    call(HERE / "aa.py", "--suites", 3, *other, "--tool", folder / "elsewhere/a/syncbench")
    assert len(rows(folder / "elsewhere.csv")) == 3


def suites_under_load(folder, trials):
    """Where the load dies, what was measured is of an idle machine, and no row."""
    cpu = min(os.sched_getaffinity(0))
    words = ["--tool", FAKE, "--trials", trials, "--no-build", "--work", folder / "load",
             "--output", folder / "load.csv", "--condition", "load", "--load-cpu", cpu]
    call(HERE / "aa.py", "--suites", 1, *words)
    stress = folder / "bin/stress"
    stress.parent.mkdir()
    stress.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    stress.chmod(0o755)
    told = call(HERE / "aa.py", "--suites", 2, *words, expect=1,
                PATH=f"{stress.parent}:{os.environ['PATH']}")
    assert "the load on CPU" in told, told
    assert len(rows(folder / "load.csv")) == len(rows(folder / "load/suites.csv")) == 1


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
        put_in = fake_gate.effect(row["case"], row["mechanism"], float(row["amount"]))
        assert abs(float(row["true_ratio"]) - 1 - put_in) < 0.01, (row, put_in)
        # Amounts are set until 8 pairs show the size within 1.5 points; their median is off by 0.7 or so itself.
        assert abs(put_in - size / 100) < 0.045, (row, put_in)
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
    one_plan(folder, words)
    an_earlier_record(folder, words)


def one_plan(folder, words):
    """Rounds of other arguments are other rounds; what is launched is the record's own copy."""
    before = rows(folder / "results/power-pairs.csv")
    for others, named in ((["--pairs", 96], "pairs"), (["--cases", *CASES[:6]], "cases"),
                          (["--round", 8], "round"), (["--tool", another_tool(folder)], "SHA-256")):
        told = call(HERE / "power.py", *words, *others, expect=1)
        assert f"{named}: " in told and "another --work" in told, told
    copy = folder / "power/tool/bench"
    for wrapper in (folder / "power").glob("round-*/group-*/?/bench"):
        assert str(copy.resolve()) in wrapper.read_text(encoding="utf-8"), wrapper
    call(HERE / "power.py", *words, "--tool", copy)
    assert rows(folder / "results/power-pairs.csv") == before, "nothing was left to measure"
    files = list((folder / "power/conditions").glob("*/round-*-group-*.csv"))
    kept = sum(sum(row["pair"] != "" for row in rows(path)) for path in files)
    assert kept == len(before), "no file was written over another"


def an_earlier_record(folder, words):
    """A plan of amounts alone, marks without the pairs that were asked for, no documents: taken as they are."""
    work = folder / "earlier"
    shutil.copytree(folder / "power", work)
    shutil.rmtree(work / "tool")
    shutil.rmtree(work / "round-005/group-00")
    plan = json.loads((work / "plan.json").read_text(encoding="utf-8"))["amounts"]
    (work / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    for mark in work.glob("round-*/group-*/done.json"):
        done = json.loads(mark.read_text(encoding="utf-8"))
        del done["asked"]
        mark.write_text(json.dumps(done), encoding="utf-8")
    (work / "round-000/group-00/gate.json").unlink()
    own = [*words, "--work", work, "--output", folder / "earlier-results"]
    told = call(HERE / "power.py", *own, "--cases", *CASES[:6], expect=1)
    assert "holds other conditions" in told, told
    call(HERE / "power.py", *own)
    assert (len(rows(folder / "earlier-results/power-pairs.csv"))
            == len(rows(folder / "results/power-pairs.csv")))
    assert "arguments" not in json.loads((work / "plan.json").read_text(encoding="utf-8"))
    again = (work / "round-005/group-00/b/bench").read_text(encoding="utf-8")
    assert f"exec '{FAKE}'" in again, "its tool stays in place"


def whole_gates(folder, trials):
    """A gate that was cut short is not counted; one whose candidate crashed is."""
    work = folder / "whole"
    words = ["--tool", FAKE, "--trials", trials, "--no-build", "--work", work, "--output",
             folder / "whole-results", "--cases", CASES[0], "--pairs", 16, "5=0", "20=0",
             "allocation:10=0"]
    for variables, told_of in (({"FAKE_GATE_SHORT": "3"}, "has 13 pairs"),
                               ({"FAKE_GATE_END": "budget-spent"}, "budget-spent"),
                               ({"FAKE_GATE_END": "none"}, "no document")):
        told = call(HERE / "power.py", *words, expect=1, **variables)
        assert told_of in told and "measures" in told and "anew" in told, told
        assert not list(work.glob("round-*/group-*/done.json"))
    call(HERE / "power.py", *words, FAKE_GATE_SHORT="3", FAKE_GATE_FAILS="1")
    assert {row["pairs"] for row in rows(folder / "whole-results/power.csv")} == {"13"}
    document_path(work / "round-000/group-00/gate").write_text('{"end": "interrupted"}',
                                                              encoding="utf-8")
    told = call(HERE / "power.py", *words, "--only-decide", expect=1)
    assert "interrupted" in told and "remove the folder" in told, told


def others(folder):
    told = call(HERE.parent / "gate-rivals.py", "--aa", folder / "aa", "--power", folder / "power",
                "--output", folder / "results/rivals.csv", "--aa-results",
                folder / "results/aa.csv", "--trials", 4)
    assert "Mann-Whitney" in told and "minutes apart" in told
    found = rows(folder / "results/rivals.csv")
    idle = [row for row in found if row["condition"] == "idle" and row["kind"] == "aa"]
    # Five suites of 20 pairs: 100 one-process trials a case, 10 interleaved tens and 5 of A then B.
    trials = {row["rule"]: row["trials"] for row in idle if row["case"] == CASES[0]}
    assert trials == {"percentiles": "100", "bootstrap": "4", "mann-whitney-interleaved": "10",
                      "mann-whitney-sequential": "5"}, trials
    # Six rounds of 16 pairs: a ten within each, and none across two.
    tens = {row["rule"]: row for row in found if row["kind"] == "power" and row["size"] == "10"
            and row["case"] == CASES[0] and row["mechanism"] == "ops"}
    assert tens["mann-whitney-interleaved"]["trials"] == "6", tens
    assert tens["mann-whitney-sequential"]["trials"] == "3", tens
    assert float(tens["mann-whitney-sequential"]["gap_minutes"]) >= 0, tens
    for size, rule, least in (("20", "percentiles", 0.9), ("20", "mann-whitney-interleaved", 1),
                              ("10", "mann-whitney-interleaved", 0.9)):
        shares = [int(row["alarms"]) / int(row["trials"]) for row in found
                  if row["kind"] == "power" and row["size"] == size and row["rule"] == rule]
        assert statistics.mean(shares) >= least, (size, rule, shares)
    tables = call(HERE.parents[1] / "publish/gate-tables.py", "--results", folder / "results")
    assert "the gate" in tables and "10 % by op count: found in 95 % of the blocks" in tables
    # 96 pairs, fewer than the last look's: a block that begins at each eighth pair, and one that stands apart.
    line = next(line for line in tables.splitlines()
                if line.startswith(f"| `{CASES[0]}` | ops | 20 %"))
    assert "| 12 | 100.0 % | 0.0 % | 0.0 % | 1 of 1 | 0 of 1 |" in line, line
    assert "the gate, blocks that share no pair (sum)" in tables


def check():
    trials = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/release/GateTrials"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arithmetic()
        wrapper_files(folder)
        same_against_same(folder, trials.resolve())
        suites_of_one_record(folder, trials.resolve())
        suites_under_load(folder, trials.resolve())
        slowdowns(folder, trials.resolve())
        whole_gates(folder, trials.resolve())
        others(folder)
    print("the tools give what was put in")


if __name__ == "__main__":
    check()
