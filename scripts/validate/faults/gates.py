"""Damage to a gate's folder, whose verdicts are given again: `gate --replay`."""

import csv
import io
import os

from damage import LINE, NAMED, SAME_OR_NAMED, Damage, Traces
from objects import TERABYTE, WORDS, put

NAMES = ["pairs.csv", "launches.csv"]


def edit(name, change, is_measured=True):
    """Changes the rows of a table; `change` takes the rows that were measured, or all."""
    def apply(run):
        path = run / name
        rows = list(csv.DictReader(io.StringIO(path.read_text(), newline="")))
        columns = list(rows[0])
        change([row for row in rows if not is_measured or row.get("status", "measured") == "measured"])
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        path.write_text(text.getvalue())
        # An error may name any of them: what contradicts is between rows.
        return Traces(frozenset(range(1, len(rows) + 2)))
    return apply


def each(**values):
    def change(rows):
        for row in rows:
            row.update(values)
    return change


def last(**values):
    return lambda rows: rows[-1].update(values)


def swap_last_side(rows):
    rows[-1]["side"] = {"a": "b", "b": "a"}[rows[-1]["side"]]


def damages():
    """All damages to a gate's folder."""
    for name in NAMES:
        for kind in ["fifo", "folder", "socket", "null", "zero"]:
            yield Damage(
                "a gate's folder", f"{name}={kind}", lambda run, name=name, kind=kind: put(run / name, kind), (name,),
                NAMED if name == "pairs.csv" else SAME_OR_NAMED, says=WORDS[kind], is_for_root=kind in ("null", "zero"))
        for word, size in [("1TB", TERABYTE), ("3GB-line", 3 << 30)]:
            yield Damage("a gate's folder", f"{name}={word}", lambda run, name=name, size=size: os.truncate(run / name, size), (name,),
                NAMED if name == "pairs.csv" else SAME_OR_NAMED)
        yield Damage("a gate's folder", f"{name}=rows-twice", twice(name), (name,), LINE)
        for word, keep in [("empty", lambda data: b""), ("head-alone", lambda data: data[: data.find(b"\n") + 1])]:
            yield Damage(
                "a gate's folder", f"{name}={word}", lambda run, name=name, keep=keep: (run / name).write_bytes(
                    keep((run / name).read_bytes())) and None, (name, "pairs.csv", ""), NAMED if name == "pairs.csv" else SAME_OR_NAMED)
    changes = {
        "1e-320-and-1e308": each(value_a="1e-320", value_b="1e308"), "value-0": last(value_b="0"), "value--1": last(value_a="-1"),
        "value-nan": last(value_a="nan"), "value-inf": last(value_b="inf"),
        "pair--1": last(pair="-1"), "pair-beyond": last(pair="100000"), "status-unknown": last(status="perhaps"),
        "order-unknown": last(order="CC"), "seed-other": last(seed="99"), "case-unknown": last(case="locks/none")}
    for name, change in changes.items():
        yield Damage("a gate's impossible pairs", f"pairs.csv={name}", edit("pairs.csv", change), ("pairs.csv",), LINE)
    for name, change in {"alpha-0.999999": each(alpha="0.999999"), "alpha-0": each(alpha="0"), "beta-2": each(beta="2"),
                         "effect-0": each(effect="0"), "tolerance--1": each(tolerance="-1")}.items():
        yield Damage("a gate's impossible pairs", f"pairs.csv={name}", edit("pairs.csv", change, False), ("pairs.csv",), LINE)
    launches = {
        "values-of-another-speed": each(values="9.5 9.5 9.5"), "ops--1": last(ops="-1"),
        "value-nan": last(values="nan"), "side-unknown": last(side="c"), "side-swapped": swap_last_side}
    for name, change in launches.items():
        yield Damage("a gate's impossible pairs", f"launches.csv={name}", edit("launches.csv", change), ("launches.csv",), LINE)


def twice(name):
    def apply(run):
        head, *lines = (run / name).read_bytes().splitlines(keepends=True)
        (run / name).write_bytes(b"".join([head, *lines, *lines]))
        return Traces(frozenset(range(2, 2 * len(lines) + 3)))
    return apply
