import Glibc

/// The state of tracefs, which lists tracepoints.
package enum TracefsState: String, Codable, Hashable, Sendable, CaseIterable {
  /// tracefs is mounted, and its events can be read.
  case readable
  /// The kernel has tracefs, but it is not mounted.
  case notMounted
  /// tracefs is mounted, but this user may not read it.
  case denied
  /// The kernel has no tracefs.
  case unsupported

  /// The problem; nil if there is none.
  package var problem: String? {
    switch self {
    case .readable: nil
    case .notMounted: "tracefs is not mounted"
    case .denied: "tracefs is closed to this user"
    case .unsupported: "this kernel has no tracefs"
    }
  }

  /// The command by which root makes tracefs readable; nil if there is none.
  ///
  /// The files have mode 440, so the folders' mode alone makes no file readable: for ``denied``,
  /// the command also sets the files' group to that of this process.
  package var remedy: String? {
    switch self {
    case .readable, .unsupported: nil
    case .notMounted: "mount -t tracefs tracefs \(Self.place)"
    case .denied: "mount -o remount,gid=\(getgid()),mode=750 \(Self.place)"
    }
  }

  private static let place = "/sys/kernel/tracing"

  /// The problem and its remedy, in a line; nil without a problem.
  package var complaint: String? {
    problem.map { problem in problem + (remedy.map { ": \($0)" } ?? "") }
  }
}

/// The kernel's list of tracepoints, below a root that can be handed in.
package struct Tracefs: Sendable {
  /// Whether tracepoints can be read, or the reason why not.
  package let state: TracefsState
  private let events: String

  /// Reads below a root; `/` is the live machine.
  ///
  /// debugfs, if it is mounted, shows tracefs in its folder tracing.
  package init(root: String = "/") {
    let places = ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"].map { root + $0 }
    let states = places.map(Self.look)
    // debugfs is closed to most users whether tracefs is mounted or not, so the folder in debugfs
    // counts only if it is readable, or if there is no /sys/kernel/tracing.
    let best = states.firstIndex(of: .readable) ?? (states[0] == .unsupported ? 1 : 0)
    state = states[best]
    events = places[best] + "/events"
  }

  private static func look(_ place: String) -> TracefsState {
    if access(place + "/events", R_OK | X_OK) == 0 {
      // The folders may be open and the files not; every kernel with tracepoints has this file.
      let isClosed = access(place + "/events/sched/sched_switch/id", R_OK) != 0 && errno == EACCES
      return isClosed ? .denied : .readable
    }
    if errno == EACCES { return .denied }
    return KernelText.isFolder(place) ? .notMounted : .unsupported
  }

  /// The systems (groups of tracepoints, such as `sched`), sorted; empty if tracefs can't be read.
  package var systems: [String] { folders(events) }

  /// The tracepoints of a system, sorted; empty for an unknown system.
  ///
  /// Events that have no number are left out, such as most events of the system `ftrace`: they are
  /// no tracepoints.
  package func tracepoints(of system: String) -> [String] {
    folders("\(events)/\(system)").filter { access("\(events)/\(system)/\($0)/id", F_OK) == 0 }
  }

  private func folders(_ path: String) -> [String] {
    ((try? KernelText.names(path)) ?? []).filter { KernelText.isFolder("\(path)/\($0)") }
  }

  /// The number by which the kernel knows a tracepoint.
  ///
  /// - Throws: ``EventNameError`` if tracefs can't be read or has no such tracepoint.
  package func id(system: String, name: String) throws(EventNameError) -> UInt64 {
    let full = "\(system):\(name)"
    guard state == .readable else { throw .tracefs(full, state) }
    let path = "\(events)/\(system)/\(name)/id"
    let text: String
    do throws(PerfErrno) {
      text = try KernelText.read(path)
    } catch {
      throw error.rawValue == EACCES ? .tracefs(full, .denied) : unknown(full, system, name)
    }
    guard let id = UInt64(text) else { throw .unreadable(full, path: path) }
    return id
  }

  private func unknown(_ full: String, _ system: String, _ name: String) -> EventNameError {
    let siblings = tracepoints(of: system)
    return siblings.isEmpty
      ? .unknownSystem(full, system: system, near: nearNames(to: system, in: systems))
      : .unknownTracepoint(
        full, system: system,
        near: nearNames(to: name, in: siblings).map { "\(system):\($0)" })
  }
}
