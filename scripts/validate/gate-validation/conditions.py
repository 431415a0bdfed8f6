"""The conditions beside a gate: an idle machine, a busy CPU, or a quota."""
import contextlib
import os
import shutil
import subprocess
import sys

from common import Failed, control_group

QUOTA_US, PERIOD_US = 150_000, 100_000


@contextlib.contextmanager
def condition(name):
    """Holds a condition: gives the words before a command, and a function that raises if the condition has ended."""
    if name == "idle":
        yield [], lambda: None
    elif name == "load":
        with load(max(os.sched_getaffinity(0))) as check:
            yield [], check
    else:
        older = {"cpu.cfs_period_us": str(PERIOD_US), "cpu.cfs_quota_us": str(QUOTA_US)}
        with control_group("cpu", {"cpu.max": f"{QUOTA_US} {PERIOD_US}"}, older) as prefix:
            if not prefix:
                raise Failed("no CPU quota can be had here: no control group with the cpu controller can be made; run as root, "
                             "or in a container with --cpus=1.5")
            yield prefix, lambda: None


@contextlib.contextmanager
def load(cpu):
    """One busy process bound to a CPU: `stress -c 1` if it is installed."""
    command = ["stress", "-c", "1"] if shutil.which("stress") else [sys.executable, "-c", "while True: pass"]
    # A process group, so that the child of `stress` ends with it.
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, start_new_session=True, preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))

    def check():
        if process.poll() is not None:
            raise Failed(f"the load on CPU {cpu} ended before the gate did, so the gate is not recorded; the same command begins "
                         "the load again and measures the gate anew")

    try:
        yield check
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait()
