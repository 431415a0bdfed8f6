import CSyncShims
import Glibc

/// A fork server's reply about a copy: a line of four words, then the copy's output.
///
/// The words are the way in which the copy ended, its exit status or signal, and the numbers of
/// bytes of its standard output and of its standard error.
struct ForkServerReply: Equatable {
  /// The end of a copy.
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case cancelled
    /// The copy wrote more than a worker may.
    case unreadable
    /// The copy could not be made, for the given reason.
    case notLaunched(String)
    /// The server has started; this reply is about no copy.
    case ready
  }

  let ending: Ending
  var output: [UInt8] = []
  var error: [UInt8] = []

  static let ready = ForkServerReply(ending: .ready)

  /// The largest numbers of bytes of standard output and of standard error that a worker may write.
  static let limits = [8 << 20, 1 << 20]

  /// The largest number of bytes of an output that a server keeps: the last piece that it reads may
  /// exceed the limit.
  private static let mostBytes = limits[0] + LineReader.pieceBytes

  /// Writes the whole reply; a failure is ignored, because the launcher has then gone.
  func write(to descriptor: Int32) {
    var reason: [UInt8] = []
    if case .notLaunched(let text) = ending { reason = Array(text.utf8) }
    let error = reason.isEmpty ? self.error : reason
    let words = "\(ending.word) \(ending.number) \(output.count) \(error.count)\n"
    let bytes = Array(words.utf8) + output + error
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }

  /// Reads a reply; nil if the process has ended or is no server, or if the reply is too long.
  init?(reading reader: inout LineReader) {
    guard let line = reader.next() else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 4, let number = Int32(words[1]), let outputCount = Int(words[2]),
      let errorCount = Int(words[3]), max(outputCount, errorCount) <= Self.mostBytes,
      let output = reader.next(bytes: outputCount),
      let error = reader.next(bytes: errorCount),
      let ending = Ending(
        word: String(words[0]), number: number, text: String(decoding: error, as: UTF8.self))
    else { return nil }
    self.init(ending: ending, output: output, error: error)
  }

  init(ending: Ending, output: [UInt8] = [], error: [UInt8] = []) {
    (self.ending, self.output, self.error) = (ending, output, error)
  }
}

extension ForkServerReply.Ending {
  /// Reads a status of `waitpid`, whose low seven bits hold the signal.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xff) : .signalled(signal)
  }

  fileprivate var word: String {
    switch self {
    case .exited: "exited"
    case .signalled: "signalled"
    case .timedOut: "timed-out"
    case .cancelled: "cancelled"
    case .unreadable: "unreadable"
    case .notLaunched: "not-launched"
    case .ready: "ready"
    }
  }

  fileprivate var number: Int32 {
    switch self {
    case .exited(let status): status
    case .signalled(let signal): signal
    default: 0
    }
  }

  fileprivate init?(word: String, number: Int32, text: String) {
    let endings: [Self] = [
      .exited(number), .signalled(number), .timedOut, .cancelled, .unreadable, .notLaunched(text),
      .ready,
    ]
    guard let ending = endings.first(where: { $0.word == word }) else { return nil }
    self = ending
  }
}

/// A reader of lines, and of given numbers of bytes, from a descriptor that blocks.
struct LineReader {
  let descriptor: Int32
  /// The deadline of reading, on the monotonic clock in ns.
  var due = UInt64.max
  private var buffer: [UInt8] = []

  /// The number of bytes that are read in one call.
  static let pieceBytes = 65536
  /// The largest number of bytes of a line, far more than a request or a reply has.
  private static let mostLineBytes = 1 << 20

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether all bytes that were read have been returned.
  var isEmpty: Bool { buffer.isEmpty }

  /// Returns the next line without its end; nil if no line is complete.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      guard buffer.count < Self.mostLineBytes, fill() else { return nil }
    }
  }

  /// Returns the next `count` bytes; nil if there are fewer, or if `count` is negative.
  mutating func next(bytes count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    while buffer.count < count { guard fill() else { return nil } }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }

  private mutating func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    while waitForInput() {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += piece.prefix(count)
      return true
    }
    return false
  }

  /// Whether there are bytes to read, or the end of the input is reached, before ``due``.
  private func waitForInput() -> Bool {
    guard due != .max else { return true }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let now = sync_monotonic_ns()
      let left = due > now ? (due - now) / 1_000_000 + 1 : 0
      let count = poll(&watched, 1, Int32(clamping: left))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
      if count == 0, left <= Int32.max { return false }
    }
  }
}
