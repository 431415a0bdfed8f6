#!/usr/bin/env python3
"""Injects faults into runs, and compares each outcome with the expected one.

A seed draws the faults; each has a name by which it is injected again: campaign.py --only NAME.
"""

import argparse
import collections
import concurrent.futures
import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import answers
import commands
import lacks
import plan
import records
import walk
from bases import Bases
from common import TOOL, control_group, write_rows
from scene import ROLES, TRIALS, Deviation, Scene, check_error, expect, table


def main():
    options = arguments()
    if os.cpu_count() is None or len(os.sched_getaffinity(0)) < 2:
        print("faults: only one CPU: the threads of the two-thread case run in turn, so the campaign takes longer")
    with tempfile.TemporaryDirectory(prefix="syncbench-faults-") as folder:
        os.chmod(folder, 0o755)
        campaign = Campaign(Path(folder), options)
        campaign.prepare()
        chosen = campaign.chosen()
        start = time.monotonic()
        results = campaign.carry_out(chosen)
    report(results, options, time.monotonic() - start)
    sys.exit(any(result["verdict"] == "deviates" for result in results))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default=TOOL)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--walk", type=int, default=300, help="how many of the faults are pairs of faults")
    parser.add_argument("--at-once", type=int, default=3, help="the number of runs at the same time; a run sleeps for half of its duration")
    parser.add_argument("--seconds", type=float, help="begin no fault after so many seconds")
    parser.add_argument("--only", action="append", help="the name of a fault, or the beginning of names")
    parser.add_argument("--kind", action="append", help="a kind of faults, or the beginning of kinds; all by default")
    parser.add_argument("--output", type=Path, help="the folder for faults.csv and kinds.csv")
    parser.add_argument("--list", action="store_true", help="only lists the faults that can be chosen")
    return parser.parse_args()


