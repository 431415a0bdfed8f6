"""The faults and their expected outcomes, which come from docs/architecture.md and docs/security.md, not from observation."""

import contextlib
import itertools
import os
import random
import resource
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scene import check_error, expect, table

# The expected outcomes, in the words of faults.csv.
GOES_ON = "goes on: status 0, no failure, no message"
GOES_ON_OR_NAMED = "goes on, or status 1 with an error that names what failed and the remedy"
NAMED = "status 1 with an error that names the file and the remedy"
KILLED = "dies; resumed with what was recorded"
STOPPED = "status 130 with the command that continues; or, if no file was written yet, ends by the signal"
ROW = "a failed launch is a row with its reason and status 3, or is made anew; if it is the first launch of all, status 1"
ROW_OR_GOES_ON = "goes on, or a failed launch is a row with its reason"
CALM = "goes on once it is continued"
READ_ONLY = "status 1 with an error that names the folder and the remedy; or nothing was left to write"
LOST = "status 1 with an error that names the folder, or the run had ended; the next run starts anew"
INSIDE = "writes into the folder that it opened, or status 1 with its path; nothing where the link leads"
REFUSED = "status 1 with an error that names the folder and the remedy; the first goes on"
TRAPPED = "Swift ends a process that gets no memory: like a kill; or it goes on"
SHORT = "goes on, a failed launch is a row, or status 1 with an error that names what failed and the remedy"
MOVED = "goes on, or the worker refuses the CPU of the plan that it lost: a row with that reason"
UNLOADED = f"{TRAPPED}; {SHORT}; where the libraries find no room, the loader says so"
TIMED_OUT = "killed at its deadline: a row of kind timed-out, status 3"
REPEATED = "the old tables or the new ones, never half a one; status 0, or 1 with an error"
# The statuses of Swift's traps.
TRAPS = {-4, -5, -6, -11}
# The statuses that each expected outcome allows. An outcome that is not listed allows 0 and 1, except STOPPED, which judge_stop judges.
STATUSES = {
    GOES_ON: {0}, CALM: {0}, NAMED: {1}, KILLED: {-signal.SIGKILL}, TRAPPED: {0, 1, 3} | TRAPS, UNLOADED: {0, 1, 3, 127} | TRAPS,
    **dict.fromkeys([MOVED, ROW, ROW_OR_GOES_ON, TIMED_OUT, GOES_ON_OR_NAMED, SHORT], {0, 1, 3})}


@dataclass(frozen=True)
class Fault:
    """A fault that can be injected again by its name."""
    group: str
    name: str
    expected: str
    at: str | None = None
    subject: str = "run"
    deed: str | None = None
    limits: tuple = ()
    is_alone: bool = False
    is_costly: bool = False
    # A function that injects the fault, runs the command itself and returns the outcome. Only faults that this script does not
    # define have one.
    act: Callable | None = None


def universe(counts, seed, is_root, more=()):
    """The faults of this file, and those that the functions in `more` add. Most are injected at a call: `counts` has the number of calls of
    each kind that each subject (`run`, `resume` or `summarize`) makes."""
    found = []

    def add(group, expected, roles, kinds, actions, subjects="run", goes_on=False, deeds="", ns=range(1, 1 << 20), **fields):
        """Adds a fault at each call of these kinds whose number, counted from 1, is in `ns`. Roles, kinds, actions, subjects and deeds are one
        word or several."""
        choices = [words.split(" ") if isinstance(words, str) else words for words in (roles, kinds, actions, subjects, deeds)]
        for role, kind, action, subject, deed in itertools.product(*choices):
            last = counts[subject].get((role, kind), 0)
            for n in itertools.takewhile(lambda n: n <= last, ns):
                spec = f"{role}:{kind}:{n}:{action}" + (":on" if goes_on else "")
                name = f"{subject}/{spec}" + (f"/{deed}" if deed else "")
                found.append(Fault(group.format(action), name, expected, spec, subject, deed or None, **fields))

    files(add)
    calls(add, counts, seed)
    signals(add)
    lies(add)
    surroundings(add)
    for one in more:
        one(add)
    limits(found)
    rooms(found, is_root)
    return found


