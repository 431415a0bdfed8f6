#!/usr/bin/env python3
"""The same launches, judged as others judge: what each rule finds, what it alarms for nothing, what it costs.

    scripts/validate/gate-rivals.py [--aa FOLDER] [--power FOLDER] [--output FILE]
    scripts/validate/gate-rivals.py --self-test

Reads the gates that gate-aa.sh and gate-power.sh left, writes a CSV file and prints the tables in
Markdown. docs/background/gate-validation.md says what the rules are and how trials are made.
"""
import argparse
import json
import random
import statistics
import sys
import zlib
from pathlib import Path
from typing import NamedTuple, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent / "gate-validation"))
# The folder of the scripts that it shares its code with stands on the path only now.
from recorded import (RESULTS, WORK, Failed, finished, main, rows,  # noqa: E402
                      write_rows)
from rules import criterion, self_test, ten_processes, thresholds  # noqa: E402

COLUMNS = ["kind", "condition", "case", "mechanism", "size", "rule", "trials", "alarms", "launches",
           "seconds", "gap_minutes"]
PROCESSES = 10

# What each rule needs of a case, in launches.
LAUNCHES = {"percentiles": 2, "bootstrap": 2, "mann-whitney-sequential": 2 * PROCESSES,
            "mann-whitney-interleaved": 2 * PROCESSES}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aa", type=Path, default=WORK / "aa", help="what gate-aa.sh kept")
    parser.add_argument("--power", type=Path, default=WORK / "power", help="what gate-power.sh kept")
    parser.add_argument("--output", type=Path, default=RESULTS / "rivals.csv")
    parser.add_argument("--aa-results", type=Path, default=RESULTS / "aa.csv")
    parser.add_argument("--trials", type=int, default=100,
                        help="bootstrap trials of a condition at most: they take their time (100)")
    parser.add_argument("--suite-cases", type=int, default=40,
                        help="the cases of the larger suite that is reckoned with (40)")
    parser.add_argument("--self-test", action="store_true", help="check the statistics and end")
    return parser.parse_args()


class Pair(NamedTuple):
    """The values of a pair's two launches, and when it was measured: s since 1970, None where unknown."""

    a: list[float]
    b: list[float]
    at: Optional[float]


def launches(gate):
    """Each gated case's pairs of one gate, in the order of measurement; of a pair that was measured once
    more, those that count: a kindness to the rules, which know no such repetition."""
    began = json.loads((gate / "run.json").read_text(encoding="utf-8"))["startNanoseconds"]
    pairs = {}
    for row in rows(gate / "raw/trials.csv"):
        if row["arm"] not in ("a", "b"):
            continue
        key = (row["case"], int(row["pair"]))
        own = pairs.setdefault(key, {"try": 0})
        # Taken out and put in again, so that the place is that of the last try.
        if int(row["try"]) > own["try"]:
            pairs[key] = own = {"try": int(row["try"])}
        own.setdefault(row["arm"], []).append(int(row["elapsed_ns"]) / int(row["ops"]))
        own["at"] = (began + int(row["start_ns"])) / 1e9
    cases = {}
    for (case, _), own in pairs.items():
        if "a" in own and "b" in own:
            cases.setdefault(case, []).append(Pair(own["a"], own["b"], own["at"]))
    return cases


