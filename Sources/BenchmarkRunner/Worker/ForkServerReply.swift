import CSyncShims
import Glibc

/// A fork server's reply about a copy: a line of four words, then the copy's output.
///
/// The words: how it ended, the number that belongs to it, the bytes of its standard output and of its
/// standard error.
struct ForkServerReply: Equatable {
  /// The end of a copy.
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case cancelled
    /// It wrote more than a worker may.
    case unreadable
    /// It could not be made, and why.
    case notLaunched(String)
    /// No copy: the server has started.
    case ready
  }

  let ending: Ending
  var output: [UInt8] = []
  var error: [UInt8] = []

  static let ready = ForkServerReply(ending: .ready)

  /// The most bytes of standard output and of standard error that a worker may write.
  static let limits = [8 << 20, 1 << 20]

  /// The most bytes of a text that a server keeps: the piece that went beyond the limit is the last.
  private static let mostBytes = limits[0] + LineReader.pieceBytes

  /// Writes the whole reply; nobody is left to tell if that fails.
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

  /// Reads a reply; nil if the server has ended, or is none, and of one that is longer than a server writes.
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
  /// The ending of a status as `waitpid` gives it: the low seven bits hold the signal.
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

/// Reads lines, and counted bytes behind them, from a descriptor that blocks.
struct LineReader {
  let descriptor: Int32
  /// When to give up, on the monotonic clock in ns.
  var due = UInt64.max
  private var buffer: [UInt8] = []

  /// The number of bytes that are read at once.
  static let pieceBytes = 65536
  /// A line that is longer is none: no request and no reply comes near it.
  private static let mostLineBytes = 1 << 20

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether nothing was read that was not asked for.
  var isEmpty: Bool { buffer.isEmpty }

  /// The next line without its end; nil if none is complete.
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

  /// So many bytes; nil if there are fewer, or a negative number is asked for.
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

  /// Whether there is something to read, or the end of it, before ``due``.
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
