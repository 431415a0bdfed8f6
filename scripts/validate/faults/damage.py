"""Damage to the raw tables of a run, and what a command on that run is expected to come to."""

import csv
import gzip
import io
import shutil
from collections.abc import Callable
from dataclasses import dataclass

from records import is_readable

# The expected outcomes, in the words of the table.
SAME = "goes on: status 0 with the figures of the whole run"
NAMED = "status 1 with an error that names the file and the remedy; nothing is lost"
LINE = "status 1 with an error that names the file, the line and the remedy; nothing is lost"
SAME_OR_NAMED = "status 0 with the figures of the whole run, or status 1 with an error that names the file and the remedy"
KEPT = "finishes with each row in its table or in a .cut-N beside it, which is named; or status 1 with the file and the remedy"

TABLES = ["trials", "threads", "latency", "observations", "calibration", "failures"]
# Those that have rows in the run that is damaged.
FILLED = TABLES[:5]


@dataclass(frozen=True)
class Traces:
    """What a damage left: the lines that an error may name, and the lines that must not pass for measured."""
    numbers: frozenset = frozenset()
    impossible: tuple = ()


@dataclass(frozen=True)
class Damage:
    """A damage that can be done again by its name."""
    kind: str
    name: str
    # Takes the run's folder, returns the Traces or None.
    apply: Callable
    # The ends of the paths that an error may name, below the run's folder; "" is the folder itself.
    files: tuple
    read: str = NAMED
    resume: str = KEPT
    # The error's word for the thing in the file's place.
    says: str | None = None
    subjects: tuple = ()
    is_for_root: bool = False


def file(run, table):
    return run / "raw" / f"{table}.csv"


def read(path):
    """The bytes of a file; an OSError where another damage has put a device or a pipe, which would have no end."""
    if not is_readable(path):
        raise OSError(f"{path} can't be read")
    return path.read_bytes()


def pack(run, table):
    """Packs a table as `gzip` does; the packed bytes are the same each time."""
    path = file(run, table)
    data = gzip.compress(read(path), mtime=0)
    path.unlink()
    return path.with_name(path.name + ".gz"), data


def both_forms():
    """A whole packed table beside a cut one, as an interrupted gunzip leaves them, and packed tables that are sound."""
    def cut(table, share):
        def apply(run):
            plain = read(file(run, table))
            packed, data = pack(run, table)
            packed.write_bytes(data)
            file(run, table).write_bytes(plain[: int(len(plain) * share)])
        return apply

    def both(table):
        def apply(run):
            plain = read(file(run, table))
            packed, data = pack(run, table)
            packed.write_bytes(data)
            file(run, table).write_bytes(plain)
        return apply

    def packed(tables):
        def apply(run):
            for table in tables:
                path, data = pack(run, table)
                path.write_bytes(data)
        return apply

    for table in FILLED:
        for percent in [0, 10, 40, 70, 95]:
            yield Damage(
                "both forms of a table", f"{table}=whole-packed,cut-at-{percent}%", cut(table, percent / 100), (f"raw/{table}.csv",))
        yield Damage("packed tables", f"{table}=both-forms-equal", both(table), (f"raw/{table}.csv",), SAME_OR_NAMED)
    for name, tables in [*((table, [table]) for table in TABLES), ("all", TABLES)]:
        yield Damage("packed tables", f"{name}=packed", packed(tables), (), SAME)


def strangers():
    """Files of somebody else in the run's folder."""
    def put(name, data):
        return lambda run: (run / name).write_bytes(data) and None

    def beside(name, theirs):
        def apply(run):
            for table in TABLES:
                path, data = pack(run, table)
                path.write_bytes(data)
            (run / name).write_bytes(theirs)
        return apply

    packed = gzip.compress(b"a,b\n1,2\n", mtime=0)
    for name in ["raw/x.csv.gz", "raw/notes.csv", "raw/trials.csv.bak", "raw/trials-old.csv.gz", "raw/x.csv.gz.part", "x.csv", "notes.txt"]:
        data = packed if ".gz" in name else b"theirs\n"
        yield Damage("files of somebody else", f"{name}=theirs", put(name, data), (name,), SAME)
        yield Damage("files of somebody else", f"{name}=theirs,empty", put(name, b""), (name,), SAME)
        yield Damage("files of somebody else", f"{name}=theirs,all-packed", beside(name, data), (name,), SAME)