def spread(values, limit):
    """So many of the values at most, from all over them: no part of a record speaks for all of it."""
    if len(values) <= limit:
        return values
    return [values[index * len(values) // limit] for index in range(limit)]


def tens_of(gates):
    """Tens of pairs, each within one gate: between two gates lie minutes, in which a machine changes."""
    return [pairs[start:start + PROCESSES] for pairs in gates
            for start in range(0, len(pairs) - PROCESSES + 1, PROCESSES)]


def halves(tens):
    """Each ten whose A's count with the next one, whose B's do: one build after the other."""
    return list(zip(tens[::2], tens[1::2]))


def alarms(gates, limit, seed):
    """Each rule's alarms over the pairs of a case, a list a gate; every trial has launches of its own."""
    chance = random.Random(seed)
    pairs = [pair for own in gates for pair in own]
    result = {"percentiles": [thresholds(pair.a, pair.b) for pair in pairs]}
    # qos has one value a launch: one process gives nothing to resample.
    able = [pair for pair in pairs if len(pair.a) > 1 and len(pair.b) > 1]
    result["bootstrap"] = [criterion(pair.a, pair.b, chance) for pair in spread(able, limit)]
    tens = tens_of(gates)
    result["mann-whitney-interleaved"] = [
        ten_processes([statistics.fmean(pair.a) for pair in ten],
                      [statistics.fmean(pair.b) for pair in ten]) for ten in tens]
    result["mann-whitney-sequential"] = [
        ten_processes([statistics.fmean(pair.a) for pair in first],
                      [statistics.fmean(pair.b) for pair in second])
        for first, second in halves(tens)]
    return result


def gap_minutes(gates):
    """The median over the sequential trials of what lies between the middles of their halves."""
    gaps = []
    for first, second in halves(tens_of(gates)):
        times = [[pair.at for pair in half] for half in (first, second)]
        if None not in times[0] + times[1]:
            gaps.append((statistics.fmean(times[1]) - statistics.fmean(times[0])) / 60)
    return f"{statistics.median(gaps):.2f}" if gaps else ""


def result_rows(head, found, a_launch, gap=""):
    return [head | {"rule": rule, "trials": len(trials), "alarms": sum(trials),
                    "launches": LAUNCHES[rule], "seconds": f"{LAUNCHES[rule] * a_launch:.2f}",
                    "gap_minutes": gap if rule == "mann-whitney-sequential" else ""}
            for rule, trials in found.items()]


def seconds_a_launch(pairs_and_seconds):
    pairs = sum(count for count, _ in pairs_and_seconds)
    return sum(seconds for _, seconds in pairs_and_seconds) / max(1, 2 * pairs)


def read_aa(options):
    """A row a condition, case and rule; and one a suite, whose case is `*`: any of its cases alarmed."""
    # The rows of these very suites; records of before kept them in the results alone.
    known = rows(options.aa / "suites.csv") or rows(options.aa_results)
    result = []
    for folder in sorted(path for path in options.aa.glob("*") if list(path.glob("suite-*"))):
        own = {int(row["suite"]): row for row in known if row["condition"] == folder.name}
        if not own:
            continue
        a_launch = seconds_a_launch(
            [(int(row["pairs"]), float(row["seconds"])) for row in own.values()])
        # A suite that has no row was cut short, or is of a record that was begun anew.
        streams = {}
        for suite, row in sorted(own.items()):
            gate = folder / f"suite-{suite:04d}"
            for case, pairs in launches(gate).items():
                streams.setdefault(case, []).append(pairs)
        found = {case: alarms(gates, options.trials, zlib.crc32(case.encode()))
                 for case, gates in streams.items()}
        head = {"kind": "aa", "condition": folder.name, "mechanism": "", "size": 0}
        for case, trials in found.items():
            result += result_rows(head | {"case": case}, trials, a_launch, gap_minutes(streams[case]))
        result += result_rows(head | {"case": "*"}, suites(found), a_launch * max(1, len(found)))
    return result


def suites(found):
    """Trials of whole suites: the first of each case, the second of each case, …; an alarm of any is one."""
    together = {}
    for rule in LAUNCHES:
        columns = [trials[rule] for trials in found.values() if trials[rule]]
        together[rule] = [any(row) for row in zip(*columns)]
    return together


def read_power(options):
    """A row a condition and rule."""
    streams, times = {}, []
    for folder, done in finished(options.power):
        times.append((done["pairs"], done["seconds"]))
        by_case = launches(folder / "gate")
        for case, mechanism, size in done["conditions"]:
            streams.setdefault((case, mechanism, size), []).append(by_case.get(case, []))
    result = []
    for (case, mechanism, size), gates in sorted(streams.items()):
        head = {"kind": "power", "condition": "idle", "case": case, "mechanism": mechanism,
                "size": size}
        found = alarms(gates, options.trials, zlib.crc32(f"{case}{mechanism}{size}".encode()))
        result += result_rows(head, found, seconds_a_launch(times), gap_minutes(gates))
    return result


def run():
    options = arguments()
    if options.self_test:
        self_test()
        print("the statistics give the known values")
        return 0
    result = read_aa(options) + read_power(options)
    if not result:
        raise Failed(f"no launches under '{options.aa}' or '{options.power}'; run scripts/validate/gate-aa.sh and "
                     "scripts/validate/gate-power.sh first")
    write_rows(options.output, COLUMNS, result)
    from tables import rivals
    print(rivals(result, options.suite_cases))
    return 0


if __name__ == "__main__":
    main(run)
