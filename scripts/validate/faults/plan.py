"""The faults, and what each is expected to come to: written down from docs/architecture.md and docs/security.md, not from what was seen."""

import os
import random
import resource
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scene import Deviation, check_error, expect, table

# The expected outcomes, in the words of the table.
GOES_ON = "goes on: status 0, no failure, no message"
GOES_ON_OR_NAMED = "goes on, or status 1 with an error that names what and the remedy"
NAMED = "status 1 with an error that names the file and the remedy"
KILLED = "dies; resumed with what was recorded"
STOPPED = "status 130 with the command that continues; before its first file it just ends"
ROW = "a failed launch is a row with its reason and status 3, or is made anew; the first one of all: status 1"
ROW_OR_GOES_ON = "goes on, or a failed launch is a row with its reason"
CALM = "goes on once it is continued"
READ_ONLY = "status 1 with an error that names the folder and the remedy; or nothing was left to write"
LOST = "status 1 with an error that names the folder, or it had ended; the next run starts anew"
INSIDE = "writes into the folder that it opened, or status 1 with its path; nothing where the link leads"
REFUSED = "status 1 with an error that names the folder and the remedy; the first goes on"
TRAPPED = "Swift ends a process that gets no memory: as a kill; or it goes on"
SHORT = "goes on, a failed launch is a row, or status 1 with an error that names what and the remedy"
MOVED = "goes on, or the worker refuses the CPU of the plan that it lost: a row with that reason"
UNLOADED = "; where the libraries find no room, the loader says so"
TIMED_OUT = "killed at its deadline: a row of kind timed-out, status 3"
REPEATED = "the old tables or the new ones, never half a one; status 0, or 1 with an error"


@dataclass(frozen=True)
class Fault:
    """A fault that can be put in again by its name."""
    group: str
    name: str
    expected: str
    at: str | None = None
    subject: str = "run"
    deed: str | None = None
    limits: tuple = ()
    is_alone: bool = False
    is_costly: bool = False
    # A fault of another page: does all of it in a campaign's scene, and returns the outcome.
    act: Callable | None = None


def at(role, kind, n, action, goes_on=False):
    return f"{role}:{kind}:{n}:{action}" + (":on" if goes_on else "")


def universe(counts, seed, is_root, more=()):
    """All faults that there are to choose from, by the calls that each subject makes; `more` are other pages' own of them."""
    found = []

    def add(group, expected, role, kind, action, subject="run", goes_on=False, deed=None, ns=None, **more):
        last = counts[subject].get((role, kind), 0)
        for n in ns if ns is not None else range(1, last + 1):
            if n > last:
                continue
            spec = at(role, kind, n, action, goes_on)
            name = f"{subject}/{spec}" + (f"/{deed}" if deed else "")
            found.append(Fault(group, name, expected, spec, subject, deed, **more))

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
    """The files of a run: each call of each kind, from the first to the last."""
    for subject in ["run", "resume"]:
        for kind in ["write-file", "sync", "rename"]:
            for action in ["ENOSPC", "EIO"]:
                add(f"{action} of files", NAMED, "orchestrator", kind, action, subject)
        add("a full disk that stays full", NAMED, "orchestrator", "write-file", "ENOSPC", subject, goes_on=True)
        add("short writes", GOES_ON, "orchestrator", "write-file", "short", subject)
        for kind in ["open-file", "write-file", "sync", "flock"]:
            add("EINTR", GOES_ON, "orchestrator", kind, "EINTR", subject)
        add("EMFILE", GOES_ON_OR_NAMED, "orchestrator", "open-file", "EMFILE", subject)
        add("ENOSPC of files", GOES_ON_OR_NAMED, "orchestrator", "mkdir", "ENOSPC", subject)
        add("EIO of files", GOES_ON_OR_NAMED, "orchestrator", "flock", "ENOLCK", subject)
        add("ENOMEM", GOES_ON_OR_NAMED, "orchestrator", "folder", "ENOMEM", subject)
    add("EIO of files", NAMED, "orchestrator", "read-file", "EIO", "resume")
    for subject in ["resume", "summarize"]:
        add("EINTR", GOES_ON, "orchestrator", "read-file", "EINTR", subject)
        add("short reads", GOES_ON, "orchestrator", "read-file", "short", subject)
    for kind in ["write-file", "sync", "rename", "open-file", "read-file"]:
        add("faults of summarize", REPEATED, "orchestrator", kind, "ENOSPC" if kind == "write-file" else "EIO", "summarize")
        add("SIGKILL of the orchestrator", KILLED, "orchestrator", kind, "SIGKILL", "summarize")


