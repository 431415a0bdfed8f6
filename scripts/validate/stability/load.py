"""A machine that is fully busy for a while."""
import contextlib
import os
import signal
import subprocess
import sys
import time

# It ends itself as well: with the script, whatever ended that, and when its time is over.
BUSY = """
import os, sys, time
script, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
while os.getppid() == script and time.monotonic() < end:
    for _ in range(100_000):
        pass
"""

ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def full_load(seconds):
    """Keeps every CPU of ours busy for so many seconds, and returns when each loop has ended."""
    loops = []
    # A signal between the start of a loop and its being noted here would leave it behind. The loops inherit the
    # mask: Ctrl-C reaches the script alone, which ends them.
    earlier = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        for cpu in sorted(os.sched_getaffinity(0)):
            loops.append(subprocess.Popen(
                [sys.executable, "-c", BUSY, str(os.getpid()), str(seconds + 5)], stdin=subprocess.DEVNULL,
                preexec_fn=lambda cpu=cpu: begin(cpu)))
        signal.pthread_sigmask(signal.SIG_SETMASK, earlier)
        time.sleep(seconds)
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()
        signal.pthread_sigmask(signal.SIG_SETMASK, earlier)


def begin(cpu):
    """What a loop does before it is one."""
    os.sched_setaffinity(0, {cpu})
    # Where the script itself is nice, only a privileged one may be less so.
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, 0)
