#!/usr/bin/env python3
"""Compiles the locks for arm64, checks the instructions that order memory, and runs the proof's scenes on an emulator.

    scripts/ci/arm64/arm64.py [--keep FOLDER]     the files that were made stay in FOLDER

The toolchain for x86-64 has an embedded Swift for arm64, which compiles the same files; a cross gcc links them. The scenes are the
tests of `syncbench prove`. Exit status: 0 if every check passes, 1 if not. An emulator on x86-64 orders memory as strongly as its
host, so it can't show that an order is missing: the orders are read from the instructions. The thread sanitizer proves that the
orders in the sources are strong enough (`make orders`, `make sanitize`).
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "validate"))

from common import ROOT, main as call, output_of

SOURCES, SHIMS = ROOT / "Sources/SyncPrimitives", ROOT / "Sources/CSyncShims"
PROOF = ROOT / "Sources/SyncSuites/Proof"
GCC = ["aarch64-linux-gnu-gcc", "-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", f"-I{SHIMS}/include"]
# The files of the proof's scenes that compile without BenchmarkRunner; the proof's other files import it.
SCENES = ["Contender", "HandOver", "LockProof", "LockScenes", "ProofThreads", "SharedValue", "Watchdog"]
FOLDERS = ["Locks", "Barriers", "ReaderWriterLocks", "Foundations"]
CONTROLS = ["NoLock", "BrokenRelaxed"]
# The features that an embedded Swift lacks: the text by which a file is seen to need it, and the name to print.
ABSENT = [("import Dispatch", "Dispatch"), ("import Foundation", "Foundation"), ("import NIOConcurrencyHelpers", "swift-nio"),
          ("withTaskGroup", "task groups"), ("actor ", "actors"), ("Mutex<", "Synchronization.Mutex")]
SECTION = "{ arm64Section.pointee &+= 1 }"
# For each protocol, the parts of a primitive whose instructions are examined: a part's name, and the code that calls the part.
LOCK = [("acquire", "subject.pointee.acquire()"), ("release", "subject.pointee.release()")]
BOTH = [("both", f"subject.pointee.exclusively(&state.pointee) {SECTION}")]
READ_WRITE = [("both_read", "_ = subject.pointee.read(section)"), ("both_write", "subject.pointee.write(section)")]
PROTOCOLS = {"Lock": LOCK, "TryLock": LOCK + [("try", "s.storeBytes(of: subject.pointee.tryAcquire(), as: Bool.self)")],
             "MutualExclusion": BOTH,
             "TryExclusion": BOTH + [("both_try", f"_ = subject.pointee.exclusivelyIfFree(&state.pointee) {SECTION}")],
             "ReaderWriterLock": READ_WRITE, "ReaderWriterExclusion": READ_WRITE,
             "Rendezvous": [("both", "subject.pointee.arrive(&state.pointee)")]}
STRUCT = re.compile(r"^public struct (\w+)(?:<(\w+): (\w+)>)?: (\w+)", re.M)
ACQUIRE = re.compile(r"^(ldar|ldaxr|ldaxp|ldapr|casp?a|swpa|ld(add|set|clr|eor)a)")
RELEASE = re.compile(r"^(stlr|stlxr|stlxp|casp?a?l|swpa?l|ld(add|set|clr|eor)a?l|st(add|set|clr|eor)l)")
FENCE = re.compile(r"^dmb")
OPERATION = re.compile(r"\b(load|store|\w*[eE]xchange|wrapping\w+|bitwise\w+|atomicMemoryFence)\(")


def sources():
    """The files that are compiled, and each file that is not, with the reason."""
    code = {path: re.sub(r"^ *///?.*$", "", path.read_text(), flags=re.M)
            for folder in FOLDERS for path in sorted((SOURCES / folder).glob("*.swift"))}
    left = {path: what for path in code for text, what in reversed(ABSENT) if re.search(rf"(^|\W){re.escape(text)}", code[path])}
    # A file outside Foundations is also left out if it names a type of a file that is left out.
    missing = [name for path in left for name in re.findall(r"^public (?:struct|final class|actor) (\w+)", code[path], re.M)]
    for path in set(code) - set(left):
        needed = [name for name in missing if re.search(rf"\b{name}\b", re.sub("//.*", "", code[path]))]
        if needed and path.parent.name != "Foundations":
            left[path] = needed[0]
    taken = [path for path in code if path not in left] + [SOURCES / "Controls" / f"{name}.swift" for name in CONTROLS]
    return taken, [(path.stem, left[path]) for path in code if path in left]


def subjects(files):
    """Yields the Swift name, the protocol and the file of each type that is proven; a generic type is proven with each of its
    possible arguments."""
    text = "\n".join(path.read_text() for path in files)
    for path in files:
        for match in STRUCT.finditer(path.read_text()):
            name, parameter, bound, protocol = match.groups()
            if protocol not in PROTOCOLS or path.parent.name == "Foundations":
                continue
            if not parameter:
                yield name, protocol, path
                continue
            kinds = re.findall(rf"^public enum (\w+): {bound}\b", text, re.M)
            if not kinds:
                sys.exit(f"arm64: {path.name}: {name}<{parameter}: {bound}> has no enum that is a {bound}")
            yield from ((f"{name}<{kind}>", protocol, path) for kind in kinds)


def generated(listed):
    """The text of a program that proves each subject; it also has a function for each part whose instructions are examined."""
    lines = ["import CSyncShims", "import Glibc", "",
             "nonisolated(unsafe) let arm64Section = UnsafeMutablePointer<UInt64>.makeAligned(repeating: 0, count: 1)"]
    calls = []
    for name, protocol, _ in listed:
        for part, code in PROTOCOLS[protocol]:
            symbol = symbol_of(name) + part
            lines.append(
                f'@_cdecl("{symbol}")\npublic func {symbol}(_ p: UnsafeMutableRawPointer, _ s: UnsafeMutableRawPointer) {{\n'
                f"  let subject = p.assumingMemoryBound(to: {name}.self)")
            if "state." in code:
                lines.append(f"  let state = s.assumingMemoryBound(to: {name}.ThreadState.self)")
            if "(section)" in code:
                lines.append("  let section = s.assumingMemoryBound(to: PairSection.self).pointee")
            lines.append(f"  {code}\n}}")
        if protocol == "Rendezvous":
            calls.append(f'proveMeeting("{name}", {name}.self)')
        elif protocol.startswith("ReaderWriter"):
            calls.append(f'proveReadersAndWriters("{name}", {name}.self)')
        elif name != "BrokenRelaxed":
            # BrokenRelaxed is not run: an emulator on x86-64 can't show that its order is too weak. Only the instructions show it.
            control = "true" if name in CONTROLS else "false"
            calls.append(f'prove("{name}", {name}.traits, LockProof({name}.self), isControl: {control})')
    lines += ['@_cdecl("main")', "public func arm64Main() -> Int32 {", "  var failures: Int32 = 0",
              *[f"  if !{call} {{ failures += 1 }}" for call in calls], "  return failures", "}"]
    return "\n".join(lines) + "\n"


def symbol_of(name):
    """The beginning of the names of a subject's functions."""
    return f"order_{re.sub(r'[<>]', '_', name)}_"


