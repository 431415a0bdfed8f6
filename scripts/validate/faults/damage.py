"""Damage to the raw tables of a run, and the expected outcome of a command on that run."""

import gzip
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass

from common import rows_of, table_text
from records import is_readable

# The expected outcomes, in the words of faults.csv.
SAME = "goes on: status 0 with the figures of the whole run"
NAMED = "status 1 with an error that names the file and the remedy; nothing is lost"
LINE = "status 1 with an error that names the file, the line and the remedy; nothing is lost"
SAME_OR_NAMED = "status 0 with the figures of the whole run, or status 1 with an error that names the file and the remedy"
KEPT = "finishes with each row in its table or in a .cut-N beside it, which is named; or status 1 with the file and the remedy"

TABLES = ["trials", "threads", "latency", "observations", "calibration", "failures"]
# The tables that have rows in the damaged run, and among them the tables whose rows belong to launches.
FILLED, LAUNCHED = TABLES[:5], TABLES[:4]


@dataclass(frozen=True)
class Traces:
    """The traces of a damage: the lines that an error may name, and the lines that must not pass for measured."""
    numbers: frozenset = frozenset()
    impossible: tuple = ()


@dataclass(frozen=True)
class Damage:
    """A damage that can be repeated by its name."""
    kind: str
    name: str
    # Damages the run in the given folder, and returns its Traces or None.
    apply: Callable
    # Paths below the run's folder. An error must name one of them, or a path that begins with one of them. "" is the folder itself.
    files: tuple
    # The outcome expected of a command that reads the damaged run, and of one that resumes it.
    read: str = NAMED
    resume: str = KEPT
    # If something else than a file is put in a file's place: the error's word for it, such as "pipe".
    says: str | None = None
    # The commands that meet the damage; empty for all.
    subjects: tuple = ()
    # Whether only root can do the damage.
    is_for_root: bool = False


def file(run, table):
    return run / "raw" / f"{table}.csv"


def read(path):
    """The bytes of a file; an OSError if another damage has put a device or a pipe there, which would have no end."""
    if not is_readable(path):
        raise OSError(f"{path} can't be read")
    return path.read_bytes()


# Ways to change a file. Each of these functions returns one that makes the change in the run's folder.


def put(name, data):
    return lambda run: (run / name).write_bytes(data) and None


def rewrite(name, change):
    """Changes the bytes of a file."""
    return lambda run: (run / name).write_bytes(change(read(run / name))) and None


def edit_document(change):
    """Changes run.json, as a dictionary."""
    def apply(run):
        document = json.loads(read(run / "run.json"))
        change(document)
        (run / "run.json").write_text(json.dumps(document))
    return apply


def pack(tables, change=lambda data: data, plain=None):
    """Packs tables as `gzip` does, to the same bytes each time; the plain form is removed, or becomes what `plain` makes of it."""
    def apply(run):
        for table in tables:
            path = file(run, table)
            whole = read(path)
            path.with_name(path.name + ".gz").write_bytes(change(gzip.compress(whole, mtime=0)))
            path.write_bytes(plain(whole)) if plain else path.unlink()
    return apply


def relist(tables, change):
    """Changes the lines below the head of tables; an error may name any of these lines."""
    def apply(run):
        numbers = set()
        for table in tables:
            head, *lines = read(file(run, table)).splitlines(keepends=True)
            lines = change(lines)
            file(run, table).write_bytes(b"".join([head, *lines]))
            numbers |= set(range(2, len(lines) + 2))
        return Traces(frozenset(numbers))
    return apply


def edit(table, change, is_pair=False):
    """Changes cells of a table; `change` takes the rows as dictionaries and returns the indices of the wrong rows. If `is_pair`,
    a wrong row contradicts another row, and an error may name any row."""
    def apply(run):
        path = file(run, table)
        rows = rows_of(read(path).decode())
        bad = change(rows)
        text = table_text(list(rows[0]), rows)
        path.write_text(text)
        lines = text.splitlines(keepends=True)
        named = range(len(rows)) if is_pair else bad
        return Traces(frozenset(place + 2 for place in named), tuple(lines[place + 1].encode() for place in bad))
    return apply


