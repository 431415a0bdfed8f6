"""Makes seeds, the fuzzer's first inputs, for readers of foreign input: from output of the tool, files of this machine, examples in
docs and tests, and texts and a program of this script.

scripts/validate/fuzz.sh --seeds calls it.
"""

import glob
import json
import pathlib
import re
import subprocess
import tempfile

from common import ROOT, TOOL

CASE = "locks/uncontended/mutex/inside=0"
# The files from which the tool learns about the machine; only the first lines of a long file are taken.
MACHINE = [
    "/proc/cpuinfo", "/proc/meminfo", "/proc/loadavg", "/proc/stat", "/proc/self/status", "/proc/self/cgroup",
    "/proc/self/mountinfo", "/proc/pressure/cpu", "/proc/sys/kernel/perf_event_paranoid", "/proc/sys/kernel/osrelease",
    "/sys/devices/system/cpu/online", "/sys/devices/system/cpu/present", "/sys/devices/system/cpu/possible",
    "/sys/devices/system/cpu/smt/*", "/sys/devices/system/cpu/cpu0/topology/*_list", "/sys/devices/system/cpu/cpu0/topology/*_id",
    "/sys/devices/system/cpu/cpu0/cache/index0/*", "/sys/devices/system/cpu/cpu0/cpufreq/*",
    "/sys/devices/system/cpu/vulnerabilities/spectre_v2", "/sys/devices/system/clocksource/clocksource0/*_clocksource",
    "/sys/devices/system/node/node0/cpulist", "/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu.stat", "/sys/fs/cgroup/memory.max",
    "/sys/class/dmi/id/sys_vendor", "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/bus/event_source/devices/msr/type",
    "/sys/bus/event_source/devices/msr/events/*", "/sys/bus/event_source/devices/msr/format/*",
    "/sys/kernel/tracing/events/sched/sched_switch/id", "/etc/os-release"]


def tool(*arguments, **options):
    """The tool's output. Its exit status is ignored, because it depends on the machine."""
    return subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False, **options).stdout


def archive(files):
    """Several files as one input: each after a line with its path."""
    return "".join(f"@@ {name}\n{text}{'' if text.endswith(chr(10)) else chr(10)}" for name, text in files)


def quoted(path):
    """The texts in a Swift test's multi-line literals."""
    text = (ROOT / path).read_text()
    found = re.findall(r'"""\n(.*?)\n *"""', text, re.S)
    return [re.sub(r"^ +", "", each.replace("\\t", "\t"), flags=re.M) for each in found]


def shorten(plan):
    """Keeps at most six columns of each of a plan's tables, all of different kinds, because a seed, which is read often, should be short."""
    for table in plan["tables"]:
        kinds = {json.dumps(list(column["source"])): column for column in table["columns"]}
        table["columns"] = list(kinds.values())[:6]


def runs(folder):
    """Makes three runs of a few cases. A run's folder is one input of the reader `run`; each of its raw tables is an input of
    both `raw-tables` and `csv`."""
    seeds = {"run": [], "raw-tables": [], "csv": []}
    options = [["--filter", "locks/uncontended/mutex/*"], ["--filter", "qos/latency/*user-init*"],
               ["--filter", "locks/contended/no-lock/*"]]
    for number, selection in enumerate(options):
        run = folder / f"run{number}"
        tool("run", "--profile", "smoke", "--quiet", "--seed", "1", "--host-label", "h", "--output", run, *selection)
        document = json.loads((run / "run.json").read_text())
        shorten(document["plan"])
        tables = [(f"raw/{path.name}", "".join(path.open().readlines()[:6])) for path in sorted(run.glob("raw/*.csv"))]
        seeds["run"].append(archive([("run.json", json.dumps(document, separators=(",", ":")))] + tables))
        seeds["raw-tables"] += [text for _, text in tables]
        seeds["csv"] += [text for _, text in tables] + ['a,"b ""c""\nd",\r\n1.5,-2,1e3\n']
    return seeds


def shortened(line):
    """A worker's message; if it describes a plan, the message keeps only what `shorten` leaves of the plan, and one known case."""
    message = json.loads(line)
    if "described" not in message:
        return line
    described = message["described"]["_0"]
    shorten(described["plan"])
    described["known"] = [CASE]
    return json.dumps(message, separators=(",", ":")) + "\n"


