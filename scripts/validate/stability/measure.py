#!/usr/bin/env python3
"""Measures how far figures agree across contexts: alone, in a suite, in another order, after load, another day.

`quick` figures of a fixed list of cases are taken in each context and compared two and two. Where each 95 % interval
is what it says, about 5 % of the pairs lie outside their combined interval. What is more is the context's doing.
"""
import argparse
import contextlib
import fnmatch
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple, Optional

from load import full_load
from runs import Failed
import tables

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CONTEXTS = ["alone", "suite", "reversed", "after-load", "other-day"]
SUITE_RUNS = 3
UNKNOWN_OPTION = 64

# What a dry run reckons with, in s: two CPUs.
ALONE_SECONDS, CHOSEN_SECONDS, ALL_SECONDS = 1.0, 0.5, 85.0


def arguments(words=None):
    parser = argparse.ArgumentParser(prog="stability.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=Path, default=ROOT / ".build/release/syncbench",
                        help="the executable (default .build/release/syncbench)")
    parser.add_argument("--before", type=Path, metavar="PATH",
                        help="another one, the build before: measured in turn with the first")
    parser.add_argument("--output", type=Path, metavar="DIR",
                        help="where the runs go, and stay (default: a folder that is thrown away)")
    parser.add_argument("--keep", action="store_true", help="keep the runs without --output too, and say where")
    parser.add_argument("--cases", type=Path, default=HERE / "cases.txt", metavar="FILE",
                        help="the cases that are compared (default scripts/validate/stability/cases.txt)")
    parser.add_argument("--table", type=Path, default=ROOT / "results/stability.csv", metavar="FILE",
                        help="the figures (default results/stability.csv); FILE-pairs.csv and FILE.json beside it")
    parser.add_argument("--contexts", type=listed, default=CONTEXTS, metavar="LIST",
                        help=f"some of {','.join(CONTEXTS)} (default: all)")
    parser.add_argument("--seed", type=int, help="of all orders; drawn when left out, and recorded")
    parser.add_argument("--profile", default="quick", help="the profile (default quick; smoke has no intervals)")
    parser.add_argument("--load-seconds", type=float, default=60, metavar="S",
                        help="how long `after-load` keeps all CPUs busy before (default 60)")
    parser.add_argument("--dry-run", action="store_true", help="list what would run, and how long it takes")
    parser.add_argument("--tables-only", action="store_true",
                        help="compute the tables anew from the runs in --output, without measuring")
    options = parser.parse_args(words)
    if options.tables_only and not options.output:
        parser.error("--tables-only needs the --output of the runs")
    return options


def listed(text):
    names = text.split(",")
    for name in names:
        if name not in CONTEXTS:
            raise argparse.ArgumentTypeError(f"there is no context '{name}'; there are {', '.join(CONTEXTS)}")
    return names


class Step(NamedTuple):
    """A run of a build: where it goes, what is asked for, and how long it is likely to take."""

    build: str
    tool: Path
    folder: str
    words: tuple[str, ...]
    seconds: float
    load_seconds: float = 0.0
    # What is asked for where the tool does not know the words, and the folder that it goes to then.
    instead: Optional[tuple[str, tuple[str, ...]]] = None


class Build(NamedTuple):
    """An executable and the chosen cases that it measures, with the metrics that are not the suite's first."""

    name: str
    tool: Path
    metrics: dict[str, Optional[str]]


def wanted_cases(path):
    """The lines of a list of cases: a name or glob, and a metric or None."""
    lines = [line.split("#")[0].split() for line in Path(path).read_text(encoding="utf-8").splitlines()]
    wanted = [(words[0], words[1] if len(words) > 1 else None) for words in lines if words]
    if not wanted:
        raise Failed(f"'{path}' names no case")
    return wanted


