"""The rows of a run's folder, read leniently: what a command on a damaged run must not lose."""

import hashlib
import stat
import zlib

import common

# A larger file is no table of the campaign's runs, so sparse files and bombs are not read.
MOST_BYTES = 64 << 20
GZIP = b"\x1f\x8b"


def is_readable(path):
    """Whether a path is a file of a size that the campaign reads, and not another object that a damage has put there."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES


def rows(run):
    """The whole lines of each raw table, headers left out, from all of its forms: plain, packed, and put aside (.cut-N)."""
    found = {}
    raw = run / "raw"
    if not raw.is_dir():
        return found
    for path in sorted(raw.iterdir()):
        table, dot, _ = path.name.partition(".csv")
        if dot and is_readable(path):
            found.setdefault(table, set()).update(lines(path.read_bytes())[1:])
    return found


def lines(data):
    """The complete lines; of packed bytes, those that can be unpacked."""
    if data.startswith(GZIP):
        data = unpacked(data)
    return data[: data.rfind(b"\n") + 1].splitlines(keepends=True)


def unpacked(data):
    """The bytes that can be unpacked before the first damage."""
    whole = bytearray()
    while data.startswith(GZIP) and len(whole) < MOST_BYTES:
        stream = zlib.decompressobj(wbits=31)
        try:
            # The pieces are small, so that little of what comes before a damage is lost with it.
            for start in range(0, len(data), 256):
                whole += stream.decompress(data[start : start + 256], MOST_BYTES - len(whole) + 1)
                if stream.eof or len(whole) > MOST_BYTES:
                    break
            if not stream.eof:
                break
            data = stream.unused_data + data[start + 256 :]
        except zlib.error:
            break
    return bytes(whole)


def lost(before, after):
    """A sentence with the number of rows that a table has lost, and one of these rows; None if all rows of all tables are kept."""
    for table, lines_ in before.items():
        missing = lines_ - after.get(table, set())
        if missing:
            return f"{len(missing)} of {len(lines_)} rows of {table}.csv are lost, such as {sorted(missing)[0][:80]!r}"
    return None


def figures(run):
    """The cases and metrics that summary.csv has a figure of."""
    path = run / "summary.csv"
    return {(row["case"], row["metric"]) for row in common.rows(path)} if is_readable(path) else set()


def prints(run):
    """A mark of each object in a folder, by its path: its kind, and a hash of its content if that is readable."""
    found = {}
    for path in run.rglob("*"):
        mark = hashlib.sha256(path.read_bytes()).hexdigest() if is_readable(path) else ""
        found[str(path.relative_to(run))] = (stat.S_IFMT(path.lstat().st_mode), mark)
    return found
