"""Writes the parts of /sys that describe CPUs and nodes, for processors that the emulator can't emulate."""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")


def make(sys, sockets, cores, threads, nodes, efficiency=0):
    """Writes a machine: `sockets` sockets of `cores` cores of `threads` threads, and `efficiency` weaker cores of one thread.
    The cores are divided among the nodes. Returns the number of CPUs.

    CPUs have the numbers that Linux gives them if the firmware lists cores before threads: first one CPU of each core, then their
    siblings. With weaker cores, siblings have successive numbers.
    """
    whole = sockets * cores
    count = whole * threads + efficiency
    cpus, system = sys / "devices/system/cpu", sys / "devices/system"

    def ids(core):
        if core >= whole:
            return [whole * threads + core - whole]
        return [core * threads + thread for thread in range(threads)] if efficiency else [
            core + thread * whole for thread in range(threads)]

    for name in "online", "present", "possible":
        write(cpus / name, f"0-{count - 1}")
    for name in "offline", "isolated":
        write(cpus / name, "")
    for core in range(whole + efficiency):
        own = ",".join(map(str, ids(core)))
        for cpu in ids(core):
            folder = cpus / f"cpu{cpu}"
            write(folder / "topology/core_cpus_list", own)
            write(folder / "topology/thread_siblings_list", own)
            write(folder / "topology/core_id", core)
            write(folder / "topology/physical_package_id", min(core // cores, sockets - 1))
            for index, (level, kind, size) in enumerate([(1, "Data", "32K"), (1, "Instruction", "32K"), (2, "Unified", "1024K")]):
                cache = folder / f"cache/index{index}"
                for name, value in ("level", level), ("type", kind), ("size", size), ("shared_cpu_list", own), ("coherency_line_size", 64):
                    write(cache / name, value)
            if efficiency:
                write(folder / "cpu_capacity", 1024 if core < whole else 560)
    write(system / "node/online", f"0-{nodes - 1}" if nodes > 1 else "0")
    for node in range(nodes):
        own = [cpu for core in range(whole + efficiency) if core * nodes // (whole + efficiency) == node for cpu in ids(core)]
        write(system / f"node/node{node}/cpulist", ",".join(map(str, sorted(own))))
    return count
