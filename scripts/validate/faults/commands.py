"""Commands on damaged folders: the conditions that hold after every damage, and the expected outcome of each damage."""

import re
from functools import partial

import bases
import bounded
import damage as damages
import gates
import objects
import records
from plan import Fault
from scene import CUT, RAW, TABLES, check_error, expect

# The outcomes that a command may have; "with the folder" means that the error names the folder.
SURVIVES = "goes on, or status 1 with the folder; the file stays as it was"
# The statuses of a process that gets no memory: those of Swift's traps, and the loader's 127.
NO_MEMORY = {-4, -5, -6, -11, 127}


def faults(is_root):
    """Each damage under each command that it concerns."""
    for every, subjects in [([*damages.tables(), *objects.objects()], bases.SUBJECTS), (gates.damages(), ["replay"])]:
        for damage in every:
            if is_root or not damage.is_for_root:
                yield from (fault(damage, subject) for subject in damage.subjects or subjects)
    for name in ["x.csv.gz", "notes.csv", "trials.csv.bak"]:
        yield Fault("files of somebody else", f"run/raw/{name}=theirs,alone", SURVIVES, act=partial(begin, name=name))


def fault(damage, subject):
    expected = damage.resume if subject.startswith("resume") and damage.read != damages.SAME else damage.read
    act = partial(attempt, damage=damage, subject=subject, expected=expected)
    return Fault(damage.kind, f"{subject}/{damage.name}", expected, act=act)


def attempt(campaign, scene, damage, subject, expected):
    """Damages a folder, runs the command on it, and compares the outcome with the expected one."""
    base = campaign.bases
    base.lay_out(subject, scene)
    traces = damage.apply(scene.run)
    before = Before(scene)
    outcome = bounded.call(scene, bases.WORDS[subject])
    expect(outcome.status >= 0, f"died of signal {-outcome.status}")
    before.check(scene, outcome, subject)
    judge(base, scene, damage, subject, expected, traces, outcome)
    return outcome


def begin(_, scene, name):
    """Starts a run in a folder that already has a file of somebody else."""
    theirs = scene.run / "raw" / name
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"theirs")
    outcome = bounded.call(scene, bases.RUN)
    expect(theirs.is_file() and theirs.read_bytes() == b"theirs", f"{name} is not ours, and was removed or changed")
    expect(outcome.status in (0, 1), f"status {outcome.status}: {outcome.error.strip()}")
    if outcome.status == 1:
        check_error(outcome, ["'run'"])
    return outcome


class Before:
    """The content of the folder before the command."""

    def __init__(self, scene):
        self.rows = records.rows(scene.run)
        self.prints = records.prints(scene.run)
        self.figures = records.figures(scene.run)

    def check(self, scene, outcome, subject, is_killed=False, keeps_all=False):
        """Checks that nothing is lost, nothing of somebody else is touched, and nothing is left behind.

        A killed command may leave files behind, and so may a command that can't remove any (`keeps_all`)."""
        may_leave = is_killed or keeps_all
        gone = records.lost(self.rows, records.rows(scene.run))
        expect(not gone, gone)
        after = records.prints(scene.run)
        ours = {"run.json", "locks-percentiles.csv", *TABLES, *(f"raw/{name}{end}" for name in RAW for end in ("", ".gz"))}
        for path, mark in self.prints.items():
            is_ours = path in ours or path == "raw"
            expect(is_ours or after.get(path) == mark, f"{path} is not ours, and was touched")
            expect(not is_ours or path in after or path.endswith(".gz") or self.is_put_aside(path, after), f"{path} was removed")
        new = set(after) - set(self.prints)
        cut = {path for path in new if CUT.fullmatch(path)}
        for path in cut:
            expect(is_killed or path.rpartition("/")[2] in outcome.error, f"{path} is not named: {outcome.error.strip()!r}")
        strange = {path for path in new - cut - ours - {"raw"} if not (may_leave and ".syncbench-" in path)}
        expect(not strange, f"left in the folder: {sorted(strange)}")
        if not subject.startswith("resume"):
            raw = {path for path in [*self.prints, *after] if path.startswith("raw/") or path == "run.json"}
            changed = sorted(path for path in raw if self.prints.get(path) != after.get(path))
            expect(not changed, f"a command that reads changed {changed}")
            fewer = self.figures - records.figures(scene.run)
            expect(not fewer, f"summary.csv was written with less: {sorted(fewer)[:2]}")
            others = [name for name in TABLES if self.prints.get(name, (0, ""))[1] and after.get(name) != self.prints[name]]
            expect(not others, f"{others} were written with other figures")
        scene.check()
        if not may_leave:
            left = [path.name for path in scene.temporary.iterdir()]
            expect(not left, f"left in TMPDIR: {left}")

    def is_put_aside(self, path, after):
        return any(CUT.fullmatch(other) and other.startswith(path) for other in after)


def judge(base, scene, damage, subject, expected, traces, outcome):
    """Raises a Deviation if the outcome is not the expected one."""
    is_resume = subject.startswith("resume")
    if outcome.status in (0, 7) or (is_resume and outcome.status == 3):
        expect(expected not in (damages.NAMED, damages.LINE), f"status {outcome.status}: the damaged folder was accepted")
        return check_finished(base, scene, traces) if is_resume else check_same(base, scene, subject, outcome)
    expect(outcome.status == 1, f"status {outcome.status}: {outcome.error.strip()}")
    expect(expected != damages.SAME, f"status 1: {outcome.error.strip()}")
    names = [f"'run/{name}" if name else "'run'" for name in damage.files]
    check_error(outcome, names)
    is_said = not damage.says or re.search(damage.says, outcome.error, re.IGNORECASE)
    expect(is_said, f"the error does not say what is in the file's place: {outcome.error.strip()}")
    if expected == damages.LINE and traces:
        found = {int(number) for number in re.findall(r"(?:line |:)([0-9]+)", outcome.error)}
        expect(found & traces.numbers, f"none of the lines {sorted(traces.numbers)[:5]} is named: {outcome.error.strip()}")


def check_same(base, scene, subject, outcome):
    """Checks that a command that goes on has the same results as on the undamaged folder."""
    status, output, files = base.whole[subject]
    found = bases.given(scene, outcome)
    expect(found[0] == status, f"status {found[0]}, but status {status} on the undamaged folder")
    expect(found[1] == output, "status 0 with other figures than the whole run has")
    expect(found[2] == files, "status 0 with other charts or another report than the whole run has")


def check_finished(base, scene, traces):
    """Checks that a resumed run is finished: it has each figure of the undamaged run, no impossible row, no row twice, and tables that
    follow from the raw ones."""
    for table, lines in raw_lines(scene.run):
        expect(len(lines) == len(set(lines)) or table.startswith("calibration"), f"rows of {table} are there twice")
        passing = [line for line in (traces.impossible if traces else ()) if line in lines]
        expect(not passing, f"an impossible row passes for measured: {passing[:1]}")
    missing = base.figures - records.figures(scene.run)
    expect(not missing, f"{len(missing)} figures are missing, such as {sorted(missing)[:1]}")
    written = scene.tables()
    again = bounded.call(scene, ["summarize", "run"])
    expect(again.status == 0, f"summarize ended with {again.status}: {again.error.strip()}")
    expect(scene.tables() == written, "summarize wrote other tables")


def raw_lines(run):
    """The rows of each raw table, separately for its plain and its packed file."""
    for name in RAW:
        for path in [run / "raw" / name, run / "raw" / f"{name}.gz"]:
            if records.is_readable(path):
                yield path.name, records.lines(path.read_bytes())[1:]
