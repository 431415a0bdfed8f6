#!/usr/bin/env python3
"""A gate over made-up launches, with the table of its pairs: for check.py, which measures nothing.

Launches differ by 1 % and drift slowly; single values by 0.5 %. What a candidate's wrapper asks for makes it
slower: by the share for `ops`, else in proportion to the amount and a little more, as real ones do.

FAKE_GATE_END says how it ends (`none`: it leaves no document, as after a kill), FAKE_GATE_SHORT how many pairs
the first case has fewer than were asked for, FAKE_GATE_FAILS that this case's candidate crashes after those.
"""
import argparse
import csv
import json
import math
import os
import random
import re
import sys
import time
import zlib
from pathlib import Path

COLUMNS = ["case", "role", "metric", "polarity", "effect", "tolerance", "expected_regression",
           "alpha", "beta", "seed", "pair", "order", "status", "value_a", "value_b", "padding_a",
           "padding_b", "reason"]


def slowdowns(path):
    """The effect on each case that a wrapper's text asks for; none of another file."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    found = re.search(r"^SYNCBENCH_SLOWDOWN='\+([^']*)' exec", text, re.MULTILINE)
    effects = {}
    for word in found[1].split(";") if found else []:
        case, _, asked = word.rpartition("=")
        mechanism, amount = asked.split(":")
        effects[case] = effect(case, mechanism, float(amount))
    return effects


def effect(case, mechanism, amount):
    """How much slower an amount makes a case, as a share."""
    # The unit's price: anything that the first guess does not know.
    price = 0.1 + zlib.crc32(f"{case}{mechanism}".encode()) % 100 / 200
    return amount if mechanism == "ops" else 0.004 + price * amount


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["gate"])
    for name in ("--baseline", "--candidate", "--json", "--budget"):
        parser.add_argument(name)
    parser.add_argument("--filter", action="append")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    if options.output.exists():
        sys.exit(f"'{options.output}' holds a gate already")
    options.output.mkdir(parents=True)
    chance = random.Random(options.seed)
    effects = slowdowns(options.candidate)
    cases = [(case, "gated") for case in options.filter] + [(options.filter[0], "sham")]
    slots = [(case, role, pair) for case, role in cases for pair in range(options.pairs)]
    chance.shuffle(slots)
    whole = options.pairs - int(os.environ.get("FAKE_GATE_SHORT", 0))
    slots = [slot for slot in slots if slot[:2] != cases[0] or slot[2] < whole]
    (options.output / "raw").mkdir()
    (options.output / "run.json").write_text(json.dumps({"startNanoseconds": int(time.time() * 1e9)}), encoding="utf-8")
    with (open(options.output / "pairs.csv", "w", newline="", encoding="utf-8") as pairs_file,
          open(options.output / "raw/trials.csv", "w", newline="", encoding="utf-8") as trials_file):
        pairs = csv.writer(pairs_file, lineterminator="\n")
        trials = csv.writer(trials_file, lineterminator="\n")
        pairs.writerow(COLUMNS)
        trials.writerow(["case", "arm", "pair", "try", "trial", "start_ns", "ops", "elapsed_ns"])
        for case, role in cases:
            pairs.writerow([case, role, "ns_per_op", "lower-is-better", 0.05, 0.1, "", 0.01, 0.05,
                            options.seed] + [""] * 8)
        for number, (case, role, pair) in enumerate(slots):
            order = chance.choice(["AB", "BA"])
            base = 50 * (1 + 0.05 * math.sin(number / 40))
            sums = {}
            for side in order.lower():
                factor = 1 + effects.get(case, 0) if side == "b" and role == "gated" else 1
                launch = base * factor * math.exp(chance.gauss(0, 0.01))
                values = [launch * (1 + abs(chance.gauss(0, 0.005))) for _ in range(12)]
                sums[side] = min(values)
                arm = side if role == "gated" else f"sham-{side}"
                for trial, value in enumerate(values):
                    trials.writerow([case, arm, pair, 0, trial, number * 100_000_000, 1_000_000, round(value * 1e6)])
            pairs.writerow([case, role] + [""] * 8 + [pair, order, "measured", sums["a"], sums["b"],
                                                      0, 0, ""])
        if os.environ.get("FAKE_GATE_FAILS"):
            pairs.writerow([*cases[0]] + [""] * 8 + [whole, "AB", "failed-b", "", "", 0, 0, "crashed"])
    end = os.environ.get("FAKE_GATE_END", "complete")
    status = 7 if end == "interrupted" else 0
    if end != "none":
        Path(options.json).write_text(json.dumps({"end": end, "exit_status": status}), encoding="utf-8")
    sys.exit(status)


if __name__ == "__main__":
    main()
