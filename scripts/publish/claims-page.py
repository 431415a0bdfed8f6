#!/usr/bin/env python3
"""Writes docs/claims.md from the run in results/claims, and the verdicts of some claims into README.md.

    scripts/publish/claims-page.py            writes both; nothing is measured
    scripts/publish/claims-page.py --check    fails if README.md has other verdicts than the page

`make claims` first measures results/claims anew.
"""
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "validate"))

from common import ROOT, TOOL, output_of

PAGE = ROOT / "docs/claims.md"
BEGIN, END = "<!-- The verdicts: `make claims` writes them. -->", "<!-- The verdicts end. -->"

# The claims that README.md names: those that surprise most.
NAMED = ["serial-queue-for-reads-and-writes", "execution-blocks-concurrent", "enforce-qos"]


def summary(page):
    """A sentence with the number of claims of each verdict, and the named claims with their verdicts."""
    counts, machine = re.search(r"(\d+ claims): (.*?)\.\n", page), re.search(r"^Measured on: (.*?, \d+ CPUs?)\b", page, re.M)
    lines = [BEGIN, f"Of {counts[1]}, on a guest ({machine[1]}): {counts[2]}. Three that surprise:", ""]
    for claim in NAMED:
        part = page.split(f"\n### {claim}\n")[1]
        verdict = re.search(r"^\*\*(.*?)\*\*", part, re.M)[1]
        statement = part.strip().split(" *Says who:*")[0]
        lines.append(f"- [{verdict}](docs/claims.md#{claim}): {statement}")
    return "\n".join(lines + [END])


def main():
    readme = ROOT / "README.md"
    if "--check" not in sys.argv:
        PAGE.write_text(output_of([TOOL, "claims", "--run", "results/claims", "--format", "markdown"], cwd=ROOT))
    text = readme.read_text()
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    if not pattern.search(text):
        sys.exit(f"claims-page: README.md has no lines '{BEGIN}' and '{END}' to write between")
    written = pattern.sub(lambda _: summary(PAGE.read_text()), text)
    if "--check" in sys.argv:
        sys.exit(0 if written == text else "claims-page: README.md has other verdicts than docs/claims.md: run `make claims`")
    readme.write_text(written)


if __name__ == "__main__":
    main()
