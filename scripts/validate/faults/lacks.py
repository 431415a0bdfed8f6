"""Commands under limits (small files; few descriptors and threads; little memory), commands whose standard error nobody reads, and runs
that are killed while valgrind counts for them."""

import contextlib
import os
import resource
import shutil
import signal
import time
from functools import partial
from pathlib import Path

import bases
import bounded
import commands
from plan import Fault
from scene import Deviation, Outcome, check_error, expect

GRANTED = "status 0 with what it gives without the limit, or status 1 with an error that gives the remedy; no signal, no hang"
NO_MEMORY = GRANTED + "; or Swift ends a process that gets no memory"
DROPPED = "goes on: what nobody reads is dropped"
ENDS = "valgrind ends with the run that started it"
KILO = 1 << 10

# The limits by bash's letter for `ulimit`: the system's limit, the size of bash's unit in the system's unit (KILO if bash counts in kB and the
# system in bytes), the kind of fault, and the values in bash's unit.
LIMITS = {
    "f": (resource.RLIMIT_FSIZE, KILO, "small files", [1, 2, 4, 8, 16, 32]),
    "n": (resource.RLIMIT_NOFILE, 1, "few descriptors", [*range(5, 24), 26, 28, 32, 40]),
    # Below 64 kB the loader has no room.
    "s": (resource.RLIMIT_STACK, KILO, "a small stack", [64, 96, 128, 256]),
    "u": (resource.RLIMIT_NPROC, 1, "few threads", [1, 2, 3, 4, 8]),
    "v": (resource.RLIMIT_AS, KILO, "little memory", [120_000, 60_000, 90_000, 150_000, 200_000, 300_000, 500_000]),
    "d": (resource.RLIMIT_DATA, KILO, "little data", [20_000, 5_000, 10_000, 40_000, 80_000])}
# Under these limits an allocation may fail, and Swift may then end the process. Under the first value of each limit this must not
# happen: the command works, or prints an error.
MEMORIES = "vd"
SUBJECTS = ["show", "summarize", "report", "plot", "compare", "export", "resume", "run"]


def limits():
    """Each limit: its letter, its value, and whether an allocation may fail because of it."""
    for letter, (_, _, _, values) in LIMITS.items():
        yield from ((letter, value, letter in MEMORIES and value != values[0]) for value in values)


def faults(is_root):
    for letter, value, is_memory in limits():
        # The limit `u` counts all processes of a user, so the scene gets a new user. Only root can do that.
        for subject in SUBJECTS if is_root or letter != "u" else []:
            yield Fault(
                f"{LIMITS[letter][2]} (ulimit -{letter})", f"{subject}/ulimit-{letter}={value}",
                NO_MEMORY if is_memory else GRANTED, act=partial(grant, subject=subject, limit=(letter, value), may_trap=is_memory))
    for subject in [*bases.SUBJECTS, "run", "gate"]:
        act = partial(say_to_nobody, subject=subject)
        yield Fault("a full pipe on standard error", f"{subject}/stderr=full", DROPPED, act=act)
    if shutil.which("valgrind"):
        for place in range(8):
            yield Fault("SIGKILL while valgrind counts", f"counting/kill={place}", ENDS, is_costly=True,
                        act=partial(kill_counting, place=place))


def lay_out(campaign, scene, subject):
    if subject not in ("run", "gate"):
        campaign.bases.lay_out(subject, scene)


def words(scene, subject):
    return bases.gate_words(scene) if subject == "gate" else bases.WORDS[subject]


def grant(campaign, scene, subject, limit, may_trap):
    """Runs a command under a limit."""
    lay_out(campaign, scene, subject)
    if limit[0] == "u":
        scene.become(campaign.user())
    before = commands.Before(scene)
    outcome = bounded.call(scene, words(scene, subject), limits=system_limit(limit))
    if outcome.status < 0 or outcome.status == 127:
        # A loader that gets no memory prints an error, and ends with 127.
        is_loader = outcome.status == 127 and "error while loading shared libraries" in outcome.error
        expect(is_loader or (may_trap and outcome.status in commands.NO_MEMORY), f"died of signal {-outcome.status}")
    # A trap leaves the same files behind as SIGKILL; the next command removes them.
    before.check(scene, outcome, "resume" if subject == "run" else subject, is_killed=outcome.status < 0)
    if outcome.status == 1:
        check_error(outcome)
    elif outcome.status == 0 and subject in ("show", "summarize", "compare", "export"):
        commands.check_same(campaign.bases, scene, subject, outcome)
    else:
        expect(outcome.status in (0, 3) or outcome.status < 0 or outcome.status == 127, f"status {outcome.status}: {outcome.error}")
    return outcome


def system_limit(limit):
    letter, value = limit
    kind, unit, *_ = LIMITS[letter]
    return {kind: value * unit}


def say_to_nobody(campaign, scene, subject):
    """Runs a command with a standard error that is full."""
    lay_out(campaign, scene, subject)
    end, error = os.pipe()
    os.set_blocking(error, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(error, bytes(KILO)):
            pass
    # The command gets a pipe that blocks, as from a shell.
    os.set_blocking(error, True)
    try:
        given = [word for word in words(scene, subject) if word != "--quiet"]
        outcome = bounded.call(scene, given, error=error)
    finally:
        os.close(end)
        os.close(error)
    expect(outcome.status in ((0, 7) if subject == "gate" else (0,)), f"status {outcome.status}")
    if subject in campaign.bases.whole:
        commands.check_same(campaign.bases, scene, subject, outcome)
    scene.check_processes()
    return outcome


def kill_counting(campaign, scene, place):
    """Kills a run while valgrind counts for it."""
    process = scene.start(
        ["run", "--profile", "smoke", "--seed", "3", "--counters", "--filter", bases.CASES[0], "--output", "run", "--quiet"],
        is_counted=False)
    due = time.monotonic() + 60
    while not (counting := [one for one in scene.alive() if is_valgrind(one)]):
        if process.poll() is not None or time.monotonic() > due:
            raise Deviation("valgrind was not started")
        time.sleep(0.002)
    time.sleep(place * 0.04)
    process.send_signal(signal.SIGKILL)
    process.wait()
    due = time.monotonic() + 2
    while [one for one in counting if is_valgrind(one)]:
        expect(time.monotonic() < due, "valgrind lives on")
        time.sleep(0.005)
    scene.check_processes()
    return Outcome(-signal.SIGKILL, "", "")


def is_valgrind(process):
    try:
        return b"valgrind" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
