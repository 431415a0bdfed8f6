#!/usr/bin/env python3
"""Prints the tables of the gate's validation in Markdown, from results/gate-validation/.

    scripts/publish/gate-tables.py [--results FOLDER] [--suite-cases 40]
"""
import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "validate" / "gate-validation"))
# The folder of the scripts that it shares its code with stands on the path only now.
from recorded import RESULTS, Failed, main, rows  # noqa: E402
import tables  # noqa: E402


def machine(path):
    """A line for each measurement: on what it was made."""
    lines = []
    for what, facts in json.loads(path.read_text(encoding="utf-8")).items():
        kind = "virtual machine" if facts["virtual"] else "machine"
        lines.append(
            f"- {what}: {facts['date']}, commit {facts['commit']}, {kind} with {facts['cpus']} CPUs of "
            f"{facts['processor']} ({facts['architecture']}), {facts['memory_mb']} MB, Linux "
            f"{facts['kernel']}, {facts['swift']}; load average at its start "
            f"{facts['load_average'][0]}")
    return "\n".join(lines)


def run():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--suite-cases", type=int, default=40)
    options = parser.parse_args()
    aa, power, rivals = (rows(options.results / name)
                         for name in ("aa.csv", "power.csv", "rivals.csv"))
    parts = []
    if (options.results / "machine.json").exists():
        parts.append("### The machine\n\n" + machine(options.results / "machine.json"))
    if aa:
        parts.append("### A against A\n\n" + tables.suites(aa))
    if any(int(row["trials"]) for row in power):
        parts.append("### Slowdowns\n\n" + tables.power_summary(power) + "\n\n" + tables.power(power))
    if rivals:
        parts.append("### The rules of others, on the same launches\n\n"
                     + tables.rivals(rivals, options.suite_cases, aa, power))
    if not parts:
        raise Failed(f"'{options.results}' holds no results; run scripts/validate/gate-aa.sh, scripts/validate/gate-power.sh "
                     "and scripts/validate/gate-rivals.py first")
    print("\n\n".join(parts))
    return 0


if __name__ == "__main__":
    main(run)