class Campaign:
    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self.library = folder / "faults.so"
        self.tool = folder / "bin/syncbench"
        self.numbers, self.users = itertools.count(1), itertools.count(60000)
        self.is_root = os.geteuid() == 0

    def prepare(self):
        """Builds the library (faults.c), and counts the calls of each kind that each command makes."""
        subprocess.run(["cc", "-O2", "-Wall", "-shared", "-fPIC", "-o", self.library, HERE / "faults.c", "-ldl"], check=True)
        # A copy of the tool that users without rights may read.
        self.tool.parent.mkdir()
        shutil.copy(self.options.tool, self.tool)
        self.interrupted = self.folder / "interrupted"
        self.complete = self.folder / "complete"
        counts = {"run": [self.sample("run", keep=self.complete), self.sample("run")]}
        self.sample("run", 130, self.interrupted, "orchestrator:send:5:SIGTERM")
        counts |= {subject: [self.sample(subject), self.sample(subject)] for subject in ["resume", "summarize"]}
        # The lower count of two runs, because the number of started threads differs between runs.
        self.counts = {subject: {key: min(first[key], other[key]) for key in first} for subject, (first, other) in counts.items()}
        if self.options.output:
            write_rows(self.options.output / "calls.csv", ["subject", "role", "call", "calls"], [
                [subject, *key, n] for subject, calls in self.counts.items() for key, n in sorted(calls.items()) if n])
        self.bases = Bases(self)

    def sample(self, subject, status=0, keep=None, fault=None):
        """Runs a command, and returns how many calls of each kind it makes. `keep` becomes a copy of the run's folder."""
        scene = self.scene()
        self.lay_out(subject, scene)
        outcome = scene.call(*scene.words(subject, "--quiet"), fault=fault)
        expect(outcome.status == status, f"{subject} ended with {outcome.status}, not {status}: {outcome.error}")
        if keep:
            shutil.copytree(scene.run, keep)
        counts = scene.state.counts
        scene.close()
        return counts

    def user(self):
        """A new user, because a limit on processes counts all processes of a user."""
        return next(self.users)

    def scene(self, user=None):
        # Taking the next number is one step, so threads can share the counter.
        return Scene(self.folder / f"scene-{next(self.numbers)}", self.tool, self.library, user)

    def lay_out(self, subject, scene):
        source = {"resume": self.interrupted, "summarize": self.complete}.get(subject)
        if source:
            shutil.copytree(source, scene.run)

    # Choosing

    def chosen(self):
        every = plan.universe(self.counts, self.options.seed, self.is_root, [answers.in_runs])
        every += [*commands.faults(self.is_root), *lacks.faults(self.is_root), *answers.faults()]
        if self.options.only:
            named = [fault for fault in every if fault.name.startswith(tuple(self.options.only))]
            return named + [walk.by_name(name) for name in self.options.only if name.startswith(walk.MARK)]
        pairs = walk.walk(self.options.walk, self.options.seed, self.is_root)
        if self.options.kind:
            kinds = tuple(self.options.kind)
            every, pairs = ([fault for fault in some if fault.group.startswith(kinds)] for some in (every, pairs))
        groups = collections.defaultdict(list)
        for fault in every:
            groups[fault.group].append(fault)
        draws = random.Random(self.options.seed)
        for faults in groups.values():
            draws.shuffle(faults)
        # One fault of each group in turn: so the small groups are taken whole, and the large ones share the rest of the count.
        turns = itertools.zip_longest(*map(reversed, groups.values()))
        single = [fault for turn in turns for fault in turn if fault][: max(0, self.options.count - len(pairs))]
        taken = {id(fault) for fault in single}
        self.reserve = [fault for faults in groups.values() for fault in faults if id(fault) not in taken]
        chosen = evenly(single, pairs[: self.options.count])
        draws.shuffle(self.reserve)
        every += pairs
        print(f"{len(every)} faults of {len({fault.group for fault in every})} kinds, {len(chosen)} drawn with seed {self.options.seed}", flush=True)
        if self.options.list:
            for fault in every:
                print(fault.group, fault.name, fault.expected, sep="\t")
            sys.exit()
        return chosen

    # Carrying out

    def carry_out(self, chosen):
        due = time.monotonic() + (self.options.seconds or float("inf"))
        alone = [fault for fault in chosen if fault.is_alone]
        if self.options.seconds:
            # These faults run one by one, so only three fit into a short time.
            alone = alone[:3]
        shared = [fault for fault in chosen if not fault.is_alone]
        results, spare = [], list(getattr(self, "reserve", []))
        while shared:
            with concurrent.futures.ThreadPoolExecutor(self.options.at_once) as pool:
                # Runs that wait for a deadline come first: while they sleep, other runs use the CPUs.
                if not self.options.seconds:
                    shared.sort(key=lambda fault: not fault.is_costly)
                round_ = []
                for result in pool.map(lambda fault: self.try_fault(fault) if time.monotonic() < due else None, shared):
                    if result is None:
                        continue
                    round_.append(result)
                    if len(round_) % 50 == 0:
                        print(f"  {len(results) + len(round_)} of {len(chosen)}", flush=True)
            # If a call was not reached, nothing was injected, and another fault is tried instead.
            missed = [result for result in round_ if result["verdict"] == "not reached"]
            results += [result for result in round_ if result["verdict"] != "not reached"]
            shared = [spare.pop() for _ in missed if spare]
        results += [self.try_fault(fault) for fault in alone]
        return results

    def try_fault(self, fault):
        # Root ignores file rights, so another user runs the command.
        needs_user = fault.deed == "read-only" and self.is_root
        scene = self.scene(self.user() if needs_user else None)
        start, seen = time.monotonic(), ""
        try:
            seen = self.attempt(fault, scene)
            verdict = "as expected"
        except Deviation as deviation:
            verdict, seen = ("not reached", "") if str(deviation) == "not reached" else ("deviates", str(deviation))
        except Exception as error:  # A mistake in the campaign itself is a deviation, never a pass.
            verdict, seen = "deviates", f"{type(error).__name__}: {error}"
        if verdict == "deviates":
            print(f"DEVIATES {fault.name}: {seen}", flush=True)
        scene.close()
        return {"kind": fault.group, "fault": fault.name, "expected": fault.expected, "seen": " ".join(seen.split())[:300],
                "verdict": verdict, "seconds": time.monotonic() - start}

    def attempt(self, fault, scene):
        if fault.act:
            return summary(fault.act(self, scene), scene)
        self.lay_out(fault.subject, scene)
        arranged = {"size": self.on_small_disk, "race": self.race, "pids": self.with_few_processes}
        deed = (fault.deed or "").partition("=")[0]
        if deed in arranged:
            outcome = arranged[deed](fault, scene)
        else:
            process = scene.start(scene.words(fault.subject), fault.at, dict(fault.limits))
            if fault.deed and (stopped := scene.wait_for_stop(process)):
                try:
                    plan.carry_out(fault, scene)
                finally:
                    os.kill(stopped, signal.SIGCONT)
            outcome = scene.end(process)
        if fault.at and not scene.state.fired:
            raise Deviation("not reached")
        plan.judge(fault, scene, outcome)
        scene.check()
        plan.undo(fault, scene)
        self.check_counts(scene)
        self.follow_up(fault, scene, outcome)
        return summary(outcome, scene)

    def check_counts(self, scene):
        """Checks that each trial is plausible, and that no thread of a launch has two rows. A case whose number of operations could not
        be calibrated must not pass for measured."""
        for row in table(scene.run / "raw/trials.csv"):
            # An operation takes at least 0.02 ns, a tenth of a cycle of a fast processor. Few operations fit into a trial in which the
            # holder of a lock waited for a CPU.
            ops, elapsed = int(row["ops"]), int(row["elapsed_ns"])
            fewest = 1 if row["state"] == "waited" else 100
            expect(ops >= fewest and ops * 0.02 <= elapsed < 5_000_000_000, f"an impossible trial: {dict(row)}")
            expect(0 <= int(row["trial"]) < TRIALS, f"a trial beyond the plan: {dict(row)}")
        threads = [(row["case"], row["launch"], row["thread"]) for row in table(scene.run / "raw/threads.csv")]
        expect(len(threads) == len(set(threads)), f"threads are there twice: {threads}")

    def follow_up(self, fault, scene, outcome):
        if fault.subject == "summarize":
            expect(records.prints(scene.run / "raw") == records.prints(self.complete / "raw"), "summarize changed a raw table")
            for name, content in scene.tables().items():
                expect(content == (self.complete / name).read_bytes(), f"half of {name}")
            if outcome.status != 0:
                # The next command that writes into the folder must remove a killed command's leftovers.
                expect(scene.call("summarize", str(scene.run)).status == 0, "summarize fails afterwards")
            scene.check_tables()
        else:
            if outcome.status in (0, 3):
                scene.check_left_overs()
            scene.finish()
            if fault.deed != "remove" and fault.subject == "run":
                scene.check_launches(is_lasting=(fault.deed or "").startswith("cpu-"))
        self.check_counts(scene)
        scene.check()
        scene.check_left_overs()

    def on_small_disk(self, fault, scene):
        """Runs on a small file system. Its mount namespace ends with the command, so the run's folder is copied out before."""
        disk = scene.root / "disk"
        disk.mkdir()
        size = fault.deed.split("=")[1]
        words = [str(disk / "run") if word == str(scene.run) else word for word in scene.arguments()]
        script = """mount -t tmpfs -o size="$1"k none "$2" || exit 99
          "${@:5}"; status=$?
          find "$2" -name '.syncbench-*' > "$3/left"
          mount -o remount,size=64m "$2"
          [ -e "$2/run" ] && cp -a "$2/run" "$4"
          exit $status"""
        prefix = ["unshare", "-m", "bash", "-c", script, "bash", size, disk, scene.temporary, scene.run]
        outcome = scene.call(*words, prefix=prefix, is_counted=False)
        disk.rmdir()
        left = scene.temporary / "left"
        text = left.read_text()
        left.unlink()
        expect(not text, f"a full disk is kept full by {text.split()}")
        if outcome.status == 1:
            check_error(outcome, [str(disk / "run")])
            expect("free some" in outcome.error, f"no word of room: {outcome.error}")
        return outcome

    def race(self, fault, scene):
        """Two commands together, one a little later than the other."""
        draws = random.Random(f"{self.options.seed} {fault.name}")
        first = scene.start(scene.arguments())
        time.sleep(draws.uniform(0, 0.1))
        second = scene.start(scene.arguments())
        outcomes = [scene.end(first), scene.end(second)]
        winners = [outcome for outcome in outcomes if outcome.status == 0]
        expect(len(winners) == 1, f"{len(winners)} of two measured: {[o.error for o in outcomes]}")
        for outcome in outcomes:
            if outcome.status != 0:
                expect(outcome.status == 1, f"status {outcome.status}")
                check_error(outcome, [str(scene.run)])
        return winners[0]

    def with_few_processes(self, fault, scene):
        most = int(fault.deed.split("=")[1])
        with control_group("pids", {"pids.max": str(most)}) as prefix:
            if prefix:
                try:
                    return scene.call(*scene.arguments(), prefix=prefix)
                finally:
                    scene.kill_all()
        # Without a control group, RLIMIT_NPROC limits the processes. It counts all processes of a user, so the scene gets a new user.
        scene.become(self.user())
        return scene.call(*scene.arguments(), limits={resource.RLIMIT_NPROC: most})


