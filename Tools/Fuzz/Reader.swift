import Glibc

/// What the fuzzer made: the bytes that a reader is given.
typealias Input = UnsafeBufferPointer<UInt8>

/// A reader of input from elsewhere, as the fuzzer calls it.
///
/// It may refuse any input. What it reads must hold what the reader promises of it: a promise that is broken
/// is a trap, which the fuzzer takes for a crash.
struct Reader: Sendable {
  let name: String
  /// What it reads, in one line.
  let summary: String
  /// How many bytes an input has at most.
  var mostBytes = 4096
  let read: @Sendable (Input) -> Void

  static let all = [
    csv, rawTables, run, workerRequests, workerMessages, forkServer, gateYAML,
    baselines, perfScript, callgrind, templates, globs, cpuLists, sysfs, eventNames, executables,
  ]
}

extension Input {
  /// All of it as a text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Its lines, without their ends.
  var lines: [String] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// Stops at a promise that a reader broke.
func require(_ holds: Bool, _ promise: String) {
  if holds { return }
  let line = Array("a reader broke its promise: \(promise)\n".utf8)
  write(2, line, line.count)
  abort()
}
