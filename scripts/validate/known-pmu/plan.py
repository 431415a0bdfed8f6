#!/usr/bin/env python3
"""Writes the requests that the guest makes to workers, each to its own file."""

import json
import pathlib
import sys

from truth import CODES, NAMES, ORDER

folder = pathlib.Path(sys.argv[1])
CASE = "locks/contended/pthread-mutex/threads=2/inside=0/outside=0"


def encoding(name):
    if name in CODES:
        return dict(type=4, config=CODES[name])
    return dict(type=0, config=NAMES.index(name))


def event(name, user=False, **fields):
    fields = fields or encoding(name)
    full = dict(config1=0, config2=0, breakpointType=0, excludesKernel=user) | fields
    return dict(name=name + (":u" if user else ""), column=name, encoding=full, reason="")


def request(path, events, counters, trials=2, milliseconds=10, case=CASE):
    body = dict(protocolVersion=2, task="measure", caseID=case, placement={"pinned": {"cpus": [0, 1]}}, width=2,
                sampling=dict(warmups=1, trials=trials, trialNanoseconds=milliseconds * 1_000_000), pace="window", operations=1000,
                workStepsPerMicrosecond=1000.0, seed=1, originNanoseconds=0, counting={"pass": "counters", "events": events})
    if counters is not None:
        body["counting"]["counters"] = counters
    (folder / path).write_text(json.dumps(body))


for counters in (1, 2, 3, 4, 8):
    for count in range(1, 13):
        request(f"matrix-{counters}-{count}", [event(name) for name in ORDER[:count]], counters)

# The kernel rotates the first eight events on three counters. Four of them are also counted all the time, by the second PMU of the kernel
# module: `known`. The guest replaces 999 by that PMU's type.
for milliseconds in (3, 10, 30, 100, 200):
    events = [event(name) for name in ORDER[:8]]
    events += [
        event(f"known/{name}/", type=999, config=NAMES.index(full))
        for name, full in (("cycles", "cycles"), ("instructions", "instructions"),
                           ("misses", "cache-misses"), ("references", "cache-references"))
    ]
    request(f"rotated-{milliseconds}", events, 3, trials=8, milliseconds=milliseconds)
request("user", [event(name, user=True) for name in ORDER[:4]], 4)
request("refused", [event(name) for name in ORDER[:6]], 4)
request("unknown-counters", [event(name) for name in ORDER[:6]], None)
request("long", [event(name) for name in ORDER[:4]], 4, trials=20, milliseconds=50)
