#!/usr/bin/env python3
"""Records pairs with real slowdowns and decides over them as a gate does."""
import argparse
import csv
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from recorded import (CASES, RESULTS, ROOT, WORK, Failed, check_pairs, differing, fingerprint, finished,
                      finished_group, gate, main, note_machine, pairs_measured, pairs_of, rows, write_rows,
                      write_text)
from slowdowns import AMOUNT_MOST, FIRST_AMOUNTS, MECHANISMS, next_amount, wrappers

SIZES = [5, 10, 20]

# A slowdown stands when it is this near to its size, in points.
CLOSE = 1.5

COLUMNS = ["case", "mechanism", "size", "amount", "true_ratio", "pairs", "scheme", "trials", "found",
           "inconclusive", "passed", "improved", "other", "median_pairs", "mean_seconds"]
PAIR_COLUMNS = ["case", "mechanism", "size", "round", "pair", "order", "value_a", "value_b"]


def arguments():
    parser = argparse.ArgumentParser(prog="gate-power.sh", description=__doc__)
    parser.add_argument("--pairs", nargs="+", default=["240"], metavar="[[MECHANISM:]SIZE=]N",
                        help="how many of each condition, 0 for none of it; later words go before "
                        "earlier ones (default 240)")
    parser.add_argument("--round", type=int, default=16, help="pairs of a condition a round (16)")
    parser.add_argument("--rounds-for", type=float, metavar="MINUTES",
                        help="begin no further round after so many minutes")
    parser.add_argument("--calibrations", type=int, default=3,
                        help="sweeps of short gates by which the slowdowns are set, at most (3)")
    parser.add_argument("--calibration-pairs", type=int, default=24,
                        help="pairs of such a short gate (24)")
    parser.add_argument("--gate-cases", type=int, default=40,
                        help="of how many cases the gate is, that decides (40)")
    parser.add_argument("--cases", nargs="+", default=CASES, metavar="NAME")
    parser.add_argument("--tool", type=Path, default=ROOT / ".build/release/SlowedBench")
    parser.add_argument("--trials", type=Path, default=ROOT / ".build/release/GateTrials")
    parser.add_argument("--output", type=Path, default=RESULTS, help="the folder of the results")
    parser.add_argument("--work", type=Path, default=WORK / "power")
    parser.add_argument("--only-decide", action="store_true", help="measure nothing, decide anew")
    parser.add_argument("--no-build", action="store_true", help="take the tools as they are")
    return parser.parse_args()


def wanted_pairs(words, mechanism, size):
    """What the last word that is for a condition gives it."""
    count = 0
    for word in words:
        where, _, number = word.rpartition("=")
        own, _, percent = where.rpartition(":")
        try:
            number, percent = int(number), int(percent) if percent else None
        except ValueError:
            raise Failed(f"--pairs '{word}' is no [[MECHANISM:]SIZE=]N") from None
        if (not own or own == mechanism) and percent in (None, size):
            count = number
    return count


