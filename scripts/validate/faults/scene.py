"""Runs one command with an injected fault, in a folder of its own, and checks what must hold afterwards."""

import contextlib
import hashlib
import os
import re
import resource
import shutil
import signal
import stat
import struct
import subprocess
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from common import rows_of

ROLES = ["orchestrator", "server", "worker", "other"]
KINDS = """open-file open-other read-file read-other write-file write-other sync rename mkdir unlink flock poll pipe fork spawn
thread mmap malloc dup clock wait send stat folder pidfd memfd answer""".split()
# The struct `state` of faults.c: fired, process, launches, unused, jumped, target; then counts.
HEAD = struct.Struct("<IiIIq512s")
COUNTS = struct.Struct(f"<{len(ROLES) * len(KINDS)}Q")
MARK = "SYNCBENCH_FAULTS_MARK"
CASES = ["locks/uncontended/mutex/*", "locks/uncontended/ticket/*", "locks/contended/mutex/threads=2/inside=0/*"]
# The numbers of calibrations, of launches, and of trials in a launch. The calibrations find the steps of busy work per µs, the time to start
# and end a thread, the time to hand on a turn among spinning threads, and the operations per trial of each of the two cases without a window.
CALIBRATIONS, LAUNCHES, TRIALS = 5, 3, 3
TABLES = ["locks.csv", "summary.csv"]
RAW = ["calibration.csv", "failures.csv", "latency.csv", "observations.csv", "threads.csv", "trials.csv"]
# The files, beside each table, into which `run --resume` moves rows that it can't use.
CUT = re.compile(r"raw/[a-z]+\.csv(\.gz)?\.cut-[0-9]+")
# The orchestrator waits 10 s for a fork server. A worker's deadline is some 4 s, and on a busy machine up to twenty times as long.
LIMIT_SECONDS = 100


@dataclass
class Outcome:
    """The end of a command."""
    status: int | None
    output: str
    error: str


@dataclass
class State:
    """The struct `state` that the preloaded library (faults.c) has written."""
    fired: bool
    process: int
    launches: int
    target: str
    counts: dict


class Deviation(Exception):
    """An outcome other than the expected one."""


def expect(holds, what):
    if not holds:
        raise Deviation(what)