def packs():
    """A table that is packed, and whose packed form is damaged."""
    def broken(table, change):
        def apply(run):
            path, data = pack(run, table)
            path.write_bytes(change(data))
        return apply

    def second(data):
        """The rows of a table as two members of one gzip file."""
        plain = gzip.decompress(data)
        middle = plain.rfind(b"\n", 0, len(plain) * 2 // 3) + 1
        return gzip.compress(plain[:middle], mtime=0), gzip.compress(plain[middle:], mtime=0)

    def two(change):
        return lambda data: b"".join((second(data)[0], change(second(data)[1])))

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
        "not-packed": lambda data: gzip.decompress(data),
    }
    for table in FILLED:
        for name, change in changes.items():
            expected = SAME_OR_NAMED if name in ("garbage-behind", "not-packed") else NAMED
            yield Damage("damaged packed tables", f"{table}.gz={name}", broken(table, change), (f"raw/{table}.csv",), expected)
        yield Damage("packed tables", f"{table}.gz=two-members", broken(table, two(lambda member: member)), (), SAME)


def doubled():
    """Rows that are there twice, as a union merge leaves them."""
    def repeat(tables, choose):
        def apply(run):
            numbers = set()
            for table in tables:
                head, *lines = read(file(run, table)).splitlines(keepends=True)
                more = choose(lines)
                file(run, table).write_bytes(b"".join([head, *lines, *more]))
                numbers |= set(range(2, len(lines) + len(more) + 2))
            return Traces(frozenset(numbers))
        return apply

    choices = {"all-rows": lambda lines: lines, "last-row": lambda lines: lines[-1:], "first-row": lambda lines: lines[:1]}
    for table in ["trials", "threads", "latency", "observations"]:
        for name, choose in choices.items():
            yield Damage("rows doubled", f"{table}={name}-twice", repeat([table], choose), (f"raw/{table}.csv",), LINE)
    every = ["trials", "threads", "latency", "observations"]
    yield Damage(
        "rows doubled", "all-tables=all-rows-twice", repeat(every, choices["all-rows"]), tuple(f"raw/{t}.csv" for t in every), LINE)

    def conflict(run):
        path = file(run, "trials")
        head, *lines = read(path).splitlines(keepends=True)
        marks = [b"<<<<<<< ours\n", b"=======\n", b">>>>>>> theirs\n"]
        path.write_bytes(b"".join([head, marks[0], *lines[:3], marks[1], *lines[:3], marks[2], *lines[3:]]))
        return Traces(frozenset(range(2, len(lines) + 8)))
    yield Damage("rows doubled", "trials=conflict-marks", conflict, ("raw/trials.csv",), LINE)


