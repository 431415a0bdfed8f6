"""Measures what syncbench itself costs: start-up, memory and the orchestrator's CPU share.

scripts/validate/overhead.sh builds the tool and calls this. Standard library only.
"""

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time

STARTUP_MS = 8
ANSWER_MS = 30
MEMORY_MB = 60
SHARE_PERCENT = 2
LAUNCHES = 50

REQUEST = {
    "protocolVersion": 2, "task": "measure", "caseID": "locks/uncontended/no-lock/inside=0",
    "placement": {"unpinned": {}}, "width": 1,
    "sampling": {"warmups": 0, "trials": 1, "trialNanoseconds": 1000},
    "pace": "operations", "operations": 1, "workStepsPerMicrosecond": 1000, "seed": 1,
    "originNanoseconds": 0,
}


class Verdicts:
    """The figures with their targets, printed as they come."""

    def __init__(self):
        self.all_met = True

    def add(self, label, value, unit, target=None):
        verdict = ""
        if target is not None:
            met = value <= target
            self.all_met = self.all_met and met
            verdict = f"at most {target} {unit}: {'met' if met else 'MISSED'}"
        print(f"{label:<58}{value:>8.2f} {unit:<3} {verdict}", flush=True)


def launch(arguments, stdin=os.devnull, stdout=os.devnull):
    """Runs a program to its end; its wall time in ms."""
    with open(stdin, "rb") as source, open(stdout, "wb") as sink:
        start = time.monotonic_ns()
        pid = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, source.fileno(), 0), (os.POSIX_SPAWN_DUP2, sink.fileno(), 1)])
        _, status = os.waitpid(pid, 0)
        elapsed = time.monotonic_ns() - start
    if status != 0:
        sys.exit(f"overhead: {' '.join(arguments)} ended with status {status}")
    return elapsed / 1e6


def measured_ms(path):
    """What a worker's answer says that its trials took, in ms."""
    with open(path, encoding="utf-8") as answer:
        messages = [json.loads(line) for line in answer]
    return sum(m["trial"]["_0"]["elapsedNanoseconds"] for m in messages if "trial" in m) / 1e6


def startup(tool, folder, verdicts):
    """A worker and `true` in turn, so that both meet the same machine."""
    request, answer = os.path.join(folder, "request"), os.path.join(folder, "answer")
    with open(request, "w", encoding="utf-8") as file:
        json.dump(REQUEST, file)
    true = shutil.which("true")
    # As the orchestrator launches it.
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    workers, trues = [], []
    for _ in range(LAUNCHES):
        trues.append(launch([true]))
        workers.append(launch([tool, "worker"], request, answer) - measured_ms(answer))
    del os.environ["SWIFT_BACKTRACE"]
    verdicts.add(f"true, start to end, lower quartile of {LAUNCHES}", quartile(trues), "ms")
    verdicts.add("a worker beyond its trial, the same", quartile(workers), "ms", STARTUP_MS)
    verdicts.add("the same beyond what true takes", quartile(workers) - quartile(trues), "ms")


def quartile(values):
    """What a launch takes where nothing gets in its way; a neighbour only ever adds."""
    return statistics.quantiles(values, n=4)[0]


def answers(tool, verdicts):
    for words in (["list"], ["--help"]):
        times = [launch([tool] + words) for _ in range(LAUNCHES // 2)]
        label = f"syncbench {words[0]}, the same"
        verdicts.add(label, quartile(times), "ms", ANSWER_MS)


def own_cpu_seconds(pid):
    """CPU time of a process and its threads, the ended ones too, without its children."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def orchestrate(tool, folder, name, options):
    """Carries out a run; its CPU share in percent and its peak memory in MB, its workers' included."""
    output = os.path.join(folder, name)
    start = time.monotonic()
    messages = os.path.join(folder, f"{name}.messages")
    with open(messages, "wb") as sink:
        pid = os.posix_spawn(
            tool, [tool, "run", "--quiet", "--output", output] + options, os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, sink.fileno(), 1),
                          (os.POSIX_SPAWN_DUP2, sink.fileno(), 2)])
    # Until it is waited for, an ended process still tells its CPU time.
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    elapsed = time.monotonic() - start
    cpu = own_cpu_seconds(pid)
    _, status, usage = os.wait4(pid, 0)
    # 3 is a run with an invalid case, which a busy machine can cause: its cost is measured all the same.
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        with open(messages, encoding="utf-8") as text:
            sys.exit(f"overhead: syncbench run ended with status {status}\n{text.read()}")
    return 100 * cpu / elapsed, usage.ru_maxrss / 1024


def orchestrator(tool, folder, verdicts):
    # The longest trials that there are: nearly all of the run's time is a worker's.
    share, _ = orchestrate(
        tool, folder, "long", ["--profile", "standard", "--filter", "qos/share/*"])
    verdicts.add("the orchestrator's CPU while workers measure 300 ms each", share, "%", SHARE_PERCENT)
    share, memory = orchestrate(tool, folder, "all", ["--profile", "smoke"])
    verdicts.add("the same over a whole smoke run, launches included", share, "%")
    verdicts.add("peak memory of that run, orchestrator or worker", memory, "MB", MEMORY_MB)


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/validate/overhead.sh", description="Measures what syncbench itself costs.")
    parser.add_argument("--tool", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    verdicts = Verdicts()
    print(f"load average {os.getloadavg()[0]:.2f} at the start")
    with tempfile.TemporaryDirectory() as folder:
        startup(tool, folder, verdicts)
        answers(tool, verdicts)
        orchestrator(tool, folder, verdicts)
    sys.exit(0 if verdicts.all_met else 2)


main()
