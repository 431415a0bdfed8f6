#!/usr/bin/env python3
"""Compares the emulated machine's counts with the truth that its counters were given.

Writes results/known-pmu.csv, except for a short run. Exit status: 0, or 2 if a figure is off.
"""

import argparse
import json
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import common
from truth import ORDER, RATES, plain, truth

EXACT = 0.001
SCALED = 0.02
# The events take turns if there are more events than counters. If an operation's CPU time in a turn differs from that in all trials
# by at most this share, the suite's table has the turn's counts per operation as they are; otherwise the table has them multiplied by
# the time in all trials over the time in the turn.
SAME_TIME = 0.02
COLUMNS = ["scene", "counters", "events", "event", "scope", "status", "truth", "measured", "error_percent", "share_counted",
           "uncertainty_percent"]

problems = []
table = []
checks = 0


def check(holds, text):
    """Counts a check, and notes `text` as a problem if the check fails."""
    global checks
    checks += 1
    if not holds:
        problems.append(text)
    return holds


def text_of(path):
    return path.read_text() if path.exists() else ""


def answers(path):
    """The rows of a worker's answer, or of a run's raw/counters.csv, with the keys of a worker's answer. An answer that was
    cut short is a problem."""
    if not path.name.startswith("run-"):
        lines = [json.loads(line) for line in text_of(path).splitlines()]
        check(bool(lines) and "done" in lines[-1], f"{path.name}: the worker's answer is not whole")
        return [line["counter"]["_0"] for line in lines if "counter" in line]
    path = path / "raw/counters.csv"
    check(path.exists(), f"{path.parent.parent.name}: no raw/counters.csv")
    return [
        dict(event=row["event"], status=row["status"], operations=int(row["ops"]),
             thread=int(row["thread"]) if row["thread"] else None, value=float(row["value"]) if row["value"] else None,
             reason=row["reason"], enabledNanoseconds=int(row["time_enabled_ns"] or 0),
             runningNanoseconds=int(row["time_running_ns"] or 0),
             uncertainty=float(row["uncertainty"]) if row["uncertainty"] else None)
        for row in common.rows(path)]


def is_known(row):
    return plain(row["event"]) in RATES


def scene(path, title, counters, count, events=(), threads=(None,), statuses=("counted",), without=None):
    """Compares each row of a scene with the truth, except rows of the event `without`. Checks that each of `events` has a value in
    each of `threads`, where None stands for the process. Returns the rows."""
    rows = answers(path)
    for row in rows:
        if is_known(row) and row["event"] != without:
            compare(title, counters, count, row, statuses)
    for thread in threads:
        found = {row["event"] for row in rows if row.get("thread") == thread and row.get("value") is not None}
        for name in events:
            check(name in found, f"{path.name}: {name} has no value (thread {thread})")
    return rows


def compare(title, counters, count, row, statuses):
    """Checks that a row has one of `statuses`, and that its value is the event's rate times the time for which it was enabled."""
    scope = "process" if row.get("thread") is None else f"thread {row['thread']}"
    name = f"{title}: {row['event']} of the {scope}"
    check(row["status"] in statuses, f"{name} is {row['status']}: {row.get('reason')}")
    value, enabled, uncertainty = row.get("value"), row.get("enabledNanoseconds"), row.get("uncertainty")
    if value is None or not enabled:
        table.append([title, counters, count, row["event"], scope, row["status"], "", "", "", "0.0000", ""])
        return
    right = truth(row["event"]) * enabled
    error = value / right - 1
    limit = EXACT if row["status"] == "counted" else SCALED
    # A small count may be off by one, because it is a whole number.
    check(abs(error) <= limit or abs(value - right) <= 1, f"{name}: {value:.0f} for {right:.0f}, {error:+.3%}")
    if row["status"] == "scaled" and uncertainty is not None:
        check(abs(error) <= max(uncertainty, EXACT), f"{name}: off by {error:+.3%}, stated ± {uncertainty:.3%}")
    share = row.get("runningNanoseconds", 0) / enabled
    note(title, counters, count, row["event"], scope, row["status"], right, value, share, uncertainty)