class Record:
    """The conditions and their amounts, kept in a file from round to round."""

    def __init__(self, options):
        self.options = options
        self.path = options.work / "plan.json"
        self.tool = options.tool
        self.amounts, self.arguments = {}, None
        if self.path.exists():
            plan = json.loads(self.path.read_text(encoding="utf-8"))
            # Earlier plans are the amounts alone, and are gone on with as they are.
            self.amounts = plan["amounts"] if "arguments" in plan else plan
            self.arguments = plan.get("arguments")

    def hold_to_arguments(self):
        """Keeps what rounds are cut by and the tool, and refuses others later.

        With other conditions the groups of a round are others: some pairs would be lost and some counted twice.
        """
        options = self.options
        if not options.tool.exists():
            raise Failed(f"there is no '{options.tool}'; build it, or name another one")
        asked = {"pairs": options.pairs, "cases": options.cases, "round": options.round,
                 "tool's SHA-256": fingerprint(options.tool)}
        copy = options.work / "tool" / "bench"
        if self.path.exists():
            if self.arguments is None:
                return
            if self.arguments != asked:
                raise Failed(
                    f"the record in '{options.work}' was begun with other arguments "
                    f"({differing(self.arguments, asked)}); give those again (--tool '{copy}' is its "
                    "tool), or begin another record with another --work and another --output")
        elif any(options.work.glob("round-*")):
            raise Failed(f"'{options.work}' holds rounds without the plan that they were measured by; remove it, or "
                         "give another --work")
        # Nobody builds over it while a record goes on.
        if not (copy.exists() and fingerprint(copy) == asked["tool's SHA-256"]):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.unlink(missing_ok=True)
            shutil.copy2(options.tool, copy)
        self.tool, self.arguments = copy, asked
        self.save()

    def conditions(self):
        """Each case's mechanism and size, where any pairs are wanted of it."""
        for case in self.options.cases:
            for mechanism in ["ops", *MECHANISMS.get(case, [])]:
                for size in SIZES:
                    pairs = wanted_pairs(self.options.pairs, mechanism, size)
                    if pairs > 0:
                        yield (case, mechanism, size), pairs

    def amount(self, condition):
        case, mechanism, size = condition
        return size / 100 if mechanism == "ops" else self.size(condition)["amount"]

    def slope(self, condition):
        """What is known of a case's mechanism, over all sizes: (amount, effect in %) of each try."""
        case, mechanism, _ = condition
        return self.amounts.setdefault(f"{case}|{mechanism}", {"tries": [], "sizes": {}})

    def size(self, condition):
        """The amount of one size, how often it was tried, and whether it stands."""
        case, mechanism, size = condition
        guess = {"amount": FIRST_AMOUNTS[case][mechanism] * size / 10, "set": False, "final": False}
        return self.slope(condition)["sizes"].setdefault(str(size), guess)

    def take(self, condition, found):
        """Takes a short gate's effect into account: every amount that does not stand is set anew."""
        if not found:
            raise Failed(f"no pair of {condition[0]} was measured with its {condition[1]}")
        effect = 100 * (math.exp(statistics.median(found)) - 1)
        slope, own = self.slope(condition), self.size(condition)
        slope["tries"].append([own["amount"], effect])
        own["set"] = own["set"] or abs(effect - condition[2]) <= CLOSE
        own["effect"] = effect
        for size, other in slope["sizes"].items():
            if not other["set"] and not other["final"]:
                other["amount"] = min(next_amount(slope["tries"], int(size)), AMOUNT_MOST)
        print(f"calibrated {condition[0]} {condition[1]} {condition[2]} %: {effect:.1f} %", flush=True)

    def save(self):
        plan = self.amounts
        if self.arguments is not None:
            plan = {"arguments": self.arguments, "amounts": self.amounts}
        write_text(self.path, json.dumps(plan, indent=1) + "\n")


def groups(due, seed):
    """Gates that have each condition once and a case once each, shuffled."""
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


