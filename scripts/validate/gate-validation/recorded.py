"""The functions that the scripts of the gate's validation share: a gate's call and verdicts, the machine, a record's folder."""
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import common
from common import ROOT, Failed, output_of, rows, rows_of, write_text

RESULTS = ROOT / "results/gate-validation"
WORK = ROOT / ".build/gate-validation"
TRIALS = ROOT / ".build/release/GateTrials"

# The twelve cases that power.py records by default. People use a gate for cases like these.
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

VERDICTS = ["pass", "fail", "improved", "inconclusive", "invalid", "error"]


def record(work, asked, product, *tools):
    """The folder of the measurements with these arguments and tools; other arguments or tools have another folder. Builds the
    product and GateTrials first."""
    output_of([ROOT / "scripts/validate/build-tool.sh", product, "GateTrials"])
    for tool in tools:
        if not tool.exists():
            raise Failed(f"there is no '{tool}'; build it, or name another one")
    asked = asked | {"tools": [hashlib.sha256(tool.read_bytes()).hexdigest() for tool in tools]}
    text = json.dumps(asked, indent=1) + "\n"
    folder = work / hashlib.sha256(text.encode()).hexdigest()[:12]
    write_text(folder / "arguments.json", text)
    print(f"the record is in '{folder}'", flush=True)
    return folder


def copied(tool, path):
    """A copy of a tool in the folder of its record, because a build may replace the tool before the record is complete."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name("half")
        shutil.copy2(tool, half)
        half.rename(path)
    return path


def gate(tool, sides, cases, seed, folder, budget, pairs=None, ends=("complete",)):
    """Runs one gate into a folder; returns its exit status and its seconds.

    Raises if the gate did not end in one of `ends`, for example because of a signal or a full disk.
    """
    # The gate would take files of an earlier try for its own, or resume the try with too little time.
    shutil.rmtree(folder, ignore_errors=True)
    document = folder.with_name(folder.name + ".json")
    document.unlink(missing_ok=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    command = [tool, "gate", "--baseline", sides[0], "--candidate", sides[1], "--seed", str(seed), "--output", folder,
               "--json", document, "--budget", budget, "--quiet", *(word for case in cases for word in ("--filter", case)),
               *(["--pairs", str(pairs)] if pairs else [])]
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seconds = time.monotonic() - start
    written = json.loads(document.read_text()) if document.exists() else {}
    if written.get("end") not in ends or written.get("exit_status") != done.returncode:
        raise Failed(
            f"the gate in '{folder}' ended with '{written.get('end')}' and the exit status {done.returncode} (its document: "
            f"{written.get('exit_status')}), not with {' or '.join(ends)}: it is not counted; the same command measures it anew. "
            f"{done.stderr.strip()[:500]}")
    return done.returncode, seconds


def pairs_of(folder):
    """The table of a gate's pairs, made from its raw rows by the gate's own code."""
    write_text(folder / "pairs.csv", output_of([TRIALS, "pairs", folder]))
    return folder / "pairs.csv"


def verdicts(table):
    """Each case's verdict as the gate's own code gives it: rows of case, role, verdict, pairs."""
    # The scripts' results have no column for NOT GATED, so a case without a look counts as inconclusive.
    told = rows_of(output_of([TRIALS, "verdicts", table]))
    return [row | {"verdict": row["verdict"].replace("not-gated", "inconclusive")} for row in told]


def pairs_measured(table):
    """The number of pairs in a table, repeated ones included, because each took time."""
    return sum(row["pair"] != "" for row in rows(table))


def note_machine(what, results):
    """Describes this machine in machine.json beside the results, without names of hosts or people. The key is `what`: what was
    measured on the machine."""
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"^(?:model name|CPU part)\s*:\s*(.+)$", info, re.MULTILINE)
    memory = re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())
    path = results / "machine.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    known[what] = {
        "processor": model[1].strip() if model else platform.machine(), "architecture": platform.machine(),
        "cpus": len(os.sched_getaffinity(0)), "memory_mb": int(memory[1]) // 1024 if memory else None, "kernel": platform.release(),
        "virtual": " hypervisor" in info or not model, "load_average": [round(load, 2) for load in os.getloadavg()],
        "date": time.strftime("%Y-%m-%d"), "commit": output_of(["git", "-C", ROOT, "describe", "--always", "--dirty"]).strip(),
        "swift": output_of(["swift", "--version"]).partition("\n")[0]}
    write_text(path, json.dumps(known, indent=2, sort_keys=True) + "\n")


def main(function):
    # SIGTERM acts like SIGINT: after either, the script prints one line and ends.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ.pop("SYNCBENCH_SLOWDOWN", None)
    common.main(function, "stopped; the same command goes on where this one ended")
