#!/usr/bin/env python3
"""The same launches, judged as others judge: what each rule finds, what it alarms for nothing, what it costs.

    scripts/gate-rivals.py [--aa FOLDER] [--power FOLDER] [--output FILE]
    scripts/gate-rivals.py --self-test

Reads the launches.csv files that gate-aa.sh and gate-power.sh left, writes a CSV file and prints the tables in
Markdown. docs/gate-validation.md says what the rules are and how trials are made.
"""
import argparse
import random
import statistics
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "gate-validation"))
# The folder of the scripts that it shares its code with stands on the path only now.
from recorded import RESULTS, WORK, Failed, main, rows, write_rows  # noqa: E402
from rules import criterion, self_test, ten_processes, thresholds  # noqa: E402

COLUMNS = ["kind", "condition", "case", "mechanism", "size", "rule", "trials", "alarms", "launches",
           "seconds"]
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


def launches(path):
    """Each gated case's pairs of values, in the order of measurement; of a pair that was measured once
    more, those that count: a kindness to the rules, which know no such repetition."""
    pairs = {}
    for row in rows(path):
        if row["role"] != "gated" or not row["values"]:
            continue
        key = (row["case"], int(row["pair"]))
        own = pairs.setdefault(key, {})
        # Taken out and put in again, so that the place is that of the last try.
        if int(row["try"]) > own.get("try", 0):
            pairs[key] = own = {"try": int(row["try"])}
        own[row["side"]] = [float(value) for value in row["values"].split()]
    cases = {}
    for (case, _), own in pairs.items():
        if "a" in own and "b" in own:
            cases.setdefault(case, []).append((own["a"], own["b"]))
    return cases


def alarms(pairs, limit, seed):
    """Each rule's alarms over a stream of pairs, trial by trial; every trial has launches of its own."""
    chance = random.Random(seed)
    result = {"percentiles": [thresholds(a, b) for a, b in pairs]}
    # qos has one value a launch: one process gives nothing to resample.
    able = [(a, b) for a, b in pairs if len(a) > 1 and len(b) > 1]
    # Spread over the whole record, so that no part of it speaks for all.
    chosen = able[::max(1, len(able) // limit)][:limit]
    result["bootstrap"] = [criterion(a, b, chance) for a, b in chosen]
    means = [(statistics.fmean(a), statistics.fmean(b)) for a, b in pairs]
    tens = [means[start:start + PROCESSES]
            for start in range(0, len(means) - PROCESSES + 1, PROCESSES)]
    result["mann-whitney-interleaved"] = [
        ten_processes([a for a, _ in ten], [b for _, b in ten]) for ten in tens]
    # A's of ten pairs, then the B's of the next ten: one build after the other.
    result["mann-whitney-sequential"] = [
        ten_processes([a for a, _ in first], [b for _, b in second])
        for first, second in zip(tens[::2], tens[1::2])]
    return result


def result_rows(head, found, a_launch):
    return [head | {"rule": rule, "trials": len(trials), "alarms": sum(trials),
                    "launches": LAUNCHES[rule], "seconds": f"{LAUNCHES[rule] * a_launch:.2f}"}
            for rule, trials in found.items()]


def seconds_a_launch(pairs_and_seconds):
    pairs = sum(count for count, _ in pairs_and_seconds)
    return sum(seconds for _, seconds in pairs_and_seconds) / max(1, 2 * pairs)


def read_aa(options):
    """A row a condition, case and rule; and one a suite, whose case is `*`: any of its cases alarmed."""
    known = rows(options.aa_results)
    result = []
    for folder in sorted(path for path in options.aa.glob("*") if list(path.glob("suite-*"))):
        own = [row for row in known if row["condition"] == folder.name]
        a_launch = seconds_a_launch([(int(row["pairs"]), float(row["seconds"])) for row in own])
        # Suites follow on each other: their pairs of a case are one stream.
        streams = {}
        for file in sorted(folder.glob("suite-*/launches.csv")):
            for case, pairs in launches(file).items():
                streams.setdefault(case, []).extend(pairs)
        found = {case: alarms(pairs, options.trials, zlib.crc32(case.encode()))
                 for case, pairs in streams.items()}
        head = {"kind": "aa", "condition": folder.name, "mechanism": "", "size": 0}
        for case, trials in found.items():
            result += result_rows(head | {"case": case}, trials, a_launch)
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
    import json
    streams, times = {}, []
    for mark in sorted(options.power.glob("round-*/group-*/done.json")):
        done = json.loads(mark.read_text(encoding="utf-8"))
        times.append((done["pairs"], done["seconds"]))
        by_case = launches(mark.parent / "gate" / "launches.csv")
        for case, mechanism, size in done["conditions"]:
            streams.setdefault((case, mechanism, size), []).extend(by_case.get(case, []))
    result = []
    for (case, mechanism, size), pairs in sorted(streams.items()):
        head = {"kind": "power", "condition": "idle", "case": case, "mechanism": mechanism,
                "size": size}
        found = alarms(pairs, options.trials, zlib.crc32(f"{case}{mechanism}{size}".encode()))
        result += result_rows(head, found, seconds_a_launch(times))
    return result


def run():
    options = arguments()
    if options.self_test:
        self_test()
        print("the statistics give the known values")
        return 0
    result = read_aa(options) + read_power(options)
    if not result:
        raise Failed(f"no launches under '{options.aa}' or '{options.power}'; run scripts/gate-aa.sh and "
                     "scripts/gate-power.sh first")
    write_rows(options.output, COLUMNS, result)
    from tables import rivals
    print(rivals(result, options.suite_cases))
    return 0


if __name__ == "__main__":
    main(run)
