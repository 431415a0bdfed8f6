"""What the Python scripts of several folders share: paths, tables, files, commands, control groups."""

import contextlib
import csv
import io
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / ".build/release/syncbench"


class Failed(Exception):
    """An error whose text is a message for the user."""


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def rows(path):
    """The rows of a CSV file; none if there is no file."""
    path = Path(path)
    return rows_of(path.read_bytes().decode()) if path.exists() else []


def table_text(columns, values):
    """A CSV file's text. A row is a dictionary, or a list in the order of the columns."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([value.get(name, "") for name in columns] if isinstance(value, dict) else value for value in values)
    return text.getvalue()


def write_rows(path, columns, values):
    write_text(path, table_text(columns, values))


def write_text(path, text):
    """Writes and syncs a whole file in one step, so that a stop at any instant leaves the old file or the new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".half")
    with open(half, "w", newline="", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(half, path)


def output_of(command, **options):
    """The standard output of a command; if it fails, the user sees its errors."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise Failed(f"{command[0]} ended with status {done.returncode}: {done.stderr.strip()[-4000:] or done.stdout[-2000:]}")
    return done.stdout


def main(function, stopped="stopped"):
    """Runs a script, and prints the message of a Failed in place of a traceback."""
    try:
        sys.exit(function() or 0)
    except Failed as failure:
        sys.exit(f"{Path(sys.argv[0]).stem}: {failure}")
    except KeyboardInterrupt:
        sys.exit(f"\n{stopped}")


@contextlib.contextmanager
def control_group(controller, settings, older=None):
    """The words to put before a command so that it starts in a new control group; None if no group takes the settings.

    `older` has the settings for version 1 of control groups, if they have other names there.
    """
    made = (made_group(folder, older or settings if is_older else settings) for folder, is_older in group_parents(controller))
    group = next(filter(None, made), None)
    try:
        yield group and ["bash", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', str(group)]
    finally:
        # A killed process may keep the group busy for a while.
        for _ in range(500 if group else 0):
            with contextlib.suppress(OSError):
                group.rmdir()
                break
            time.sleep(0.01)


def group_parents(controller):
    """The groups below which a new one may be made, as folders: this process's own group, then the topmost. With each, whether it is of
    version 1."""
    own = dict(line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines())
    for _, point, kind, options, *_ in map(str.split, Path("/proc/mounts").read_text().splitlines()):
        if kind == "cgroup2" or (kind == "cgroup" and controller in options.split(",")):
            names = [""] if kind == "cgroup2" else [name for name in own if controller in name.split(",")]
            for folder in dict.fromkeys(Path(point) / path for name in names for path in (own.get(name, "").lstrip("/"), "")):
                yield folder, kind == "cgroup"


def made_group(parent, settings):
    """A new group with the settings; None if it can't be made."""
    try:
        group = Path(tempfile.mkdtemp(prefix="syncbench-", dir=parent))
    except OSError:
        return None
    try:
        for name, value in settings.items():
            with open(group / name, "r+", encoding="ascii") as file:
                file.write(value)
        return group
    except OSError:
        group.rmdir()
        return None