def note(title, counters, count, event, scope, status, right, value, share=1, uncertainty=None):
    table.append([title, counters, count, event, scope, status, f"{right:.0f}", f"{value:.0f}",
                  f"{100 * (value / right - 1):.4f}" if right else "", f"{share:.4f}",
                  "" if uncertainty is None else f"{100 * uncertainty:.3f}"])


def per_operation(name, rows):
    """Checks over how many operations each event was counted for the process. In a launch's other trials, the events are counted for each
    thread. So each number must be above 0 and below that of the launch, and the same for all events of a turn."""
    own = [row for row in rows if is_known(row) and row.get("thread") is None]
    whole = next((row["operations"] for row in rows if row["event"] == "ops"), 0)
    check(all(0 < row["operations"] < whole for row in own), f"{name}: a turn has no operations, or all of them")
    for one in own:
        for other in own:
            if one["enabledNanoseconds"] == other["enabledNanoseconds"]:
                check(one["operations"] == other["operations"], f"{name}: {one['event']} and {other['event']} differ in operations")


def columns(out, name, rows):
    """Checks the suite's table of a run with a single launch: each count per operation follows from the event's row in
    raw/counters.csv as SAME_TIME says, and the counts have the ratios of their rates."""
    case = common.rows(out / name / "locks.csv")[0]
    mean = next((row["value"] / row["operations"] for row in rows if row["event"] == "cpu-ns" and row["thread"] is None), 0)
    ratios = []
    for row in rows:
        if row["thread"] is None and is_known(row) and row["value"]:
            column = re.sub(r"[^a-z0-9]+", "_", row["event"].lower()).strip("_") + "_per_op"
            value, own = float(case.get(column) or "nan"), row["enabledNanoseconds"] / row["operations"]
            factor = mean / own if abs(mean / own - 1) > SAME_TIME else 1
            right = factor * row["value"] / row["operations"]
            check(abs(value / right - 1) < EXACT, f"{name}: {column} is {value} for {right}")
            ratios.append(value / truth(row["event"]))
    check(len(ratios) > 1 and max(ratios) / min(ratios) < (1 + SAME_TIME) ** 2, f"{name}: no ratio of rates: {ratios}")


def says(path, pattern):
    check(re.search(pattern, " ".join(text_of(path).split())) is not None, f"{path.name} does not say {pattern}")


# The scenes


def matrix(out, counts):
    for counters in (1, 2, 3, 4, 8):
        for count in counts:
            name = f"matrix-{counters}-{count}"
            per_operation(name, scene(out / name, "matrix", counters, count, ORDER[:count], threads=(None, 0, 1)))
        says(out / f"doctor-{counters}", rf"\b{counters} events? count")


def refusals(out):
    refused = "cache-misses"
    rows = scene(out / "refused", "one event refused", 4, 6, [name for name in ORDER[:6] if name != refused], without=refused)
    refusing = [row for row in rows if row["event"] == refused]
    check(refusing, "refused: cache-misses has no row")
    for row in refusing:
        check(row["status"] == "unavailable" and "refuses this encoding" in row["reason"],
              f"refused: cache-misses is {row['status']}: {row['reason']}")
    scene(out / "run-refused", "run, one event refused", 4, 4, ["cycles", "instructions", "branch-misses"], without=refused)
    says(out / "doctor-validate", r"\b3 events count")
    rows = scene(out / "unknown-counters", "group refused at open", 3, 6, statuses=("counted", "scaled", "not-counted"))
    check(not any(row["status"] == "unavailable" for row in rows if is_known(row)),
          "unknown-counters: an event is unavailable though only its group was refused")
    scene(out / "run-validate", "run, group refused at open", 3, 6, ORDER[:6])


