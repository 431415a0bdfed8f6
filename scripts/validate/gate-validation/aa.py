#!/usr/bin/env python3
"""Gates a build against itself again and again, and counts the verdicts: none may be FAIL.

Here a suite is one gate of several cases. With --relinked, the candidate is the same source, linked in another order. The script
continues where it was stopped; docs/background/gate-validation.md says what is written. Exit status: 0 if no gate had a FAIL, 2
otherwise.
"""
import argparse
import math
from pathlib import Path

from recorded import CASES, RESULTS, VERDICTS, WORK, copied, gate, main, note_machine, pairs_measured, pairs_of, record, verdicts
from common import TOOL, rows, write_rows

COLUMNS = ["suite", "condition", "seed", "seconds", "pairs", *VERDICTS, "sham", "exit"]
SUITE = [CASES[number] for number in (0, 1, 3, 5, 7, 8, 10, 11)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suites", type=int, default=100, help="the number of gates in all (default 100)")
    parser.add_argument("--cases", nargs="+", default=SUITE, metavar="NAME", help="the cases of each gate (default: eight)")
    parser.add_argument("--relinked", type=Path, metavar="EXE", help="the candidate: the same source in another link order")
    parser.add_argument("--budget", default="2m", help="the budget of each gate (default 2m)")
    parser.add_argument("--tool", type=Path, default=TOOL)
    parser.add_argument("--output", type=Path, default=RESULTS / "aa.csv")
    parser.add_argument("--work", type=Path, default=WORK / "aa", help="where the gates' files are kept")
    return parser.parse_args()


def measure(options, folder, name, sides, suite):
    """Runs one gate, and returns its row."""
    gated, ends = folder / f"suite-{suite:04d}", ("complete", "budget-spent")
    status, seconds = gate(sides[0], sides, options.cases, suite, gated, options.budget, ends=ends)
    table = pairs_of(gated)
    results = [(result["role"], result["verdict"]) for result in verdicts(table)]
    shams = " ".join(verdict for role, verdict in results if role == "sham")
    row = {"suite": suite, "condition": name, "seed": suite, "seconds": f"{seconds:.1f}", "pairs": pairs_measured(table),
           "sham": shams, "exit": status}
    return row | {verdict: results.count(("gated", verdict)) for verdict in VERDICTS}


def fail_bound(fails, gates, miss=0.05):
    """The one-sided 95 % upper bound on the rate of gates with a FAIL (Clopper, Pearson 1934): 1 - 0.05^(1/gates) if there was none."""
    if fails >= gates:
        return 1.0
    low, high = fails / gates, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        # P(Bin(gates, middle) <= fails)
        at_most = math.fsum(math.comb(gates, k) * middle**k * (1 - middle) ** (gates - k) for k in range(fails + 1))
        low, high = (middle, high) if at_most > miss else (low, middle)
    return high


def summary(name, own):
    """Prints the results of the gates in the condition `name` (idle or relinked), and returns whether any gate has a FAIL."""
    failed = sum(int(row["fail"]) > 0 for row in own)
    counts = ", ".join(f"{sum(int(row[verdict]) for row in own)} {verdict}" for verdict in VERDICTS)
    told_apart = sum(any(word in ("fail", "improved") for word in row["sham"].split()) for row in own)
    print(f"{name}: {failed} of {len(own)} gates FAIL; the rate is at most {100 * fail_bound(failed, len(own)):.2f} % "
          "(95 % confidence, one-sided)")
    print(f"  cases: {counts}; gates with a sham told apart: {told_apart}; {sum(float(row['seconds']) for row in own) / len(own):.1f} s a gate")
    return failed > 0


def run():
    options = arguments()
    name = "relinked" if options.relinked else "idle"
    tools = [options.tool, options.relinked or options.tool]
    folder = record(options.work, {"condition": name, "cases": options.cases, "budget": options.budget}, "syncbench", *tools)
    # The gates that are done are read from this file and not from the output, which is in git and may have another machine's gates.
    journal = folder / "suites.csv"
    done = {int(row["suite"]) for row in rows(journal)}
    wanted = [suite for suite in range(1, options.suites + 1) if suite not in done]
    if wanted:
        # Two files, whose paths have the same length. Their bytes are equal, unless the candidate is linked in another order.
        sides = [copied(tool, folder / side / "syncbench") for tool, side in zip(tools, "ab")]
        note_machine(f"aa {name}", options.output.parent)
        for suite in wanted:
            row = measure(options, folder, name, sides, suite)
            write_rows(journal, COLUMNS, [*rows(journal), row])
            told = ", ".join(f"{row[verdict]} {verdict}" for verdict in VERDICTS if row[verdict])
            print(f"{name} {suite}/{options.suites}: {told}; {row['seconds']} s", flush=True)
    own = rows(journal)
    # These rows replace the output's rows of this condition, because the old ones may be from other arguments or tools.
    write_rows(options.output, COLUMNS, [row for row in rows(options.output) if row["condition"] != name] + own)
    return 2 if summary(name, own) else 0


if __name__ == "__main__":
    main(run)
