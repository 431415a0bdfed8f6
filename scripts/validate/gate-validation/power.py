#!/usr/bin/env python3
"""Records pairs whose candidate is slowed, by more operations than it reports (`ops`) or by pauses, wake-ups or allocations
added to each operation. Cuts the pairs into many gates, and counts in how many of them the gate's own code finds the slowdown,
and in how many it passes.

The script continues where it was stopped; docs/background/gate-validation.md says what is written.
"""
import argparse
import json
import math
import random
import shutil
import statistics
import time
from pathlib import Path

from recorded import CASES, RESULTS, TRIALS, WORK, copied, gate, main, note_machine, pairs_measured, pairs_of, record
from common import ROOT, Failed, output_of, rows, rows_of, write_rows, write_text
from slowdowns import AMOUNT_MOST, MECHANISMS, next_amount, wrappers

# The sizes of the slowdowns, in %.
SIZES = [5, 10, 20]
# The number of pairs of each condition (a case, a mechanism and a size of slowdown) in a round.
ROUND = 16
# Short gates search for the amounts of the slowdowns: the most sweeps over the conditions, and the pairs of each condition in a sweep.
CALIBRATIONS, CALIBRATION_PAIRS = 3, 24
# The decisions are those of a gate with this number of cases.
GATE_CASES = 40
# The largest difference of a measured slowdown from its size, in percentage points.
CLOSE = 1.5

COLUMNS = ["case", "mechanism", "size", "amount", "true_ratio", "pairs", "scheme", "trials", "found",
           "inconclusive", "passed", "improved", "other", "median_pairs", "mean_seconds"]
PAIR_COLUMNS = ["case", "mechanism", "size", "round", "pair", "order", "value_a", "value_b"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", nargs="+", default=["240"], metavar="[SIZE=]N",
                        help="pairs of each condition, or only of those of one SIZE; the last word for a size counts (default 240)")
    parser.add_argument("--cases", nargs="+", default=CASES, metavar="NAME")
    parser.add_argument("--tool", type=Path, default=ROOT / ".build/release/SlowedBench")
    parser.add_argument("--output", type=Path, default=RESULTS, help="the folder of the results")
    parser.add_argument("--work", type=Path, default=WORK / "power")
    return parser.parse_args()


def wanted_pairs(words):
    """For each size, how many pairs each condition of that size needs; the last word for a size counts."""
    wanted = {}
    for word in words:
        size, _, number = word.rpartition("=")
        if not number.isdigit() or (size and (not size.isdigit() or int(size) not in SIZES)):
            raise Failed(f"--pairs '{word}' is no [SIZE=]N with one of the sizes {SIZES}")
        wanted |= dict.fromkeys([int(size)] if size else SIZES, int(number))
    return wanted


class Record:
    """The conditions, and the amounts of their slowdowns, which a file keeps when the script is stopped."""

    def __init__(self, options):
        self.pairs = wanted_pairs(options.pairs)
        self.folder = record(
            options.work, {"pairs": self.pairs, "cases": options.cases, "round": ROUND}, "SlowedBench", options.tool)
        self.tool = copied(options.tool, self.folder / "bench")
        self.path = self.folder / "amounts.json"
        self.amounts = json.loads(self.path.read_text()) if self.path.exists() else {}
        # The conditions of which pairs are wanted. A case has two mechanisms: `ops` (it does more operations than it reports), and the
        # one in MECHANISMS, which adds pauses, wake-ups or allocations to each operation.
        self.conditions = [
            (case, mechanism, size) for case in options.cases for mechanism in ("ops", MECHANISMS[case][0]) for size in SIZES
            if self.pairs[size] > 0]

    def amount(self, condition):
        return condition[2] / 100 if condition[1] == "ops" else self.size(condition)["amount"]

    def mechanism(self, condition):
        """What is known of a case's mechanism: the tries for all sizes, each an amount and its effect in %, and the entry of each size."""
        return self.amounts.setdefault("|".join(condition[:2]), {"tries": [], "sizes": {}})

    def size(self, condition):
        """The entry of one size: the amount, whether its effect was close enough to the size (`set`), and whether it may not change (`final`)."""
        case, _, size = condition
        guess = {"amount": MECHANISMS[case][1] * size / 10, "set": False, "final": False}
        return self.mechanism(condition)["sizes"].setdefault(str(size), guess)

    def take(self, condition, found):
        """Notes the effect that a short gate measured, and computes anew each of the mechanism's amounts that is neither `set` nor `final`."""
        effect = 100 * (math.exp(statistics.median(found)) - 1)
        mechanism, own = self.mechanism(condition), self.size(condition)
        mechanism["tries"].append([own["amount"], effect])
        own["set"] = own["set"] or abs(effect - condition[2]) <= CLOSE
        own["effect"] = effect
        for size, other in mechanism["sizes"].items():
            if not other["set"] and not other["final"]:
                other["amount"] = min(next_amount(mechanism["tries"], int(size)), AMOUNT_MOST)
        print(f"calibrated {condition[0]} {condition[1]} {condition[2]} %: {effect:.1f} %", flush=True)

    def save(self):
        write_text(self.path, json.dumps(self.amounts, indent=1) + "\n")


