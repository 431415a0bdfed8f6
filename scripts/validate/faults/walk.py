"""Pairs of faults, drawn by a seed. Whatever the pair, a command must not crash, hang, lose rows or leave anything behind.

But a command that gets no memory may crash, and one that died or can't remove files may leave files behind.
"""

import contextlib
import random

import bases
import bounded
import commands
import damage as damages
import lacks
import objects
from plan import Fault
from scene import expect

HOLDS = ("no crash unless memory ran out, no hang, no row lost, nothing left behind unless it died or can't remove files, "
         "nothing outside touched")
SIGNALS = {"SIGKILL": 9, "SIGTERM": 15, "SIGHUP": 1, "SIGINT": 2}
ERRORS = ["ENOSPC", "EIO", "EINTR", "EMFILE", "ENOMEM", "EACCES", "EDQUOT", "short"]
CALLS = {"write-file": ERRORS, "read-file": ["EIO", "EINTR", "short"], "open-file": ["EMFILE", "EIO", "EINTR", "EACCES"],
         "sync": ERRORS[:2], "rename": ["ENOSPC", "EIO"], "flock": ["EINTR", "ENOLCK"], "mkdir": ["ENOSPC", "EACCES"],
         "unlink": ["EIO", "EACCES"], "folder": ["ENOMEM", "EMFILE"], "stat": ["EIO"], "malloc": ["ENOMEM"], "mmap": ["ENOMEM"],
         "thread": ["EAGAIN"], "pipe": ["EMFILE"], "fork": ["EAGAIN"], "spawn": ["EAGAIN"]}
MARK = "walk/"


def walk(count, seed, is_root):
    """The requested number of pairs. The first fault of a pair damages the run's folder. The second damages the folder too, or limits a
    resource, or makes a call fail, or sends a signal at a call."""
    draws = random.Random(f"{seed} walk")
    every = [damage for damage in [*damages.tables(), *objects.objects()] if is_root or not damage.is_for_root]
    limits = [(letter, value) for letter, value, _ in lacks.limits() if is_root or letter != "u"]
    found = {}
    while len(found) < count:
        first = draws.choice(every)
        # `resume` is drawn most often, because it rewrites raw tables, so a mistake in it would lose rows.
        subject = draws.choice(first.subjects or [*bases.SUBJECTS, "resume", "resume", "resume-finished", "summarize"])
        pick = draws.random()
        if pick < 0.3:
            second = draws.choice(every).name
        elif pick < 0.5:
            second = "ulimit-{}={}".format(*draws.choice(limits))
        else:
            second = call(draws)
        name = f"{MARK}{subject}/{first.name} + {second}"
        found[name] = by_name(name)
    return list(found.values())


def call(draws):
    kind = draws.choice(list(CALLS))
    # Most commands make thousands of allocations, and few calls of any other kind.
    n = draws.randrange(1, 4000 if kind in ("malloc", "mmap") else 12)
    action = draws.choice(list(SIGNALS) if draws.random() < 0.3 else CALLS[kind])
    # EINTR fails only one call: a call that is always interrupted would be repeated for ever.
    return f"orchestrator:{kind}:{n}:{action}" + ("" if action == "EINTR" else draws.choice(["", "", ":on"]))


def by_name(name):
    """The pair with this name, whatever seed has drawn it."""
    subject, _, pair = name.removeprefix(MARK).partition("/")
    first, _, second = pair.partition(" + ")
    return Fault(
        "two faults at once (a walk)", name, HOLDS, act=lambda campaign, scene: attempt(campaign, scene, subject, first, second))


def attempt(campaign, scene, subject, first, second):
    tables = {damage.name: damage for damage in damages.tables()}
    known = tables | {damage.name: damage for damage in objects.objects()}
    campaign.bases.lay_out(subject, scene)
    options = {}
    # Damages to rows come first, because the other damages may put something without rows in a file's place.
    for word in sorted([first, second], key=lambda word: word not in tables):
        if word in known:
            do(known[word], scene.run)
        elif word.startswith("ulimit-"):
            letter, value = word.removeprefix("ulimit-").split("=")
            options["limits"] = lacks.system_limit((letter, int(value)))
            if letter == "u":
                scene.become(campaign.user())
        else:
            options["fault"] = word
    before = commands.Before(scene)
    outcome = bounded.call(scene, bases.WORDS[subject], **options)
    may_trap = "ENOMEM" in second or second.startswith(("ulimit-v", "ulimit-d"))
    sent = SIGNALS.get(second.split(":")[3]) if ":" in second else None
    is_dead = outcome.status < 0 or outcome.status == 127
    allowed = {0, 1, 3, *([130, -sent] if sent else []), *(commands.NO_MEMORY if may_trap else [])}
    expect(outcome.status in allowed, f"status {outcome.status}: {outcome.error.strip()[-200:]}")
    expect(outcome.status != 1 or "error: " in outcome.error, "status 1 without an error")
    # Once every unlink fails, or every reading of a folder, nothing can be removed any more.
    keeps_all = second.startswith(("orchestrator:unlink:", "orchestrator:folder:")) and second.endswith(":on")
    before.check(scene, outcome, subject, is_dead, keeps_all)
    return outcome


def do(damage, run):
    """Does a damage, unless an earlier damage has made its file unreadable."""
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        damage.apply(run)
