#!/usr/bin/env python3
"""Runs one command of the soak test, watches it, and prints what was seen as one line of JSON.

    step.py JSON

JSON names the arguments, the environment, and after how many seconds which signal is sent, if one is. A process of its
own, so that the prefix of the soak test can hold a lock for just as long as the command takes.
"""

import ctypes
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 0.05
# How long what a command left may take to end before it counts as left behind.
GRACE_SECONDS = 1.0


def adopt_orphans():
    """Makes this process the parent of what the command leaves, so that nothing of it gets lost."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processes():
    """All processes: identifier to state and parent."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = pathlib.Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            # The name in brackets may hold spaces, and brackets.
            state, parent = text.rpartition(")")[2].split()[:2]
            found[int(entry)] = (state, int(parent))
    return found


def descendants(of):
    """The states of the processes below one, by identifier."""
    known = processes()
    below, added = {of}, True
    while added:
        children = {process for process, (_, parent) in known.items() if parent in below}
        added = not children <= below
        below |= children
    return {process: known[process][0] for process in below - {of}}


def descriptors(process):
    """How many descriptors a process has open; 0 where it has ended."""
    try:
        return len(os.listdir(f"/proc/{process}/fd"))
    except OSError:
        return 0


class Watch:
    """What a command had at most while it ran, early and late."""

    def __init__(self, process):
        self.process = process
        self.samples = []

    def look(self, now):
        """Takes a sample."""
        below = descendants(self.process)
        zombies = sum(state == "Z" for state in below.values())
        self.samples.append((now, descriptors(self.process), len(below) - zombies, zombies))

    def most(self, column, samples=None):
        """The largest value of a column."""
        return max((sample[column] for sample in (self.samples if samples is None else samples)), default=0)

    def thirds(self, column):
        """The largest value in the first and in the last third of the time; None of a short command."""
        if len(self.samples) < 30:
            return None, None
        third = len(self.samples) // 3
        return self.most(column, self.samples[:third]), self.most(column, self.samples[-third:])


def watch(process, request, started):
    """Watches a command to its end, and sends it its signal; the watch and the usage that it ends with."""
    seen = Watch(process)
    due = request.get("signalAfter")
    while True:
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if ended:
            return seen, os.waitstatus_to_exitcode(status), usage
        now = time.monotonic() - started
        seen.look(now)
        if due is not None and now >= due:
            os.kill(process, getattr(signal, request["signal"]))
            due = None
        if now > request["limit"]:
            os.kill(process, signal.SIGABRT)
        time.sleep(POLL_SECONDS)


def left_behind():
    """What the command left: those still alive after a moment of grace, which are ended, and the zombies."""
    own = os.getpid()
    end = time.monotonic() + GRACE_SECONDS
    orphans = set()
    while True:
        below = descendants(own)
        orphans |= set(below)
        alive = [process for process, state in below.items() if state != "Z"]
        for process in below:
            try:
                os.waitpid(process, os.WNOHANG)
            except ChildProcessError:
                pass
        if not alive or time.monotonic() > end:
            for process in alive:
                os.kill(process, signal.SIGKILL)
            return len(orphans), len(alive)
        time.sleep(POLL_SECONDS)


def main():
    request = json.loads(sys.argv[1])
    adopt_orphans()
    started = time.monotonic()
    with open(request["log"], "wb") as log:
        # Held to the end: what is collected reaps its process, which is ours to wait for.
        command = subprocess.Popen(request["arguments"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env=request["environment"], cwd=request["folder"])
    seen, status, usage = watch(command.pid, request, started)
    command.returncode = status
    seconds = time.monotonic() - started
    orphans, alive = left_behind()
    early, late = seen.thirds(1)
    print(json.dumps({
        "seconds": round(seconds, 3), "status": status, "peak_mb": round(usage.ru_maxrss / 1024, 2),
        "descriptors": seen.most(1), "descriptors_early": early, "descriptors_late": late,
        "processes": seen.most(2), "zombies": seen.most(3), "orphans": orphans, "left_processes": alive,
    }))


if __name__ == "__main__":
    main()
