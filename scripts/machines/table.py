"""Writes what was seen on the machines: results/machines.csv, and its digest in docs/machines.md."""

import csv
import pathlib

RESULTS = pathlib.Path("results/machines.csv")
PAGE = pathlib.Path("docs/machines.md")
MARKS = "<!-- machines: written by make machines -->", "<!-- machines end -->"
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
    before, _, rest = PAGE.read_text().partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    PAGE.write_text(f"{before}{MARKS[0]}\n{digest(found)}{MARKS[1]}{after}")


def digest(found):
    lines = ["| machine | what it is | `quick` by its own estimate | `smoke`: cases, valid, controls caught | checks |",
             "| --- | --- | --- | --- | --- |"]
    for row in found:
        quick = f"{row['quick_cases']} cases, {row['quick_s']} s" if "quick_s" in row else "–"
        smoke = f"{row['smoke_cases']}, {row['valid']}, {row['caught']} of {row['controls']}" if "smoke_cases" in row else "–"
        if row.get("others"):
            smoke += f" ({row['others']})"
        checks = f"{row['checks']}" + (f", {row['failed']} failed" if int(row["failed"]) else "")
        lines.append(f"| {row['machine']} | {row['about']} | {quick} | {smoke} | {checks} |")
    return "\n".join(lines) + "\n"