# The damages


def both_forms():
    """A whole packed table beside a cut plain one, as an interrupted gunzip leaves them. Also packed tables that are sound."""
    def beside(table, percent):
        return pack([table], plain=lambda whole: whole[: int(len(whole) * (percent / 100))])

    for table in FILLED:
        files = (f"raw/{table}.csv",)
        for percent in [0, 10, 40, 70, 95]:
            yield Damage("both forms of a table", f"{table}=whole-packed,cut-at-{percent}%", beside(table, percent), files)
        yield Damage("packed tables", f"{table}=both-forms-equal", beside(table, 100), files, SAME_OR_NAMED)
    for name, tables in [*((table, [table]) for table in TABLES), ("all", TABLES)]:
        yield Damage("packed tables", f"{name}=packed", pack(tables), (), SAME)


def strangers():
    """Files of somebody else in the run's folder."""
    def beside(name, theirs):
        return lambda run: (pack(TABLES)(run), put(name, theirs)(run)) and None

    packed = gzip.compress(b"a,b\n1,2\n", mtime=0)
    for name in ["raw/x.csv.gz", "raw/notes.csv", "raw/trials.csv.bak", "raw/trials-old.csv.gz", "raw/x.csv.gz.part", "x.csv", "notes.txt"]:
        data = packed if ".gz" in name else b"theirs\n"
        for form, apply in {"": put(name, data), ",empty": put(name, b""), ",all-packed": beside(name, data)}.items():
            yield Damage("files of somebody else", f"{name}=theirs{form}", apply, (name,), SAME)