def evenly(many, few):
    """Both lists as one, the second spread over the first: a campaign that is cut short has some of each."""
    places = [(i / max(1, len(some)), one) for some in (many, few) for i, one in enumerate(some)]
    return [one for _, one in sorted(places, key=lambda place: place[0])]


def summary(outcome, scene):
    """The outcome in a few words, without the scene's folder, whose name varies."""
    failures = scene.run / "raw/failures.csv"
    rows = table(failures) if records.is_readable(failures) else []
    words = f"status {outcome.status}" if outcome.status >= 0 else f"died of {signal.Signals(-outcome.status).name}"
    if rows:
        words += ", a row: " + "; ".join(f"{row['kind']}: {row['reason']}" for row in rows[:1])
    if outcome.status == 1:
        words += ", " + outcome.error[outcome.error.find("error: "):].strip()
    return words.replace(str(scene.root), "")


COLUMNS = ["seed", "kind", "subject", "role", "call", "n", "action", "expected", "seen", "verdict"]


def row(result, seed):
    """A row of faults.csv. The parts of the fault's name are the columns from subject to action. The name of a damage, a limit or a
    pair of faults has only two parts: subject and action."""
    subject, _, rest = result["fault"].partition("/")
    words = rest.split(":", 3)
    words = words if len(words) == 4 and words[0] in ROLES else ["", "", "", rest]
    return dict(zip(COLUMNS, [
        str(seed), result["kind"], subject, *words, *(result[column] for column in ["expected", "seen", "verdict"])]))


def place(row):
    """The key to sort by kind, then by name, with numbers in the order of their values."""
    words = [word for column in COLUMNS[1:7] for word in row[column].replace("=", ":").split(":")]
    return [(int(word), "") if word.isdigit() else (0, word) for word in words]


def report(results, options, seconds):
    rows = sorted((row(result, options.seed) for result in results), key=place)
    print(f"{len(rows)} faults in {seconds:.0f} s")
    kinds = collections.defaultdict(list)
    for result in sorted(results, key=lambda result: result["kind"]):
        kinds[result["kind"]].append(result)
    right = {kind: sum(result["verdict"] == "as expected" for result in own) for kind, own in kinds.items()}
    for kind, own in kinds.items():
        print(f"  {kind}: {right[kind]} of {len(own)}, {sum(result['seconds'] for result in own):.0f} s")
    print(f"seed {options.seed}: {sum(right.values())} of {len(rows)} faults of {len(kinds)} kinds as expected")
    if options.output:
        write_rows(options.output / "faults.csv", COLUMNS, rows)
        write_rows(options.output / "kinds.csv", ["seed", "kind", "faults", "as_expected"], [
            [options.seed, kind, len(own), right[kind]] for kind, own in kinds.items()])


if __name__ == "__main__":
    main()
