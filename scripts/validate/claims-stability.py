#!/usr/bin/env python3
"""Tests all claims again and again, and says which verdicts stay the same.

    scripts/validate/claims-stability.py [REPEATS]      10 by default, two minutes each, on an idle machine

Writes results/claims-stability.csv: for each claim, how often it had each verdict, and whether at least 90 % of
the repeats agree. The script ends with status 1 if fewer agree on a claim, unless the claim's most frequent verdict is
DEPENDS.
"""
import collections
import json
import sys
import tempfile
import time

from common import ROOT, TOOL, main, output_of, write_rows

WORDS = ["supported", "refuted", "depends", "cannot-tell"]


def run():
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seen = collections.defaultdict(collections.Counter)
    for repeat in range(1, repeats + 1):
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            command = [TOOL, "claims", "--quiet", "--format", "json", "--output", f"{folder}/run"]
            document = json.loads(output_of(command, cwd=ROOT))
        print(f"repeat {repeat} of {repeats}: {time.monotonic() - start:.0f} s", file=sys.stderr)
        for claim in document["claims"]:
            seen[claim["id"]][claim["verdict"]] += 1
    rows, unstable = [], []
    for claim, verdicts in seen.items():
        verdict, agreeing = verdicts.most_common(1)[0]
        is_stable = 10 * agreeing >= 9 * repeats
        rows.append([claim, repeats, *(verdicts[word] for word in WORDS), verdict, "yes" if is_stable else "no"])
        if not is_stable and verdict != "depends":
            unstable.append(f"  {claim}: {dict(verdicts)}")
    columns = ["claim", "repeats", *(word.replace("-", "_") for word in WORDS), "verdict", "stable"]
    write_rows(ROOT / "results/claims-stability.csv", columns, rows)
    print(f"{document['machine']}, commit {document['commit']}")
    print(f"{len(rows)} claims, {repeats} repeats: {len(rows) - len(unstable)} keep their verdict or depend", *unstable, sep="\n")
    return 1 if unstable else 0


main(run)
