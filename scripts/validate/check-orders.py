#!/usr/bin/env python3
"""Weakens each memory order of the locks, one at a time, and asserts that the thread sanitizer reports a race.

    scripts/validate/check-orders.py [LOCK…]

On x86-64 most orders cost nothing, and a lock without them still works. Only the thread sanitizer, whose memory
model is weaker than the processor's, tells whether a lock's orders are enough, and whether each is needed. Of a
sequentially consistent access it sees the acquire and the release, but not the one order on which all threads
agree. The locks are those of Tools/Twin: C, but otherwise word for word those of Sources/SyncPrimitives. Needs gcc and
libck-dev.
Exit status: 0 if the unchanged locks have no race and every weakened lock has one.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Tools/Twin"
READERS = ["bravo-phase-fair", "bravo-pthread-rwlock", "snapshot-hazard", "snapshot-epoch"]
# The locks of each file.
FILES = {"locks.h": ["test-and-set", "ttas-pause", "ticket", "waiting-array", "parking-lot", "spin-park-futex"],
         "queue_locks.h": ["mcs", "clh", "queued-spinlock", "hemlock", "reciprocating", "cna", "flat-combining"],
         "reader_locks.h": READERS}
LOCKS = sum(FILES.values(), [])
# Parts that several locks have in common, each with the lock in which it is tried.
PARTS = {"bravo": "bravo-phase-fair", "phase_fair": "bravo-phase-fair", "reader_slots": "snapshot-hazard"}
WEAKER = {"acquire": ["relaxed"], "release": ["relaxed"], "acq_rel": ["acquire", "release"],
          "seq_cst load": ["relaxed"], "seq_cst store": ["relaxed"], "seq_cst": ["acquire", "release"]}
WINDOW_NS = 10_000_000
# The largest number of runs of a lock until a race shows.
TRIES = 40


def has_race(file, text, lock, folder, cpus):
    """Whether any of TRIES runs on the CPUs has a race, with this text in place of one of the twin's files."""
    (folder / file).write_text(text)
    twin = str(folder / "twin")
    subprocess.run(["gcc", "-std=gnu11", "-O1", "-DFEW", "-fsanitize=thread", "-pthread", str(folder / "twin.c"), "-o", twin], check=True)
    for seed in range(TRIES):
        workload = ["mix", cpus, "1", "3", str(WINDOW_NS), "0", "900", str(seed)] if lock in READERS else [
            "contended", cpus, "1", "3", str(WINDOW_NS), "0"]
        # `setarch -R` keeps addresses from being random, because the sanitizers of older compilers find no room if the kernel
        # draws addresses from a wide range. A lock that is too weak may also hang; it is then killed, and the next run begins.
        try:
            done = subprocess.run(["setarch", "-R", twin, lock, *workload],
                                  capture_output=True, text=True, check=False, timeout=20)
        except subprocess.TimeoutExpired:
            continue
        if "WARNING: ThreadSanitizer" in done.stderr:
            return True
        if done.returncode != 0:
            sys.exit(f"check-orders: the twin failed: {done.stderr}")
    return False


def weakened(text):
    """Each lock with one order weakened: its name, what was changed, and the text."""
    names = "|".join([lock.replace("-", "_") for lock in LOCKS] + list(PARTS))
    for found in re.finditer(r"memory_order_(acquire|release|acq_rel|seq_cst)\b", text):
        owner = re.findall(rf"^static .*?\b({names})_\w+\(", text[:found.start()], re.M)[-1]
        owner = PARTS.get(owner, owner.replace("_", "-"))
        line = text.count("\n", 0, found.start()) + 1
        before, _, after = text.splitlines()[line - 1].partition("// unseen")
        kind = re.findall(r"atomic_(load|store)_explicit", before)
        for order in WEAKER[" ".join([found[1], *kind]) if found[1] == "seq_cst" else found[1]]:
            # The comment `unseen: WHY` on a line says why no weaker order can show a race there; `unseen as ORDER: WHY` says it of one order.
            if after.startswith((":", f" as {order}:")):
                print(f"{owner:<21}{found[1]} -> {order} in line {line} not tried: {after.partition(': ')[2]}", flush=True)
                continue
            changed = text[:found.start()] + "memory_order_" + order + text[found.end():]
            yield owner, f"{found[1]} -> {order} in line {line}", changed


def tried(file, text, wanted):
    """The locks of a file as they are, and each weakened one."""
    as_they_are = [(lock, "as it is", text) for lock in FILES[file]]
    return [case for case in [*as_they_are, *weakened(text)] if case[0] in wanted]


def main():
    allowed = sorted(os.sched_getaffinity(0))[:2]
    if len(allowed) < 2:
        sys.exit("check-orders: two CPUs are needed, this process may use one")
    # Two threads a CPU: with one thread a CPU at most one waits, and some races can't show.
    cpus = ",".join(map(str, allowed * 2))
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(SOURCES, folder, dirs_exist_ok=True)
        for file in FILES:
            text = (SOURCES / file).read_text()
            for lock, change, changed in tried(file, text, sys.argv[1:] or LOCKS):
                is_racing = has_race(file, changed, lock, folder, cpus)
                verdict, is_right = "race" if is_racing else "no race", is_racing == (changed != text)
                print(f"{lock:<21}{change:<34}{verdict if is_right else verdict.upper()}", flush=True)
                failures += not is_right
            (folder / file).write_text(text)
    sys.exit(1 if failures else 0)


main()