def calls(add, counts, seed):
    """Calls that are not about the run's files, and memory."""
    for role in ["orchestrator", "server", "worker"]:
        tolerant = GOES_ON_OR_NAMED if role == "orchestrator" else ROW_OR_GOES_ON
        for kind in ["read-other", "write-other", "poll", "wait", "open-other", "answer", "send"]:
            add("EINTR", GOES_ON, role, kind, "EINTR")
        for kind in ["write-other", "answer", "send"]:
            add("short writes", GOES_ON, role, kind, "short")
        for kind in ["open-other", "pipe", "dup", "pidfd", "memfd"]:
            add("EMFILE", tolerant, role, kind, "EMFILE")
        add("EIO of what is not the run's", tolerant, role, "read-other", "EIO")
        for kind in ["fork", "spawn", "thread"]:
            add("EAGAIN of clone", tolerant if role == "orchestrator" else ROW_OR_GOES_ON, role, kind, "EAGAIN")
        for kind in ["fork", "spawn", "mmap"]:
            add("ENOMEM", tolerant, role, kind, "ENOMEM")
        # Of many thousands of allocations, as many as time allows: a stratum each.
        last = counts["run"].get((role, "malloc"), 0)
        draws = random.Random(f"{seed} {role}")
        strata = {"orchestrator": 60, "server": 15, "worker": 15}[role]
        ns = sorted({last * i // strata + 1 + draws.randrange(max(1, last // strata)) for i in range(strata)})
        add("ENOMEM", TRAPPED, role, "malloc", "ENOMEM", ns=ns)


def signals(add):
    for kind in ["write-file", "sync", "rename", "open-file", "mkdir", "flock", "send", "clock", "poll"]:
        add("SIGKILL of the orchestrator", KILLED, "orchestrator", kind, "SIGKILL")
        for name in ["SIGTERM", "SIGHUP", "SIGINT"]:
            add(f"{name} of the orchestrator", STOPPED, "orchestrator", kind, name, ns=range(1, 99, 3))
        add("SIGSTOP of the orchestrator", CALM, "orchestrator", kind, "SIGSTOP", ns=range(1, 99, 4), deed="nothing")
    add("SIGKILL of the orchestrator", KILLED, "orchestrator", "write-file", "SIGKILL", "resume")
    for role in ["server", "worker"]:
        for kind in ["read-other", "write-other", "poll", "fork", "pidfd", "answer", "thread"]:
            for name in ["SIGKILL", "SIGTERM", "SIGHUP"]:
                add(f"{name} of a worker", ROW, role, kind, name, ns=range(1, 99, 2))
        for kind in ["write-other", "answer"]:
            add("SIGSTOP of a worker", CALM, role, kind, "SIGSTOP", deed="nothing")
    add("SIGSTOP of a worker", TIMED_OUT, "worker", "answer", "SIGSTOP", is_costly=True)


def lies(add):
    for action in ["SIGSEGV", "SIGABRT", "SIGBUS"]:
        add("a worker crashes", ROW, "worker", "answer", action)
        add("a worker crashes", ROW, "worker", "thread", action)
    add("a worker exits with 0 in silence", ROW, "worker", "answer", "exit")
    add("a worker exits with 0 in silence", ROW, "worker", "thread", "exit")
    add("a worker answers garbage", ROW, "worker", "answer", "garbage")
    add("a worker answers half a line", ROW, "worker", "answer", "half")
    add("a worker answers 1 GB", ROW, "worker", "answer", "flood")
    add("a worker hangs", TIMED_OUT, "worker", "answer", "hang", is_costly=True)
    add("a worker forks", GOES_ON, "worker", "answer", "children")
    add("a worker forks daemons", GOES_ON, "worker", "answer", "daemon")
    for kind in ["answer", "thread", "pidfd"]:
        add("a worker moves to another CPU", MOVED, "worker", kind, "affinity")


def surroundings(add):
    for kind in ["write-file", "rename", "send", "sync"]:
        add("the folder is removed", LOST, "orchestrator", kind, "SIGSTOP", deed="remove", ns=range(1, 99, 2))
        for deed in ["link", "link-raw"]:
            add("the folder is replaced by a link", INSIDE, "orchestrator", kind, "SIGSTOP", deed=deed, ns=range(1, 99, 2))
        for deed in ["second-run", "second-resume", "second-summarize"]:
            add("two processes on one folder", REFUSED, "orchestrator", kind, "SIGSTOP", deed=deed, ns=range(1, 99, 3))
        add(
            "the folder is made read-only", READ_ONLY, "orchestrator", kind, "SIGSTOP", deed="read-only",
            ns=range(1, 99, 2))
    for kind in ["mkdir", "open-file"]:
        for deed in ["second-run", "second-resume"]:
            add("two processes on one folder", REFUSED, "orchestrator", kind, "SIGSTOP", deed=deed, ns=range(1, 99, 5))
    for role in ["orchestrator", "server", "worker"]:
        for action in ["jump+3600", "jump-3600", "jump+94608000", "jump-94608000", "jump-1700000000"]:
            add("a clock that jumps", GOES_ON, role, "clock", action)
    for kind in ["send", "sync"]:
        for deed in ["cpu-0", "cpu-1"]:
            add("a CPU is taken away", ROW_OR_GOES_ON, "orchestrator", kind, "SIGSTOP", deed=deed)


def rooms(found, is_root):
    """Few processes and little room, which only root can arrange."""
    if not is_root:
        print("skipped without the rights of root: pids.max is reached, a full disk (tmpfs)")
        return
    for most in [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 32, 40]:
        found.append(Fault(
            "pids.max is reached", f"run/pids.max={most}", SHORT, deed=f"pids={most}", is_alone=True, is_costly=True))
    for kilobytes in [8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 96, 300]:
        found.append(Fault(
            "a full disk (tmpfs)", f"disk/size={kilobytes}kB", NAMED + "; or there was room", subject="disk",
            deed=f"size={kilobytes}"))


def limits(found):
    """What the system grants a process less of, and two that begin at once."""
    for megabytes in [64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 448, 512, 640, 768, 1024, 1536, 2048]:
        found.append(Fault(
            "memory runs out (RLIMIT_AS)", f"run/memory={megabytes}MB", TRAPPED + "; " + SHORT + UNLOADED,
            limits=((resource.RLIMIT_AS, megabytes << 20),)))
    for files_ in [4, 5, 6, 8, 10, 12, 16, 20, 24, 32]:
        found.append(Fault(
            "EMFILE", f"run/descriptors={files_}", SHORT, limits=((resource.RLIMIT_NOFILE, files_),)))
    for place in range(12):
        found.append(Fault(
            "two processes on one folder", f"run/race={place}", "one measures, the other is refused", deed=f"race={place}"))


# Judging a fault's outcome


def failures(scene):
    return table(scene.run / "raw/failures.csv")


def reached_calibration(outcome):
    return "the first worker failed" in outcome.error


def check_rows(scene, kinds=None):
    for row in failures(scene):
        expect(row["reason"], f"a failure without its reason: {row}")
        expect(not kinds or row["kind"] in kinds, f"a failure of kind {row['kind']}: {row['reason']}")


def judge(fault, scene, outcome):
    """Raises a Deviation where the outcome is not the expected one."""
    status, expected, target = outcome.status, fault.expected, scene.state.target
    error = outcome.error.strip()
    if expected == GOES_ON:
        expect(status == 0 and not failures(scene) and "error" not in error, f"status {status}: {error}")
    elif expected == CALM:
        expect(status == 0 and not failures(scene), f"status {status}: {error} {failures(scene)}")
    elif expected in (NAMED, READ_ONLY):
        if expected == READ_ONLY and status == 0:
            return
        expect(status == 1, f"status {status}: {error}")
        check_error(outcome, named_by(fault, scene, target))
    elif expected == KILLED:
        expect(status == -signal.SIGKILL, f"status {status}: {error}")
    elif expected == STOPPED:
        judge_stop(fault, scene, outcome)
    elif expected == MOVED:
        judge_row(fault, scene, outcome)
        for row in failures(scene):
            expect("CPU 1 of the plan" in row["reason"], f"another reason: {row}")
    elif expected in (ROW, ROW_OR_GOES_ON):
        judge_row(fault, scene, outcome)
    elif expected == TIMED_OUT:
        if status == 1:
            expect(reached_calibration(outcome), error)
            return check_error(outcome)
        if status == 0:
            # Calibration is done without if its worker hangs.
            names = {row["name"] for row in table(scene.run / "raw/calibration.csv")}
            return expect(not {"thread", "turn"} <= names, "a worker that hung left nothing")
        expect(status == 3 and failures(scene), f"status {status}: {error}")
        check_rows(scene, {"timed-out"})
    elif expected in (LOST, INSIDE, REFUSED):
        expect(status in (0, 1), f"status {status}: {error}")
        if status == 1:
            check_error(outcome, [str(scene.run)])
    elif expected.endswith(UNLOADED) and status == 127:
        expect("error while loading shared libraries" in error and not scene.run.exists(), error)
    elif TRAPPED in expected:
        expect(status in (0, 1, 3) or status in (-4, -5, -6, -11), f"status {status}: {error}")
        if status == 1:
            check_error(outcome)
    elif expected == GOES_ON_OR_NAMED:
        expect(status in (0, 1, 3), f"status {status}: {error}")
        expect(status != 3 or failures(scene), f"status 3 without a failure: {error}")
        check_rows(scene)
        if status == 1:
            check_error(outcome)
            expect("another syncbench" not in error, f"it blames another process: {error}")
    elif expected == SHORT:
        expect(status in (0, 1, 3), f"status {status}: {error}")
        check_rows(scene)
        if status == 1:
            check_error(outcome)
    elif expected == REPEATED:
        expect(status in (0, 1), f"status {status}: {error}")
        if status == 1:
            check_error(outcome, named_by(fault, scene, target))
    elif status == 1:
        check_error(outcome)
    else:
        expect(status in (0, 1), f"status {status}: {error}")


def named_by(fault, scene, target):
    """What an error must name: the file, whose temporary name is nobody's business."""
    if fault.deed or fault.subject == "disk":
        return [str(scene.run), str(scene.root / "disk/run")]
    path = Path(target)
    return [str(path.parent)] if path.name.startswith(".syncbench-") else [str(path)]


def judge_stop(fault, scene, outcome):
    status, number = outcome.status, getattr(signal, fault.at.split(":")[3])
    if status == -number:
        expect(not (scene.run / "run.json").exists(), "it died of the signal while it measured")
    elif status == 130:
        expect("continue with" in outcome.error, f"no command that continues: {outcome.error}")
        expect(scene.document_state() == "interrupted", f"the run is {scene.document_state()}")
        expect(not failures(scene), "what was cut short became a failure")
    else:
        expect(status == 0 and scene.document_state() == "complete", f"status {status}: {outcome.error}")


def judge_row(fault, scene, outcome):
    status, error = outcome.status, outcome.error.strip()
    rows = failures(scene)
    if status == 1:
        expect(reached_calibration(outcome), f"status 1: {error}")
        return check_error(outcome)
    expect(status in (0, 3), f"status {status}: {error}")
    expect((status == 3) == bool(rows), f"status {status} with {len(rows)} failures: {error}")
    check_rows(scene)
    if not (fault.deed or "").startswith("cpu"):
        expect(len(rows) <= 1, f"{len(rows)} failures of one fault")


# Deeds


def cgroup_of_processes(scene, most):
    """A control group of its own with pids.max; None where there is none to write."""
    for top in ["/sys/fs/cgroup", "/sys/fs/cgroup/pids"]:
        group = Path(top, f"syncbench-faults-{scene.mark[:12]}")
        controllers = Path(top, "cgroup.controllers")
        if top == "/sys/fs/cgroup" and (not controllers.exists() or "pids" not in controllers.read_text()):
            continue
        try:
            group.mkdir()
            (group / "pids.max").write_text(str(most))
            return group
        except OSError:
            if group.is_dir():
                group.rmdir()
    return None


def carry_out(fault, scene, process):
    """Does to a stopped process's surroundings what the fault says."""
    deed = fault.deed
    if deed == "remove":
        shutil.rmtree(scene.run, ignore_errors=True)
    elif deed == "link" and scene.run.is_dir():
        scene.run.rename(scene.root / "moved")
        scene.run.symlink_to("beside")
    elif deed == "link-raw" and (scene.run / "raw").is_dir():
        (scene.run / "raw").rename(scene.root / "moved")
        (scene.run / "raw").symlink_to("../beside/raw")
    elif deed == "read-only":
        for path in [scene.run / "raw", scene.run]:
            if path.is_dir():
                path.chmod(0o555)
    elif deed.startswith("cpu-"):
        for one in scene.alive():
            try:
                for task in os.listdir(f"/proc/{one}/task"):
                    os.sched_setaffinity(int(task), {int(deed[4:])})
            except OSError:
                pass
    elif deed.startswith("second-"):
        second(fault, scene)


def second(fault, scene):
    """A second process on the folder of one that stands still."""
    command = fault.deed.split("-")[1]
    words = {
        "run": scene.arguments(), "resume": ["run", "--resume", str(scene.run)], "summarize": ["summarize", str(scene.run)],
    }[command]
    is_complete = scene.document_state() == "complete"
    outcome = scene.call(*words)
    if outcome.status == 1:
        return check_error(outcome, [str(scene.run)])
    # Before the first has its lock, the folder is the second's.
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
        for path in [scene.run, scene.run / "raw"]:
            if path.is_dir():
                path.chmod(0o755)
