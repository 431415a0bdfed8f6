extension Disturbance {
  /// The disturbance in one line with its figure.
  package var summary: String {
    switch self {
    case .debugBuild:
      "this is a debug build: its figures mean nothing"
    case .singleCPU:
      "threads have 1 CPU: contended cases can't contend"
    case .singleCore(let cpus):
      "threads have \(cpus) CPUs of 1 core: contended cases share its execution units and caches"
    case .frequencyGovernor(let governor, let cpus):
      "the frequency governor of CPU \(cpus) is \(governor), not performance"
    case .turbo:
      "turbo is on: clock rates depend on temperature and on how many cores are busy"
    case .multithreading(let threads):
      "multithreading is active: \(threads) threads share each core"
    case .mixedCores(let strongest, let others):
      "cores differ in strength: CPU \(strongest) are stronger than CPU \(others)"
    case .virtualized(let hypervisor):
      "the machine is a guest\(hypervisor.map { " of \($0)" } ?? ""): its host decides when it runs"
    case .stolenTime(let share):
      "the hypervisor took \((share * 100).inShort) % of the CPU time since boot"
    case .quota(let quota, let available):
      "a control group allows \(quota.inShort) CPUs' worth of time on \(Self.cpus(available))"
    case .narrowedCPUs(let allowed, let online):
      "only \(allowed.count) of \(online) online CPUs may be used: CPU \(allowed)"
    case .offlineCPUs(let cpus):
      "\(Self.cpus(cpus.count)) switched off: CPU \(cpus)"
    case .loadAverage(let load, let cpus):
      "the load average is \(load.inShort) on \(Self.cpus(cpus)): other work is running"
    case .pressure(let percent):
      "tasks waited for a CPU in \(percent.inShort) % of the last 10 seconds"
    case .clockSource(let name, _):
      "the kernel reads time from \(name), which is slower or coarser than the CPU's own counter"
    case .addressRandomization(.kernelOff):
      "address-space randomisation is off (randomize_va_space is 0)"
    case .addressRandomization(.heapFixed):
      "the heap isn't randomised (randomize_va_space is 1, not 2)"
    case .addressRandomization(.processOff):
      "this process was started with address-space randomisation off"
    case .hugePagesAlways:
      "transparent huge pages are set to always: memory may be remapped while it is measured"
    case .perfEventParanoid(let level):
      level > 2
        ? "perf_event_paranoid is \(level): unprivileged processes can open no perf event"
        : "perf_event_paranoid is \(level): kernel-side and scheduler events are closed"
    case .cannotRaisePriority:
      "this process can't lower its nice value: QoS user-interactive will run at nice 0, not -2"
    case .notReported(let fact):
      fact.summary
    }
  }

  /// The remedy: one command, or one sentence.
  package var remedy: String {
    switch self {
    case .debugBuild:
      "swift build -c release"
    case .singleCPU, .singleCore:
      "give the process at least 2 cores, or measure uncontended cases only"
    case .frequencyGovernor:
      "sudo cpupower frequency-set -g performance"
    case .turbo(.intelPstate):
      "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
    case .turbo(.boost):
      "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"
    case .turbo(.policyBoost):
      "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/policy*/boost"
    case .multithreading:
      "echo off | sudo tee /sys/devices/system/cpu/smt/control"
    case .mixedCores(let strongest, _):
      "taskset -c \(strongest) keeps the run on equal cores"
    case .virtualized:
      "compare only runs that alternate on this machine; use bare metal for absolute figures"
    case .stolenTime:
      "use a guest with dedicated CPUs, or repeat when the host is quiet"
    case .quota(_, let available):
      "raise the group's CPU limit to \(available) or more (docker: --cpus=\(available))"
    case .narrowedCPUs:
      "widen the affinity mask or the cpuset (taskset, docker --cpuset-cpus), unless it is intended"
    case .offlineCPUs:
      "echo 1 | sudo tee /sys/devices/system/cpu/cpu<N>/online, for each of them"
    case .loadAverage, .pressure:
      "stop other work; `top` shows what runs"
    case .clockSource(_, let better?):
      "echo \(better) | sudo tee \(Self.clockSourceSwitch)"
    case .clockSource(_, nil):
      "the kernel found no steady counter; `dmesg | grep -i clocksource` says why"
    case .addressRandomization(.processOff):
      "start syncbench without `setarch -R`, and outside a debugger"
    case .addressRandomization:
      "sudo sysctl kernel.randomize_va_space=2"
    case .hugePagesAlways:
      "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"
    case .perfEventParanoid:
      "sudo sysctl kernel.perf_event_paranoid=-1"
    case .cannotRaisePriority:
      "run as root, or give the process CAP_SYS_NICE"
    case .notReported(let fact):
      fact.remedy
    }
  }

  private static let clockSourceSwitch =
    "/sys/devices/system/clocksource/clocksource0/current_clocksource"

  private static func cpus(_ count: Int) -> String {
    count == 1 ? "1 CPU" : "\(count) CPUs"
  }
}

extension Disturbance.UnreportedFact {
  fileprivate var summary: String {
    switch self {
    case .frequency: "clock rates aren't reported: they may change unseen"
    case .cores: "which CPUs share a core isn't reported: each is taken for a core of its own"
    case .quota: "no control group says whether CPU time is limited"
    case .load: "the load average isn't reported"
    case .pressure: "CPU pressure isn't reported"
    case .clockSource: "the kernel's clock source isn't reported"
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .frequency: "on a guest, ask its host; else load the machine's cpufreq driver"
    case .cores, .clockSource: "mount sysfs at /sys"
    case .quota: "mount the control groups at /sys/fs/cgroup"
    case .load: "mount procfs at /proc"
    case .pressure: "boot a kernel that has CONFIG_PSI, with psi=1"
    }
  }
}

extension Double {
  /// The number with at most two decimals, as few as the value needs, such as 1.5, 0.02 or 12, or
  /// `under 0.01`.
  fileprivate var inShort: String {
    let hundredths = (abs(self) * 100).rounded()
    guard hundredths.isFinite, hundredths < 1e15 else { return "\(self)" }
    if hundredths == 0 { return self == 0 ? "0" : "under 0.01" }
    let whole = Int(hundredths) / 100
    let part = Int(hundredths) % 100
    let sign = self < 0 ? "-" : ""
    if part == 0 { return "\(sign)\(whole)" }
    if part % 10 == 0 { return "\(sign)\(whole).\(part / 10)" }
    return "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
  }
}