def files(add):
    """Faults of calls on a run's files: at each call of each kind, from the first to the last."""
    own, both = "orchestrator", "run resume"
    add("{} of files", NAMED, own, "write-file sync rename", "ENOSPC EIO", both)
    add("a full disk that stays full", NAMED, own, "write-file", "ENOSPC", both, goes_on=True)
    add("short writes", GOES_ON, own, "write-file", "short", both)
    add("EINTR", GOES_ON, own, "open-file write-file sync flock", "EINTR", both)
    add("EMFILE", GOES_ON_OR_NAMED, own, "open-file", "EMFILE", both)
    add("ENOSPC of files", GOES_ON_OR_NAMED, own, "mkdir", "ENOSPC", both)
    add("EIO of files", GOES_ON_OR_NAMED, own, "flock", "ENOLCK", both)
    add("ENOMEM", GOES_ON_OR_NAMED, own, "folder", "ENOMEM", both)
    add("EIO of files", NAMED, own, "read-file", "EIO", "resume")
    add("EINTR", GOES_ON, own, "read-file", "EINTR", "resume summarize")
    add("short reads", GOES_ON, own, "read-file", "short", "resume summarize")
    add("faults of summarize", REPEATED, own, "write-file", "ENOSPC", "summarize")
    add("faults of summarize", REPEATED, own, "sync rename open-file read-file", "EIO", "summarize")
    add("SIGKILL of the orchestrator", KILLED, own, "write-file sync rename open-file read-file", "SIGKILL", "summarize")


