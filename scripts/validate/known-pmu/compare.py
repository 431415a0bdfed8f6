#!/usr/bin/env python3
"""Compares what the emulated machine counted with the truth that its counters were given.

Writes results/known-pmu.csv, unless told that the run was a short one. Exit status: 0, or 2 where a figure is off.
"""

import argparse
import csv
import io
import json
import pathlib
import re
import sys

from truth import ORDER, RATES, truth

EXACT = 0.001
SCALED = 0.02
RESULTS = pathlib.Path("results/known-pmu.csv")
COLUMNS = [
    "scene", "counters", "events", "event", "scope", "status", "truth", "measured", "error_percent",
    "share_counted", "uncertainty_percent",
]

problems = []
table = []
checks = 0


def check(holds, text):
    """Notes a fact that must hold."""
    global checks
    checks += 1
    if not holds:
        problems.append(text)


def worker(path):
    """The rows of a worker's answer; none where it was cut short."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    check(bool(lines) and "done" in lines[-1], f"{path.name}: the worker's answer is not whole")
    return [line["counter"]["_0"] for line in lines if "counter" in line]


def raw(folder):
    """The rows of a run's raw/counters.csv, named as a worker's are."""
    path = folder / "raw/counters.csv"
    check(path.exists(), f"{folder.name}: no raw/counters.csv")
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            dict(
                event=row["event"], status=row["status"], operations=int(row["ops"]),
                thread=int(row["thread"]) if row["thread"] else None, pass_=row["pass"],
                value=float(row["value"]) if row["value"] else None, reason=row["reason"],
                enabledNanoseconds=int(row["time_enabled_ns"] or 0),
                runningNanoseconds=int(row["time_running_ns"] or 0),
                uncertainty=float(row["uncertainty"]) if row["uncertainty"] else None)
            for row in csv.DictReader(file)
        ]


def is_known(row):
    try:
        truth(row["event"])
    except KeyError:
        return False
    return True


def compare(scene, counters, count, rows, statuses=("counted",), rates=None, keep=True):
    """Checks that rows have the value that their time makes of the rate."""
    for row in rows:
        if not is_known(row):
            continue
        scope = "process" if row.get("thread") is None else f"thread {row['thread']}"
        name = f"{scene}: {row['event']} of the {scope}"
        check(row["status"] in statuses, f"{name} is {row['status']}: {row.get('reason')}")
        value, enabled = row.get("value"), row.get("enabledNanoseconds")
        if value is None or not enabled:
            if keep:
                table.append([scene, counters, count, row["event"], scope, row["status"], "", "", "", "0.0000", ""])
            continue
        rate = truth(row["event"]) if rates is None else rates[row["event"]] / 1e6
        right = rate * enabled
        error = value / right - 1
        limit = EXACT if row["status"] == "counted" else SCALED
        # A count of a few is a whole number.
        check(abs(error) <= limit or abs(value - right) <= 1,
              f"{name}: {value:.0f} for {right:.0f}, {error:+.3%}")
        if row["status"] == "scaled" and row.get("uncertainty") is not None:
            check(abs(error) <= max(row["uncertainty"], EXACT),
                  f"{name}: off by {error:+.3%}, stated ± {row['uncertainty']:.3%}")
        if keep:
            note(scene, counters, count, row["event"], scope, row["status"], right, value,
                 row.get("runningNanoseconds", 0) / enabled, row.get("uncertainty"))


def note(scene, counters, count, event, scope, status, right, value, share, uncertainty):
    table.append([
        scene, counters, count, event, scope, status, f"{right:.0f}", f"{value:.0f}",
        f"{100 * (value / right - 1):.4f}" if right else "", f"{share:.4f}",
        "" if uncertainty is None else f"{100 * uncertainty:.3f}",
    ])


def per_operation(scene, rows):
    """An event has the operations of its turns: all turns of process and threads together have all operations, and
    events of one turn have the same."""
    own = [row for row in rows if is_known(row) and row.get("thread") is None]
    whole = next((row["operations"] for row in rows if row["event"] == "ops"), 0)
    check(all(0 < row["operations"] < whole for row in own), f"{scene}: operations of no turn, or of all")
    for one in own:
        for other in own:
            if one["enabledNanoseconds"] == other["enabledNanoseconds"] and "cycles" not in (one["event"], other["event"]):
                check(one["operations"] == other["operations"], f"{scene}: {one['event']} and {other['event']}")


def columns(out, scene):
    """A suite's table has the value over the operations, of a single launch."""
    rows = [row for row in raw(out / scene) if row["thread"] is None and is_known(row) and row["value"]]
    with (out / scene / "locks.csv").open(newline="") as file:
        case = next(csv.DictReader(file))
    for row in rows:
        column = re.sub(r"[^a-z0-9]+", "_", row["event"].lower()).strip("_") + "_per_op"
        value = float(case.get(column) or "nan")
        right = row["value"] / row["operations"]
        check(abs(value / right - 1) < EXACT, f"{scene}: {column} is {value} for {right}")


