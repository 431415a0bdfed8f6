"""Other things in place of a run's files: pipes, folders, devices, sparse files, lines without end, plans without bounds."""

import gzip
import os
import random
import shutil
import socket
import stat

from damage import KEPT, NAMED, SAME_OR_NAMED, TABLES, Damage, edit_document, put, read, rewrite

TERABYTE = 1 << 40
FILES = ["run.json", *(f"raw/{table}.csv" for table in TABLES)]
WORDS = {"fifo": "pipe|fifo", "folder": "folder|directory", "null": "device", "zero": "device", "socket": "socket", "loop": "link",
         "self": "folder|directory"}
LINKS = {"link-to-zero": "/dev/zero", "link-to-nothing": "nowhere", "self": "."}


def in_place(name, kind):
    """Puts something that is no file in a file's place."""
    def apply(run):
        path = run / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        if kind == "fifo":
            os.mkfifo(path)
        elif kind == "folder":
            path.mkdir()
        elif kind == "socket":
            # The path of a socket must be short, so it leads through a descriptor of the folder.
            there = os.open(path.parent, os.O_DIRECTORY)
            with socket.socket(socket.AF_UNIX) as one:
                one.bind(f"/proc/self/fd/{there}/{path.name}")
            os.close(there)
        elif kind in ("null", "zero"):
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, {"null": 3, "zero": 5}[kind]))
        else:
            path.symlink_to(LINKS.get(kind, path.name))
    return apply


def grow(name, size):
    return lambda run: os.truncate(run / name, size)


def kinds():
    for name in FILES:
        for kind in ["fifo", "folder", "socket", "null", "zero"]:
            yield Damage("no file in a file's place", f"{name}={kind}", in_place(name, kind), (name,), resume=NAMED,
                         says=WORDS[kind], is_for_root=kind in ("null", "zero"))
        for kind in ["link-to-zero", "link-to-nothing", "loop", "self"]:
            yield Damage("a link in a file's place", f"{name}={kind}", in_place(name, kind), (name, ""), resume=KEPT)
    for kind in ["fifo", "socket", "null"]:
        yield Damage(
            "no file in a file's place", f"raw={kind}", in_place("raw", kind), ("raw",), resume=NAMED, is_for_root=kind == "null")
    for name in ["summary.csv", "locks.csv"]:
        for kind in ["folder", "fifo", "socket", "null", "link-to-zero"]:
            # `summarize` puts a new file in the place of a table, but it can't replace a folder.
            expected = NAMED if kind == "folder" else SAME_OR_NAMED
            yield Damage("no file in a table's place", f"{name}={kind}", in_place(name, kind), (name, ""), expected,
                         subjects=("summarize",), is_for_root=kind == "null")

    def packed(kind):
        return lambda run: ((run / "raw/trials.csv").unlink(), in_place("raw/trials.csv.gz", kind)(run)) and None
    for kind in ["fifo", "folder", "socket", "null"]:
        yield Damage("no file in a file's place", f"raw/trials.csv.gz={kind}", packed(kind), ("raw/trials.csv",), resume=NAMED,
                     says=WORDS[kind], is_for_root=kind == "null")
        yield Damage("no file in a file's place", f"raw/trials.csv.gz={kind},beside", in_place("raw/trials.csv.gz", kind),
                     ("raw/trials.csv",), SAME_OR_NAMED, is_for_root=kind == "null")


def sizes():
    """Files of more bytes than any memory, and lines without end."""
    def unpacked_line(run):
        """Packs a line of 3 GB into 43 MB, a ratio that the tool accepts."""
        path = run / "raw/trials.csv"
        head = gzip.compress(read(path), mtime=0)
        path.unlink()
        piece = random.Random(1).randbytes(900_000).replace(b"\n", b" ").replace(b"\r", b" ") + bytes(63 << 20)
        put("raw/trials.csv.gz", head + 48 * gzip.compress(piece, 1, mtime=0))(run)

    for name in FILES:
        yield Damage("a file of 1 TB", f"{name}=1TB", grow(name, TERABYTE), (name,))
        if name != "run.json":
            yield Damage("a line without end", f"{name}=3GB-line", grow(name, 3 << 30), (name,))
    yield Damage("a line without end", "raw/trials.csv.gz=3GB-line", unpacked_line, ("raw/trials.csv",))
    yield Damage("a line without end", "run.json=600MB", grow("run.json", 600 << 20), ("run.json",))


def plans():
    """A run.json that plans more launches than memory can hold, or that is not valid."""
    def many(cases, blocks):
        def deed(document):
            plan = document["plan"]
            plan["blocks"] = blocks
            model = plan["cases"][0]
            # The cases are added to those with rows, so that no row contradicts the plan.
            plan["cases"] += [
                {**model, "id": f"locks/uncontended/ticket/inside={number + 1}"} for number in range(cases - len(plan["cases"]))]
            for case in plan["cases"]:
                case["launchLimit"] = blocks
        return edit_document(deed)

    def each(key, value):
        def deed(document):
            for case in document["plan"]["cases"]:
                (case["sampling"] if key in case["sampling"] else case)[key] = value
        return edit_document(deed)

    documents = {
        "2000-cases-100000-blocks": many(2000, 100_000), "20000-cases-10000-blocks": many(20_000, 10_000),
        "1-case-10^9-blocks": many(1, 10**9), "2^62-blocks": many(4, 2**62), "-1-blocks": many(4, -1), "0-blocks": many(4, 0),
        "10^9-trials": each("trials", 10**9), "-3-trials": each("trials", -3), "width-10^9": each("width", 10**9),
        "width--1": each("width", -1), "case-twice": edit_document(lambda d: d["plan"]["cases"].append(d["plan"]["cases"][0])),
        "no-cases": edit_document(lambda d: d["plan"].update(cases=[])), "no-plan": edit_document(lambda d: d.pop("plan")),
        "empty": put("run.json", b""), "cut": rewrite("run.json", lambda data: data[: len(data) // 2]),
        "twice": rewrite("run.json", lambda data: data * 2), "100000-brackets": put("run.json", b"[" * 100_000),
        "noise": put("run.json", random.Random(3).randbytes(5000)), "5MB-of-brackets": put("run.json", b'{"a":' * 1_000_000)}
    for name, apply in documents.items():
        yield Damage("run.json without bounds", f"run.json={name}", apply, ("run.json", ""), resume=NAMED)


def objects():
    """All damages of this file."""
    for group in [kinds, sizes, plans]:
        yield from group()