def missing():
    """Tables that are gone, or whose rows are."""
    def remove(table):
        return lambda run: file(run, table).unlink()

    def cut(table, keep):
        def apply(run):
            data = read(file(run, table))
            file(run, table).write_bytes(keep(data))
        return apply

    for table in TABLES:
        # Trials that are gone are launches that are gone: those are the run's.
        files = (f"raw/{table}.csv", "")
        yield Damage("a table is missing", f"{table}=removed", remove(table), files)
        yield Damage("a table is missing", f"{table}=empty", cut(table, lambda data: b""), files)
    for table in ["trials", "threads", "latency", "observations"]:
        files = (f"raw/{table}.csv", "")
        yield Damage("rows are missing", f"{table}=head-alone", cut(table, lambda data: data[: data.find(b"\n") + 1]), files)
        yield Damage(
            "rows are missing", f"{table}=last-row-gone", cut(table, lambda data: data[: data.rfind(b"\n", 0, -1) + 1]), files)
        yield Damage("rows are missing", f"{table}=cut-in-row", cut(table, lambda data: data[:-9]), files)
        yield Damage(
            "rows are missing", f"{table}=cut-in-middle", cut(table, lambda data: data[: len(data) // 2 + 5]), files)
    yield Damage("a table is missing", "raw=removed", lambda run: shutil.rmtree(run / "raw"), ("raw", ""))

    def swap(run):
        a, b = file(run, "threads"), file(run, "latency")
        kept = read(a)
        a.write_bytes(read(b))
        b.write_bytes(kept)
    yield Damage("a table is missing", "threads=is-latency", swap, ("raw/threads.csv", "raw/latency.csv"))


def edit(table, change, is_pair=False):
    """Changes cells of a row; `change` takes the rows as dictionaries and returns the places of those that are wrong. Of a pair
    of rows that contradict each other, an error may name either."""
    def apply(run):
        path = file(run, table)
        rows = list(csv.DictReader(io.StringIO(read(path).decode(), newline="")))
        columns = list(rows[0])
        bad = change(rows)
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        lines = text.getvalue().splitlines(keepends=True)
        path.write_text(text.getvalue())
        named = range(len(rows)) if is_pair else bad
        return Traces(frozenset(place + 2 for place in named), tuple(lines[place + 1].encode() for place in bad))
    return apply


def setting(column, value, place):
    """Sets a cell of the first, the middle or the last row, or of all."""
    def change(rows):
        places = {"first": [0], "middle": [len(rows) // 2], "last": [len(rows) - 1], "all": list(range(len(rows)))}[place]
        for one in places:
            rows[one][column] = value(rows[one]) if callable(value) else value
        return places
    return change


def impossible():
    """Rows that can be read, and that no measurement gives."""
    beyond = str(10**9)
    cells = [
        ("trials", "elapsed_ns", "0"), ("trials", "elapsed_ns", "1"), ("trials", "elapsed_ns", "-1"),
        # A window on a busy machine may end before the first operation; a trial of all cases may not.
        ("trials", "ops", str(2**63)), ("trials", "ops", "-5"),
        ("trials", "trial", "-1"), ("trials", "trial", "99"), ("trials", "trial", lambda row: str((int(row["trial"]) + 1) % 3)),
        ("trials", "launch", "7"), ("trials", "launch", "-1"), ("trials", "case", "locks/uncontended/none/inside=0"),
        ("trials", "slowness", "-1"), ("trials", "slowness", "nan"), ("trials", "crowding", "-2"), ("trials", "distance_ns", "-1"), ("trials", "state", "calm"),
        ("trials", "verified", "perhaps"), ("threads", "thread", lambda row: str(1 - int(row["thread"]) % 2)),
        ("threads", "thread", "99"), ("threads", "thread", "-1"), ("threads", "ops", "-1"), ("threads", "launch", "7"),
        ("latency", "launch", "3"), ("latency", "latencies", "-5*3"), ("latency", "latencies", "1*0"),
        ("latency", "latencies", f"5*{2**63}"), ("observations", "value", "nan"), ("observations", "value", "-inf"),
        ("observations", "trial", beyond), ("observations", "trial", "-1"), ("observations", "launch", "5"),
        ("calibration", "value", "-1"), ("calibration", "value", "0"), ("calibration", "value", "nan"),
    ]
    for number, (table, column, value) in enumerate(cells):
        word = "another's" if callable(value) else value
        for place in ["first", "middle", "last"] if table == "trials" else ["last"]:
            yield Damage(
                "impossible rows", f"{table}={column}={word}@{place}", edit(table, setting(column, value, place), callable(value)),
                (f"raw/{table}.csv",), LINE)
    for column in ["elapsed_ns", "ops"]:
        yield Damage(
            "impossible rows", f"trials={column}=0@all", edit("trials", setting(column, "0", "all")), ("raw/trials.csv",), LINE)


def tables():
    """All damages of this page."""
    for group in [both_forms, strangers, packs, doubled, missing, impossible]:
        yield from group()
