/// Which CPUs are for this process: its affinity mask and /sys/devices/system/cpu.
struct SchedulingProbe {
  var tree: SystemTree
  var process: ProcessFacts

  func scheduling() -> MachineEnvironment.Scheduling {
    MachineEnvironment.Scheduling(
      allowed: process.allowedCPUs,
      isolated: tree.cpuList("/sys/devices/system/cpu/isolated"),
      tickless: tickless)
  }

  private var tickless: CPUList? {
    // Kernels that can and were not asked to write this in place of an empty list.
    let path = "/sys/devices/system/cpu/nohz_full"
    return tree.text(path) == "(null)" ? .empty : tree.cpuList(path)
  }
}
