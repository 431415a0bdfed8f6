"""What the scripts that validate the gate share: its files, its call, the machine, bounds."""
import csv
import hashlib
import io
import json
import math
import os
import platform
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "results" / "gate-validation"
WORK = ROOT / ".build" / "gate-validation"

# The twelve cases of the power record: what people gate.
CASES = [
    "locks/uncontended/pthread-mutex/inside=0",
    "locks/uncontended/mutex/inside=0",
    "locks/contended/pthread-mutex/threads=2/inside=0/outside=0",
    "locks/contended/ticket/threads=2/inside=0/outside=0",
    "locks/contended/mutex/threads=2/inside=0/outside=0",
    "sync/alone/serial-queue-sync/inside=0",
    "sync/alone/concurrent-queue-sync/inside=0",
    "sync/shared/serial-queue-sync/threads=2/inside=0",
    "barrier/read-mix/concurrent-queue-barrier-sync/threads=2/read-permille=900/inside=0",
    "barrier/rendezvous/pthread-barrier/threads=2",
    "concurrent-perform/compute/concurrent-perform/width=2/grain=1000/iterations=1000",
    "qos/latency/default/load=0",
]

# The eight of an A/A suite.
SUITE = [CASES[0], CASES[1], CASES[3], CASES[5], CASES[7], CASES[8], CASES[10], CASES[11]]

VERDICTS = ["pass", "fail", "improved", "inconclusive", "invalid", "error"]


class Failed(Exception):
    """A message for the user."""


