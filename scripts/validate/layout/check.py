#!/usr/bin/env python3
"""Holds the layout table to known numbers, and the script to the commands that it prints.

    python3 scripts/validate/layout/check.py

Nothing is built or measured.
"""
import csv
import json
import subprocess
import tempfile
from pathlib import Path

import table

SCRIPT = Path(__file__).resolve().parent.parent / "layout.sh"


def result(case, ratio, low, high, verdict="pass"):
    return {"case": case, "metric": "ns_per_op", "ratio": ratio, "ratio_low": low, "ratio_high": high,
            "verdict": verdict}


def document(*cases, sham="pass", baseline="1"):
    return {"executables": {"baseline": {"fingerprint": baseline}}, "cases": cases,
            "shams": [result("sham", 1.0, 0.9, 1.1, sham)]}


def call(*words, expect=0):
    done = subprocess.run([str(SCRIPT), *map(str, words)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == expect, f"{done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr if expect else done.stdout


def what_moves():
    assert table.moves(result("a", 1.06, 1.01, 1.1)) and table.moves(result("a", 0.94, 0.9, 0.99))
    assert not table.moves(result("a", 1.04, 1.02, 1.06)), "too little"
    assert not table.moves(result("a", 0.953, 0.9, 0.96)), "ln 1.05 either way: 1 / 1.05 is 0.952"
    assert table.moves(result("a", 0.952, 0.9, 0.96))
    assert not table.moves(result("a", 1.2, 0.99, 1.5)), "it may be chance"
    assert not table.moves(result("a", 1.2, None, None)), "no interval"


def known_table(folder):
    gates = [document(result("a", 1.02, 1.0, 1.03), result("b", 1.2, 1.1, 1.3, "fail")),
             document(result("a", 0.99, 0.98, 1.01), result("b", None, None, None, "invalid"), sham="fail"),
             document(result("a", 1.01, None, None, "inconclusive"), result("b", 0.97, 0.9, 1.1))]
    for number, gate in enumerate(gates, 1):
        (folder / f"gate-{number:02}.json").write_text(json.dumps(gate), encoding="utf-8")
    told = call("--table-only", "--work", folder, "--table", folder / "layout.csv")
    assert "shuffles: 3; cases: 2; cases that move with the layout: 1" in told and "gate 2: its sham" in told, told
    with open(folder / "layout.csv", newline="", encoding="utf-8") as file:
        a, b = csv.DictReader(file)
    assert (a["smallest_ratio"], a["smallest_ratio_low"]) == ("0.99", "0.98"), a
    assert (a["largest_ratio"], a["largest_ratio_high"], a["moves"]) == ("1.02", "1.03", "no"), a
    assert (a["shuffles"], a["pass"], a["inconclusive"]) == ("3", "2", "1"), a
    assert (b["smallest_ratio"], b["largest_ratio"], b["moves"]) == ("0.97", "1.2", "yes"), b
    assert (b["fail"], b["invalid"], b["pass"], b["improved"]) == ("1", "1", "1", "0"), b
    source = folder / "Layout.swift"
    source.write_text("x\n  static let factors: [String: Double] = [:]\ny\n", encoding="utf-8")
    rows = table.table(gates)
    for _ in range(2):
        table.into_source(source, rows)
        assert source.read_text(encoding="utf-8") == \
            'x\n  static let factors: [String: Double] = [\n    "b": 1.24\n  ]\ny\n', source.read_text()
    (folder / "gate-04.json").write_text(json.dumps(document(baseline="2")), encoding="utf-8")
    told = call("--table-only", "--work", folder, "--table", folder / "layout.csv", expect=1)
    assert "different baselines" in told, told


def commands():
    lines = call("--dry-run", "--shuffles", "2", "--work", "kept-here", "--", "--budget", "9m").splitlines()
    builds = [line for line in lines if line.startswith("swift build --product syncbench")]
    assert len(builds) == 3 and "shuffle" not in builds[0]
    # But for the order, all links are asked for in the same words.
    for seed, line in enumerate(builds[1:], 1):
        assert line.split()[:-2] == builds[0].split() and line.split()[-1].endswith(f"={seed}"), line
    gates = [line for line in lines if " gate " in line]
    assert len(gates) == 2 and all("--baseline kept-here/kept/00/syncbench" in line for line in gates)
    assert "--candidate kept-here/kept/02/syncbench" in gates[1] and gates[1].strip().endswith("--budget 9m")
    assert not Path("kept-here").exists() and not (SCRIPT.parent.parent / "kept-here").exists()
    assert "from 1 to 99" in call("--shuffles", "0", expect=64)
    assert "no option '--shuffle'" in call("--shuffle", "2", expect=64)


def check():
    what_moves()
    commands()
    with tempfile.TemporaryDirectory() as name:
        known_table(Path(name))
    print("the layout table gives what was put in")


if __name__ == "__main__":
    check()
