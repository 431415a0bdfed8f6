#!/usr/bin/env python3
"""Draws the charts of the reference run, and writes docs/gallery.md, which shows them.

    scripts/publish/gallery.py     draws plots/reference anew, and writes the page

The charts are drawn from results/reference by the built tool, light and dark; nothing is measured.
"""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "validate"))

from common import ROOT, TOOL, output_of

RUN = "results/reference"
PLOTS = "plots/reference"
PAGE = ROOT / "docs/gallery.md"
HEAD = """# Gallery

The charts of the reference run, results/reference; [results/README.md](../results/README.md) describes its machine. Each opens in full size.
`make gallery` draws them, and [publishing.md](publishing.md#charts) says how to draw one's own.
"""


def charts():
    """The charts' names and what each shows, in the tool's order."""
    header, *lines = output_of([TOOL, "plot", "--list"]).splitlines()
    shows, of = header.index("shows"), header.index("of", header.index("shows"))
    return [(line[:shows].strip(), line[shows:of].strip()) for line in lines]


def draw():
    folder = ROOT / PLOTS
    for old in [*folder.glob("*.svg"), *folder.glob("*.png"), *folder.glob("dark/*.svg")]:
        old.unlink()
    for theme, target in [("screen", PLOTS), ("dark", f"{PLOTS}/dark")]:
        output_of([TOOL, "plot", RUN, "--format", "svg", "--theme", theme, "--output", target], cwd=ROOT)


def picture(name, shows):
    light, dark = f"../{PLOTS}/{name}.svg", f"../{PLOTS}/dark/{name}.svg"
    return (f'<a href="{light}"><picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            f'<img src="{light}" alt="{shows}" width="400"></picture></a><br>{shows}')


def page():
    there = [(name, shows) for name, shows in charts() if (ROOT / PLOTS / f"{name}.svg").exists()]
    lines = [HEAD, "<table>"]
    for left in range(0, len(there), 2):
        lines.append("<tr>")
        lines += [f'<td valign="top">{picture(*chart)}</td>' for chart in there[left:left + 2]]
        lines.append("</tr>")
    return "\n".join(lines + ["</table>", ""])


def main():
    draw()
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