def measure(record, conditions, folder, seed, pairs):
    """One gate over a group's conditions; the differences of each."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    amounts = [(condition, record.amount(condition)) for condition in conditions]
    baseline, candidate = wrappers(folder, record.tool, amounts)
    cases = [condition[0] for condition in conditions]
    _, seconds = gate(record.tool, baseline, candidate, cases, seed, folder / "gate", pairs=pairs,
                      budget="1h")
    table = pairs_of(record.options.trials, folder / "gate")
    check_pairs(table, cases, pairs)
    write_text(folder / "done.json", json.dumps({
        "conditions": conditions, "seconds": seconds, "pairs": pairs_measured(table),
        "asked": pairs}) + "\n")
    return {condition: differences(table, condition[0]) for condition in conditions}


def counted(table, case):
    """The pairs of a case that count, by number."""
    own = [row for row in rows(table)
           if row["case"] == case and row["role"] == "gated" and row["status"] == "measured"]
    return sorted(own, key=lambda row: int(row["pair"]))


def differences(table, case):
    """ln(B / A): every gated metric of the record is better lower."""
    return [math.log(float(row["value_b"]) / float(row["value_a"])) for row in counted(table, case)]


def calibrate(record):
    """Sets the amounts by short gates until each slowdown is within 1.5 points of its size."""
    wanted = [condition for condition, _ in record.conditions()
              if condition[1] != "ops" and not record.size(condition)["final"]]
    # First one size of each, until it is no longer out of all proportion: then the others follow from it.
    ones = {condition[:2]: condition for condition in sorted(wanted, key=lambda one: one[2] == 10)}
    for _ in range(5):
        short_gates(record, [one for one in ones.values() if not is_near(record.slope(one)["tries"])])
    for _ in range(record.options.calibrations):
        short_gates(record, [one for one in wanted if not record.size(one)["set"]])
    for condition in wanted:
        own = record.size(condition)
        # The amount of measured rounds stays as it is.
        own["final"] = True
        if not own["set"]:
            print(f"{condition[0]} {condition[1]} {condition[2]} %: not within {CLOSE} points, the last try "
                  f"gave {own.get('effect', math.nan):.1f} %; the record says what it is", flush=True)
    record.save()


def is_near(tries):
    """Whether the last effect is one from which others can be reckoned."""
    return bool(tries) and 4 <= tries[-1][1] <= 40


def short_gates(record, due):
    """Measures each condition by a few pairs, and takes what they show."""
    for group in groups(due, len(due)):
        number = sum(len(one["tries"]) for one in record.amounts.values())
        folder = record.options.work / "calibration"
        for condition, found in measure(record, group, folder, 7000 + number,
                                        pairs=record.options.calibration_pairs).items():
            record.take(condition, found)
        record.save()


def measure_rounds(record):
    """The rounds that are left: each condition in as many, spread over all of them."""
    options = record.options
    conditions = list(record.conditions())
    wanted = {condition: math.ceil(pairs / options.round) for condition, pairs in conditions}
    last = max(wanted.values(), default=0)
    start = time.monotonic()
    for number in range(last):
        due = [condition for condition, rounds in wanted.items()
               if (number + 1) * rounds // last > number * rounds // last]
        for index, group in enumerate(groups(due, 1 + number)):
            folder = options.work / f"round-{number:03d}" / f"group-{index:02d}"
            if (folder / "done.json").exists():
                if [*map(tuple, finished_group(folder)["conditions"])] != group:
                    raise Failed(f"'{folder}' holds other conditions than this round's: the record was begun with "
                                 "other --pairs, --cases or --round; give those again, or another --work")
                continue
            if options.rounds_for is not None and time.monotonic() - start >= 60 * options.rounds_for:
                print("the time is up; the same command goes on with the rounds that are left")
                return
            measure(record, group, folder, 1 + number * 100 + index, options.round)
        print(f"round {number + 1} of {last}: {time.monotonic() - start:.0f} s", flush=True)


def split(work):
    """A file a round and group for each condition, of its own pairs alone; and all pairs in one list.

    They are made anew each time, so that none is left of an earlier naming.
    """
    shutil.rmtree(work / "conditions", ignore_errors=True)
    files, listed = {}, []
    for folder, done in finished(work):
        table = rows(folder / "gate" / "pairs.csv")
        for condition in map(tuple, done["conditions"]):
            own = [row for row in table if row["case"] == condition[0] and row["role"] == "gated"]
            name = "-".join([condition[0].replace("/", "-"), condition[1], str(condition[2])])
            path = work / "conditions" / name / f"{folder.parent.name}-{folder.name}.csv"
            write_rows(path, list(own[0]), own)
            files.setdefault(condition, []).append(path)
            listed += [pair_row(condition, folder, row) for row in own
                       if row["status"] == "measured"]
    return files, listed


def pair_row(condition, folder, row):
    return dict(zip(PAIR_COLUMNS, [*condition, int(folder.parent.name[6:]), row["pair"],
                                   row["order"], row["value_a"], row["value_b"]]))


def decide(record):
    """The trials of every condition that was measured, by the gate's code: power.csv."""
    options = record.options
    files, listed = split(options.work)
    if not files:
        raise Failed("nothing was measured yet")
    done = [entry for _, entry in finished(options.work)]
    a_pair = sum(entry["seconds"] for entry in done) / max(1, sum(entry["pairs"] for entry in done))
    result = []
    for condition, paths in sorted(files.items()):
        trials = gate_trials(options, paths)
        ratios = [math.log(float(row["value_b"]) / float(row["value_a"])) for row in listed
                  if (row["case"], row["mechanism"], row["size"]) == condition]
        head = dict(zip(COLUMNS, condition)) | {
            "amount": f"{record.amount(condition):.6g}", "pairs": len(ratios),
            "true_ratio": f"{math.exp(statistics.median(ratios)):.4f}" if ratios else ""}
        for scheme in ["disjoint", "circular", "end-to-end"]:
            result.append(head | counts(scheme, trials, a_pair))
    write_rows(options.output / "power.csv", COLUMNS, result)
    write_rows(options.output / "power-pairs.csv", PAIR_COLUMNS, listed)
    print(f"{len(files)} conditions, {len(listed)} pairs, {a_pair:.3f} s a pair: "
          f"{options.output / 'power.csv'}")


def gate_trials(options, paths):
    done = subprocess.run(
        [str(options.trials), "trials", "--cases", str(options.gate_cases), *map(str, paths)],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise Failed(done.stderr.strip())
    return list(csv.DictReader(done.stdout.splitlines()))


def counts(scheme, trials, a_pair):
    own = [trial for trial in trials if trial["scheme"] == scheme]
    verdict = [trial["verdict"] for trial in own]
    pairs = [int(trial["pairs"]) for trial in own]
    known = ["fail", "inconclusive", "pass", "improved"]
    return {
        "scheme": scheme, "trials": len(own), "found": verdict.count("fail"),
        "inconclusive": verdict.count("inconclusive"), "passed": verdict.count("pass"),
        "improved": verdict.count("improved"),
        "other": sum(word not in known for word in verdict),
        "median_pairs": statistics.median(pairs) if pairs else "",
        "mean_seconds": f"{a_pair * statistics.mean(pairs):.1f}" if pairs else ""}


def run():
    options = arguments()
    record = Record(options)
    if not options.only_decide:
        record.hold_to_arguments()
        note_machine("power", options.output)
        calibrate(record)
        measure_rounds(record)
    decide(record)


if __name__ == "__main__":
    os.environ.pop("SYNCBENCH_SLOWDOWN", None)
    main(run)