def groups(due, seed):
    """The conditions in shuffled groups, one gate each: every condition is in one group, and no group has a case twice."""
    chance = random.Random(seed)
    by_case = {}
    for condition in due:
        by_case.setdefault(condition[0], []).append(condition)
    for own in by_case.values():
        chance.shuffle(own)
    count = max((len(own) for own in by_case.values()), default=0)
    made = [[own[index] for own in by_case.values() if index < len(own)] for index in range(count)]
    chance.shuffle(made)
    return made


def measure(plan, conditions, folder, seed, pairs):
    """Runs one gate over a group's conditions, and returns the differences of each condition."""
    shutil.rmtree(folder, ignore_errors=True)
    sides = list(wrappers(folder, plan.tool, {condition: plan.amount(condition) for condition in conditions}))
    cases = [condition[0] for condition in conditions]
    _, seconds = gate(plan.tool, sides, cases, seed, folder / "gate", "1h", pairs)
    table = pairs_of(folder / "gate")
    found = {condition: differences(table, condition[0], pairs) for condition in conditions}
    done = {"conditions": conditions, "seconds": seconds, "pairs": pairs_measured(table)}
    write_text(folder / "done.json", json.dumps(done) + "\n")
    return found


def differences(table, case, asked):
    """ln(B / A) of each pair that counts: above zero is slower, because all gated metrics of the record are costs.

    Raises if there are no pairs, or fewer pairs than were asked for although no side failed.
    """
    own = [row for row in rows(table) if row["case"] == case and row["role"] == "gated"]
    found = [math.log(float(row["value_b"]) / float(row["value_a"])) for row in own if row["status"] == "measured"]
    if not found or (len(found) != asked and not any(row["status"].startswith("failed") for row in own)):
        raise Failed(f"'{table}' has {len(found)} pairs of {case}, not the {asked} that were asked for: it is not counted; the "
                     "same command measures the gate anew")
    return found


def calibrate(plan):
    """Sets the amounts by short gates until each slowdown is within CLOSE points of its size, or CALIBRATIONS sweeps are done."""
    wanted = [condition for condition in plan.conditions if condition[1] != "ops" and not plan.size(condition)["final"]]
    # First, short gates try amounts for one size of each mechanism (10 %, if that size is wanted), at most five times.
    ones = {condition[:2]: condition for condition in sorted(wanted, key=lambda one: one[2] == 10)}
    for _ in range(5):
        # The tries end at an effect of 4 to 40 %, because the other sizes' amounts can be computed from such an effect.
        short_gates(plan, [one for one in ones.values() if not 4 <= ([0, 0], *plan.mechanism(one)["tries"])[-1][1] <= 40])
    for _ in range(CALIBRATIONS):
        short_gates(plan, [one for one in wanted if not plan.size(one)["set"]])
    for condition in wanted:
        own = plan.size(condition)
        # An amount with which rounds were measured must not change.
        own["final"] = True
        if not own["set"]:
            print(f"{condition[0]} {condition[1]} {condition[2]} %: not within {CLOSE} points, the last try gave "
                  f"{own.get('effect', math.nan):.1f} %; true_ratio in power.csv will have what the recorded pairs show", flush=True)
    plan.save()


