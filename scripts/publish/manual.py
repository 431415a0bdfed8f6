#!/usr/bin/env python3
"""Writes the manual page of a tool from the tool's own description of its commands.

    scripts/publish/manual.py TOOL > syncbench.1

ArgumentParser's own plugin could write the page, but would build every executable of the package once more.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

STATUSES = [
    ("0", "done; of a gate: nothing became slower"),
    ("1", "an error outside syncbench: a file, a permission, a launch"),
    ("2", "of a gate: something became slower"),
    ("3", "a case is INVALID or failed, a control was missed, or a promise was broken"),
    ("7", "of a gate: not decided"),
    ("64", "a wrong command line"),
    ("69", "an executable of benchmarks found no syncbench"),
    ("130", "stopped by Ctrl-C"),
]


def escaped(text):
    """The text, escaped so that troff takes no part of it for a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("µ", "\\(mc").replace("×", "\\(mu")
    return "\n".join(("\\&" + line) if line[:1] in (".", "'") else line for line in text.split("\n"))


def paragraphs(text):
    parts = [escaped(part) for part in re.split(r"\n\s*\n", text.strip())]
    return "\n.PP\n".join(part.replace("\n", "\n.br\n") for part in parts)


def name_of(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def option(argument):
    """An argument as a tagged paragraph; the empty text for a hidden argument."""
    if not argument.get("shouldDisplay", True):
        return ""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        term = f"\\fI{escaped(value)}\\fR"
    else:
        names = sorted(map(name_of, argument.get("names", [])), key=lambda name: name.startswith("--"))
        term = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names)
        if argument["kind"] == "option":
            term += f" \\fI{escaped(value)}\\fR"
    text = argument.get("abstract", "")
    if argument.get("defaultValue"):
        text += f" The default is {argument['defaultValue']}."
    return f".TP\n{term}\n{escaped(text.strip()) or 'No more is said of it.'}\n"


def arguments(command):
    """The paragraphs of a command's options and other arguments, without --help and --version."""
    own = [one for one in command.get("arguments", []) if not {name["name"] for name in one.get("names", [])} & {"help", "version"}]
    return "".join(map(option, own))


def command_text(command, prefix):
    name = f"{prefix} {command['commandName']}"
    text = f".SS {escaped(name)}\n{paragraphs(command.get('abstract', ''))}\n"
    if command.get("discussion"):
        text += f".PP\n{paragraphs(command['discussion'])}\n"
    text += arguments(command)
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help" and inner.get("shouldDisplay", True):
            text += command_text(inner, name)
    return text


def page(tool, description, version):
    root = description["command"]
    name = Path(tool).name
    commands = [one for one in root.get("subcommands", []) if one["commandName"] != "help" and one.get("shouldDisplay", True)]
    return (
        f'.TH {escaped(name.upper())} 1 "" "{escaped(version)}" "User Commands"\n'
        f".SH NAME\n{escaped(name)} \\- {escaped(root['abstract'].rstrip('.').lower())}\n"
        f".SH SYNOPSIS\n.B {escaped(name)}\n\\fIcommand\\fR [\\fIoptions\\fR]\n"
        f".SH DESCRIPTION\n{paragraphs(root.get('discussion', ''))}\n"
        ".PP\nEach command has \\fB\\-\\-help\\fR; the tool has \\fB\\-\\-version\\fR.\n"
        f".SH COMMANDS\n{''.join(command_text(one, name) for one in commands)}"
        ".SH EXIT STATUS\n"
        + "".join(f".TP\n.B {status}\n{escaped(text)}\n" for status, text in STATUSES)
        + ".SH FILES\n.TP\n\\fIlibSyncbenchAllocations.so\\fR\n"
        "Counts allocations. The tool looks for it beside itself, in a lib folder there, and in ../lib; without it only\n"
        "this count is not available.\n")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/publish/manual.py TOOL")
    tool = sys.argv[1]

    def ask(option):
        return subprocess.run([tool, option], check=True, capture_output=True, text=True).stdout

    version = ask("--version").splitlines()[0].strip()
    sys.stdout.write(page(tool, json.loads(ask("--experimental-dump-help")), version))


main()
