"""Impossible answers of workers, of fork servers and of a gate's candidate; a gate of two different wrappers of one tool."""

from functools import partial

import bases
import bounded
from plan import ROW, Fault
from scene import CALIBRATIONS, LAUNCHES, expect, table

REFUSED = "status 1, or 3 with the reason; no verdict from impossible figures"
APART = "the gate does not call two different files the same file"
# Impossible figures, each put into the answer of a worker of a run. The first nine are also put into all answers of a gate's
# candidate: the gate must then end with an error or with failed cases, not with a verdict.
FIGURES = ["operations=9223372036854775808", "operations=9223372036854775807", "operations=-1", "elapsedNanoseconds=0",
           "elapsedNanoseconds=1", "elapsedNanoseconds=-1", "elapsedNanoseconds=18446744073709551615",
           "elapsedNanoseconds=3600000000000", "trial=0", "trial=-1", "trial=7", "thread=0", "thread=-1", "thread=99"]
HEADS = [
    "exited 0 99999999999 0", "exited 0 -1 0", "exited 0 0 0", "exited 0 1 0", "exited 256 87 0", "exiled 0 87 0", "ready 1 2 3", "",
    "exited 99999999999999999999 0 0", "exited 0 18446744073709551615 0", "exited 0 0 99999999999", "signalled 11 0 0"]


def in_runs(add):
    """Adds the faults in which the preloaded library (faults.c) changes an answer during a run. The run is judged and finished
    like any other."""
    # The first answers are calibrations, which have no rows.
    measured = range(CALIBRATIONS + 1, CALIBRATIONS + LAUNCHES + 1)
    add("a worker answers absurd figures", ROW, "worker", "answer", [f"put={figure}" for figure in FIGURES], ns=measured)
    add("a worker answers its rows twice", ROW, "worker", "answer", "again", ns=measured)
    add("the fork server forges", ROW, "server", "write-other", [f"head={head}" for head in HEADS], is_costly=True)


def faults():
    for figure in FIGURES[:9]:
        yield Fault("a gate's candidate answers absurd figures", f"gate/candidate={figure}", REFUSED,
                    act=partial(gate_absurd, figure=figure))
    yield Fault("a gate's two wrappers", "gate/wrappers=two", APART, act=gate_wrappers)
    for n in range(CALIBRATIONS + 1, CALIBRATIONS + LAUNCHES + 1):
        yield Fault("a worker answers a bomb of rows", f"run/bomb={n}", ROW, act=partial(bomb, n=n))


def wrapper(scene, name, line):
    path = scene.root / "export" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'#!/bin/sh\n# {name}\n{line} "{scene.tool}" "$@"\n')
    path.chmod(0o755)
    return path


def gate_absurd(_, scene, figure):
    candidate = wrapper(scene, "candidate", f"FAULTS_AT='worker:answer:1:put={figure}:on' exec")
    outcome = bounded.call(scene, bases.gate_words(scene, candidate, "20s"), seconds=60, fault="other:answer:1:none")
    expect(outcome.status in (1, 3), f"status {outcome.status}: {outcome.output.strip()[-200:]} {outcome.error.strip()[-200:]}")
    scene.check()
    return outcome


def gate_wrappers(_, scene):
    one, other = (wrapper(scene, name, "exec") for name in ["one", "other"])
    words = bases.gate_words(scene, other)
    words[2] = str(one)
    outcome = bounded.call(scene, words)
    expect("the same file on both sides" not in outcome.output, "two different wrappers are 'the same file on both sides'")
    return outcome


def bomb(_, scene, n):
    """A worker repeats the rows of its answer until the answer has 4 GB."""
    try:
        outcome = bounded.call(scene, scene.arguments("--quiet"), seconds=20, fault=f"worker:answer:{n}:bomb")
    finally:
        scene.kill_all()
    expect(scene.state.fired, "not reached")
    expect(outcome.status in (0, 1, 3), f"status {outcome.status}: {outcome.error.strip()}")
    rows = table(scene.run / "raw/trials.csv")
    expect(len(rows) <= 9, f"{len(rows)} trials of a plan of 9")
    expect(outcome.status != 0, "the bomb passes for measured")
    return outcome