def build(folder, files, listed):
    """The program that proves the locks."""
    (folder / "Generated.swift").write_text(generated(listed))
    toolchain = pathlib.Path(shutil.which("swiftc")).resolve().parents[1]
    tables = toolchain / "lib/swift/embedded/aarch64-none-none-elf/libswiftUnicodeDataTables.a"
    (folder / "shims").mkdir()
    (folder / "shims/module.modulemap").write_text(f'module CSyncShims {{ umbrella "{SHIMS}/include" export * }}\n')
    # All files are one module, so imports between them are dropped.
    scenes = []
    for name in SCENES:
        scene = folder / f"{name}.swift"
        scene.write_text(re.sub(r"^(public )?import SyncPrimitives\n", "", (PROOF / f"{name}.swift").read_text(), flags=re.M))
        scenes.append(scene)
    include = ["-fmodule-map-file=" + str(folder / "shims/module.modulemap"), "-fmodule-map-file=" + str(HERE / "module.modulemap"),
               f"-I{SHIMS}/include", "-isystem", "/usr/aarch64-linux-gnu/include", "-D__linux__", "-D_GNU_SOURCE"]
    output_of(["swiftc", "-target", "aarch64-none-none-elf", "-enable-experimental-feature", "Embedded", "-swift-version", "6",
         "-wmo", "-O", "-parse-as-library", "-suppress-warnings", "-module-name", "SyncPrimitives", "-c", *files, *scenes,
         HERE / "Scenes.swift", folder / "Generated.swift", "-o", folder / "locks.o",
         *[word for option in include for word in ("-Xcc", option)]])
    objects = compile_shims(folder)
    # The program is position-independent, because otherwise it would need a copy relocation of the Swift runtime's empty box.
    output_of(["aarch64-linux-gnu-gcc", "-static-pie", "-o", folder / "locks", folder / "locks.o", *objects, tables, "-lpthread"])
    return folder / "locks"


def compile_shims(folder):
    """The C shims, by gcc with all warnings as errors."""
    names = ["CSyncShims", "linkage", "locals"]
    for name in names:
        output_of([*GCC, "-c", SHIMS / f"{name}.c", "-o", folder / f"{name}.o"])
    return [folder / f"{name}.o" for name in names]


def shims_hold(folder):
    """Whether the C shims do on arm64 what they promise."""
    objects = [folder / "CSyncShims.o", folder / "locals.o"]
    output_of([*GCC, HERE / "shims.c", *objects, "-static", "-o", folder / "shims.out"])
    return emulated(folder / "shims.out")


