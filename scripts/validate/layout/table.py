#!/usr/bin/env python3
"""The table of a layout record: what each shuffle of the code did to each case.

    scripts/validate/layout/table.py --output results/layout.csv [--source CodeLayout.swift] gate-01.json gate-02.json …

A case moves where some shuffle takes it beyond 5 % either way with an interval that excludes 1. The intervals are
the gates' own, each of one shuffle (90 %): nothing is corrected for the number of shuffles or of cases. With --source
the factors of the cases that move are written into the gate's own table too.
"""
import argparse
import json
import math
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "gate-validation"))
# The folder of the scripts that it shares its code with stands on the path only now.
from recorded import VERDICTS, Failed, write_rows  # noqa: E402

ENDS = ["ratio", "ratio_low", "ratio_high"]
COLUMNS = ["case", "metric", "shuffles", *(f"{which}_{end}" for which in ("smallest", "largest") for end in ENDS),
           *VERDICTS, "moves"]
BEYOND = math.log(1.05)
TABLE = "factors: [String: Double] = ["


def read(paths):
    """The gates' documents, all against one baseline."""
    documents = []
    for path in paths:
        try:
            documents.append(json.loads(Path(path).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError) as error:
            raise Failed(f"'{path}' is no document of a gate: {error}") from None
    baselines = {(document["executables"]["baseline"] or {}).get("fingerprint") for document in documents}
    if len(baselines) > 1:
        raise Failed("the gates are of different baselines, which make no table together")
    return documents


def table(documents):
    """A row a case, in the order of the gates."""
    shuffles = {}
    for document in documents:
        for case in document["cases"]:
            shuffles.setdefault(case["case"], []).append(case)
    return [row(case, results) for case, results in shuffles.items()]


def row(case, results):
    told = sorted((one for one in results if one["ratio"] is not None), key=lambda one: one["ratio"])
    written = {"case": case, "metric": results[0]["metric"], "shuffles": len(results),
               "moves": "yes" if any(map(moves, told)) else "no"}
    for which, one in zip(("smallest", "largest"), told[:1] + told[-1:]):
        written |= {f"{which}_{end}": field(one[end]) for end in ENDS}
    verdicts = Counter(one["verdict"] for one in results)
    return written | {verdict: verdicts[verdict] for verdict in VERDICTS}


def moves(result):
    """Whether one shuffle made a case slower or faster by more than 5 %, and not by chance alone."""
    ratio, low, high = (result[end] for end in ENDS)
    if low is None or high is None:
        return False
    return abs(math.log(ratio)) > BEYOND and (low > 1 or high < 1)


def factor(written):
    """The dearest order over the cheapest, the unshuffled one among them, in three digits."""
    ends = [1.0, float(written["smallest_ratio"]), float(written["largest_ratio"])]
    return f"{max(ends) / min(ends):.3g}"


def into_source(path, found):
    """Writes the factors of the cases that move between the brackets of the Swift table."""
    text = path.read_text(encoding="utf-8")
    begin = text.index(TABLE) + len(TABLE)
    end = text.index("]", begin)
    lines = sorted(f'    "{one["case"]}": {factor(one)}' for one in found if one["moves"] == "yes")
    # The formatter wants a comma behind the last of several, and none behind a single one.
    end_of_last = ",\n  " if len(lines) > 1 else "\n  "
    table = "\n" + ",\n".join(lines) + end_of_last if lines else ":"
    path.write_text(text[:begin] + table + text[end:], encoding="utf-8")


def field(number):
    """A number in six digits; an absent one is empty."""
    return "" if number is None else f"{number:.6g}"


def report(documents, found):
    moved = [one for one in found if one["moves"] == "yes"]
    yield f"shuffles: {len(documents)}; cases: {len(found)}; cases that move with the layout: {len(moved)}"
    for one in moved:
        yield f"  {one['case']}: {one['smallest_ratio']} to {one['largest_ratio']} times the unshuffled build"
    for number, document in enumerate(documents, 1):
        if any(sham["verdict"] in ("fail", "improved") for sham in document["shams"]):
            yield f"  gate {number}: its sham was told apart, so its ratios may be the machine's"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--source", type=Path, metavar="FILE", help="the Swift file with the gate's own table")
    parser.add_argument("documents", nargs="+", type=Path, metavar="JSON", help="what `gate --json` wrote")
    options = parser.parse_args()
    documents = read(options.documents)
    found = table(documents)
    write_rows(options.output, COLUMNS, found)
    if options.source:
        into_source(options.source, found)
    print("\n".join(report(documents, found)))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"layout.sh: {failure}")
