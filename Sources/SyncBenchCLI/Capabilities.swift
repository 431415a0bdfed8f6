import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import PerfEvents

/// The capabilities of this machine and this build.
struct Capabilities {
  /// The capabilities in the order in which `doctor` lists them.
  var all: [Capability] {
    [
      timing, libraryOfEvents, perfEvents, tracepoints, counters, energy, frequency, stacks,
      instructions, charts,
    ]
  }

  private var timing: Capability {
    #if DEBUG
      .missing(
        "timing", "this is a debug build",
        remedy: "swift build -c release")
    #else
      .found("timing", "a release build")
    #endif
  }

  private var libraryOfEvents: Capability {
    do throws(PerfEventError) {
      let library = try PerfEventLibrary()
      let names = library.units.map(\.name).joined(separator: ", ")
      return .found(
        "names of perf events",
        "libpfm \(library.version) with \(names.isEmpty ? "no unit" : names)")
    } catch {
      return .missing("names of perf events", error.description)
    }
  }

  private var perfEvents: Capability {
    let access = Counting.current.access
    return Capability(
      purpose: "perf events", isAvailable: access.level != .accountingOnly, detail: access.label,
      // If every event can be counted, only tracefs may need a remedy, which `tracepoints` gives.
      remedy: access.level == .everything ? nil : access.remedy)
  }

  private var tracepoints: Capability {
    let tracefs = Counting.current.encoder.tracefs
    return Capability(
      purpose: "tracepoints (futex calls, voluntary switches)",
      isAvailable: tracefs.state == .readable,
      detail: tracefs.state.problem ?? "tracefs has \(tracefs.systems.count) systems of them",
      remedy: tracefs.state.remedy)
  }

  /// The processor's own counters, judged by the kernel's list of units and by opening an event.
  ///
  /// libpfm4's list of units is not asked, because libpfm4 goes by the processor's model, even if
  /// the kernel can't count.
  private var counters: Capability {
    let purpose = "hardware counters"
    guard let unit = Counting.current.encoder.units.processorUnit else {
      return .missing(purpose, "the kernel has no hardware unit (virtual machines often have none)")
    }
    if case .refused(let reason) = Counting.current.probe.openness(of: "cycles:u") {
      return .missing(purpose, "the kernel has the unit \(unit): \(reason)")
    }
    switch Counting.capacity {
    case .none(let reason):
      return .missing(purpose, "the kernel has the unit \(unit): \(reason)")
    case .counters, .orMore:
      return .found(purpose, "the kernel has the unit \(unit); \(Counting.capacity.words)")
    }
  }

  private var energy: Capability {
    do throws(EnergyMeter.Absence) {
      let packages = try EnergyMeter().packageCount
      return .found("energy", "RAPL, packages: \(packages)")
    } catch {
      return .missing("energy", error.description)
    }
  }

  private var frequency: Capability {
    let purpose = "effective frequency"
    switch EffectiveFrequency.probe(cpus: Machine.current.environment.usableCPUs.cpus) {
    case .countedBy:
      return .found(purpose, "msr/aperf/ over CPU time")
    case .reported:
      return .found(purpose, "cpufreq, read at one moment")
    case .unavailable(let reason):
      return .missing(purpose, reason)
    }
  }

  private var stacks: Capability {
    program("perf", for: "sampled stacks", package: "linux-perf")
  }

  private var charts: Capability {
    program("gnuplot", for: "charts", package: "gnuplot-nox")
  }

  private var instructions: Capability {
    program("valgrind", for: "instruction counts without hardware counters", package: "valgrind")
  }

  private func program(_ name: String, for purpose: String, package: String) -> Capability {
    Tools.path(of: name) == nil
      ? .missing(purpose, "\(name) is missing", remedy: "apt-get install \(package)")
      : .found(purpose, "\(name) is installed")
  }
}

extension Capability {
  fileprivate static func found(_ purpose: String, _ detail: String) -> Capability {
    Capability(purpose: purpose, isAvailable: true, detail: detail)
  }

  fileprivate static func missing(
    _ purpose: String, _ detail: String, remedy: String? = nil
  ) -> Capability {
    Capability(purpose: purpose, isAvailable: false, detail: detail, remedy: remedy)
  }
}
