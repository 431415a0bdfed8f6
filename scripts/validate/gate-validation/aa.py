#!/usr/bin/env python3
"""Suites of A against A: how many of them come to FAIL."""
import argparse
import json
import os
import shutil
from pathlib import Path

from conditions import condition
from recorded import (RESULTS, ROOT, SUITE, VERDICTS, WORK, Failed, alarm_bound, differing,
                      fingerprint, gate, main, note_machine, pairs_measured, pairs_of, rows, verdicts, write_rows,
                      write_text)

COLUMNS = ["suite", "condition", "seed", "seconds", "pairs", *VERDICTS, "sham", "exit"]


def arguments():
    parser = argparse.ArgumentParser(prog="gate-aa.sh", description=__doc__)
    parser.add_argument("--suites", type=int, default=100, help="how many in all (default 100)")
    parser.add_argument("--condition", choices=["idle", "load", "quota"], default="idle")
    parser.add_argument("--cases", nargs="+", default=SUITE, metavar="NAME",
                        help="the cases of a suite (default: eight over all suites)")
    parser.add_argument("--relinked", type=Path, metavar="EXE",
                        help="a build of the same source in another link order, as candidate")
    parser.add_argument("--budget", default="2m", help="of each suite (default 2m)")
    parser.add_argument("--pairs", type=int, help="so many of each case, without stopping early")
    parser.add_argument("--load-cpu", type=int, default=1, help="the CPU that is kept busy")
    parser.add_argument("--tool", type=Path, default=ROOT / ".build/release/syncbench")
    parser.add_argument("--trials", type=Path, default=ROOT / ".build/release/GateTrials")
    parser.add_argument("--output", type=Path, default=RESULTS / "aa.csv")
    parser.add_argument("--work", type=Path, default=WORK / "aa", help="where the gates' files are kept")
    parser.add_argument("--no-build", action="store_true", help="take the tools as they are")
    return parser.parse_args()


def copies(options):
    """Two files of the same bytes under paths of the same length, or of two link orders."""
    sides = []
    for side, source in (("a", options.tool), ("b", options.relinked or options.tool)):
        if not source.exists():
            raise Failed(f"there is no '{source}'; build it, or name another one")
        folder = options.work / side
        folder.mkdir(parents=True, exist_ok=True)
        copy = folder / "syncbench"
        # If the tool of the record's beginning is lost, the copy may be named.
        if not (copy.exists() and copy.samefile(source)):
            # A new file, for the old one may still be running.
            copy.unlink(missing_ok=True)
            shutil.copy2(source, copy)
        sides.append(copy)
    return sides


def label(options):
    return options.condition + ("-relinked" if options.relinked else "")


def hold_to_arguments(options):
    """Keeps what a condition is measured with beside its rows, and refuses anything else later.

    Suites of other cases, another budget or another tool are other suites: their counts don't add up.
    """
    name, path = label(options), options.work / "arguments.json"
    for source in [options.tool, options.relinked or options.tool]:
        if not source.exists():
            raise Failed(f"there is no '{source}'; build it, or name another one")
    asked = {
        "cases": options.cases, "budget": options.budget, "pairs": options.pairs,
        "load CPU": options.load_cpu if options.condition == "load" else None,
        "tool's SHA-256": fingerprint(options.tool),
        "relinked tool's SHA-256": fingerprint(options.relinked) if options.relinked else None}
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if name not in known:
        if any((options.work / name).glob("suite-*")):
            raise Failed(f"'{options.work / name}' holds suites of which is not known what they were measured "
                         "with; remove it, or give another --work")
        write_text(path, json.dumps(known | {name: asked}, indent=1) + "\n")
    elif known[name] != asked:
        raise Failed(
            f"the suites of '{name}' in '{options.work}' were begun with other arguments "
            f"({differing(known[name], asked)}); give those again (--tool "
            f"'{options.work / 'a' / 'syncbench'}' is the tool of the last start), or begin a record "
            "with another --work and another --output, or remove that folder")


def publish(options):
    """Writes the rows of this --work over the output, which is in git and may come from elsewhere."""
    own = rows(options.work / "suites.csv")
    there = rows(options.output)
    if not own:
        return own
    foreign = [row for row in there if row not in own]
    if foreign:
        names = ", ".join(f"{sum(row['condition'] == name for row in foreign)} {name}"
                          for name in dict.fromkeys(row["condition"] for row in foreign))
        print(f"note: '{options.output}' had rows that were not measured in '{options.work}' ({names}); they are "
              "replaced, for figures of two records don't mix")
    if own != there:
        write_rows(options.output, COLUMNS, own)
    return own


def measure(options, suite, sides, prefix):
    """Runs a suite; its row."""
    folder = options.work / label(options) / f"suite-{suite:04d}"
    # A gate left by a stop would be resumed with too little time.
    shutil.rmtree(folder, ignore_errors=True)
    status, seconds = gate(sides[0], *sides, options.cases, suite, folder, budget=options.budget,
                           pairs=options.pairs, prefix=prefix, ends=("complete", "budget-spent"))
    table = pairs_of(options.trials, folder)
    results = verdicts(options.trials, table)
    gated = [result["verdict"] for result in results if result["role"] == "gated"]
    shams = [result["verdict"] for result in results if result["role"] == "sham"]
    row = {"suite": suite, "condition": label(options), "seed": suite,
           "seconds": f"{seconds:.1f}", "pairs": pairs_measured(table),
           "sham": " ".join(shams), "exit": status}
    return row | {verdict: gated.count(verdict) for verdict in VERDICTS}


def summary(found):
    """What the suites of each condition came to, a line each."""
    for name in dict.fromkeys(row["condition"] for row in found):
        own = [row for row in found if row["condition"] == name]
        failed = sum(int(row["fail"]) > 0 for row in own)
        counts = ", ".join(f"{sum(int(row[verdict]) for row in own)} {verdict}"
                           for verdict in VERDICTS)
        alarmed = sum(any(word in ("fail", "improved") for word in row["sham"].split())
                      for row in own)
        print(f"{name}: {failed} of {len(own)} suites FAIL; at most "
              f"{100 * alarm_bound(failed, len(own)):.2f} % of such suites do (95 %, one-sided)")
        print(f"  cases: {counts}; shams told apart: {alarmed}; "
              f"{sum(float(row['seconds']) for row in own) / len(own):.1f} s a suite")


def run():
    options = arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    name = label(options)
    hold_to_arguments(options)
    # Not from the output: that is in git, and other machines' suites are none of this one.
    journal = options.work / "suites.csv"
    done = {int(row["suite"]) for row in rows(journal) if row["condition"] == name}
    wanted = [suite for suite in range(1, options.suites + 1) if suite not in done]
    if wanted:
        sides = copies(options)
        note_machine(f"aa {name}", options.output.parent)
        with condition(options.condition, options.load_cpu) as beside:
            for suite in wanted:
                row = measure(options, suite, sides, beside.prefix)
                beside.check()
                write_rows(journal, COLUMNS, [*rows(journal), row])
                publish(options)
                told = ", ".join(f"{row[verdict]} {verdict}" for verdict in VERDICTS if row[verdict])
                print(f"{name} {suite}/{options.suites}: {told}; {row['seconds']} s", flush=True)
    found = publish(options)
    summary(found)
    return 2 if any(int(row["fail"]) > 0 for row in found if row["condition"] == name) else 0


if __name__ == "__main__":
    os.environ.pop("SYNCBENCH_SLOWDOWN", None)
    main(run)