class Scene:
    """A folder for the run, a folder for temporary files, and a tree beside them that no command may change."""

    def __init__(self, root, tool, library, user=None):
        self.root, self.tool, self.library, self.user = Path(root), tool, library, None
        self.run, self.temporary, self.beside = self.root / "run", self.root / "tmp", self.root / "beside"
        self.state_file = self.root / "state"
        self.mark = uuid.uuid4().hex
        self.root.mkdir(parents=True)
        self.temporary.mkdir()
        (self.beside / "raw").mkdir(parents=True)
        for name in ["run.json", "locks.csv", "raw/trials.csv", "raw/failures.csv", "theirs"]:
            (self.beside / name).write_text(f"theirs: {name}\n")
        (self.beside / "link").symlink_to("theirs")
        self.state_file.write_bytes(bytes(HEAD.size + COUNTS.size))
        self.before = fingerprint(self.beside)
        self.processes = []
        if user is not None:
            self.become(user)

    def become(self, user):
        """Makes a user the owner of the scene's files; later commands run as this user."""
        self.user = user
        for path in [self.root, *self.root.rglob("*")]:
            os.chown(path, user, user, follow_symlinks=False)
        self.before = fingerprint(self.beside)

    # Processes

    def arguments(self, *more):
        cases = [word for one in CASES for word in ("--filter", one)]
        return ["run", "--profile", "smoke", "--seed", "3", *cases, "--output", str(self.run), *more]

    def words(self, command, *more):
        """The tool's arguments for a new run, for resuming it, or for `summarize`."""
        run = str(self.run)
        return {"resume": ["run", "--resume", run], "summarize": ["summarize", run]}.get(command) or self.arguments(*more)

    def start(self, arguments, fault=None, limits=None, is_counted=True, error=subprocess.PIPE, prefix=()):
        """Starts the tool, with a fault if one is given; its command line begins with the words of `prefix`."""
        environment = {**os.environ, MARK: self.mark, "TMPDIR": str(self.temporary), "FAULTS_FOLDER": str(self.run), "LC_ALL": "C"}
        if is_counted:
            environment |= {"LD_PRELOAD": str(self.library), "FAULTS_STATE": str(self.state_file)}
        if fault:
            environment["FAULTS_AT"] = fault
        options = {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}

        def prepare():
            for kind, value in (limits or {}).items():
                resource.setrlimit(kind, (value, value))

        process = subprocess.Popen(
            [*prefix, self.tool, *arguments], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=error, start_new_session=True, cwd=self.root, preexec_fn=prepare, **options)
        self.processes.append(process)
        return process

    def end(self, process, limit=LIMIT_SECONDS):
        try:
            output, error = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            self.kill_all()
            process.communicate()
            raise Deviation(f"no end within {limit} s") from None
        return Outcome(process.returncode, output.decode(errors="replace"), error.decode(errors="replace"))

    def call(self, *arguments, **options):
        return self.end(self.start(arguments, **options))

    @property
    def state(self):
        data = self.state_file.read_bytes()
        fired, process, launches, _, _, target = HEAD.unpack_from(data)
        values = COUNTS.unpack_from(data, HEAD.size)
        counts = {(role, kind): values[i * len(KINDS) + j] for i, role in enumerate(ROLES) for j, kind in enumerate(KINDS)}
        return State(bool(fired), process, launches, target.split(b"\0")[0].decode(errors="replace"), counts)

    def wait_for_stop(self, process):
        """Waits until the library has stopped a process. Returns that process's id, or None if the command ended first."""
        while process.poll() is None:
            state = self.state
            if state.fired and letter(state.process) in ("T", None):
                return state.process
            time.sleep(0.002)
        return None

    def alive(self):
        """The processes that carry the scene's mark in their environment."""
        wanted, found = f"{MARK}={self.mark}".encode(), []
        for name in os.listdir("/proc"):
            if name.isdigit() and int(name) != os.getpid():
                with contextlib.suppress(OSError):
                    if wanted in Path("/proc", name, "environ").read_bytes().split(b"\0"):
                        found.append(int(name))
        return found

    def kill_all(self):
        for process in self.alive():
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                self.kill_all()
                process.kill()
                process.communicate()
        self.kill_all()
        shutil.rmtree(self.root, ignore_errors=True)

    # Checks after a command

    def check(self):
        self.check_processes()
        self.check_outside()

    def check_processes(self):
        """Checks that no process is left: a worker ends as soon as the kernel has told it that its orchestrator is gone."""
        due = time.monotonic() + 8
        while self.alive():
            if time.monotonic() > due:
                names = [Path(f"/proc/{p}/cmdline").read_bytes().replace(b"\0", b" ").decode() for p in self.alive()]
                self.kill_all()
                raise Deviation(f"processes left behind: {names}")
            time.sleep(0.005)

    def check_outside(self):
        expect(fingerprint(self.beside) == self.before, "the tree beside the folder was touched")
        known = {"run", "tmp", "beside", "state", "moved", "export", "base"}
        names = {path.name for path in self.root.iterdir()} - known
        expect(not names, f"new names beside the folder: {sorted(names)}")

    def check_left_overs(self):
        names = [path.name for path in self.temporary.iterdir()]
        expect(not names, f"left in TMPDIR: {names}")
        known = {"run.json", "raw", *TABLES, *(f"raw/{name}" for name in RAW)}
        found = {str(path.relative_to(self.run)) for path in self.run.rglob("*")} if self.run.is_dir() else set()
        # Torn rows are moved into another file, never removed.
        found = {path for path in found if not CUT.fullmatch(path)}
        expect(found <= known, f"left in the folder: {sorted(found - known)}")

    def tables(self):
        return {name: (self.run / name).read_bytes() for name in TABLES if (self.run / name).exists()}

    def document_state(self):
        try:
            found = re.search(r'^  "state" : "([a-z-]+)"', (self.run / "run.json").read_text(), re.MULTILINE)
        except OSError:
            return None
        return found and found.group(1)

    def rows(self):
        """Returns the rows of each complete launch (its trials, or its failure), the trials of each launch with any, and the calibrated values."""
        complete, begun = {}, {}
        for row in table(self.run / "raw/trials.csv"):
            begun.setdefault((row["case"], row["launch"]), []).append(tuple(row.items()))
        for row in table(self.run / "raw/failures.csv"):
            key = (row["case"], row["launch"])
            expect(key not in complete, f"two failures of {key}")
            complete[key] = [tuple(row.items())]
        for key, trials in begun.items():
            numbers = [dict(row)["trial"] for row in trials]
            expect(len(numbers) == len(set(numbers)) <= TRIALS, f"trials doubled: {key} {numbers}")
            if len(trials) == TRIALS:
                expect(key not in complete, f"{key} has trials and a failure")
                complete[key] = trials
        calibrated = {(row["name"],): row["value"] for row in table(self.run / "raw/calibration.csv")}
        return complete, begun, calibrated

    def finish(self):
        """Finishes the run without faults, as its user would; the earlier rows must stay."""
        before, begun, calibrated = self.rows()
        expect(len([key for key in begun if key not in before]) <= 1, "more than one launch is torn")
        is_begun = (self.run / "run.json").exists()
        outcome = self.call("run", "--resume", str(self.run)) if is_begun else self.call(*self.arguments())
        has_failed = bool(table(self.run / "raw/failures.csv"))
        expect(
            outcome.status in ((0, 3) if has_failed else (0,)),
            f"{'resuming' if is_begun else 'starting anew'} ended with {outcome.status}: {outcome.error.strip()}")
        after, begun_after, calibrations = self.rows()
        expect(all(after.get(key) == rows for key, rows in before.items()), "a row that was recorded did not stay")
        expect(all(calibrations.get(key) == value for key, value in calibrated.items()), "a calibration did not stay")
        expect(set(begun_after) <= set(after), "a torn launch is left")
        expect(len(after) == LAUNCHES, f"{len(after)} of {LAUNCHES} launches")
        expect(self.document_state() == "complete", f"the run is {self.document_state()}")
        self.check_tables()
        return outcome

    def check_tables(self):
        written = self.tables()
        expect(set(written) == set(TABLES), f"tables: {sorted(written)}")
        outcome = self.call("summarize", str(self.run))
        expect(outcome.status in (0, 3), f"summarize ended with {outcome.status}: {outcome.error.strip()}")
        expect(self.tables() == written, "summarize wrote other tables")

    def check_launches(self, is_lasting):
        """Checks that at most one launch or calibration is made anew; after a lasting fault, at most CALIBRATIONS - 1 are."""
        spare = CALIBRATIONS - 1 if is_lasting else 1
        launches = self.state.launches
        expect(launches <= CALIBRATIONS + LAUNCHES + spare, f"{launches} launches: more than {spare} made anew")


