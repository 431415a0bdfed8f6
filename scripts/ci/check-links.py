#!/usr/bin/env python3
"""Lists the links in the project's pages that lead to a file, or to a heading in a file, that does not exist.

    scripts/ci/check-links.py
"""
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "validate"))

from common import ROOT, output_of


def anchors(page):
    """The names that a page's headings have as targets of links."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def committed():
    """The files and folders that a clone has. A link to any other file of this checkout is dead elsewhere."""
    files = [ROOT / name for name in output_of(["git", "ls-files", "-z"], cwd=ROOT).split("\0") if name]
    return {ROOT, *files, *(folder for file in files for folder in file.parents if folder.is_relative_to(ROOT))}


def defects(page, present):
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:href|src|srcset)=\"([^\"]+)\"", text):
        path, _, anchor = "".join(target).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        there = (page.parent / path).resolve() if path else page
        if there not in present:
            yield f"{path} is not in the repository"
        elif anchor and anchor not in anchors(there):
            yield f"{path or 'the page'} has no heading '{anchor}'"


def main():
    present = committed()
    pages = output_of(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT).split()
    found = [f"check-links: {page}: {defect}" for page in pages for defect in defects(ROOT / page, present)]
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