def rows(path):
    """The rows of a CSV file; none where there is no file."""
    if not Path(path).exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write_rows(path, columns, values):
    """Writes a whole CSV file, at once."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(values)
    write_text(path, text.getvalue())


def write_text(path, text):
    """Writes a whole file, at once and to the disk: a stop at any instant leaves the old one or the new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".half")
    with open(half, "w", newline="", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(half, path)


def gate(tool, baseline, candidate, cases, seed, folder, budget=None, pairs=None, prefix=(),
         ends=("complete",)):
    """Runs one gate into a folder; its exit status and what it took in seconds.

    Raises where it did not end in one of `ends`: what a signal or a full disk cut short is no gate.
    """
    folder = Path(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # One that is left of an earlier try would speak for this one.
    document_path(folder).unlink(missing_ok=True)
    command = [*prefix, str(tool), "gate", "--baseline", str(baseline),
               "--candidate", str(candidate)]
    for case in cases:
        command += ["--filter", case]
    command += ["--seed", str(seed), "--output", str(folder),
                "--json", str(document_path(folder)), "--quiet"]
    if budget:
        command += ["--budget", budget]
    if pairs:
        command += ["--pairs", str(pairs)]
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seconds = time.monotonic() - start
    if not (folder / "run.json").exists() and not (folder / "pairs.csv").exists():
        raise Failed(f"the gate measured nothing (exit status {done.returncode}): "
                     f"{done.stderr.strip()[:500]}")
    check_end(document(folder), folder, ends, done)
    return done.returncode, seconds


def document_path(folder):
    """Where the gate of a folder writes its `--json`: beside it."""
    folder = Path(folder)
    return folder.with_name(folder.name + ".json")


def document(folder):
    """What a gate wrote with `--json`; None where there is none, or half of one."""
    try:
        return json.loads(document_path(folder).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def check_end(written, folder, ends, done):
    """Raises unless a gate says that it ended as it should, and its process says the same."""
    said = done.stderr.strip()[:500]
    if written is None:
        raise Failed(f"the gate in '{folder}' left no document (exit status {done.returncode}), so it was not "
                     f"measured to its end; the same command measures it anew. {said}")
    if written.get("end") not in ends or written.get("exit_status") != done.returncode:
        raise Failed(f"the gate in '{folder}' ended with '{written.get('end')}' and the exit status "
                     f"{done.returncode} (its document: {written.get('exit_status')}), not with "
                     f"{' or '.join(ends)}: it is not counted; the same command measures it anew. {said}")


def check_pairs(pairs_file, cases, asked):
    """Raises unless each case has as many pairs that count as were asked for, or a side of it failed."""
    statuses = {}
    for row in rows(pairs_file):
        if row["role"] == "gated":
            statuses.setdefault(row["case"], []).append(row["status"])
    for case in cases:
        own = statuses.get(case, [])
        if own.count("measured") != asked and not any(one.startswith("failed") for one in own):
            raise Failed(f"'{pairs_file}' has {own.count('measured')} pairs of {case}, not the {asked} that were "
                         "asked for: it is not counted; the same command measures the gate anew")


def finished(work):
    """The groups of a record of slowdowns that were measured to their end, in order: folder and what it holds."""
    for mark in sorted(Path(work).glob("round-*/group-*/done.json")):
        yield mark.parent, finished_group(mark.parent)


def finished_group(folder):
    """What a group's mark says; raises where its gate says that it was cut short.

    Earlier records kept no document, or not how many pairs were asked for: they are taken as they are.
    """
    done = json.loads((folder / "done.json").read_text(encoding="utf-8"))
    written = document(folder / "gate")
    try:
        if written is not None and written.get("end") != "complete":
            raise Failed(f"the gate in '{folder}' ended with '{written.get('end')}'")
        if "asked" in done:
            check_pairs(folder / "gate" / "pairs.csv", [one[0] for one in done["conditions"]],
                        done["asked"])
    except Failed as failure:
        raise Failed(f"{failure}; remove the folder '{folder}', and the command that measured it does so anew") from None
    return done


def fingerprint(path):
    """The SHA-256 of a file's bytes."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def differing(known, asked):
    """How arguments differ from those that a record was begun with: a line for the user."""
    return "; ".join(f"{key}: {known.get(key)!r} then, {asked.get(key)!r} now"
                     for key in dict.fromkeys([*known, *asked]) if known.get(key) != asked.get(key))


def verdicts(trials, pairs_file):
    """Each case's verdict as the gate's own code gives it: rows of case, role, verdict, pairs."""
    done = subprocess.run([str(trials), "verdicts", str(pairs_file)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise Failed(done.stderr.strip())
    told = list(csv.DictReader(done.stdout.splitlines()))
    # A record's columns are those of before there was the word: what was never looked at is undecided.
    return [row | {"verdict": row["verdict"].replace("not-gated", "inconclusive")} for row in told]


def pairs_of(trials, folder):
    """The table of a gate's pairs, made once of its raw rows by the gate's own code."""
    table = Path(folder) / "pairs.csv"
    if not table.exists():
        done = subprocess.run([str(trials), "pairs", str(folder)], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise Failed(done.stderr.strip())
        table.write_text(done.stdout, encoding="utf-8")
    return table


def pairs_measured(pairs_file):
    """The pairs of a table, repeated ones too: each took its time."""
    return sum(1 for row in rows(pairs_file) if row["pair"] != "")


def alarm_bound(alarms, trials, miss=0.05):
    """The one-sided 95 % bound on a rate (Clopper, Pearson 1934): 1 - 0.05^(1/n) for none."""
    if trials == 0:
        return 1.0
    if alarms >= trials:
        return 1.0
    low, high = alarms / trials, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if at_most(alarms, trials, middle) > miss:
            low = middle
        else:
            high = middle
    return high


def at_most(count, trials, rate):
    """P(Bin(trials, rate) <= count)."""
    return math.fsum(math.comb(trials, k) * rate**k * (1 - rate)**(trials - k)
                     for k in range(count + 1))


def describe_machine():
    """The machine, without names of hosts or people."""
    info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"^(?:model name|CPU part)\s*:\s*(.+)$", info, re.MULTILINE)
    memory = re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text(encoding="utf-8"))
    return {
        "processor": model[1].strip() if model else platform.machine(),
        "architecture": platform.machine(),
        "cpus": len(os.sched_getaffinity(0)),
        "memory_mb": int(memory[1]) // 1024 if memory else None,
        "kernel": platform.release(),
        "virtual": " hypervisor" in info or not model,
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "date": time.strftime("%Y-%m-%d"),
        "commit": first_line(["git", "-C", str(ROOT), "describe", "--always", "--dirty"]),
        "swift": first_line(["swift", "--version"]),
    }


def first_line(command):
    try:
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        return None
    lines = text.stdout.strip().splitlines()
    return lines[0] if lines else None


def note_machine(what, results):
    """Writes the machine beside the results, under the name of what was measured on it."""
    path = Path(results) / "machine.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[what] = describe_machine()
    path.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def main(function):
    """Runs a script: what the user can mend is one line, not a traceback."""
    # A load or a control group is cleaned up after either signal.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(function() or 0)
    except Failed as failure:
        sys.exit(f"{Path(sys.argv[0]).name}: {failure}")
    except KeyboardInterrupt:
        sys.exit("\nstopped; the same command goes on where this one ended")