def worker():
    """Requests to a worker, its answers to them, and replies of the fork server."""
    plain = {"protocolVersion": 2, "task": "measure", "caseID": CASE, "placement": {"unpinned": {}}, "width": 1,
             "sampling": {"warmups": 0, "trials": 2, "trialNanoseconds": 100000}, "pace": "window", "operations": 1,
             "workStepsPerMicrosecond": 1000, "seed": 0, "originNanoseconds": 0}
    selection = {"suites": [], "filters": ["locks/*"], "workloads": ["contended"], "primitives": ["ticket"],
                 "overrides": {"threads": [1, 2]}, "defaults": {}}
    describe = plain | {"task": "describe", "description": {"selection": selection, "cpuOrder": [0, 1], "isPinned": True}}
    requests = [json.dumps(each) for each in [plain, plain | {"task": "calibrateWork"}, describe,
                                              plain | {"placement": {"pinned": {"cpus": [0]}}, "nice": 0}]]
    narrow = json.loads(requests[2])
    narrow["description"]["selection"] |= {"filters": [CASE], "workloads": [], "primitives": [], "overrides": {}}
    answers = [tool("worker", input=request) for request in requests + [json.dumps(narrow)]]
    answers = ["".join(shortened(line) for line in answer.splitlines(True)) for answer in answers]
    replies = [f"exited 0 {len(answer)} 2\n{answer}no" for answer in answers[:1]]
    replies += ["ready 0 0 0\nexited 0 3 0\nabcsignalled 9 0 2\nxy", "not-launched 0 0 4\nnone", "timed-out 0 0 0\n"]
    return {"worker-requests": requests, "worker-messages": answers, "fork-server": replies}


def gates():
    """A gate's limits in YAML, and a recorded baseline of counts."""
    baseline = json.loads(next((ROOT / "results/baselines/main").glob("*.json")).read_text())
    baseline["cases"] = dict(list(baseline["cases"].items())[:3])
    docs = re.findall(r"```ya?ml\n(.*?)```", (ROOT / "docs/gate.md").read_text(), re.S)
    yaml = [text for text in docs + quoted("Tests/BenchmarkModelTests/Gate/GateLimitsTests.swift") if "limits" in text]
    return {"gate-yaml": yaml, "baselines": [json.dumps(baseline)]}


def texts():
    """Short texts: globs, lists of CPUs, names of events, dumps of callgrind, texts for templates, output of `perf script`."""
    return {
        "globs": [f"{CASE}\nlocks/*/mutex/*\n*=[0-9]\n[!a-c]*\\*?\n", "sync/alone/a-b/c=1/d=-2\n**a*b*\n"],
        "cpu-lists": ["0-3,8,10-11\n", "0-31:2/4,63", "", "5"],
        "event-names": ["instructions\nLLC-LOAD-MISSES\ncycles:u\n", "syscalls:sys_enter_futex/op==128/\nmsr/tsc/u\n",
                        "r01b7\nbreakpoint:u\nperf::context-switches\n", "config:0-7,32-35\nconfig1:0-15\n"],
        "callgrind": ["version: 1\ncreator: callgrind-3.19\nevents: Ir\nsummary: 12345\n", "events: Ir Dr\nsummary: 1 2\n"],
        "templates": ["<b>\"a\" & 'b'</b>", "caf\u00e9\u0301 \u202e {{a}} {{{b}}} ]]>", "_x_ $ % \\ ~"],
        "perf-script": [text for text in quoted("Tests/BenchmarkAnalysisTests/Stacks/PerfScriptTests.swift")
                        + quoted("Tests/BenchmarkAnalysisTests/Stacks/OffCPUStacksTests.swift") if "/" in text],
    }


def machine():
    """The files of MACHINE on this machine, six in an input."""
    paths = [path for pattern in MACHINE for path in sorted(glob.glob(pattern)) if pathlib.Path(path).is_file()]
    files = []
    for path in paths:
        try:
            text = "".join(pathlib.Path(path).read_text(errors="replace").splitlines(True)[:28])[:1200]
        except OSError:
            continue
        # The names of this machine's control groups are replaced.
        files.append((path, re.sub(r":/.+$", ":/a/b", text, flags=re.M) if path.endswith("self/cgroup") else text))
    return {"sysfs": [archive(files[place:place + 6]) for place in range(0, len(files), 6)]}


def executables(folder):
    """An empty program with debug sections."""
    source, program = folder / "a.c", folder / "a"
    source.write_text("void _start(void){}\n")
    subprocess.run(["clang", "-g", "-fdebug-compilation-dir=.", "-nostdlib", "-static", "-Wl,-z,max-page-size=16", source.name, "-o", program],
                   check=True, cwd=folder)
    return {"executables": [program.read_bytes()]}


def make(target):
    """Writes the seeds of each reader as TARGET/READER/seed-NN."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        seeds = runs(folder) | worker() | gates() | texts() | machine() | executables(folder)
    for reader, inputs in seeds.items():
        (target / reader).mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(inputs):
            content = content if isinstance(content, bytes) else content.encode()
            (target / reader / f"seed-{number:02}").write_bytes(content)
        print(f"{reader}: {len(inputs)} seeds, the largest of {max(map(len, inputs))} bytes")
