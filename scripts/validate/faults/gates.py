"""Damages to a gate's folder, each followed by `gate --replay`, which gives the verdicts again."""

from damage import LINE, NAMED, Damage, Traces, edit, edit_document, put, relist, rewrite
from objects import TERABYTE, WORDS, grow, in_place

TRIALS = "raw/trials.csv"


def edit_last(**values):
    """Changes the last row of trials.csv. An error may name that row, or the row before it, which is of the
    other executable in the pair."""
    def change(rows):
        rows[-1].update(values)
        return [len(rows) - 1]

    def apply(run):
        last, = edit("trials", change)(run).numbers
        return Traces(frozenset({last - 1, last}))
    return apply


def damages():
    """All damages to a gate's folder."""
    for name in [TRIALS, "run.json"]:
        files = (name, "")
        for kind in ["fifo", "folder", "socket", "null", "zero"]:
            yield Damage("a gate's folder", f"{name}={kind}", in_place(name, kind), files, says=WORDS[kind],
                         is_for_root=kind in ("null", "zero"))
        for word, apply in {"1TB": grow(name, TERABYTE), "3GB-line": grow(name, 3 << 30), "empty": put(name, b"")}.items():
            yield Damage("a gate's folder", f"{name}={word}", apply, files)
    yield Damage("a gate's folder", f"{TRIALS}=rows-twice", relist(["trials"], lambda lines: lines * 2), (TRIALS,), LINE)
    yield Damage(
        "a gate's folder", f"{TRIALS}=head-alone", rewrite(TRIALS, lambda data: data[: data.find(b"\n") + 1]), (TRIALS, ""))
    rows = {"elapsed-0": {"elapsed_ns": "0"}, "elapsed--1": {"elapsed_ns": "-1"}, "ops-nan": {"ops": "nan"},
            "ops-beyond-any": {"ops": "9223372036854775808"}, "pair--1": {"pair": "-1"}, "pair-beyond": {"pair": "99999"},
            "try-4": {"try": "4"}, "arm-unknown": {"arm": "c"}, "trial-beyond": {"trial": "99"},
            "case-unknown": {"case": "locks/none/none"}, "distance-inf": {"distance_ns": "inf", "sharing": "1"}}
    for name, values in rows.items():
        yield Damage("a gate's impossible rows", f"{TRIALS}={name}", edit_last(**values), (TRIALS,), LINE)
    plans = {"alpha-0.999999": lambda gate: gate.update(alpha=0.999999), "alpha-0": lambda gate: gate.update(alpha=0),
             "beta-2": lambda gate: gate.update(beta=2), "seed-other": lambda gate: gate.update(seed=99),
             "effect-0": lambda gate: gate["cases"][0]["limits"].update(effect=0),
             "tolerance--1": lambda gate: gate["cases"][0]["limits"].update(tolerance=-1),
             "metric-unknown": lambda gate: gate["cases"][0].update(metric="beauty"),
             "no-cases": lambda gate: gate.update(cases=[]), "case-twice": lambda gate: gate["cases"].append(gate["cases"][0])}
    for name, change in plans.items():
        apply = edit_document(lambda document, change=change: change(document["plan"]["gate"]))
        yield Damage("a gate's impossible plan", f"run.json={name}", apply, ("run.json",), NAMED)