def nobody(out):
    events = [name + ":u" for name in ORDER[:4]]
    scene(out / "user", "user mode, as nobody", 4, 4, events, threads=(None, 0))
    says(out / "doctor-nobody", r"user mode only.*\b4 events count at once")
    scene(out / "run-nobody", "run as nobody", 4, 4, events)
    check(json.loads((out / "counters-nobody").read_text()).get("counters") == 4, "doctor --events as nobody: not 4")


def changes(out):
    # The kernel keeps a module whose events are open.
    check((out / "rmmod").read_text().strip().endswith("1"), "the module was unloaded under open events")
    scene(out / "unloaded", "module to be unloaded", 4, 4)
    check((out / "modules").read_text().strip() == "0", "the module was never unloaded in the run")
    rows = scene(out / "run-unloaded", "run, module unloaded", 4, 4, statuses=("counted", "unavailable"))
    known = [row for row in rows if is_known(row)]
    check(known, "run-unloaded: there is no row of a known event")
    check(all(row["reason"] for row in known if row["value"] is None), "run-unloaded: a missing count has no reason")
    scene(out / "offline", "CPU switched off", 4, 4, statuses=("counted", "scaled", "not-counted"))


def company(out):
    for name in ("first", "second"):
        scene(out / name, "two counting processes", 4, 4)
    for name in ("beside-perf", "without-counters"):
        scene(out / name, "beside perf stat -a", 4, 4, statuses=("counted", "scaled", "not-counted"))


def commands(out):
    says(out / "counters-3", r"3 events count at once")
    check(json.loads((out / "counters-3.json").read_text()).get("counters") == 3, "doctor --events --format json: not 3")
    columns(out, "run-3", scene(out / "run-3", "run --counters", 3, 4, ORDER[:4], threads=(None, 0)))
    scene(out / "run-9", "run --counters --event", 4, 9, ORDER[:4] + [
        "branches", "cache-references", "ref-cycles", "INST_RETIRED:ANY_P", "BR_INST_RETIRED"])
    # Which verdict is given depends on the clock; without the counters the gate would give no verdict.
    says(out / "gate.text", r"(PASS|FAIL)\s+\S*locks/uncontended/ticket/inside=0\s+instructions")


def perf_stat(out):
    lines = text_of(out / "agreement").splitlines()
    for event in ("cycles", "instructions", "cache-misses", "branch-misses"):
        line = next((line for line in lines if line.split()[:1] == [event]), "")
        check(re.search(r"[+-]0\.\d+ %$", line) is not None, f"perf stat on {event}: {line or 'no line'}")
        fields = line.split()
        if len(fields) > 3 and fields[1].isdigit() and fields[2].isdigit():
            note("perf stat in the same stretch", 8, 4, event, "process", "counted", float(fields[2]), float(fields[1]))


def rotation(out):
    """Notes the error of each scaled value in windows of several lengths. Only values of work that never sleeps (`busy`) in windows of
    100 ms or more are judged. Returns for how many of these the stated uncertainty holds, and their number."""
    held, stated = 0, 0
    for path in sorted(out.glob("rotation-*")):
        _, form, milliseconds = path.name.split("-")
        head = [f"rotation, {form}, {milliseconds} ms", 3, 8]
        lines = [line.split("\t") for line in path.read_text().splitlines()]
        check(len(lines) == 8, f"{path.name}: {len(lines)} events")
        for name, status, value, share, uncertainty, right in lines:
            if not value:
                table.append([*head, name, "process", status, right, "", "", share, ""])
                continue
            error = float(value) / float(right) - 1
            note(*head, name, "process", status, float(right), float(value), float(share),
                 float(uncertainty) if uncertainty else None)
            if form == "busy" and int(milliseconds) >= 100:
                check(abs(error) <= SCALED, f"{path.name}: {name} is off by {error:+.2%}")
                stated += 1
                held += abs(error) <= float(uncertainty or 0)
    # Uncertainties are stated with 95 % confidence, so one in twenty may be too small; one more may be, because there are few.
    check(stated > 0 and held >= 0.95 * stated - 1, f"the uncertainty held {held} times of {stated}")
    return held, stated


