#!/usr/bin/env python3
"""Runs the fuzzer over the readers, and writes results/fuzz.csv. See scripts/validate/fuzz.sh."""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import common
import seeds
from common import ROOT

FUZZ = ROOT / ".build/fuzz/release/Fuzz"
FOUND, GROWN = ROOT / ".build/fuzz/found", ROOT / ".build/fuzz/corpora"
CORPORA = ROOT / "scripts/validate/fuzz/corpora"
RESULTS = ROOT / "results/fuzz.csv"
COLUMNS = ["reader", "executions", "seconds", "executions_per_s", "edges", "features", "inputs", "crashes", "hangs",
           "slowest_ms", "peak_mb", "toolchain"]
# The limits of a reader: a second of CPU time, and 500 MB, the sanitizer's own memory included. The fuzzer measures wall time,
# which says little on a busy machine, so an input that it finds slow is tried again.
MOST_MS = 1000
LIMITS = ["-timeout=60", "-report_slow_units=1", "-rss_limit_mb=500", "-detect_leaks=0", "-print_final_stats=1", "-reload=0"]
ENVIRONMENT = dict(
    os.environ, SWIFT_BACKTRACE="enable=no",
    # Recording the stacks of allocations would take most of the time; to examine a crash, switch it on.
    ASAN_OPTIONS="malloc_context_size=0:quarantine_size_mb=16:detect_leaks=0:max_free_fill_size=0:max_malloc_fill_size=0")
REPLAYED = 3000
# The most bytes in all and the most inputs that `keep` adds to a reader's seeds: few, because the corpus is in the repository.
MOST_BYTES, MOST_INPUTS = 2_500, 8


def readers():
    """The names of the readers, each with the most bytes that an input for it may have."""
    return {name: int(most) for name, most, _ in (line.split("\t") for line in common.output_of([FUZZ, "--list"]).splitlines())}


def folder(path):
    """Returns the folder, made if it was missing."""
    path.mkdir(parents=True, exist_ok=True)
    return path


def tokens(name):
    """The words of a reader's corpus, as the fuzzer's dictionary: the fuzzer would not guess JSON's keys and the like."""
    words = set()
    for path in sorted((CORPORA / name).glob("*")):
        words |= set(re.findall(rb"[A-Za-z_][A-Za-z0-9_.-]{2,30}", path.read_bytes()))
    return "".join(f'"{word.decode()}"\n' for word in sorted(words)[:300])


def call(name, most, options, folders):
    """Calls the fuzzer once; returns its output and its status."""
    with tempfile.NamedTemporaryFile("w", suffix=".dict") as dictionary:
        dictionary.write(tokens(name))
        dictionary.flush()
        words = [f"-dict={dictionary.name}"] if os.path.getsize(dictionary.name) else []
        return execute(name, *LIMITS, f"-max_len={most}", f"-artifact_prefix={folder(FOUND / name)}/", *options, *words, *folders)


