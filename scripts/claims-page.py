#!/usr/bin/env python3
"""Makes docs/claims.md of the run in results/claims, and the verdicts that README.md opens with.

    scripts/claims-page.py            writes both; nothing is measured
    scripts/claims-page.py --check    says whether README.md has what the page has

`make claims` measures that run anew first.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / ".build/release/syncbench"
PAGE = ROOT / "docs/claims.md"
BEGIN, END = "<!-- The verdicts: `make claims` writes them. -->", "<!-- The verdicts end. -->"

# The claims that will surprise most, and which of their lines show it.
SURPRISES = {
    "enforce-qos": [0],
    "execution-blocks-concurrent": [0],
    "thread-explosion": [0, 2],
    "serial-queue-for-reads-and-writes": [0, 3],
    "barrier-writes-beat-lock": [3, 8],
}


def sections(page):
    """Each claim's statement, verdict and evidence, by its id."""
    found = {}
    for part in page.split("\n### ")[1:]:
        lines = part.split("\n")
        verdict = next(line for line in lines if line.startswith("**"))
        found[lines[0]] = (
            lines[2].split(" *Says who:*")[0], re.match(r"\*\*(.*?)\*\*", verdict)[1],
            [line[2:] for line in lines if line.startswith("- ")])
    return found


def table(page):
    claims = sections(page)
    lines = [BEGIN, "", "| the guides say | here | what was measured |", "| --- | --- | --- |"]
    for claim, shown in SURPRISES.items():
        statement, verdict, evidence = claims[claim]
        lines.append(f"| {statement} | [{verdict}](docs/claims.md#{claim}) | "
                     + "; ".join(evidence[index].replace(" ✗", "").replace(" \\~", "") for index in shown) + " |")
    return "\n".join(lines + ["", END])


def main():
    readme = ROOT / "README.md"
    if "--check" not in sys.argv:
        page = subprocess.run(
            [TOOL, "claims", "--run", "results/claims", "--format", "markdown"],
            cwd=ROOT, check=True, capture_output=True, text=True).stdout
        PAGE.write_text(page)
    text = readme.read_text()
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    if not pattern.search(text):
        sys.exit(f"claims-page: README.md has no lines '{BEGIN}' and '{END}' to write between")
    written = pattern.sub(lambda _: table(PAGE.read_text()), text)
    if "--check" in sys.argv:
        sys.exit(0 if written == text else "claims-page: README.md has other verdicts than docs/claims.md: run `make claims`")
    readme.write_text(written)


if __name__ == "__main__":
    main()