def short_gates(plan, due):
    """Measures each condition by a few pairs, and notes its effect."""
    for group in groups(due, len(due)):
        number = sum(len(one["tries"]) for one in plan.amounts.values())
        for condition, found in measure(plan, group, plan.folder / "calibration", 7000 + number, CALIBRATION_PAIRS).items():
            plan.take(condition, found)
        plan.save()


def measure_rounds(plan):
    """Measures the rounds that are left; each condition takes part in as many rounds as its pairs need, spread over all rounds."""
    wanted = {condition: math.ceil(plan.pairs[condition[2]] / ROUND) for condition in plan.conditions}
    last = max(wanted.values(), default=0)
    start = time.monotonic()
    for number in range(last):
        due = [condition for condition, rounds in wanted.items() if (number + 1) * rounds // last > number * rounds // last]
        for index, group in enumerate(groups(due, 1 + number)):
            folder = plan.folder / f"round-{number:03d}" / f"group-{index:02d}"
            if not (folder / "done.json").exists():
                measure(plan, group, folder, 1 + number * 100 + index, ROUND)
        print(f"round {number + 1} of {last}: {time.monotonic() - start:.0f} s", flush=True)


def split(work):
    """Writes a file of each condition's pairs in each round. Returns these files, one list of all measured pairs, and the mean seconds
    of a pair."""
    files, listed, seconds, pairs = {}, [], 0, 0
    for mark in sorted(work.glob("round-*/group-*/done.json")):
        done = json.loads(mark.read_text())
        seconds, pairs = seconds + done["seconds"], pairs + done["pairs"]
        table, part = rows(mark.parent / "gate/pairs.csv"), mark.parent
        for condition in map(tuple, done["conditions"]):
            own = [row for row in table if row["case"] == condition[0] and row["role"] == "gated"]
            name = "-".join([condition[0].replace("/", "-"), condition[1], str(condition[2])])
            path = work / "conditions" / name / f"{part.parent.name}-{part.name}.csv"
            write_rows(path, list(own[0]), own)
            files.setdefault(condition, []).append(path)
            head = [*condition, int(part.parent.name[6:])]
            listed += [head + [row[name] for name in PAIR_COLUMNS[4:]] for row in own if row["status"] == "measured"]
    return files, listed, seconds / max(1, pairs)


def decide(plan, output):
    """Cuts the pairs of every measured condition into many gates (`trials`), judges these by the gate's code, and writes power.csv and
    power-pairs.csv."""
    files, listed, a_pair = split(plan.folder)
    result = []
    for condition, paths in sorted(files.items()):
        trials = rows_of(output_of([TRIALS, "trials", "--cases", GATE_CASES, *paths]))
        ratios = [math.log(float(row[7]) / float(row[6])) for row in listed if tuple(row[:3]) == condition]
        head = dict(zip(COLUMNS, condition)) | {
            "amount": f"{plan.amount(condition):.6g}", "pairs": len(ratios),
            "true_ratio": f"{math.exp(statistics.median(ratios)):.4f}" if ratios else ""}
        result += [head | counts(scheme, trials, a_pair) for scheme in ["disjoint", "circular", "end-to-end"]]
    write_rows(output / "power.csv", COLUMNS, result)
    write_rows(output / "power-pairs.csv", PAIR_COLUMNS, listed)
    print(f"{len(files)} conditions, {len(listed)} pairs, {a_pair:.3f} s a pair: {output / 'power.csv'}")


def counts(scheme, trials, a_pair):
    own = [trial for trial in trials if trial["scheme"] == scheme]
    verdict = [trial["verdict"] for trial in own]
    pairs = [int(trial["pairs"]) for trial in own]
    known = {"found": "fail", "inconclusive": "inconclusive", "passed": "pass", "improved": "improved"}
    return {"scheme": scheme, "trials": len(own), **{column: verdict.count(word) for column, word in known.items()}} | {
        "other": sum(word not in known.values() for word in verdict), "median_pairs": statistics.median(pairs) if pairs else "",
        "mean_seconds": f"{a_pair * statistics.mean(pairs):.1f}" if pairs else ""}


def run():
    options = arguments()
    plan = Record(options)
    note_machine("power", options.output)
    calibrate(plan)
    measure_rounds(plan)
    decide(plan, options.output)


if __name__ == "__main__":
    main(run)