def build(name, tool, options):
    """What an executable has of the chosen cases; the others are named."""
    tool = tool.absolute()
    if not tool.exists():
        raise Failed(f"there is no '{tool}'; build it, or name another one")
    command = [str(tool), "list", "--profile", options.profile, "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed(f"'{tool}' lists no cases: {done.stderr.strip()[:300]}")
    has = [one["case"] for one in json.loads(done.stdout) if not one["isNegativeControl"]]
    metrics = {}
    for pattern, metric in wanted_cases(options.cases):
        found = [case for case in has if fnmatch.fnmatchcase(case, pattern)]
        if not found:
            note(f"left out: {pattern}, which the build '{name}' does not measure here")
        metrics |= dict.fromkeys(found, metric)
    if not metrics:
        raise Failed(f"'{tool}' has none of the cases in '{options.cases}'")
    return Build(name, tool, metrics)


def steps(builds, options, seed):
    """All runs in their order. The builds take turns, and take turns at going first."""
    plan = []
    for context in CONTEXTS:
        if context in options.contexts:
            for turn, each in enumerate(turns(context, builds, options, seed)):
                plan += each[::-1] if turn % 2 else each
    return plan


def turns(context, builds, options, seed):
    """The runs of a context: in each turn one of each build that has it, A first."""
    def run(one, folder, words, seconds, **more):
        words = ("--profile", options.profile, *words)
        return Step(one.name, one.tool, f"{one.name}/{folder}", words, seconds, **more)

    def seeded(number):
        return ("--seed", str(seed + number))

    if context == "alone":
        cases = sorted({case for one in builds for case in one.metrics})
        random.Random(seed).shuffle(cases)
        return [[run(one, f"alone/{number:03}", ("--filter", case, *seeded(100 + number)), ALONE_SECONDS)
                 for one in builds if case in one.metrics] for number, case in enumerate(cases, 1)]
    if context == "suite":
        return [[run(one, f"suite-{repeat}", seeded(repeat), ALL_SECONDS) for one in builds]
                for repeat in range(1, SUITE_RUNS + 1)]
    if context == "reversed":
        another = ("--profile", options.profile, *seeded(SUITE_RUNS + 1))
        return [[run(one, "reversed-1", (*seeded(1), "--reversed"), ALL_SECONDS,
                     instead=(f"{one.name}/{tables.OTHER_ORDER}-1", another)) for one in builds]]
    if context == "after-load":
        return [[run(one, "after-load-1",
                     (*seeded(SUITE_RUNS + 2), *(word for case in one.metrics for word in ("--filter", case))),
                     CHOSEN_SECONDS * len(one.metrics), load_seconds=options.load_seconds) for one in builds]]
    return []


def measure(step, folder):
    """Runs one step into its folder."""
    if step.load_seconds:
        note(f"all CPUs are kept busy for {step.load_seconds:g} s")
        full_load(step.load_seconds)
    output, words = folder / step.folder, step.words
    status, said = call(step.tool, words, output)
    if status == UNKNOWN_OPTION and step.instead:
        note(f"the build '{step.build}' does not know the option: another seed is another order")
        output, words = folder / step.instead[0], step.instead[1]
        status, said = call(step.tool, words, output)
    # A case that is invalid (3) is a result; a run that was cut short is none.
    if not (output / "run.json").exists() or not tables.Run(output).is_complete:
        raise Failed(f"'{step.tool.name} run {' '.join(words)}' ended with {status}: {said.strip()[-500:]}")


def call(tool, words, output):
    """The exit status of a run and what it said; a signal to this script ends the run too."""
    output.parent.mkdir(parents=True, exist_ok=True)
    command = [str(tool), "run", *words, "--output", str(output), "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            _, said = process.communicate()
        except BaseException:
            # It ends its worker before it ends itself.
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10)
            process.kill()
            raise
    return process.returncode, said


def measure_all(plan, folder):
    """Runs all steps; how many of them failed, which the others do not suffer for."""
    begin, failed = time.monotonic(), 0
    for number, step in enumerate(plan, 1):
        left = sum(likely(one) for one in plan[number - 1:])
        note(f"{number} of {len(plan)}: {step.folder}, about {minutes(left)} left")
        try:
            measure(step, folder)
        except Failed as failure:
            note(str(failure))
            failed += 1
    note(f"measured in {minutes(time.monotonic() - begin)}, {failed} of {len(plan)} runs failed")
    return failed


def likely(step):
    return step.seconds + step.load_seconds


def minutes(seconds):
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"


def note(text):
    print(f"stability: {text}", file=sys.stderr, flush=True)


def show_plan(plan):
    for step in plan:
        busy = f"{step.load_seconds:g} s of load, then " if step.load_seconds else ""
        cases = step.words.count("--filter")
        words = step.words if cases < 2 else (*step.words[:step.words.index("--filter")], f"… {cases} cases")
        print(f"{step.folder}: {busy}run {' '.join(words)}")
    print(f"{len(plan)} runs, about {minutes(sum(map(likely, plan)))} on two CPUs")


@contextlib.contextmanager
def working_folder(options):
    """Where the runs go: kept where it was asked for."""
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        if not options.tables_only and any(options.output.iterdir()):
            raise Failed(f"'{options.output}' is not empty; give another --output, or --tables-only")
        yield options.output
    elif options.keep:
        folder = Path(tempfile.mkdtemp(prefix="stability-"))
        note(f"the runs are kept in {folder}")
        yield folder
    else:
        with tempfile.TemporaryDirectory(prefix="stability-") as folder:
            yield Path(folder)


def main():
    options = arguments()
    if options.tables_only:
        with working_folder(options) as folder:
            tables.write(folder, dict(wanted_cases(options.cases)), options.contexts, options.table)
        return
    builds = [build("now", options.tool, options)]
    if options.before:
        builds.append(build("before", options.before, options))
    seed = random.SystemRandom().randrange(1, 1 << 40) if options.seed is None else options.seed
    plan = steps(builds, options, seed)
    if options.dry_run:
        show_plan(plan)
        return
    with working_folder(options) as folder:
        (folder / "begin.json").write_text(
            json.dumps({"seed": seed, "load_average": [round(load, 2) for load in os.getloadavg()]}),
            encoding="utf-8")
        failed = measure_all(plan, folder)
        tables.write(folder, dict(wanted_cases(options.cases)), options.contexts, options.table)
    if failed:
        raise Failed(f"{failed} runs failed, and are in no table")


if __name__ == "__main__":
    # A run, the loops and the working folder are ended and removed after either signal.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        main()
    except Failed as failure:
        sys.exit(f"stability.sh: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
