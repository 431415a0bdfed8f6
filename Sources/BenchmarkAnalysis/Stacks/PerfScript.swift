/// The output of `perf script`, with the fields of ``fields``.
package struct PerfScript: Sendable {
  /// The fields that `perf script -F` is asked for.
  package static let fields = "comm,pid,tid,time,event,trace,ip,sym,dso"

  /// The time and the thread of a record.
  package struct Head: Equatable, Sendable {
    /// The thread's name.
    package let command: String
    package let process: Int32
    package let thread: Int32
    /// The kernel's clock in ns.
    package let timeNanoseconds: UInt64

    /// Whether the thread is the one with which the process started.
    package var isMainThread: Bool { process == thread }
  }

  /// A record of the script.
  package enum Record: Equatable, Sendable {
    /// A sample of an event, the stack's outermost frame first; `trace` is the text of a
    /// tracepoint.
    case sample(Head, event: String, trace: String, stack: [StackFrame])
    /// The thread got a CPU.
    case switchedIn(Head)
    /// The thread gave its CPU up, or the CPU was taken away.
    case switchedOut(Head)
  }

  /// The records, in the order of the text, which is the order of time.
  package private(set) var records: [Record] = []
  /// The number of records that the kernel had no room for.
  package private(set) var lost: UInt64 = 0
  /// The number of lines that are neither a record nor a frame.
  package private(set) var unreadableLines = 0

  private var frames: [String: StackFrame] = [:]
  private var stack: [StackFrame] = []
  private var sample: (head: Head, event: String, trace: String)?

  /// Reads the text.
  package init(_ bytes: some Sequence<UInt8>) {
    var line: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        read(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
    read(String(decoding: line, as: UTF8.self))
    endSample()
  }

  /// Reads the text.
  package init(_ text: String) { self.init(text.utf8) }

  private mutating func read(_ line: String) {
    if line.utf8.first == UInt8(ascii: "\t") {
      guard sample != nil, let frame = frame(line) else { return unreadableLines += 1 }
      return stack.append(frame)
    }
    endSample()
    guard line.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return }
    guard let (head, rest) = Self.head(line) else { return unreadableLines += 1 }
    if rest.first?.hasPrefix("PERF_RECORD_SWITCH") == true {
      let isIn = rest.dropFirst().first == "IN"
      records.append(isIn ? .switchedIn(head) : .switchedOut(head))
    } else if rest.first?.hasPrefix("PERF_RECORD_LOST") == true {
      lost += rest.last.flatMap { UInt64($0) } ?? 1
    } else if let event = rest.first, event.hasSuffix(":") {
      sample = (head, String(event.dropLast()), rest.dropFirst().joined(separator: " "))
    } else {
      unreadableLines += 1
    }
  }

  private mutating func endSample() {
    guard let (head, event, trace) = sample else { return }
    // perf ends some unwound stacks with unknown frames. If they stayed, stacks that are otherwise
    // equal would differ.
    let known = stack.reversed().drop { $0 == .unknown }
    records.append(.sample(head, event: event, trace: trace, stack: Array(known)))
    sample = nil
    stack.removeAll(keepingCapacity: true)
  }

  /// Reads `comm pid/tid time: rest`; the command's name may hold spaces and digits.
  private static func head(_ line: String) -> (Head, rest: [Substring])? {
    let words = line.split(separator: " ")
    for index in words.indices.dropFirst().dropLast() {
      let ids = words[index].split(separator: "/", omittingEmptySubsequences: false)
      guard ids.count == 2, let process = Int32(ids[0]), let thread = Int32(ids[1]),
        let time = nanoseconds(words[index + 1])
      else { continue }
      let head = Head(
        command: words[..<index].joined(separator: " "), process: process, thread: thread,
        timeNanoseconds: time)
      return (head, Array(words[(index + 2)...]))
    }
    return nil
  }

  /// Converts `seconds.fraction:` to ns; the fraction has six digits, or nine with `--ns`.
  private static func nanoseconds(_ word: Substring) -> UInt64? {
    let parts = word.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard word.hasSuffix(":"), parts.count == 2, let seconds = UInt64(parts[0]),
      (1...9).contains(parts[1].count), let fraction = UInt64(parts[1])
    else { return nil }
    let scale = (parts[1].count..<9).reduce(UInt64(1)) { scale, _ in scale * 10 }
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return whole.overflow ? nil : whole.partialValue &+ fraction * scale
  }

  /// Reads a frame's line, with a cache, because perf prints the same few thousand lines again and
  /// again.
  private mutating func frame(_ line: String) -> StackFrame? {
    if let known = frames[line] { return known }
    guard let frame = StackFrame(scriptLine: line) else { return nil }
    frames[line] = frame
    return frame
  }
}

extension StackFrame {
  /// A frame of which neither the function nor the file is known.
  static let unknown = StackFrame("[unknown]")

  /// Reads `address function (file)`; the function and the file may hold spaces and brackets.
  init?(scriptLine line: String) {
    let words = line.drop { $0 == "\t" || $0 == " " }
    guard let gap = words.firstIndex(of: " "), let address = UInt64(words[..<gap], radix: 16)
    else { return nil }
    let rest = words[words.index(after: gap)...]
    let isDeleted = rest.hasSuffix(" (deleted))")
    let searched = isDeleted ? rest.dropLast(" (deleted))".count) : rest
    guard let space = searched.indices.last(where: { searched[$0...].hasPrefix(" (") }) else {
      return nil
    }
    let symbol = String(rest[..<space])
    let file = searched[space...].dropFirst(2).drop { $0 == "(" }
    let path = isDeleted ? file : file.dropLast()
    // The kernel has the topmost addresses; the very last one means that unwinding gave up.
    let isKernel = address >= 0xffff_0000_0000_0000 && address != .max
    self.init(symbol: symbol, path: String(path), isKernel: isKernel)
  }

  private init(symbol: String, path: String, isKernel: Bool) {
    guard symbol == "[unknown]" else {
      let readable = SymbolName(symbol)
      self.init(readable.text, isKernel ? .kernel : readable.isMeasuredLoop ? .measuredLoop : .user)
      return
    }
    let file = path.split(separator: "/").last ?? "[unknown]"
    let isNamed = file != "[unknown]" && !file.hasPrefix("[")
    self.init(
      isKernel ? "[kernel]" : isNamed ? "[\(file)]" : "[unknown]", isKernel ? .kernel : .user)
  }
}