def calls(add, counts, seed):
    """Faults of the other calls, which are not about the run's files, and of memory."""
    for role in ["orchestrator", "server", "worker"]:
        tolerant = GOES_ON_OR_NAMED if role == "orchestrator" else ROW_OR_GOES_ON
        add("EINTR", GOES_ON, role, "read-other write-other poll wait open-other answer send", "EINTR")
        add("short writes", GOES_ON, role, "write-other answer send", "short")
        add("EMFILE", tolerant, role, "open-other pipe dup pidfd memfd", "EMFILE")
        add("EIO of what is not the run's", tolerant, role, "read-other", "EIO")
        add("EAGAIN of clone", tolerant, role, "fork spawn thread", "EAGAIN")
        add("ENOMEM", tolerant, role, "fork spawn mmap", "ENOMEM")
        # There are many thousands of allocations: one is drawn from each of a number of equal strata.
        last = counts["run"].get((role, "malloc"), 0)
        draws = random.Random(f"{seed} {role}")
        strata = {"orchestrator": 60, "server": 15, "worker": 15}[role]
        ns = sorted({last * i // strata + 1 + draws.randrange(max(1, last // strata)) for i in range(strata)})
        add("ENOMEM", TRAPPED, role, "malloc", "ENOMEM", ns=ns)


def signals(add):
    kinds = "write-file sync rename open-file mkdir flock send clock poll"
    add("{} of the orchestrator", KILLED, "orchestrator", kinds, "SIGKILL")
    add("{} of the orchestrator", STOPPED, "orchestrator", kinds, "SIGTERM SIGHUP SIGINT", ns=range(1, 99, 3))
    add("{} of the orchestrator", CALM, "orchestrator", kinds, "SIGSTOP", ns=range(1, 99, 4), deeds="nothing")
    add("{} of the orchestrator", KILLED, "orchestrator", "write-file", "SIGKILL", "resume")
    add("{} of a worker", ROW, "server worker", "read-other write-other poll fork pidfd answer thread", "SIGKILL SIGTERM SIGHUP",
        ns=range(1, 99, 2))
    add("{} of a worker", CALM, "server worker", "write-other answer", "SIGSTOP", deeds="nothing")
    add("{} of a worker", TIMED_OUT, "worker", "answer", "SIGSTOP", is_costly=True)


def lies(add):
    add("a worker crashes", ROW, "worker", "answer thread", "SIGSEGV SIGABRT SIGBUS")
    add("a worker exits with 0 in silence", ROW, "worker", "answer thread", "exit")
    add("a worker answers garbage", ROW, "worker", "answer", "garbage")
    add("a worker answers half a line", ROW, "worker", "answer", "half")
    add("a worker answers 1 GB", ROW, "worker", "answer", "flood")
    add("a worker hangs", TIMED_OUT, "worker", "answer", "hang", is_costly=True)
    add("a worker forks", GOES_ON, "worker", "answer", "children")
    add("a worker forks daemons", GOES_ON, "worker", "answer", "daemon")
    add("a worker moves to another CPU", MOVED, "worker", "answer thread pidfd", "affinity")


def surroundings(add):
    stopped = "orchestrator", "write-file rename send sync", "SIGSTOP"
    second = "two processes on one folder"
    add("the folder is removed", LOST, *stopped, deeds="remove", ns=range(1, 99, 2))
    add("the folder is replaced by a link", INSIDE, *stopped, deeds="link link-raw", ns=range(1, 99, 2))
    add(second, REFUSED, *stopped, deeds="second-run second-resume second-summarize", ns=range(1, 99, 3))
    add("the folder is made read-only", READ_ONLY, *stopped, deeds="read-only", ns=range(1, 99, 2))
    add(second, REFUSED, "orchestrator", "mkdir open-file", "SIGSTOP", deeds="second-run second-resume", ns=range(1, 99, 5))
    add("a clock that jumps", GOES_ON, "orchestrator server worker", "clock",
        "jump+3600 jump-3600 jump+94608000 jump-94608000 jump-1700000000")
    add("a CPU is taken away", ROW_OR_GOES_ON, "orchestrator", "send sync", "SIGSTOP", deeds="cpu-0 cpu-1")


def rooms(found, is_root):
    """Few processes and little room, which only root can arrange."""
    if not is_root:
        print("without root, these kinds of faults are skipped: pids.max is reached, a full disk (tmpfs)")
        return
    for most in [1, 2, 3, 4, 6, 8, 10, 12, *range(14, 25), 26, 28, 32, 40]:
        if most != 15:
            found.append(Fault(
                "pids.max is reached", f"run/pids.max={most}", SHORT, deed=f"pids={most}", is_alone=True, is_costly=True))
    for kilobytes in [*range(8, 65, 4), 72, 80, 96, 300]:
        found.append(Fault("a full disk (tmpfs)", f"disk/size={kilobytes}kB", NAMED + "; or there was room", subject="disk",
                           deed=f"size={kilobytes}"))


def limits(found):
    """Limits on a process's resources, and two processes that begin together."""
    for megabytes in [*range(64, 385, 32), 448, 512, 640, 768, 1024, 1536, 2048]:
        found.append(Fault(
            "memory runs out (RLIMIT_AS)", f"run/memory={megabytes}MB", UNLOADED, limits=((resource.RLIMIT_AS, megabytes << 20),)))
    for most in [4, 5, 6, 8, 10, 12, 16, 20, 24, 32]:
        found.append(Fault("EMFILE", f"run/descriptors={most}", SHORT, limits=((resource.RLIMIT_NOFILE, most),)))
    for place in range(12):
        found.append(Fault(
            "two processes on one folder", f"run/race={place}", "one measures, the other is refused", deed=f"race={place}"))


# Judging a fault's outcome


def judge(fault, scene, outcome):
    """Raises a Deviation if the outcome is not the expected one."""
    status, expected, error = outcome.status, fault.expected, outcome.error.strip()
    rows = table(scene.run / "raw/failures.csv")
    if expected == STOPPED:
        return judge_stop(fault, scene, outcome, rows)
    expect(status in STATUSES.get(expected, {0, 1}), f"status {status}: {error} {rows}")
    if status == 1:
        check_error(outcome, names(fault, scene))
    for row in rows:
        is_named = row["reason"] and (expected != MOVED or "CPU 1 of the plan" in row["reason"])
        expect(is_named, f"a failure without its reason, or with another: {row}")
        expect(expected != TIMED_OUT or row["kind"] == "timed-out", f"a failure of kind {row['kind']}: {row['reason']}")
    if expected in (GOES_ON, CALM):
        expect(not rows and (expected == CALM or "error" not in error), f"{rows}: {error}")
    elif expected in (MOVED, ROW, ROW_OR_GOES_ON, TIMED_OUT):
        judge_row(fault, scene, outcome, rows)
    elif expected == GOES_ON_OR_NAMED:
        expect(status != 3 or rows, f"status 3 without a failure: {error}")
        expect(status != 1 or "another syncbench" not in error, f"it blames another process: {error}")
    elif status == 127:
        expect("error while loading shared libraries" in error and not scene.run.exists(), error)


def names(fault, scene):
    """What an error must name: the run's folder, or the file of the failed call (for a temporary file, its folder). If the list is empty,
    the error need not name anything."""
    if fault.expected in (LOST, INSIDE, REFUSED) or (fault.expected in (NAMED, READ_ONLY) and fault.deed):
        return [str(scene.run)]
    if fault.expected in (NAMED, REPEATED):
        path = Path(scene.state.target)
        return [str(path.parent if path.name.startswith(".syncbench-") else path)]
    return []


def judge_stop(fault, scene, outcome, rows):
    status, number = outcome.status, getattr(signal, fault.at.split(":")[3])
    if status == -number:
        expect(not (scene.run / "run.json").exists(), "it died of the signal while it measured")
    elif status == 130:
        expect("continue with" in outcome.error, f"no command that continues: {outcome.error}")
        expect(scene.document_state() == "interrupted", f"the run is {scene.document_state()}")
        expect(not rows, "what was cut short became a failure")
    else:
        expect(status == 0 and scene.document_state() == "complete", f"status {status}: {outcome.error}")


def judge_row(fault, scene, outcome, rows):
    status, error = outcome.status, outcome.error.strip()
    if status == 1:
        expect("the first worker failed" in error, f"status 1: {error}")
    elif fault.expected != TIMED_OUT:
        expect((status == 3) == bool(rows), f"status {status} with {len(rows)} failures: {error}")
        expect(len(rows) <= 1 or (fault.deed or "").startswith("cpu"), f"{len(rows)} failures of one fault")
    elif status == 0:
        # The worker that hung was a calibration's, and the run goes on without that calibration.
        names = {row["name"] for row in table(scene.run / "raw/calibration.csv")}
        expect(not {"thread", "turn"} <= names, "a worker that hung left nothing")
    else:
        expect(rows, f"status {status}: {error}")


# Deeds


def carry_out(fault, scene):
    """Carries out the fault's deed on the surroundings of a stopped process."""
    deed, raw = fault.deed, scene.run / "raw"
    if deed == "remove":
        shutil.rmtree(scene.run, ignore_errors=True)
    elif deed == "link" and scene.run.is_dir():
        scene.run.rename(scene.root / "moved")
        scene.run.symlink_to("beside")
    elif deed == "link-raw" and raw.is_dir():
        raw.rename(scene.root / "moved")
        raw.symlink_to("../beside/raw")
    elif deed == "read-only":
        change_rights(scene, 0o555)
    elif deed.startswith("cpu-"):
        for one in scene.alive():
            with contextlib.suppress(OSError):
                for task in os.listdir(f"/proc/{one}/task"):
                    os.sched_setaffinity(int(task), {int(deed[4:])})
    elif deed.startswith("second-"):
        second(deed.removeprefix("second-"), scene)


def change_rights(scene, mode):
    for path in [scene.run / "raw", scene.run]:
        if path.is_dir():
            path.chmod(mode)


def second(command, scene):
    """Starts a second process on the folder of a stopped one."""
    is_complete = scene.document_state() == "complete"
    outcome = scene.call(*scene.words(command))
    if outcome.status == 1:
        return check_error(outcome, [str(scene.run)])
    # If the first process was stopped before it had the lock, the second one may use the folder.
    was_first = command == "run" and scene.document_state() == "complete"
    expect(
        command == "summarize" or was_first or (is_complete and command == "resume"),
        f"the second ended with {outcome.status}: {outcome.error.strip()}")


def undo(fault, scene):
    """Brings the folder back, as the user who took it away would."""
    moved = scene.root / "moved"
    place = {"link": scene.run, "link-raw": scene.run / "raw"}.get(fault.deed or "")
    if place and moved.exists():
        place.unlink()
        moved.rename(place)
    if fault.deed == "read-only":
        change_rights(scene, 0o755)