def have(rows, names, scene, thread=None):
    found = {row["event"] for row in rows if row.get("thread") == thread and row.get("value") is not None}
    for name in names:
        check(name in found, f"{scene}: {name} has no value (thread {thread})")


def matrix(out, counts):
    for counters in (1, 2, 3, 4, 8):
        for count in counts:
            scene = f"matrix-{counters}-{count}"
            rows = worker(out / scene)
            compare("matrix", counters, count, rows)
            have(rows, ORDER[:count], scene)
            have(rows, ORDER[:count], scene, thread=0)
            have(rows, ORDER[:count], scene, thread=1)
            per_operation(scene, rows)
        says(out / f"doctor-{counters}", rf"\b{counters} events? count")


def says(path, pattern):
    text = path.read_text() if path.exists() else ""
    check(re.search(pattern, " ".join(text.split())) is not None, f"{path.name} does not say {pattern}")


def refusals(out):
    rows = worker(out / "refused")
    others = [row for row in rows if row["event"] != "cache-misses"]
    compare("one event refused", 4, 6, others)
    have(rows, [name for name in ORDER[:6] if name != "cache-misses"], "refused")
    for row in rows:
        if row["event"] == "cache-misses":
            check(row["status"] == "unavailable" and "refuses this encoding" in row["reason"],
                  f"refused: cache-misses is {row['status']}: {row['reason']}")
    rows = raw(out / "run-refused")
    compare("run, one event refused", 4, 4, [row for row in rows if row["event"] != "cache-misses"])
    have(rows, ["cycles", "instructions", "branch-misses"], "run-refused")
    says(out / "doctor-validate", r"\b3 events count")
    rows = worker(out / "unknown-counters")
    compare("group refused at open", 3, 6, rows, statuses=("counted", "scaled", "not-counted"))
    check(not any(row["status"] == "unavailable" for row in rows if is_known(row)),
          "unknown-counters: an event is blamed for its group")
    rows = raw(out / "run-validate")
    compare("run, group refused at open", 3, 6, rows)
    have(rows, ORDER[:6], "run-validate")


def nobody(out):
    rows = worker(out / "user")
    compare("user mode, as nobody", 4, 4, rows)
    have(rows, [name + ":u" for name in ORDER[:4]], "user")
    have(rows, [name + ":u" for name in ORDER[:4]], "user", thread=0)
    says(out / "doctor-nobody", r"user mode only.*\b4 events count at once")
    rows = raw(out / "run-nobody")
    compare("run as nobody", 4, 4, rows)
    have(rows, [name + ":u" for name in ORDER[:4]], "run-nobody")
    check(json.loads((out / "counters-nobody").read_text()).get("counters") == 4, "doctor --events as nobody: not 4")


