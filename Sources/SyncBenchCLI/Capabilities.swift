import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import PerfEvents

/// What this machine and this build can measure.
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
      Capability(
        purpose: "timing", isAvailable: false, detail: "this is a debug build",
        remedy: "swift build -c release")
    #else
      Capability(purpose: "timing", isAvailable: true, detail: "a release build")
    #endif
  }

  private var libraryOfEvents: Capability {
    do throws(PerfEventError) {
      let library = try PerfEventLibrary()
      let names = library.units.map(\.name).joined(separator: ", ")
      return Capability(
        purpose: "names of perf events", isAvailable: true,
        detail: "libpfm \(library.version) with \(names.isEmpty ? "no unit" : names)")
    } catch {
      return Capability(
        purpose: "names of perf events", isAvailable: false, detail: error.description)
    }
  }

  private var perfEvents: Capability {
    let access = Counting.current.access
    return Capability(
      purpose: "perf events", isAvailable: access.level != .floor, detail: access.label,
      // With everything open, what is left to mend is tracefs: the next line says so.
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

  /// The processor's own counters: libpfm4 finds a unit by the processor's model, so the kernel's list
  /// of what it can really count decides, and then opening one.
  private var counters: Capability {
    let purpose = "hardware counters"
    guard let unit = Counting.current.encoder.units.processorUnit else {
      return Capability(
        purpose: purpose, isAvailable: false,
        detail: "the kernel has no hardware unit (virtual machines often have none)")
    }
    if case .refused(let reason) = Counting.current.probe.openness(of: "cycles:u") {
      return Capability(
        purpose: purpose, isAvailable: false, detail: "the kernel has the unit \(unit): \(reason)")
    }
    switch Counting.capacity {
    case .none(let reason):
      return Capability(
        purpose: purpose, isAvailable: false, detail: "the kernel has the unit \(unit): \(reason)")
    case .counters, .orMore:
      return Capability(
        purpose: purpose, isAvailable: true,
        detail: "the kernel has the unit \(unit); \(Counting.capacity.words)")
    }
  }

  private var energy: Capability {
    do throws(EnergyMeter.Absence) {
      let packages = try EnergyMeter().packageCount
      return Capability(
        purpose: "energy", isAvailable: true, detail: "RAPL of \(packages) packages")
    } catch {
      return Capability(purpose: "energy", isAvailable: false, detail: error.description)
    }
  }

  private var frequency: Capability {
    let purpose = "effective frequency"
    switch EffectiveFrequency.probe(cpus: Machine.current.environment.usableCPUs.cpus) {
    case .countedBy(let events):
      return Capability(
        purpose: purpose, isAvailable: true, detail: events.joined(separator: " over "))
    case .reported:
      return Capability(purpose: purpose, isAvailable: true, detail: "cpufreq, at a moment")
    case .unavailable(let reason):
      return Capability(purpose: purpose, isAvailable: false, detail: reason)
    }
  }

  private var stacks: Capability {
    Tools.path(of: "perf").map {
      _ in Capability(purpose: "sampled stacks", isAvailable: true, detail: "perf is installed")
    }
      ?? Capability(
        purpose: "sampled stacks", isAvailable: false, detail: "perf is missing",
        remedy: "apt-get install linux-perf")
  }

  private var charts: Capability {
    Tools.path(of: "gnuplot").map {
      _ in Capability(purpose: "charts", isAvailable: true, detail: "gnuplot is installed")
    }
      ?? Capability(
        purpose: "charts", isAvailable: false, detail: "gnuplot is missing",
        remedy: "apt-get install gnuplot-nox")
  }

  private var instructions: Capability {
    Tools.path(of: "valgrind").map {
      _ in
      Capability(
        purpose: "instruction counts without hardware counters", isAvailable: true,
        detail: "valgrind is installed")
    }
      ?? Capability(
        purpose: "instruction counts without hardware counters", isAvailable: false,
        detail: "valgrind is missing", remedy: "apt-get install valgrind")
  }
}