def emulated(program):
    """Whether a program ends with 0 on the emulator; what it prints is shown."""
    return subprocess.run(["qemu-aarch64-static", program], check=False, timeout=900).returncode == 0


def functions(program):
    """The instructions and the calls of each function of a program."""
    found, name = {}, None
    for line in output_of(["aarch64-linux-gnu-objdump", "-d", "--no-show-raw-insn", program]).splitlines():
        if begin := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            name = begin[1]
            found[name] = ([], set())
        elif name and (part := re.match(r"^\s+[0-9a-f]+:\t(\S+)(?:\s+(.*))?$", line)):
            found[name][0].append(part[1])
            if part[1] in ("b", "bl") and (to := re.search(r"<([^+>]+)>", part[2] or "")):
                found[name][1].add(to[1])
    return found


def reached(name, known):
    """The instructions of a function, and of all our functions that its calls lead to."""
    seen, rest, instructions = set(), [name], []
    while rest:
        each = rest.pop()
        if each in seen or each not in known or not each.startswith(("order_", "$s", "$e")):
            continue
        seen.add(each)
        instructions += known[each][0]
        rest += known[each][1]
    return instructions


def asked(path):
    """The numbers of acquiring operations, releasing operations and fences that a file asks for."""
    code = re.sub(r"//.*", "", path.read_text())
    count = [0, 0, 0]
    for token in re.finditer(r"\b(?:ordering|successOrdering): \.(\w+)", code):
        operation = [each[1] for each in OPERATION.finditer(code[:token.start()])][-1]
        if operation == "atomicMemoryFence":
            count[2] += 1
            continue
        order, isFull = token[1], token[1] in ("acquiringAndReleasing", "sequentiallyConsistent")
        count[0] += order == "acquiring" or isFull and operation != "store"
        count[1] += order == "releasing" or isFull and operation != "load"
    return count


def counted(instructions):
    """The numbers of acquiring instructions, releasing instructions and fences among `instructions`."""
    return [sum(bool(kind.match(each)) for each in instructions) for kind in (ACQUIRE, RELEASE, FENCE)]


def problems_of(parts, wanted):
    """The numbers of acquiring instructions, releasing instructions and fences in all parts of a primitive, and the orders that its
    parts lack."""
    total = [sum(each) for each in zip(*parts.values())]
    lacks = [f"no acquire in {part}" for part in ("acquire", "try") if part in parts and not parts[part][0]]
    lacks += ["no release in release"] if "release" in parts and not parts["release"][1] else []
    lacks += [f"{found} {what} of {asked_for}" for found, asked_for, what in
              zip(total, wanted, ("acquiring", "releasing", "fences")) if found < asked_for]
    return total, lacks


def orders_hold(program, listed):
    """Prints a table of the orders. Returns whether each control lacks an order, and the other types have all that their sources ask for."""
    known, holds = functions(program), True
    print("\nAcquiring operations, releasing ones and fences: how many the file asks for, and how many instructions are there")
    for name, _, path in listed:
        symbol = symbol_of(name)
        parts = {each[len(symbol):]: counted(reached(each, known)) for each in known if each.startswith(symbol)}
        wanted = asked(path)
        total, lacks = problems_of(parts, wanted)
        # A lock that calls glibc has glibc's orders, and no atomic of ours.
        is_library = "Atomic" not in path.read_text() and name not in CONTROLS
        verdict = "glibc's own" if is_library else "; ".join(lacks) or "holds"
        if name in CONTROLS:
            verdict = f"caught ({verdict})" if lacks else "MISSED: a control that nothing caught"
        holds &= is_library or bool(lacks) == (name in CONTROLS)
        print(f"{'{:>4}, {}, {}'.format(*wanted):<12} {'{:>4}, {}, {}'.format(*total):<14} {name}: {verdict}")
    return holds


def main():
    parser = argparse.ArgumentParser(prog="scripts/ci/arm64.sh", description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=pathlib.Path, help="keep the files that are made in this folder; without it they are deleted")
    options = parser.parse_args()
    files, left = sources()
    listed = list(subjects(files))
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or pathlib.Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        program = build(folder, files, listed)
        print("The C shims:", flush=True)
        holds = [shims_hold(folder)]
        print(f"\nThe proof's scenes of {len(listed) - 1} primitives:", flush=True)
        holds.append(emulated(program))
        holds.append(orders_hold(program, listed))
    print("\nNot compiled, because an embedded Swift has no " + "; ".join(
        f"{reason} ({', '.join(stem for stem, each in left if each == reason)})" for reason in dict.fromkeys(each for _, each in left)))
    print(f"arm64: {'all holds' if all(holds) else 'something does not hold: see above'}")
    return 0 if all(holds) else 1


if __name__ == "__main__":
    os.chdir(ROOT)
    call(main)