def changes(out):
    # The kernel keeps a module whose events are open.
    check((out / "rmmod").read_text().strip().endswith("1"), "the module was unloaded under open events")
    compare("module to be unloaded", 4, 4, worker(out / "unloaded"))
    rows = raw(out / "run-unloaded")
    check((out / "modules").read_text().strip() == "0", "the module was never unloaded in the run")
    compare("run, module unloaded", 4, 4, rows, statuses=("counted", "unavailable"))
    check(all(row["reason"] for row in rows if is_known(row) and row["value"] is None),
          "run-unloaded: a missing count has no reason")
    compare("CPU switched off", 4, 4, worker(out / "offline"), statuses=("counted", "scaled", "not-counted"))


def company(out):
    for scene in ("first", "second"):
        compare("two counting processes", 4, 4, worker(out / scene))
    for scene in ("beside-perf", "without-counters"):
        compare("beside perf stat -a", 4, 4, worker(out / scene),
                statuses=("counted", "scaled", "not-counted"))


def commands(out):
    says(out / "counters-3", r"3 events count at once")
    check(json.loads((out / "counters-3.json").read_text()).get("counters") == 3, "doctor --events --format json: not 3")
    rows = raw(out / "run-3")
    compare("run --counters", 3, 4, rows)
    have(rows, ORDER[:4], "run-3")
    have(rows, ORDER[:4], "run-3", thread=0)
    columns(out, "run-3")
    rows = raw(out / "run-9")
    compare("run --counters --event", 4, 9, rows)
    have(rows, ORDER[:4] + ["branches", "cache-references", "ref-cycles", "INST_RETIRED:ANY_P",
                            "BR_INST_RETIRED"], "run-9")
    # The verdict is the clock's; that there is one is the counters'.
    says(out / "gate.text", r"(PASS|FAIL)\s+\S*locks/uncontended/ticket/inside=0\s+instructions")


def perf_stat(out):
    path = out / "agreement"
    text = path.read_text() if path.exists() else ""
    for event in ("cycles", "instructions", "cache-misses", "branch-misses"):
        line = next((line for line in text.splitlines() if line.split()[:1] == [event]), "")
        check(re.search(r"[+-]0\.\d+ %$", line) is not None, f"perf stat on {event}: {line or 'no line'}")
        fields = line.split()
        if len(fields) > 3 and fields[1].isdigit() and fields[2].isdigit():
            note("perf stat in the same stretch", 8, 4, event, "process", "counted", float(fields[2]),
                 float(fields[1]), 1, None)


def rotation(out):
    """What scaling is worth, by the length of a window; errors of short ones are shown, not judged."""
    held, stated = 0, 0
    for path in sorted(out.glob("rotation-*")):
        _, form, milliseconds = path.name.split("-")
        lines = [line.split("\t") for line in path.read_text().splitlines()]
        check(len(lines) == 8, f"{path.name}: {len(lines)} events")
        for name, status, value, share, uncertainty, right in lines:
            if not value:
                table.append([f"rotation, {form}, {milliseconds} ms", 3, 8, name, "process", status,
                              right, "", "", share, ""])
                continue
            error = float(value) / float(right) - 1
            note(f"rotation, {form}, {milliseconds} ms", 3, 8, name, "process", status, float(right),
                 float(value), float(share), float(uncertainty) if uncertainty else None)
            if form == "busy" and int(milliseconds) >= 100:
                check(abs(error) <= SCALED, f"{path.name}: {name} is off by {error:+.2%}")
                stated += 1
                held += abs(error) <= float(uncertainty or 0)
    # Of statements at 95 % one in twenty may fail; of few, one more.
    check(stated > 0 and held >= 0.95 * stated - 1, f"the uncertainty held {held} times of {stated}")
    return held, stated


