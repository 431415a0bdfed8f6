#!/usr/bin/env python3
"""Boots emulated machines, one after the other, and compares what syncbench says and does on each with the machine's facts.

    scripts/machines/machines.py [--short] [NAME…]     all machines, or the named ones; with --short only those that CI boots

SYNCBENCH names a built tool; without it the script takes the tool of a bundle under dist/, else that of the build. The results
replace the same machines' rows of results/machines.csv, except with --short. Exit status: 0 if every check passed, 2 if one
failed or a machine could not be booted, 1 if no machine could be made.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "validate"))

import tree
from common import ROOT, TOOL, output_of, rows, write_rows
from judge import SCENES, Judge

RESULTS = ROOT / "results/machines.csv"
COLUMNS = ["machine", "about", "cpus", "cores", "nodes", "quick_cases", "quick_s", "standard_cases", "standard_s", "thorough_cases",
           "thorough_s", "smoke_cases", "valid", "others", "controls", "caught", "killed_at", "checks", "failed", "seconds"]
WORK = ROOT / ".build/machines"
RIG = HERE / "rig.sh"
# The largest number of problems that are printed for a machine.
SHOWN = 12


def machines(names, short):
    """The contents of the machines' files, in the order of their key `place`."""
    found = {path.stem: tomllib.loads(path.read_text()) | {"name": path.stem} for path in sorted((HERE / "list").glob("*.toml"))}
    unknown = set(names) - set(found)
    if unknown:
        sys.exit(f"machines: there is no {', '.join(sorted(unknown))}; there are {', '.join(found)}")
    chosen = [found[name] for name in names] or list(found.values())
    return sorted((one for one in chosen if not short or one.get("short")), key=lambda one: (one.get("place", 50), one["name"]))


def tool():
    """The tool under test: that of SYNCBENCH, else the newest bundle's, which needs the fewest libraries, else the build's."""
    if "SYNCBENCH" in os.environ:
        return pathlib.Path(os.environ["SYNCBENCH"])
    bundles = sorted((ROOT / "dist").glob("syncbench-*-linux-x86_64.tar.gz"), key=lambda path: path.stat().st_mtime)
    if not bundles:
        return TOOL
    folder = WORK / "bundle"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x", "--strip-components=1", "-C", folder, "-f", bundles[-1]], check=True)
    return folder / "bin/syncbench"


def base(executable):
    """The common part of all machines' file systems, packed once."""
    root, programs = WORK / "root", WORK / "programs"
    programs.mkdir(parents=True, exist_ok=True)
    output_of(["gcc", "-O1", "-static", "-o", programs / "no-perf", HERE / "programs/no-perf.c"])
    output_of(["gcc", "-O1", "-shared", "-fPIC", "-o", programs / "affinity.so", HERE / "programs/affinity.c"])
    output_of([RIG, "root", root, executable, programs / "no-perf", programs / "affinity.so"])
    shutil.copy(HERE / "scenes.sh", root)
    shutil.copy(HERE / "guest.sh", root / "init")
    output_of([RIG, "pack", root, WORK / "base.cpio"])


def lay_out(machine, folder, short):
    """The machine's own part of its file system, which follows the common part in the initramfs."""
    own = folder / "own/machine"
    shutil.rmtree(folder, ignore_errors=True)
    own.mkdir(parents=True)
    setup = machine.get("setup", "")
    if "tree" in machine:
        count = tree.make(own / "sys", **machine["tree"])
        # The made-up tree has more CPUs than the emulator, and no thread can be bound to a CPU that only the tree has:
        # affinity.so answers the tool's calls for affinity in the kernel's place.
        if count > int(machine["smp"]):
            setup += f"\nexport MACHINE_CPUS={count} LD_PRELOAD=/bin/affinity.so\n"
    parts = {
        "setup": setup,
        "seconds": str(machine.get("seconds", 400)),
        "scenes": " ".join(machine.get("scenes", SCENES)),
        "profiles": " ".join(["quick"] if short else machine.get("profiles", ["quick"])),
        "whole": "yes" if machine.get("whole") and not short else "no",
    }
    for name, text in parts.items():
        (own / name).write_text(text + "\n")
    if not machine.get("tracefs", True):
        (own / "no-tracefs").touch()
    output_of([RIG, "pack", folder / "own", folder / "own.cpio"])
    (folder / "initramfs").write_bytes((WORK / "base.cpio").read_bytes() + (folder / "own.cpio").read_bytes())


def options(machine):
    """The options of the emulator."""
    memory, nodes = machine.get("memory", 2048), machine.get("nodes", 1)
    found = ["-cpu", machine.get("cpu", "Haswell-v4"), "-smp", machine["smp"], "-m", str(memory)]
    if nodes > 1:
        each = int(machine["smp"].split(",")[0]) // nodes
        for node in range(nodes):
            found += ["-object", f"memory-backend-ram,id=m{node},size={memory // nodes}M"]
            found += ["-numa", f"node,nodeid={node},cpus={node * each}-{node * each + each - 1},memdev=m{node}"]
    return found


def boot(machine, kernel, short):
    """Boots a machine, and returns its judge after all checks."""
    if "command" in machine:
        judge = Judge(machine, None)
        status = subprocess.run([ROOT / machine["command"]] + (["--short"] if short else []), check=False).returncode
        judge.check(status == 0, f"{machine['command']} ended with {status}")
        return judge
    folder = WORK / machine["name"]
    lay_out(machine, folder, short)
    subprocess.run(
        [RIG, "boot", folder, str(machine.get("seconds", 400) + 60), kernel, machine.get("arguments", "")] + options(machine),
        check=False)
    judge = Judge(machine, folder / "out")
    judge.see()
    return judge


def write(seen):
    """Replaces the machine's row in the results, whose rows have the order of `machines`."""
    known = {row["machine"]: row for row in rows(RESULTS)} | {seen["machine"]: seen}
    write_rows(RESULTS, COLUMNS, [known[one["name"]] for one in machines([], False) if one["name"] in known])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="only those that CI boots")
    parser.add_argument("names", nargs="*", metavar="NAME")
    choice = parser.parse_args()
    os.chdir(ROOT)
    chosen = machines(choice.names, choice.short)
    for machine in chosen:
        if choice.short:
            machine["scenes"] = machine["short"]
    subprocess.run(["scripts/ci/setup.sh", "pmu"], check=True)
    kernel = output_of([RIG, "kernel"]).strip()
    base(tool())
    seen = []
    for machine in chosen:
        start = time.monotonic()
        judge = boot(machine, kernel, choice.short)
        judge.row |= {"checks": judge.checks, "failed": len(judge.problems), "seconds": round(time.monotonic() - start)}
        seen.append(judge)
        print(f"{machine['name']:14} {judge.checks:3} checks, {len(judge.problems)} failed, {judge.row['seconds']} s  {machine['about']}")
        for problem in judge.problems[:SHOWN]:
            print(f"    {problem}")
        if len(judge.problems) > SHOWN:
            print(f"    and {len(judge.problems) - SHOWN} more")
        sys.stdout.flush()
        if not choice.short and "command" not in machine:
            write(judge.row)
    sys.exit(2 if any(judge.problems for judge in seen) else 0)


if __name__ == "__main__":
    main()
