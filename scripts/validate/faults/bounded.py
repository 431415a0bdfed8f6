"""A command with bounds: it ends in time, and its memory stays small."""

import os
import selectors
import time
from pathlib import Path

from scene import Deviation, Outcome, expect

SECONDS, MEGABYTES = 10, 500


def call(scene, words, seconds=SECONDS, **options):
    """Runs the tool until it ends; raises a Deviation if it takes more than `seconds` or MEGABYTES."""
    process = scene.start(words, is_counted="fault" in options, **options)
    due, status = time.monotonic() + seconds, None
    texts = {stream: bytearray() for stream in [process.stdout, process.stderr] if stream}
    with selectors.DefaultSelector() as selector:
        for stream in texts:
            selector.register(stream, selectors.EVENT_READ)
        # Processes that the command started may hold the pipes open after its end: only the command's end counts.
        while status is None:
            read(selector, texts, 0.01)
            done, code, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                status = process.returncode = os.waitstatus_to_exitcode(code)
            elif time.monotonic() > due:
                stop(scene, process, f"no end within {seconds} s: {last_words(texts)}")
            elif resident_megabytes(process.pid) > MEGABYTES:
                stop(scene, process, f"more than {MEGABYTES} MB of memory")
        while read(selector, texts, 0):
            pass
    for stream in texts:
        stream.close()
    output, error = (bytes(texts.get(stream, b"")).decode(errors="replace") for stream in [process.stdout, process.stderr])
    expect(usage.ru_maxrss / 1024 <= MEGABYTES, f"{usage.ru_maxrss / 1024:.0f} MB of memory")
    return Outcome(status, output, error)


def read(selector, texts, wait):
    """Reads the output that has arrived; false if none has."""
    ready = selector.select(wait)
    for key, _ in ready:
        data = os.read(key.fd, 1 << 16)
        if data:
            texts[key.fileobj] += data
        else:
            selector.unregister(key.fileobj)
    if not selector.get_map() and wait:
        time.sleep(wait)
    return bool(ready)


def stop(scene, process, why):
    scene.kill_all()
    process.kill()
    process.wait()
    for stream in [process.stdout, process.stderr]:
        if stream:
            stream.close()
    raise Deviation(why)


def last_words(texts):
    return " ".join(bytes(text[-120:]).decode(errors="replace").strip() for text in texts.values()) or "in silence"


def resident_megabytes(process):
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / (1 << 20)
    except (OSError, IndexError):
        return 0
