"""The folders whose copies are damaged, and the results of each command on undamaged copies."""

import shutil

import bounded
import damage
import records
from scene import expect

# Cases whose run has rows in every raw table except failures.csv.
CASES = ["locks/uncontended/ticket/*", "locks/contended/mutex/threads=2/inside=0/*", "locks/waits/ticket*", "locks/try-lock/mutex*"]
LAUNCHES = 4
# The commands that read a run. Their paths are relative to the scene's folder, so the output is the same in each scene.
READERS = {
    "show": ["show", "run"],
    "advise": ["advise", "run"],
    "summarize": ["summarize", "run"],
    "report": ["report", "run", "--output", "export/report.html"],
    "plot": ["plot", "run", "--chart", "locks-cost", "--format", "svg", "--output", "export"],
    "compare": ["compare", "run", "run"],
    "export": ["show", "run", "--format", "benchfmt"],
}
FILTERS = [word for case in CASES for word in ("--filter", case)]
RUN = ["run", "--profile", "smoke", "--seed", "3", *FILTERS, "--output", "run", "--quiet"]
# `resume` gets an interrupted run, `resume-finished` a finished one.
RESUMED = dict.fromkeys(["resume", "resume-finished"], ["run", "--resume", "run", "--quiet"])
SUBJECTS = [*READERS, *RESUMED]
# The tool's arguments for each subject (a command on a base); `gate_words` has those of a gate.
WORDS = {**READERS, **RESUMED, "replay": ["gate", "--replay", "run"], "run": RUN}


def gate_words(scene, candidate=None, budget="1s"):
    return ["gate", "--baseline", str(scene.tool), "--candidate", str(candidate or scene.tool), "--filter", CASES[0], "--seed", "1",
            "--output", "run", "--budget", budget]


class Bases:
    """Folders to copy: a finished run, an interrupted one, and a gate's."""

    def __init__(self, campaign):
        self.campaign = campaign
        self.folders = {name: campaign.folder / f"base-{name}" for name in ["measured", "begun", "gate"]}
        self.make("measured", RUN, {0})
        self.interrupt()
        # The executable that comes first in a pair is drawn. The budget gives so many pairs that hardly ever all begin with the same one.
        self.make("gate", lambda scene: gate_words(scene, budget="4s"), {0, 7})
        self.rows = {name: records.rows(folder) for name, folder in self.folders.items()}
        self.figures = records.figures(self.folders["measured"])
        self.whole = {subject: self.outcome_of(subject) for subject in [*READERS, "replay"]}

    def make(self, name, words_, statuses):
        scene = self.campaign.scene()
        outcome = bounded.call(scene, words_(scene) if callable(words_) else words_)
        expect(outcome.status in statuses, f"the base '{name}' ended with {outcome.status}: {outcome.error}")
        shutil.copytree(scene.run, self.folders[name])
        scene.close()

    def interrupt(self):
        """Interrupts a run when each table that is damaged has rows, and a case is still to come."""
        every = cases_of(records.rows(self.folders["measured"]))
        for n in range(5, 24):
            scene = self.campaign.scene()
            outcome = bounded.call(scene, RUN, fault=f"orchestrator:send:{n}:SIGTERM")
            rows = records.rows(scene.run)
            if outcome.status == 130 and all(rows.get(table) for table in damage.FILLED) and cases_of(rows) < every:
                shutil.copytree(scene.run, self.folders["begun"])
                return scene.close()
            scene.close()
        expect(False, "no run was interrupted with rows in each table and a case to come")

    def name_of(self, subject):
        return {"resume": "begun", "replay": "gate"}.get(subject, "measured")

    def lay_out(self, subject, scene):
        shutil.copytree(self.folders[self.name_of(subject)], scene.run)
        (scene.root / "export").mkdir()

    def outcome_of(self, subject):
        scene = self.campaign.scene()
        self.lay_out(subject, scene)
        outcome = bounded.call(scene, WORDS[subject])
        expect(outcome.status in (0, 7), f"{subject} of a whole run ended with {outcome.status}: {outcome.error}")
        seen = given(scene, outcome)
        scene.close()
        return seen


def cases_of(rows):
    """The number of cases that have a trial."""
    return len({line.split(b",")[0] for line in rows.get("trials", set())})


def given(scene, outcome):
    """The results of a command: its status, its output, and the files that it wrote beside the run."""
    files = records.prints(scene.root / "export")
    report = scene.root / "export/report.html"
    if report.exists():
        # A report lists the raw tables that are not packed. Packing changes no figure, so these lines are left out.
        files[report.name] = [line for line in report.read_text().splitlines() if "<code>raw/" not in line]
    return outcome.status, outcome.output, files
