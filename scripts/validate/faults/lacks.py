"""Commands that the system grants little: small files, few descriptors, threads and memory, and nobody who reads their errors."""

import fcntl
import os
import resource
import shutil
import signal
import time
from pathlib import Path

import bases
import bounded
import commands
from plan import Fault
from scene import Deviation, check_error, expect, fingerprint

GRANTED = "status 0 with what it gives without the limit, or status 1 with an error that gives the remedy; no signal, no hang"
NO_MEMORY = GRANTED + "; or Swift ends a process that gets no memory"
DROPPED = "goes on: what nobody reads is dropped"
ENDS = "valgrind ends with the run that started it"
KILO = 1 << 10

# The values of each `ulimit`, by the letter and the unit of bash.
SMALL_FILES = [1, 2, 4, 8, 16, 32]
FEW_FILES = [*range(5, 24), 26, 28, 32, 40]
# Below 64 kB the loader has no room.
SMALL_STACKS = [64, 96, 128, 256]
FEW_PROCESSES = [1, 2, 3, 4, 8]
# At these nothing but an error may come, at others an allocation may be the one that fails.
MEMORIES = {"v": ([120_000], [60_000, 90_000, 150_000, 200_000, 300_000, 500_000]), "d": ([20_000], [5_000, 10_000, 40_000, 80_000])}
LETTERS = {
    "f": (resource.RLIMIT_FSIZE, KILO), "n": (resource.RLIMIT_NOFILE, 1), "s": (resource.RLIMIT_STACK, KILO),
    "u": (resource.RLIMIT_NPROC, 1), "v": (resource.RLIMIT_AS, KILO), "d": (resource.RLIMIT_DATA, KILO)}
KINDS = {
    "f": "small files (ulimit -f)", "n": "few descriptors (ulimit -n)", "s": "a small stack (ulimit -s)",
    "u": "few threads (ulimit -u)", "v": "little memory (ulimit -v)", "d": "little data (ulimit -d)"}
SUBJECTS = ["show", "summarize", "report", "plot", "compare", "export", "resume", "run"]


def limits():
    """Each limit: its letter, its value, and whether an allocation may fail of it."""
    for letter, values in [("f", SMALL_FILES), ("n", FEW_FILES), ("s", SMALL_STACKS), ("u", FEW_PROCESSES)]:
        yield from ((letter, value, False) for value in values)
    for letter, (strict, others) in MEMORIES.items():
        yield from ((letter, value, False) for value in strict)
        yield from ((letter, value, True) for value in others)


def faults(is_root):
    for letter, value, is_memory in limits():
        # A user of its own has no other processes, and only root can become it.
        for subject in SUBJECTS if is_root or letter != "u" else []:
            yield Fault(
                KINDS[letter], f"{subject}/ulimit-{letter}={value}", NO_MEMORY if is_memory else GRANTED,
                act=lambda campaign, scene, subject=subject, limit=(letter, value), may_trap=is_memory:
                    grant(campaign, scene, subject, limit, may_trap))
    for subject in [*bases.SUBJECTS, "run", "gate"]:
        yield Fault(
            "a full pipe on standard error", f"{subject}/stderr=full", DROPPED,
            act=lambda campaign, scene, subject=subject: say_to_nobody(campaign, scene, subject))
    if shutil.which("valgrind"):
        for place in range(8):
            yield Fault(
                "SIGKILL while valgrind counts", f"counting/kill={place}", ENDS, is_costly=True,
                act=lambda campaign, scene, place=place: kill_counting(campaign, scene, place))


def lay_out(campaign, scene, subject):
    if subject not in ("run", "gate"):
        campaign.bases.lay_out(subject, scene)


def words(scene, subject):
    return {"run": bases.RUN, "gate": bases.gate_words(scene)}.get(subject) or bases.words(subject)


def grant(campaign, scene, subject, limit, may_trap):
    """Gives a command a limit."""
    letter, value = limit
    lay_out(campaign, scene, subject)
    if letter == "u":
        become(scene, campaign.user())
    before = commands.Before(scene)
    outcome = bounded.call(scene, words(scene, subject), limits=system_limit(limit))
    if outcome.status < 0 or outcome.status == 127:
        # A loader without room says so, and ends with 127.
        is_loader = outcome.status == 127 and "error while loading shared libraries" in outcome.error
        expect(is_loader or (may_trap and outcome.status in commands.NO_MEMORY), f"died of signal {-outcome.status}")
    # A trap leaves what SIGKILL leaves: the next command removes it.
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
    kind, unit = LETTERS[letter]
    return {kind: value * unit}


def become(scene, user):
    """Gives the scene to a user of its own."""
    scene.user = user
    for path in [scene.root, *scene.root.rglob("*")]:
        os.chown(path, user, user, follow_symlinks=False)
    scene.before = fingerprint(scene.beside)


def say_to_nobody(campaign, scene, subject):
    """Gives a command a standard error that is full."""
    lay_out(campaign, scene, subject)
    end, error = os.pipe()
    os.set_blocking(error, False)
    try:
        while os.write(error, bytes(KILO)):
            pass
    except BlockingIOError:
        pass
    # The command's own end, as a shell gives it, blocks.
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
    return bounded.Ending(-signal.SIGKILL, "", "")


def is_valgrind(process):
    try:
        return b"valgrind" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
