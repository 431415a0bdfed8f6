"""What a machine does beside a gate: nothing, a busy CPU, or a quota."""
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from recorded import Failed

QUOTA_US, PERIOD_US = 150_000, 100_000

# A process group, so that the child of `stress` ends with it.
BUSY = "while True: pass"


class Beside(NamedTuple):
    """A condition while it holds."""

    # The words that go before a command.
    prefix: list[str]
    # Raises where the condition has ended: to be called before anything measured under it is recorded.
    check: Callable[[], None]


@contextlib.contextmanager
def condition(name, cpu):
    """Holds a condition; what a command under it needs."""
    if name == "idle":
        yield Beside([], lambda: None)
    elif name == "load":
        with load(cpu) as check:
            yield Beside([], check)
    else:
        with quota() as prefix:
            yield Beside(prefix, lambda: None)


@contextlib.contextmanager
def load(cpu):
    """One busy process bound to a CPU: `stress -c 1` where it is installed."""
    if cpu not in os.sched_getaffinity(0):
        raise Failed(f"CPU {cpu} is not ours to load; give another one after --load-cpu")
    command = ["stress", "-c", "1"] if shutil.which("stress") else [sys.executable, "-c", BUSY]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, start_new_session=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))

    def check():
        if process.poll() is not None:
            raise Failed(f"the load on CPU {cpu} ended before the suite did, whose row is not recorded; the same "
                         "command begins the load again and measures it anew")

    try:
        yield check
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait()


@contextlib.contextmanager
def quota():
    """A control group with 150 % of a CPU; systemd's where we may not make one."""
    group = made_group()
    if group:
        enter = 'echo $$ > "$0"/cgroup.procs && exec "$@"'
        try:
            yield ["sh", "-c", enter, str(group)]
        finally:
            with contextlib.suppress(OSError):
                group.rmdir()
        return
    if systemd_can():
        yield ["systemd-run", "--quiet", "--scope", "-p",
               f"CPUQuota={100 * QUOTA_US // PERIOD_US}%"]
        return
    raise Failed("no CPU quota can be had here: no control group with the cpu controller can be made, "
                 "and systemd-run makes none; run as root, or in a container with --cpus=1.5")


def systemd_can():
    if not shutil.which("systemd-run"):
        return False
    test = ["systemd-run", "--quiet", "--scope", "-p", "CPUQuota=150%", "true"]
    return subprocess.run(test, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def made_group():
    """A new control group with the quota, below our own or at the top; None where neither works."""
    for parent in parents():
        group = parent / f"syncbench-quota-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        if limited(group):
            return group
        with contextlib.suppress(OSError):
            group.rmdir()
    return None


def parents():
    """Where a group may be made: version 2 where it has the cpu controller, then version 1."""
    own = dict(line.split(":", 2)[1:] for line in
               Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines())
    mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    for _, point, kind, options, *_ in mounts:
        if kind == "cgroup2":
            names = [""]
        elif kind == "cgroup" and "cpu" in options.split(","):
            names = [name for name in own if "cpu" in name.split(",")]
        else:
            continue
        for name in names:
            path = own.get(name, "/").lstrip("/")
            yield from dict.fromkeys([Path(point) / path, Path(point)])


def limited(group):
    """Whether the group took the quota."""
    settings = ([("cpu.max", f"{QUOTA_US} {PERIOD_US}")] if (group / "cpu.max").exists()
                else [("cpu.cfs_period_us", str(PERIOD_US)), ("cpu.cfs_quota_us", str(QUOTA_US))])
    try:
        for name, value in settings:
            with open(group / name, "r+", encoding="ascii") as file:
                file.write(value)
        return True
    except OSError:
        return False
