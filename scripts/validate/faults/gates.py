"""Damage to a gate's folder, whose verdicts are given again: `gate --replay`."""

import csv
import io
import json
import os

from damage import LINE, NAMED, Damage, Traces
from objects import TERABYTE, WORDS, put

TRIALS = "raw/trials.csv"
NAMES = [TRIALS, "run.json"]


def edit(**values):
    """Changes the last row of the trials."""
    def apply(run):
        path = run / TRIALS
        rows = list(csv.DictReader(io.StringIO(path.read_text(), newline="")))
        rows[-1].update(values)
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        path.write_text(text.getvalue())
        return Traces(frozenset({len(rows), len(rows) + 1}))
    return apply


def plan(change):
    """Changes what run.json says of the gate."""
    def apply(run):
        document = json.loads((run / "run.json").read_text())
        change(document["plan"]["gate"])
        (run / "run.json").write_text(json.dumps(document))
    return apply


def damages():
    """All damages to a gate's folder."""
    for name in NAMES:
        for kind in ["fifo", "folder", "socket", "null", "zero"]:
            yield Damage(
                "a gate's folder", f"{name}={kind}", lambda run, name=name, kind=kind: put(run / name, kind), (name, ""),
                NAMED, says=WORDS[kind], is_for_root=kind in ("null", "zero"))
        for word, size in [("1TB", TERABYTE), ("3GB-line", 3 << 30)]:
            yield Damage("a gate's folder", f"{name}={word}", lambda run, name=name, size=size: os.truncate(run / name, size),
                         (name, ""), NAMED)
        yield Damage("a gate's folder", f"{name}=empty", lambda run, name=name: (run / name).write_bytes(b"") and None,
                     (name, ""), NAMED)
    yield Damage("a gate's folder", f"{TRIALS}=rows-twice", twice, (TRIALS,), LINE)
    yield Damage("a gate's folder", f"{TRIALS}=head-alone", head_alone, (TRIALS, ""), NAMED)
    rows = {
        "elapsed-0": {"elapsed_ns": "0"}, "elapsed--1": {"elapsed_ns": "-1"}, "ops-nan": {"ops": "nan"},
        "ops-beyond-any": {"ops": "9223372036854775808"}, "pair--1": {"pair": "-1"}, "pair-beyond": {"pair": "99999"},
        "try-4": {"try": "4"}, "arm-unknown": {"arm": "c"}, "trial-beyond": {"trial": "99"},
        "case-unknown": {"case": "locks/none/none"}, "distance-inf": {"distance_ns": "inf", "sharing": "1"}}
    for name, values in rows.items():
        yield Damage("a gate's impossible rows", f"{TRIALS}={name}", edit(**values), (TRIALS,), LINE)
    plans = {
        "alpha-0.999999": lambda gate: gate.update(alpha=0.999999), "alpha-0": lambda gate: gate.update(alpha=0),
        "beta-2": lambda gate: gate.update(beta=2), "seed-other": lambda gate: gate.update(seed=99),
        "effect-0": lambda gate: gate["cases"][0]["limits"].update(effect=0),
        "tolerance--1": lambda gate: gate["cases"][0]["limits"].update(tolerance=-1),
        "metric-unknown": lambda gate: gate["cases"][0].update(metric="beauty"),
        "no-cases": lambda gate: gate.update(cases=[]), "case-twice": lambda gate: gate["cases"].append(gate["cases"][0])}
    for name, change in plans.items():
        yield Damage("a gate's impossible plan", f"run.json={name}", plan(change), ("run.json",), NAMED)


def twice(run):
    path = run / TRIALS
    head, *lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([head, *lines, *lines]))
    return Traces(frozenset(range(2, 2 * len(lines) + 3)))


def head_alone(run):
    path = run / TRIALS
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
