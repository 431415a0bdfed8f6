"""The folders of runs, as docs/architecture.md describes them."""
import csv
import json
import sys
import time
from pathlib import Path

from agreement import Figure

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "gate-validation"))
# The folder of the scripts that it shares its code with stands on the path only now.
from recorded import Failed, rows, write_rows, write_text  # noqa: E402, F401

csv.field_size_limit(1 << 24)


class Run:
    """A run on disk."""

    def __init__(self, folder):
        self.folder = Path(folder)
        try:
            self.document = json.loads((self.folder / "run.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError) as error:
            raise Failed(f"'{folder}' is no run: {error}") from None

    @property
    def is_complete(self):
        return self.document["state"] == "complete"

    @property
    def host(self):
        return self.document["host"]

    @property
    def commit(self):
        return self.document["tool"].get("commit", "")

    @property
    def date(self):
        """The day on which it began, UTC."""
        return time.strftime("%Y-%m-%d", time.gmtime(self.document["startNanoseconds"] // 10**9))

    @property
    def wall_seconds(self):
        return (self.document["endNanoseconds"] - self.document["startNanoseconds"]) / 1e9

    def planned(self):
        """The cases that are to be valid: a negative control has no figure to agree with."""
        return [case["id"] for case in self.document["plan"]["cases"] if "valid" in case["expectation"]]

    def figures(self, metrics=None):
        """A figure a case that has a metric to compare; `metrics` names those that are not the suite's first."""
        summary = {(row["case"], row["metric"]): row for row in rows(self.folder / "summary.csv")}
        status = self.statuses()
        found = {}
        for case in self.planned():
            metric = (metrics or {}).get(case) or self.primary_metric(case)
            if metric:
                found[case] = figure(case, metric, status.get(case, "not-measured"),
                                     summary.get((case, metric), {}))
        return found

    def statuses(self):
        """Each case's status, from its suite's table."""
        return {row["case"]: row["status"] for table in self.document["plan"]["tables"]
                for row in rows(self.folder / f"{table['suite']}.csv")}

    def primary_metric(self, case):
        """The first metric of the case's suite that its workload has, and that has a better direction."""
        suite, workload = case.split("/")[:2]
        for table in self.document["plan"]["tables"]:
            if table["suite"] == suite:
                for column in table["columns"]:
                    if column["polarity"] != "neutral" and (
                            not column["workloads"] or workload in column["workloads"]):
                        return column["name"]
        return None


def figure(case, metric, status, row):
    """A figure from a row of a table; empty fields are absent."""
    value, low, high = (float(row[key]) if row.get(key) else None for key in ("value", "low", "high"))
    # A table that one day has a status of its own for a metric knows better than the case's.
    status = row.get("status") or status
    invocations = int(row["invocations"]) if row.get("invocations") else None
    return Figure(case, metric, status, value, low, high, invocations)


def runs_below(folder):
    """The run in a folder, or all of those in the folders right below it."""
    folder = Path(folder)
    if (folder / "run.json").exists():
        return [Run(folder)]
    return [Run(path.parent) for path in sorted(folder.glob("*/run.json"))]
