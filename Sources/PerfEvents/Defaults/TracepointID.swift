import Glibc

/// The number by which this kernel knows a tracepoint; it differs from one kernel to the next.
public enum TracepointID {
  /// Where tracefs is mounted: on its own, or below debugfs on older systems.
  public static let folders = ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"]

  /// Reads the number of `system:name` from the first of some tracefs folders that has it.
  public static func read(
    system: String, name: String, folders: [String] = folders
  ) throws(TracepointRefusal) -> UInt64 {
    var refusal: TracepointRefusal?
    for folder in folders {
      do {
        return try read(system, name, in: folder)
      } catch {
        // A mounted tracefs without the tracepoint says most; else the usual folder speaks.
        if refusal == nil || error == .unknown(system: system, name: name) { refusal = error }
      }
    }
    throw refusal ?? .notMounted
  }

  private static func read(
    _ system: String, _ name: String, in folder: String
  ) throws(TracepointRefusal) -> UInt64 {
    let file = open("\(folder)/events/\(system)/\(name)/id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == EACCES || errno == EPERM { throw .closed(folder: folder) }
      guard access("\(folder)/events", F_OK) == 0 else { throw .notMounted }
      throw .unknown(system: system, name: name)
    }
    defer { close(file) }
    let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
      String(
        decoding: bytes[..<max(0, Glibc.read(file, bytes.baseAddress, bytes.count))], as: UTF8.self)
    }
    guard let id = UInt64(text.prefix { $0.isNumber }) else {
      throw .unknown(system: system, name: name)
    }
    return id
  }
}

/// Why a tracepoint's number is not known.
public enum TracepointRefusal: Error, Equatable, CustomStringConvertible {
  /// No tracefs is mounted.
  case notMounted
  /// The user may not look into it.
  case closed(folder: String)
  /// The kernel has no such tracepoint.
  case unknown(system: String, name: String)

  /// One line: what, and the remedy.
  public var description: String {
    switch self {
    case .notMounted: TracefsState.notMounted.complaint ?? ""
    case .closed: TracefsState.denied.complaint ?? ""
    case .unknown(let system, let name):
      "this kernel has no tracepoint \(system):\(name)"
    }
  }
}
