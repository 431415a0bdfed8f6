"""The tables of a stability record: all of it from the runs' folders, so it can be computed anew.

    DIR/<build>/alone/<number>/  suite-<repeat>/  reversed-1/ or other-order-1/  after-load-1/

Each is the folder of a run.
"""
import fnmatch
import json
import statistics
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from agreement import Figure, is_within, pairs_of, percent
from runs import Run, rows, runs_below, write_rows, write_text

BUILDS = ["now", "before"]
OTHER_ORDER = "other-order"
ORDER = ["alone", "suite", "reversed", OTHER_ORDER, "after-load"]
COLUMNS = ["build", "commit", "context", "repeat", "case", "metric", "status", "value", "low", "high",
           "invocations", "date", "host"]
PAIR_COLUMNS = ["kind", "build", "pairs", "outside"]
SHARE = 0.05

# Each kind of pair: its name, the contexts of its two sides, and whether it takes the first suite run alone.
KINDS = [
    ("alone-suite", "alone", "suite", False),
    ("suite-suite", "suite", "suite", False),
    ("reversed-suite", "reversed", "suite", True),
    ("other-order-suite", OTHER_ORDER, "suite", True),
    ("after-load-suite", "after-load", "suite", True),
    ("other-day-alone", "other-day", "alone", False),
]


class Observation(NamedTuple):
    """What one context gave, once: the chosen cases' figures, and which runs they are of."""

    build: str
    context: str
    repeat: int
    commit: str
    date: str
    host: str
    figures: dict[str, Figure]
    runs: tuple[Run, ...] = ()


def observations(folder, wanted, contexts):
    """All that the runs in a working folder give."""
    for build in BUILDS:
        for context in ORDER:
            if ("reversed" if context == OTHER_ORDER else context) in contexts:
                own = Path(folder) / build
                paths = [own / "alone"] if context == "alone" else sorted(own.glob(f"{context}-[0-9]*"))
                for path in paths:
                    runs = [run for run in runs_below(path) if run.is_complete]
                    if runs:
                        repeat = 1 if context == "alone" else int(path.name.rpartition("-")[2])
                        yield observation(build, context, repeat, runs, wanted)


def observation(build, context, repeat, runs, wanted):
    figures = {}
    for run in runs:
        chosen = {case: metric for case in run.planned() for pattern, metric in wanted.items()
                  if fnmatch.fnmatchcase(case, pattern)}
        own = run.figures(chosen)
        figures |= {case: own[case] for case in chosen if case in own}
    first = runs[0]
    return Observation(build, context, repeat, first.commit, first.date, first.host, figures, tuple(runs))


def earlier(table, present):
    """The alone figures that an earlier table has of this machine and another day, for each present build.

    Where that table has the build's own commit they are of it, else of the newest build that it has: what lies
    between the two then counts as another day's too, and the table names both commits.
    """
    dates, hosts = {one.date for one in present}, {one.host for one in present}
    known = [row for row in rows(table) if row["context"] in ("alone", "other-day")
             and row["host"] in hosts and row["date"] not in dates]
    for build in dict.fromkeys(one.build for one in present):
        commit = next(one.commit for one in present if one.build == build)
        own = ([row for row in known if commit and row["commit"] == commit]
               or [row for row in known if row["build"] == "now"])
        if own:
            # A table that was written twice a day still has the day before; one day is one side of a pair.
            day = max(row["date"] for row in own)
            own = [row for row in own if row["date"] == day]
            figures = {row["case"]: figure_of(row) for row in own}
            yield Observation(build, "other-day", 1, own[0]["commit"], day, own[0]["host"], figures)


def figure_of(row):
    value, low, high = (float(row[key]) if row[key] else None for key in ("value", "low", "high"))
    invocations = int(row["invocations"]) if row["invocations"] else None
    return Figure(row["case"], row["metric"], row["status"], value, low, high, invocations)


class Agreement(NamedTuple):
    """What the pairs of one kind and build came to."""

    kind: str
    build: str
    pairs: list
    left_out: Counter

    @property
    def outside(self):
        return sum(pair.is_outside for pair in self.pairs)

    @property
    def median_ratio(self):
        """How far apart the pairs are, however wide their intervals: few lie outside wide ones."""
        ratios = [pair.ratio for pair in self.pairs if pair.ratio is not None]
        return round(statistics.median(ratios), 4) if ratios else None


def agreements(present):
    """Every kind of pair that the observations make, by build."""
    for build in BUILDS:
        for kind, context, other, first_alone in KINDS:
            ones = sides(present, build, context)
            others = sides(present, build, other)[:1 if first_alone else None]
            met = list(combinations(ones, 2)) if context == other else [(a, b) for a in ones for b in others]
            if met:
                found = [pairs_of(a.figures, b.figures) for a, b in met]
                yield Agreement(kind, build, [pair for pairs, _ in found for pair in pairs],
                                sum((left_out for _, left_out in found), Counter()))


