#!/usr/bin/env python3
"""Whether compare.py saw every case and every process, and the change that there is."""
import json
import re
import sys
from collections import Counter

export, same, slower = (open(path, encoding="utf-8").read() for path in sys.argv[1:4])
repetitions = Counter(one["name"] for one in json.loads(export)["benchmarks"])
ROW = re.compile(r"^(\S+) +([+-]\d+\.\d+) +[+-]\d+\.\d+ ")
TEST = re.compile(r"^(\S+)_pvalue .*Repetitions: (\d+) vs (\d+)")


def rows(text):
    return [found.groups() for found in map(ROW.match, text.splitlines()) if found]


for text, change in ((same, 0.0), (slower, 0.2)):
    seen = Counter(name for name, _ in rows(text) if name != "OVERALL_GEOMEAN")
    if seen != repetitions:
        sys.exit(f"it compared {len(seen)} cases, and {len(repetitions)} were exported")
    wrong = [name for name, value in rows(text) if abs(float(value) - change) > 0.0002]
    if wrong:
        sys.exit(f"a change of {change} was not seen in {wrong[0]}")

tested = {found[1]: int(found[2]) for found in map(TEST.match, slower.splitlines()) if found}
enough = {name for name, count in repetitions.items() if count >= 9}
missed = [name for name in enough if tested.get(name) != repetitions[name]]
if missed:
    sys.exit(f"no U test of {missed[0]}, with {repetitions[missed[0]]} repetitions")
print(f"{len(repetitions)} cases, {sum(repetitions.values())} repetitions, U tests of {len(tested)}")