def packs():
    """A table that is packed, and whose packed form is damaged."""
    def two(change):
        """The rows of a table as two members of one gzip file, the second of them changed."""
        def apply(data):
            plain = gzip.decompress(data)
            middle = plain.rfind(b"\n", 0, len(plain) * 2 // 3) + 1
            return gzip.compress(plain[:middle], mtime=0) + change(gzip.compress(plain[middle:], mtime=0))
        return apply

    changes = {
        "empty": lambda data: b"",
        "second-member-magic": two(lambda member: b"\x1e" + member[1:]),
        "second-member-cut": two(lambda member: member[: len(member) // 2]),
        "second-member-head-alone": two(lambda member: member[:6]),
        "cut-by-1": lambda data: data[:-1],
        "cut-in-middle": lambda data: data[: len(data) // 2],
        "head-alone": lambda data: data[:10],
        "flipped": lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 0x10]) + data[len(data) // 2 + 1 :],
        "wrong-checksum": lambda data: data[:-8] + bytes(4) + data[-4:],
        "wrong-length": lambda data: data[:-4] + b"\xff\xff\xff\x7f",
        "garbage-behind": lambda data: data + b"garbage",
        "not-packed": gzip.decompress,
    }
    for table in FILLED:
        for name, change in changes.items():
            expected = SAME_OR_NAMED if name in ("garbage-behind", "not-packed") else NAMED
            yield Damage("damaged packed tables", f"{table}.gz={name}", pack([table], change), (f"raw/{table}.csv",), expected)
        yield Damage("packed tables", f"{table}.gz=two-members", pack([table], two(lambda member: member)), (), SAME)


def doubled():
    """Rows that are there twice, as git's union merge leaves them."""
    choices = {"all-rows": lambda lines: lines * 2, "last-row": lambda lines: lines + lines[-1:],
               "first-row": lambda lines: lines + lines[:1]}
    for table in LAUNCHED:
        for name, change in choices.items():
            yield Damage("rows doubled", f"{table}={name}-twice", relist([table], change), (f"raw/{table}.csv",), LINE)
    files = tuple(f"raw/{table}.csv" for table in LAUNCHED)
    yield Damage("rows doubled", "all-tables=all-rows-twice", relist(LAUNCHED, choices["all-rows"]), files, LINE)

    def conflict(lines):
        return [b"<<<<<<< ours\n", *lines[:3], b"=======\n", *lines[:3], b">>>>>>> theirs\n", *lines[3:]]
    yield Damage("rows doubled", "trials=conflict-marks", relist(["trials"], conflict), ("raw/trials.csv",), LINE)


def missing():
    """Missing tables, and tables without rows."""
    cuts = {
        "head-alone": lambda data: data[: data.find(b"\n") + 1],
        "last-row-gone": lambda data: data[: data.rfind(b"\n", 0, -1) + 1],
        "cut-in-row": lambda data: data[:-9], "cut-in-middle": lambda data: data[: len(data) // 2 + 5]}
    for table in TABLES:
        # If all trials of a launch are missing, the error names the run's folder.
        name, files = f"raw/{table}.csv", (f"raw/{table}.csv", "")
        yield Damage("a table is missing", f"{table}=removed", lambda run, name=name: (run / name).unlink(), files)
        yield Damage("a table is missing", f"{table}=empty", rewrite(name, lambda data: b""), files)
        for word, change in cuts.items() if table in LAUNCHED else ():
            yield Damage("rows are missing", f"{table}={word}", rewrite(name, change), files)
    yield Damage("a table is missing", "raw=removed", lambda run: shutil.rmtree(run / "raw"), ("raw", ""))

    def swap(run):
        a, b = file(run, "threads"), file(run, "latency")
        kept = read(a)
        a.write_bytes(read(b))
        b.write_bytes(kept)
    yield Damage("a table is missing", "threads=is-latency", swap, ("raw/threads.csv", "raw/latency.csv"))


def setting(column, value, place):
    """Sets a cell of the first, the middle or the last row, or of all."""
    def change(rows):
        places = {"first": [0], "middle": [len(rows) // 2], "last": [len(rows) - 1], "all": list(range(len(rows)))}[place]
        for one in places:
            rows[one][column] = value(rows[one]) if callable(value) else value
        return places
    return change


def impossible():
    """Well-formed rows that no measurement gives."""
    # One trial may have 0 operations, because a window on a busy machine may end before the first one. If all trials have 0, no
    # measurement gave them.
    cells = {
        "trials": {"elapsed_ns": ["0", "1", "-1"], "ops": [str(2**63), "-5"],
                   "trial": ["-1", "99", lambda row: str((int(row["trial"]) + 1) % 3)], "launch": ["7", "-1"],
                   "case": ["locks/uncontended/none/inside=0"], "slowness": ["-1", "nan"], "crowding": ["-2"],
                   "distance_ns": ["-1"], "state": ["calm"], "verified": ["perhaps"]},
        "threads": {"thread": [lambda row: str(1 - int(row["thread"]) % 2), "99", "-1"], "ops": ["-1"], "launch": ["7"]},
        "latency": {"launch": ["3"], "latencies": ["-5*3", "1*0", f"5*{2**63}"]},
        "observations": {"value": ["nan", "-inf"], "trial": [str(10**9), "-1"], "launch": ["5"]},
        "calibration": {"value": ["-1", "0", "nan"]}}
    for table, column, value in ((table, *cell) for table in cells for cell in each(cells[table])):
        word = "another's" if callable(value) else value
        for place in ["first", "middle", "last"] if table == "trials" else ["last"]:
            yield Damage("impossible rows", f"{table}={column}={word}@{place}",
                         edit(table, setting(column, value, place), callable(value)), (f"raw/{table}.csv",), LINE)
    for column in ["elapsed_ns", "ops"]:
        yield Damage(
            "impossible rows", f"trials={column}=0@all", edit("trials", setting(column, "0", "all")), ("raw/trials.csv",), LINE)


def each(lists):
    """A key with each of its values."""
    return [(key, value) for key, values in lists.items() for value in values]


def tables():
    """All damages of this file."""
    for group in [both_forms, strangers, packs, doubled, missing, impossible]:
        yield from group()
