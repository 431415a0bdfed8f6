#!/usr/bin/env python3
"""Writes faults into a copy of the sources, and says which tests catch each.

    scripts/validate/net/net.py [--only NAME…] [--folder FOLDER] [--output results/net.csv]

All faults are built in at once, each behind a test of the environment, so one build serves them all (mutant schemata:
Untch, Offutt and Harrold 1993). A fault's own suites are tried first, and every suite if these pass. A table of the faults
goes to standard output and to --output; the status is 1 if a fault is caught by no test.
"""

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# Beyond that a test waits for what never comes, which is a way to catch a fault.
SECONDS, SECONDS_OF_ALL = 120, 900
BUILD = ["--scratch-path", ".build/tests", "-Xswiftc", "-gnone", "-Xswiftc", "-whole-module-optimization", "-Xswiftc", "-num-threads", "-Xswiftc", "2"]
SWITCH = """import Glibc

@usableFromInline let faultOfThisProcess = getenv("SYNCBENCH_FAULT").map { String(cString: $0) } ?? ""

@inlinable func fault(_ name: String) -> Bool { faultOfThisProcess == name }
"""


def main():
    options = arguments()
    faults = tomllib.loads((HERE / "faults.toml").read_text())["fault"]
    faults = [fault for fault in faults if not options.only or fault["name"] in options.only]
    tree = Path(options.folder).resolve()
    copy(tree)
    for fault in faults:
        write(fault, tree)
    build(tree)
    prove_whole(faults, tree)
    rows = [row(fault, tree) for fault in faults]
    with open(options.output, "w", newline="") as file:
        writer = csv.DictWriter(file, ["fault", "mistake", "file", "caught", "tests"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    caught = sum(row["caught"] != "no" for row in rows)
    print(f"{caught} of {len(rows)} faults are caught: {options.output}")
    sys.exit(caught != len(rows))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="the faults to write in; all by default")
    parser.add_argument("--folder", default=str(ROOT / ".build/net"), help="the copy of the sources, kept between calls")
    parser.add_argument("--output", default=str(ROOT / "results/net.csv"), help="the table")
    return parser.parse_args()


def copy(tree):
    """Copies what git knows of; an unchanged file keeps its time, so that little is built anew."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    ).stdout.decode().split("\0")
    names = {name for name in names if name and (ROOT / name).is_file()}
    for name in names:
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_bytes() != (ROOT / name).read_bytes():
            shutil.copy(ROOT / name, target)
    for folder in ["Sources", "Tests"]:
        for path in (tree / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(tree)) not in names:
                path.unlink()


def write(fault, tree):
    """Puts a fault in the place of its text, and the switch beside it."""
    path = tree / fault["file"]
    if not path.is_file():
        sys.exit(f"net: the fault '{fault['name']}' is in a file that is not there: {fault['file']}; correct faults.toml")
    text = path.read_text()
    if text.count(fault["old"]) != 1:
        sys.exit(f"net: {fault['file']} has the text of the fault '{fault['name']}' {text.count(fault['old'])} times; correct faults.toml")
    path.write_text(text.replace(fault["old"], fault["new"]))
    module = tree / "Sources" / Path(fault["file"]).parts[1]
    (module / "FaultSwitch.swift").write_text(SWITCH)


def build(tree):
    print(f"builds the tests with all faults switched off: {tree}", flush=True)
    environment = os.environ | {"SYNCBENCH_COMMIT": "net"}
    for product in ["syncbench", "SyncbenchAllocations", "BrokenLocksBench"]:
        run(["swift", "build", "-c", "release", "--product", product], tree, environment)
    run(["swift", "build", "--build-tests", *BUILD], tree, environment)


def run(command, tree, environment):
    result = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"net: {' '.join(command)} failed:\n{result.stdout[-4000:]}{result.stderr[-2000:]}")


def test(tree, suites=None, fault=None):
    """Runs suites, or all; returns the names of the tests that failed, or what else became of the process."""
    command = ["swift", "test", "--skip-build", *BUILD] + (["--filter", suites] if suites else [])
    environment = os.environ | ({"SYNCBENCH_FAULT": fault} if fault else {})
    environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] = "8"
    process = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True)
    try:
        output, _ = process.communicate(timeout=SECONDS if suites else SECONDS_OF_ALL)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        return failed(output) + ["(the tests hang)"]
    if process.returncode == 0:
        ran = re.search(r"Test run with (\d+) tests?", output)
        if not ran or ran[1] == "0":
            sys.exit(f"net: no test is called '{suites}'; correct faults.toml")
        return []
    return failed(output) or [f"(the tests' process ended with {process.returncode}: {output.strip().splitlines()[-1][:120]})"]


def failed(output):
    names = re.findall(r"^\S+ Test (.+?) (?:with \d+ test cases? )?failed after", output, re.MULTILINE)
    names = [name for name in names if not name.startswith("run with")]
    return list(dict.fromkeys(name.strip('"') for name in names))


def prove_whole(faults, tree):
    """Without a fault all of the suites pass: a test that always fails would catch everything."""
    found = test(tree, "|".join(sorted({fault["tests"] for fault in faults})))
    if found:
        sys.exit(f"net: these tests fail without a fault: {found[:5]}")


def row(fault, tree):
    found, caught = test(tree, fault["tests"], fault["name"]), "by its own suites"
    if not found:
        found, caught = test(tree, None, fault["name"]), "by other suites"
    if not found:
        caught = "no"
    shown = found[:3] + ([f"and {len(found) - 3} more"] if len(found) > 3 else [])
    print(f"  {fault['name']}: {caught}: {'; '.join(shown)}", flush=True)
    return {
        "fault": fault["name"], "mistake": fault["what"], "file": fault["file"].removeprefix("Sources/"), "caught": caught,
        "tests": "; ".join(shown)}


if __name__ == "__main__":
    main()