def sides(present, build, context):
    return sorted((one for one in present if (one.build, one.context) == (build, context)),
                  key=lambda one: one.repeat)


def figure_rows(present):
    for one in present:
        for case, figure in sorted(one.figures.items()):
            yield {"build": one.build, "commit": one.commit, "context": one.context, "repeat": one.repeat,
                   "case": case, "metric": figure.metric, "status": figure.status, "value": field(figure.value),
                   "low": field(figure.low), "high": field(figure.high),
                   "invocations": field(figure.invocations), "date": one.date, "host": one.host}


def field(number):
    """A number as the tool writes it; an absent one is empty."""
    return "" if number is None else f"{number:.6g}"


def quick_runs(present):
    """The suite runs: what each took, and how many of its cases have an interval within 5 % of the value."""
    for one in present:
        if one.context in ("suite", "reversed", OTHER_ORDER):
            run = one.runs[0]
            figures = run.figures().values()
            yield {"build": one.build, "context": one.context, "repeat": one.repeat,
                   "wall_seconds": round(run.wall_seconds, 1),
                   "within_5_percent": sum(is_within(figure, SHARE) for figure in figures),
                   "with_interval": sum(figure.can_pair for figure in figures), "cases": len(figures)}


def document(present, found, begin):
    run = next(run for one in present for run in one.runs)
    return {
        "machine": machine(run.document["environment"]), "host": run.host, "date": run.date,
        "load_average": begin.get("load_average"), "seed": begin.get("seed"),
        "commits": {one.build: one.commit for one in reversed(present) if one.runs},
        "other_day": {one.build: {"date": one.date, "commit": one.commit}
                      for one in present if one.context == "other-day"},
        "runs": list(quick_runs(present)),
        "pairs": [{"kind": one.kind, "build": one.build, "pairs": len(one.pairs), "outside": one.outside,
                   "median_ratio": one.median_ratio, "left_out": dict(sorted(one.left_out.items()))} for one in found],
    }


def machine(environment):
    """The machine in four facts; a fact that is not known is left null."""
    def fact(*path):
        value = environment
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    return {"processor": fact("processor", "model"), "cpus": fact("scheduling", "allowed"),
            "kernel": fact("kernel", "release"), "hypervisor": fact("virtualization", "hypervisor")}


def write(folder, wanted, contexts, table):
    """Writes the three tables and prints what they say."""
    begin = Path(folder) / "begin.json"
    begin = json.loads(begin.read_text(encoding="utf-8")) if begin.exists() else {}
    present = list(observations(folder, wanted, contexts))
    if not present:
        raise SystemExit(f"stability.sh: there is no run in '{folder}'")
    if "other-day" in contexts:
        present += earlier(table, present)
    found = list(agreements(present))
    written = document(present, found, begin)
    write_rows(table, COLUMNS, figure_rows(present))
    write_rows(beside(table, "-pairs.csv"), PAIR_COLUMNS,
               [{"kind": one.kind, "build": one.build, "pairs": len(one.pairs), "outside": one.outside}
                for one in found])
    write_text(beside(table, ".json"), json.dumps(written, indent=2) + "\n")
    print("\n".join(report(found, written)))
    print(f"stability: the figures are in {table}", file=sys.stderr)


def beside(table, ending):
    return Path(table).with_name(Path(table).stem + ending)


def report(found, written):
    yield f"{'kind':<20} {'build':<7} {'pairs':>5} {'outside':>7} {'percent':>8} expected median ratio  left out"
    for one in found:
        left_out = ", ".join(f"{count} {reason}" for reason, count in sorted(one.left_out.items()))
        share = percent(one.outside, len(one.pairs))
        yield (f"{one.kind:<20} {one.build:<7} {len(one.pairs):>5} {one.outside:>7} {share:>8} {'5 %':>8} "
               f"{one.median_ratio or '':>12}  {left_out}").rstrip()
    yield from ("", "the pairs that are farthest apart, for their intervals")
    worst = sorted(((pair.severity, one, pair) for one in found for pair in one.pairs if pair.difference),
                   key=lambda each: -each[0])
    for severity, one, pair in worst[:10]:
        yield f"  {severity:5.1f} × {one.kind}, {one.build}: {pair.a.case} {pair.a.metric}"
        yield f"          {described(pair.a)} against {described(pair.b)}"
    yield from ("", "runs of all cases")
    for run in written["runs"]:
        yield (f"  {run['build']} {run['context']}-{run['repeat']}: {run['wall_seconds']} s, "
               f"{run['within_5_percent']} of {run['cases']} cases within 5 %, {run['with_interval']} with an interval")


def described(figure):
    return f"{figure.value:.4g} ({figure.low:.4g} to {figure.high:.4g})"
