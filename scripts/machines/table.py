"""Writes what was seen on the machines: results/machines.csv."""

import csv
import pathlib

RESULTS = pathlib.Path("results/machines.csv")
COLUMNS = [
    "machine", "about", "cpus", "cores", "nodes", "quick_cases", "quick_s", "standard_cases", "standard_s", "thorough_cases",
    "thorough_s", "smoke_cases", "valid", "others", "controls", "caught", "killed_at", "checks", "failed", "seconds",
]


def write(seen, names):
    """Puts what was seen in place of what the machines of these rows had before; in the order of the names."""
    known = {}
    if RESULTS.exists():
        with RESULTS.open(newline="") as file:
            known = {row["machine"]: {name: value for name, value in row.items() if value != ""} for row in csv.DictReader(file)}
    known |= {row["machine"]: row for row in seen}
    found = [known[name] for name in names if name in known]
    with RESULTS.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
