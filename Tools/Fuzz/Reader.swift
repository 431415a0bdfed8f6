import Glibc

/// The fuzzer's input: the bytes for a reader.
typealias Input = UnsafeBufferPointer<UInt8>

/// A reader of untrusted input, in the form in which the fuzzer calls it.
///
/// A reader may refuse any input. If a result breaks one of the reader's promises, the process
/// aborts, which the fuzzer counts as a crash.
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
  /// The whole input as text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The input's lines, without line feeds.
  var lines: [String] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// Aborts the process if a reader's promise does not hold.
func require(_ holds: Bool, _ promise: String) {
  if holds { return }
  let line = Array("a reader broke its promise: \(promise)\n".utf8)
  write(2, line, line.count)
  abort()
}
