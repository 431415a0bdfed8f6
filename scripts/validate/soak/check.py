#!/usr/bin/env python3
"""Shows that the soak test sees what it looks for: a command that does each thing wrong, and one that does none."""

import os
import pathlib
import sys
import tempfile

import soak
import trend

# What each fault does, as a program of the shell, and the word by which the soak test has to name it.
FAULTS = {
    "nothing": ("exit 0", ""),
    "status": ("exit 1", "status 1"),
    "signal": ("kill -SEGV $$", "status -11"),
    "left process": ("sleep 60 & exit 0", "left_processes"),
    "temporary file": ('touch "$TMPDIR/a"', "temporary_files"),
    "file at home": ('touch "$HOME/.b"', "home_files"),
    "left-over": ("mkdir -p out && touch out/.syncbench-1", "left_overs"),
    "descriptors": ("for i in {10..34}; do eval \"exec $i</dev/null\"; sleep 0.2; done", "descriptors"),
}


def fake(folder):
    """A tool that does what it is told."""
    path = folder / "tool"
    path.write_text('#!/bin/bash\neval "$1"\n')
    path.chmod(0o755)
    return path


def check_faults(folder):
    """Each fault is seen, and nothing else."""
    for name, (script, expected) in FAULTS.items():
        place = folder / name.replace(" ", "-")
        place.mkdir()
        row = soak.Soak(place, fake(place), 1).step(1, name, soak.Kind([script]))
        assert row["fault"] == expected, f"{name}: '{row['fault']}' and not '{expected}'"
        print(f"seen: {name}")


def check_growth(folder):
    """Files that a folder gathers are a series that grows; one that is as it was is none."""
    place = folder / "growth"
    place.mkdir()
    campaign = soak.Soak(place, fake(place), 1)
    kinds = {"gathers": soak.Kind(["mkdir -p a; touch a/$(date +%N)"], output="a"),
             "keeps": soak.Kind(["mkdir -p b; touch b/1"], output="b")}
    for number in range(1, 25):
        list(campaign.round(number, kinds))
    grown = {(row["kind"], row["series"]) for row in soak.summary(campaign.rows) if row["verdict"] == "grows"}
    assert grown == {("gathers", "output_files")}, grown
    print("seen: a folder that grows")


def check_restart(folder):
    """What a killed run left is removed by the next command in its folder, also where there is no run.json to resume."""
    place = folder / "restart"
    place.mkdir()
    campaign = soak.Soak(place, fake(place), 1)
    for script in ("mkdir -p killed; touch killed/run.json", "mkdir -p killed; touch killed/.syncbench-1"):
        kinds = {"run-killed": soak.Kind([script + "; kill -KILL $$"], (-9,), stopped_by="SIGKILL"),
                 "run-resumed": soak.Kind(["rm -f killed/.syncbench-*"], needs="killed/run.json"),
                 "run-restarted": soak.Kind(["rm -f killed/.syncbench-*"], unless="killed/run.json"),
                 "keeps": soak.Kind(["exit 0"])}
        list(campaign.round(1, kinds))
    ran = [row["kind"] for row in campaign.rows]
    assert ran == ["run-killed", "run-resumed", "keeps", "run-killed", "run-restarted", "keeps"], ran
    assert not any(row["fault"] for row in campaign.rows), campaign.rows
    print("seen: a killed run that is resumed, and one that is begun anew")


def main():
    trend.check()
    print("seen: trends, and no trends")
    with tempfile.TemporaryDirectory(prefix="soak-check-") as name:
        check_faults(pathlib.Path(name))
        check_growth(pathlib.Path(name))
        check_restart(pathlib.Path(name))
    print("soak: all that it looks for is seen")


if __name__ == "__main__":
    os.environ.pop("SOAK_PREFIX", None)
    sys.exit(main())