def execute(*words):
    """Starts the fuzzer; returns its output and its status."""
    done = subprocess.run([FUZZ, *words], env=ENVIRONMENT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace"), done.returncode


def last(pattern, text, otherwise=0.0):
    """The last number that a pattern finds."""
    found = re.findall(pattern, text)
    return float(found[-1]) if found else otherwise


def takes_long(name, path):
    """Whether an input, executed alone, fails or keeps its reader for more than MOST_MS of CPU time."""
    # The first hundred executions are not timed, because they include one-time work.
    text, status = execute(name, "-runs=103", "-timeout=600", "-detect_leaks=0", path)
    return status != 0 or last(r"slowest: ([0-9.]+) ms", text) > MOST_MS


def judged(name, found):
    """The found inputs that crash a reader, and those that keep it too long. Inputs that a second try does not find slow are removed."""
    slow = {each for each in found if each.startswith(("timeout", "slow-unit"))}
    hangs = {each for each in slow if takes_long(name, FOUND / name / each)}
    for each in slow - hangs:
        (FOUND / name / each).unlink()
    return found - slow, hangs


def fuzz(name, most, executions, seconds):
    """Executes a reader `executions` times, or until three inputs have crashed it or kept it too long; returns its row. Each call of the
    fuzzer is a slice, and lasts at most `seconds`."""
    row = {"reader": name, "executions": 0, "seconds": 0.0, "crashes": 0, "hangs": 0, "slowest_ms": 0.0, "peak_mb": 0}
    known = {path.name for path in folder(FOUND / name).iterdir()}
    while row["executions"] < executions and row["crashes"] + row["hangs"] < 3:
        folders = [folder(GROWN / name), folder(CORPORA / name)]
        text, status = call(name, most, [f"-runs={executions - row['executions']}", f"-max_total_time={seconds}"], folders)
        found = {path.name for path in (FOUND / name).iterdir()} - known - {"log"}
        known |= found
        ran = int(last(r"stat::number_of_executed_units: (\d+)", text))
        if status and not found or not ran:
            sys.exit(f"fuzz: {name} could not be run (status {status}):\n{text[-2000:]}")
        crashes, hangs = judged(name, found)
        if crashes or hangs:
            (FOUND / name / "log").write_text(text[-20_000:])
        # The time of a slice, in s: its executions divided by the rate that the fuzzer reports.
        row["seconds"] += ran / max(1.0, last(r"stat::average_exec_per_sec:\s+(\d+)", text, 1.0))
        row["executions"] += ran
        row["crashes"] += len(crashes)
        row["hangs"] += len(hangs)
        row["slowest_ms"] = max(row["slowest_ms"], last(r"slowest: ([0-9.]+) ms", text))
        row["peak_mb"] = max(row["peak_mb"], int(last(r"stat::peak_rss_mb:\s+(\d+)", text)))
        row["edges"] = int(last(r"cov: (\d+)", text))
        row["features"] = int(last(r"ft: (\d+)", text))
    row["inputs"] = len(list((GROWN / name).iterdir()))
    row["seconds"] = round(row["seconds"], 1)
    row["executions_per_s"] = round(row["executions"] / max(row["seconds"], 0.1))
    return row


def keep(name, most):
    """Replaces a reader's committed inputs, except its seeds. The fuzzer chooses a small set of inputs that reaches as much code as all
    inputs do; of this set, the largest and the smallest are taken in turn."""
    seeds = {path.name: path.read_bytes() for path in (CORPORA / name).glob("seed-*")}
    kept, total = [], 0
    with tempfile.TemporaryDirectory() as made:
        call(name, most, ["-set_cover_merge=1"], [made, folder(CORPORA / name), folder(GROWN / name)])
        inputs = [path.read_bytes() for path in pathlib.Path(made).iterdir()]
        inputs = sorted(set(inputs) - set(seeds.values()), key=lambda each: (len(each), each))
        for content in itertools.chain.from_iterable(zip(reversed(inputs), inputs)):
            if content not in kept and len(kept) < MOST_INPUTS and total + len(content) <= MOST_BYTES:
                kept.append(content)
                total += len(content)
    shutil.rmtree(CORPORA / name)
    kept.sort(key=lambda each: (len(each), each))
    for file, content in (seeds | {f"{number:02}": content for number, content in enumerate(kept)}).items():
        (folder(CORPORA / name) / file).write_bytes(content)
    print(f"{name}: {len(seeds)} seeds, {len(kept)} inputs, {total} bytes")


def write(rows):
    """Writes the table; readers that were not run keep their old rows."""
    known = {row["reader"]: row for row in common.rows(RESULTS) + rows}
    common.write_rows(RESULTS, COLUMNS, [known[name] for name in sorted(known)])


def campaign(chosen, options):
    """Runs the readers, `--jobs` at a time; returns the exit status."""
    executions = REPLAYED if options.replay else options.executions
    version = re.search(r"Swift version (\S+)", common.output_of(["swift", "--version"]))[1]
    built, rows, started = f"swift {version} libFuzzer ASan", [], time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(fuzz, name, most, executions, options.slice) for name, most in chosen.items()]
        for task in concurrent.futures.as_completed(tasks):
            rows.append(task.result() | {"toolchain": built})
            print(json.dumps(rows[-1]), flush=True)
            if not options.replay:
                write(rows)
    found = sum(row["crashes"] + row["hangs"] for row in rows)
    print(f"fuzz: {len(rows)} readers, {sum(row['executions'] for row in rows)} executions in "
          f"{time.monotonic() - started:.0f} s, {found} inputs that crashed a reader or kept it too long"
          + (f": see {FOUND.relative_to(ROOT)}" if found else ""))
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/validate/fuzz.sh", description=__doc__.splitlines()[0])
    parser.add_argument("readers", nargs="*", help="the readers; all by default")
    parser.add_argument("--executions", type=int, default=1_000_000, help="how many for each reader")
    parser.add_argument("--jobs", type=int, default=1, help="how many readers at once")
    parser.add_argument("--slice", type=int, default=150, help="how long one call of the fuzzer may take, in s")
    parser.add_argument("--replay", action="store_true", help=f"{REPLAYED} executions each, and no table")
    parser.add_argument("--keep", action="store_true", help="puts some inputs of .build/fuzz/corpora into the committed corpora")
    parser.add_argument("--seeds", action="store_true", help="makes seeds of real inputs anew")
    parser.add_argument("--list", action="store_true", help="names the readers")
    options = parser.parse_args()
    if options.seeds:
        return seeds.make(GROWN)
    known = readers()
    if options.list:
        return print("\n".join(known))
    unknown = set(options.readers) - set(known)
    if unknown:
        parser.error(f"there is no reader {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    chosen = {name: known[name] for name in options.readers or known}
    if options.keep:
        for name, most in chosen.items():
            keep(name, most)
        return 0
    return campaign(chosen, options)


if __name__ == "__main__":
    sys.exit(main())