def table(path):
    """The whole rows of a table: the end of its last line may have been torn off."""
    try:
        with open(path, newline="") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return []
    # The text is parsed as one CSV, because a quoted reason may contain line ends.
    return rows_of(text[: text.rfind("\n") + 1])


def fingerprint(tree):
    """The kind, rights, inode, owner and hashed content of each object in a tree, by the object's path."""
    found = {}
    for path in [tree, *sorted(tree.rglob("*"))]:
        status = path.lstat()
        content = b""
        if stat.S_ISLNK(status.st_mode):
            content = os.readlink(path).encode()
        elif stat.S_ISREG(status.st_mode):
            content = path.read_bytes()
        found[str(path.relative_to(tree))] = (status.st_mode, status.st_ino, status.st_uid, hashlib.sha256(content).hexdigest())
    return found


def letter(process):
    """The letter that /proc has for a process's state; None if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    return text[text.rfind(")") + 2]


REMEDIES = re.compile(
    "raise|free some|check|give |set |put |wait|restore|start it|start the|measure again|use |continue with|name |see |shows the |shows those|"
    "ask for|move ",
    re.IGNORECASE)


def check_error(outcome, names=()):
    """Checks that the error is the tool's own: it names the cause and a remedy."""
    lines = [line for line in outcome.error.splitlines() if "error: " in line]
    expect(lines, f"status {outcome.status} without an error: {outcome.error.strip()!r}")
    text = outcome.error[outcome.error.index("error: "):].strip()
    expect(not names or any(name in text for name in names), f"the error does not name {' or '.join(names)}: {text!r}")
    expect(REMEDIES.search(text), f"the error has no remedy: {text!r}")