def rotated_worker(out):
    for milliseconds in (100, 200):
        rows = worker(out / f"rotated-{milliseconds}")
        right = {row["event"]: row["value"] for row in rows
                 if row.get("thread") is None and row["event"].startswith("known/")}
        for name, base in (("cycles", "cycles"), ("instructions", "instructions"),
                           ("cache-misses", "misses"), ("cache-references", "references")):
            row = next(row for row in rows if row["event"] == name and row.get("thread") is None)
            check(row["status"] == "scaled", f"rotated-{milliseconds}: {name} is {row['status']}")
            if row["status"] != "scaled":
                continue
            all_operations = next(r["operations"] for r in rows if r["event"] == "wall-ns")
            known = right[f"known/{base}/"]
            # The unit `known` counts the threads' turns too, so it is taken by the time that it counted.
            rate = known / next(r["enabledNanoseconds"] for r in rows if r["event"] == f"known/{base}/"
                                and r.get("thread") is None)
            truth_value = rate * row["enabledNanoseconds"]
            error = row["value"] / truth_value - 1
            check(abs(error) <= SCALED, f"rotated-{milliseconds}: {name} is off by {error:+.2%}")
            check(row.get("uncertainty") is not None and row["operations"] < all_operations,
                  f"rotated-{milliseconds}: {name} states no uncertainty")
            note(f"worker, rotated, {milliseconds} ms", 3, 8, name, "process", "scaled", truth_value,
                 row["value"], row["runningNanoseconds"] / row["enabledNanoseconds"], row["uncertainty"])


def profiles(out):
    """Two rules show counts of the processor; loaded with other rates, they show those."""
    figures = {}
    for name, rule, label in (
            ("contended", "cache-line-transfer", "cache misses"), ("alone", "uncontended-fast-path", "instructions")):
        path = out / f"profile-{name}"
        profile = json.loads(path.read_text()) if path.exists() and path.stat().st_size else {}
        counts = {count["name"]: count["per_op"] for count in profile.get("counts", [])}
        findings = {finding["rule"]: finding for finding in profile.get("verdict", [])}
        finding = findings.get(rule)
        check(finding is not None, f"{path.name}: {rule} did not fire, but {list(findings)}")
        evidence = {e["what"]: e["value"] for e in (finding or {}).get("evidence", [])}
        check(evidence.get(label) is not None, f"{path.name}: {rule} has no {label}: {evidence}")
        if counts.get("cycles") and evidence.get(label) is not None:
            figures[name] = evidence[label] / counts["cycles"]
    # Both are of one group, and each launch has their ratio: so has the median, where the order of launches is one.
    for key, right in {"contended": 0.08, "alone": 0.5}.items():
        if key in figures:
            value = figures[key]
            check(abs(value / right - 1) < SCALED, f"profile {key}: {value:.4f} a cycle for {right}")
            note(f"profile {key}", 4, 4, "cache-misses : cycles" if key == "contended" else "instructions : cycles",
                 "process", "counted", right * 1e6, value * 1e6, 1, None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--kernel", required=True)
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    out = options.folder
    held = (0, 0)
    parts = [refusals, nobody, commands, perf_stat, company]
    matrix(out, (1, 4, 12) if options.short else range(1, 13))
    for part in parts if options.short else parts + [changes, rotation, rotated_worker, profiles]:
        try:
            held = part(out) if part is rotation else part(out) or held
        except (OSError, ValueError, LookupError, StopIteration) as error:
            problems.append(f"{part.__name__} is not whole: {error!r}")
    exact = [abs(float(row[8])) for row in table if row[5] == "counted" and row[8]]
    scaled = [abs(float(row[8])) for row in table if row[5] == "scaled" and row[8]]
    print(f"known-pmu: {checks} checks, {len(problems)} failed; {len(exact)} exact counts, off by at most "
          f"{max(exact, default=0):.3f} %; {len(scaled)} scaled, by at most {max(scaled, default=0):.2f} %; "
          f"{held[0]} of {held[1]} over 100 ms and more within the stated uncertainty")
    for problem in problems:
        print(f"  {problem}")
    if not options.short:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        text.write(f"# Linux {options.kernel}, qemu-system-x86_64 -accel tcg -cpu Haswell-v4 -smp 4, module known_pmu; "
                   "truth: the module's rate times the time that the event was to count\n")
        writer.writerow(COLUMNS)
        writer.writerows(table)
        RESULTS.write_text(text.getvalue())
    sys.exit(2 if problems else 0)


main()