def rotated_worker(out):
    for milliseconds in (100, 200):
        name = f"rotated-{milliseconds}"
        rows = {row["event"]: row for row in reversed(answers(out / name)) if row.get("thread") is None}
        for event, base in (("cycles", "cycles"), ("instructions", "instructions"),
                            ("cache-misses", "misses"), ("cache-references", "references")):
            row, known = rows[event], rows[f"known/{base}/"]
            if not check(row["status"] == "scaled", f"{name}: {event} is {row['status']}"):
                continue
            # The PMU `known` counts for the process in all trials, the processor's events only in some; so rates are compared.
            right = known["value"] / known["enabledNanoseconds"] * row["enabledNanoseconds"]
            error = row["value"] / right - 1
            check(abs(error) <= SCALED, f"{name}: {event} is off by {error:+.2%}")
            check(row.get("uncertainty") is not None and row["operations"] < rows["wall-ns"]["operations"],
                  f"{name}: {event} states no uncertainty")
            note(f"worker, rotated, {milliseconds} ms", 3, 8, event, "process", "scaled", right, row["value"],
                 row["runningNanoseconds"] / row["enabledNanoseconds"], row["uncertainty"])


def profiles(out):
    """Checks two rules of `profile`, cache-line-transfer and uncontended-fast-path: the count that each shows, divided by the
    cycles, must be the ratio of the rates with which the module was loaded."""
    for name, rule, label, right in (
            ("contended", "cache-line-transfer", "cache misses", 0.08), ("alone", "uncontended-fast-path", "instructions", 0.5)):
        path = out / f"profile-{name}"
        profile = json.loads(text_of(path) or "{}")
        counts = {count["name"]: count["per_op"] for count in profile.get("counts", [])}
        findings = {finding["rule"]: finding for finding in profile.get("verdict", [])}
        check(rule in findings, f"{path.name}: {rule} did not fire, but {list(findings)}")
        evidence = {e["what"]: e["value"] for e in findings.get(rule, {}).get("evidence", [])}
        check(evidence.get(label) is not None, f"{path.name}: {rule} has no {label}: {evidence}")
        check(counts.get("cycles"), f"{path.name}: no cycles were counted")
        if counts.get("cycles") and evidence.get(label) is not None:
            # Both events are of one group, so in each launch their counts have the ratio of their rates. The medians have that
            # ratio too, if both counts order the launches alike.
            value = evidence[label] / counts["cycles"]
            check(abs(value / right - 1) < SCALED, f"profile {name}: {value:.4f} a cycle for {right}")
            note(f"profile {name}", 4, 4, f"{label.replace(' ', '-')} : cycles", "process", "counted", right * 1e6, value * 1e6)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kernel", required=True)
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    out = options.folder
    held = (0, 0)
    parts = [refusals, nobody, commands, perf_stat, company]
    matrix(out, (1, 4, 12) if options.short else range(1, 13))
    for part in parts if options.short else parts + [changes, rotation, rotated_worker, profiles]:
        try:
            held = part(out) or held
        except (OSError, ValueError, LookupError) as error:
            problems.append(f"{part.__name__} is not whole: {error!r}")
    exact, scaled = ([abs(float(row[8])) for row in table if row[5] == status and row[8]] for status in ("counted", "scaled"))
    print(f"known-pmu: {checks} checks, {len(problems)} failed; {len(exact)} unscaled counts, off by at most "
          f"{max(exact, default=0):.3f} %; {len(scaled)} scaled counts, off by at most {max(scaled, default=0):.2f} %; "
          f"{held[0]} of {held[1]} scaled counts in windows of 100 ms and more are within the stated uncertainty")
    for problem in problems:
        print(f"  {problem}")
    if not options.short:
        head = (f"# Linux {options.kernel}, qemu-system-x86_64 -accel tcg -cpu Haswell-v4 -smp 4, module known_pmu; "
                "truth: the module's rate times the time that the event was to count\n")
        common.write_text(Path("results/known-pmu.csv"), head + common.table_text(COLUMNS, table))
    sys.exit(2 if problems else 0)


main()
