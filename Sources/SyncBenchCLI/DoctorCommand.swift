import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import Glibc
import PerfEvents

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Says what this machine can measure, what will disturb it, and how to mend each point.")

  func run() throws {
    let capabilities = [timing, libraryOfEvents, counters, charts, instructions]
    let report = DoctorReport(
      Machine.current.environment, capabilities: capabilities, palette: Console.palette)
    Console.output(report.render())
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

  /// The processor's own counters: libpfm4 finds a unit by the processor's model, so the kernel's list
  /// of what it can really count decides.
  private var counters: Capability {
    let devices = ["cpu", "cpu_core", "armv8_pmuv3", "armv8_pmuv3_0"]
    let found = devices.first { access("/sys/bus/event_source/devices/\($0)", F_OK) == 0 }
    return Capability(
      purpose: "hardware counters", isAvailable: found != nil,
      detail: found.map { "the kernel has the unit \($0)" }
        ?? "the kernel has no hardware unit (virtual machines often have none)")
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
