#!/usr/bin/env python3
"""Makes README.md's gallery of the reference run, and the charts that it shows.

    scripts/gallery.py            draws plots/reference anew, and writes the gallery
    scripts/gallery.py --check    says whether README.md names just the charts that are there

The charts are drawn of results/reference by the built tool, light and dark; nothing is measured.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / ".build/release/syncbench"
RUN = "results/reference"
PLOTS = "plots/reference"
BEGIN, END = "<!-- The gallery: `make gallery` writes it. -->", "<!-- The gallery ends. -->"


def charts():
    """The charts' names and what each shows, in the tool's order."""
    text = subprocess.run([TOOL, "plot", "--list"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    header, *lines = text.splitlines()
    shows, of = header.index("shows"), header.index("of", header.index("shows"))
    return [(line[:shows].strip(), line[shows:of].strip()) for line in lines]


def draw():
    folder = ROOT / PLOTS
    for old in [*folder.glob("*.svg"), *folder.glob("*.png"), *folder.glob("dark/*.svg")]:
        old.unlink()
    for theme, target in [("screen", PLOTS), ("dark", f"{PLOTS}/dark")]:
        subprocess.run(
            [TOOL, "plot", RUN, "--format", "svg", "--theme", theme, "--output", target],
            cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def picture(name, shows):
    light, dark = f"{PLOTS}/{name}.svg", f"{PLOTS}/dark/{name}.svg"
    return (f'<a href="{light}"><picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            f'<img src="{light}" alt="{shows}" width="400"></picture></a><br>{shows}')


def gallery():
    there = [(name, shows) for name, shows in charts() if (ROOT / PLOTS / f"{name}.svg").exists()]
    lines = [BEGIN, "", "<table>"]
    for left in range(0, len(there), 2):
        lines.append("<tr>")
        lines += [f'<td valign="top">{picture(*chart)}</td>' for chart in there[left:left + 2]]
        lines.append("</tr>")
    return "\n".join(lines + ["</table>", "", END])


def main():
    readme = ROOT / "README.md"
    text = readme.read_text()
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    if not pattern.search(text):
        sys.exit(f"gallery: README.md has no lines '{BEGIN}' and '{END}' to write between")
    if "--check" not in sys.argv[1:]:
        draw()
    new = pattern.sub(lambda _: gallery(), text)
    if "--check" in sys.argv[1:]:
        sys.exit(0 if new == text else "gallery: README.md is not what `make gallery` would write")
    readme.write_text(new)


if __name__ == "__main__":
    main()
