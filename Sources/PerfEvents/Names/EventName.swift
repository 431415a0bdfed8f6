/// The name of an event, parsed by its form alone; the encoder finds the event.
///
/// The first of these rules that fits the name decides, whatever events the machine has.
///
/// 1. `breakpoint` counts the writes to a word of memory, such as a lock's.
/// 2. `r` and hexadecimal digits are the processor's own code: `r01b7`.
/// 3. `UNIT::EVENT` with two colons together and no slash is libpfm4's:
///    `amd64_fam1ah_zen5::RETIRED_INSTRUCTIONS`.
/// 4. A slash after a colon is a tracepoint with a filter: `syscalls:sys_enter_futex/op==128/`.
/// 5. A slash without a colon before it is an event of a unit of sysfs: `msr/tsc/`.
/// 6. Two words in lower case with a colon between them are a tracepoint: `sched:sched_switch`. A
///    modifier of privilege (`u`, `k`, `h`, `mg`, `mh`) is no second word: `cycles:u` is libpfm4's.
/// 7. Any other name is libpfm4's: `instructions`, `LLC-LOAD-MISSES`, `L2_RQSTS:MISS`. libpfm4
///    reads unit masks in either case, but `l2_rqsts:miss` would be a tracepoint.
///
/// A `:u` after a tracepoint, a breakpoint or the processor's own code, and a `u` or `:u` after the
/// last slash, count user mode alone.
package enum EventName: Hashable, Sendable {
  /// A name for libpfm4, as it is written, with unit masks and modifiers.
  case library(String)
  /// A tracepoint, with a filter of its hits in the kernel's language; nil counts all hits.
  case tracepoint(system: String, name: String, filter: String?, isUserOnly: Bool)
  /// Writes to a word whose address is not known yet.
  case breakpoint(isUserOnly: Bool)
  /// The processor's own code of an event.
  case raw(UInt64, isUserOnly: Bool)
  /// An event of a unit of sysfs: the unit's name, and the words between the slashes, which commas
  /// separate.
  case unit(String, terms: [String], isUserOnly: Bool)

  /// Parses a name.
  ///
  /// - Throws: ``EventNameError/malformed(_:_:)``.
  package init(parsing text: String) throws(EventNameError) {
    guard !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 || $0 == " " })
    else { throw .malformed(text, "a name has at least one character and no control characters") }
    if !text.contains("/"), let plain = Self.withoutSlash(text) {
      self = plain
    } else if text.contains("::") && !text.contains("/") {
      self = .library(text)
    } else if let slash = text.firstIndex(of: "/") {
      self = try Self.withSlashes(text, first: slash)
    } else {
      self = .library(text)
    }
  }

  /// A breakpoint, a raw code or a tracepoint; nil for a name of libpfm4's.
  private static func withoutSlash(_ text: String) -> EventName? {
    guard !text.contains("::") else { return nil }
    let isUserOnly = text.hasSuffix(":u")
    let bare = isUserOnly ? String(text.dropLast(2)) : text
    if bare == "breakpoint" { return .breakpoint(isUserOnly: isUserOnly) }
    if let code = rawCode(bare) { return .raw(code, isUserOnly: isUserOnly) }
    guard let words = tracepoint(bare) else { return nil }
    return .tracepoint(
      system: words.system, name: words.name, filter: nil, isUserOnly: isUserOnly)
  }

  private static func rawCode(_ text: String) -> UInt64? {
    guard text.first == "r", text.count > 1, text.count <= 17,
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    return UInt64(text.dropFirst(), radix: 16)
  }

  private static let modifiers: Set<Substring> = ["u", "k", "h", "mg", "mh"]

  private static func tracepoint(_ text: String) -> (system: String, name: String)? {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, words.allSatisfy(isLowerCaseWord), !modifiers.contains(words[1])
    else { return nil }
    return (String(words[0]), String(words[1]))
  }

  private static func isLowerCaseWord(_ word: Substring) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == 95 || byte == 45
      }
  }

  private static func withSlashes(
    _ text: String, first: String.Index
  ) throws(EventNameError) -> EventName {
    guard let last = text.lastIndex(of: "/"), last > first else {
      throw .malformed(text, "the second slash is missing, as in 'msr/tsc/'")
    }
    let head = text[..<first]
    let inside = text[text.index(after: first)..<last]
    let tail = text[text.index(after: last)...]
    guard !inside.isEmpty else { throw .malformed(text, "there is nothing between its slashes") }
    guard ["", "u", ":u"].contains(tail) else {
      throw .malformed(text, "only 'u' can follow the last slash, for user mode alone")
    }
    if head.contains(":") {
      let words = head.split(separator: ":", omittingEmptySubsequences: false)
      guard words.count == 2, words.allSatisfy({ !$0.isEmpty }) else {
        throw .malformed(text, "a tracepoint with a filter is written SYSTEM:NAME/FILTER/")
      }
      return .tracepoint(
        system: String(words[0]), name: String(words[1]), filter: String(inside),
        isUserOnly: !tail.isEmpty)
    }
    guard !head.isEmpty, !inside.contains("/") else {
      throw .malformed(text, "an event of a unit is written UNIT/EVENT/")
    }
    return .unit(
      String(head), terms: inside.split(separator: ",").map(String.init),
      isUserOnly: !tail.isEmpty)
  }
}
