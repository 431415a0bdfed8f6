import Glibc

/// The fuzzer's input: the bytes for a reader.
typealias Input = UnsafeBufferPointer<UInt8>

/// A reader of input from elsewhere, as the fuzzer calls it.
///
/// It may refuse any input. The result must keep the reader's promises: a broken promise is a trap, which the fuzzer
/// takes for a crash.
struct Reader: Sendable {
  let name: String
  /// The input's description, in one line.
  let summary: String
  /// The largest size of an input, in bytes.
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
