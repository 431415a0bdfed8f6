import BenchmarkModel

/// The means by which a case is made slower.
enum Mechanism: String, CaseIterable {
  /// More operations than are reported; the amount is a share, such as 0.1 for 10 % more.
  case operations = "ops"
  /// Pauses of the processor in the section; the amount is their number in each operation.
  case pause
  /// Wake-ups through the kernel while no thread sleeps; the amount is their number in each
  /// operation.
  case wake
  /// Allocations of 64 bytes, which are freed again; the amount is their number in each operation.
  case allocation
}

/// The means by which a case is made slower, and the amount.
struct Slowdown: Equatable {
  let mechanism: Mechanism
  let amount: Double
}

/// The slowdowns that the environment asks for, by case.
///
/// The form is `[+|-][CASE=]MECHANISM:AMOUNT;…`, or `none:0`. An entry without a case applies to
/// every case. A minus at the beginning switches all entries off. A baseline gets the variable with
/// a minus and its candidate with a plus: both are equally long, so the stacks of both processes
/// begin at the same address.
struct Slowdowns {
  private var entries: [(name: String?, slowdown: Slowdown)] = []

  /// The error of a malformed entry, whose description has the right form.
  struct Malformed: Error {
    let description: String
  }

  init(parsing text: String) throws(Malformed) {
    var text = text[...]
    let isOff = text.hasPrefix("-")
    if isOff || text.hasPrefix("+") { text.removeFirst() }
    var entries: [(name: String?, slowdown: Slowdown)] = []
    for word in text.split(separator: ";") where word != "none:0" {
      entries.append(try Self.entry(word))
    }
    self.entries = isOff ? [] : entries
  }

  /// Reads an entry; a case's name may contain equals signs, and ends at the last one.
  private static func entry(
    _ word: Substring
  ) throws(Malformed) -> (name: String?, slowdown: Slowdown) {
    let equals = word.lastIndex(of: "=")
    let name = equals.map { String(word[..<$0]) }
    let rest = equals.map { word[word.index(after: $0)...] } ?? word
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let mechanism = Mechanism(rawValue: String(parts[0])),
      let amount = Double(parts[1]), amount >= 0, amount < 1e9
    else {
      throw Malformed(
        description:
          "SYNCBENCH_SLOWDOWN: '\(word)' is no [CASE=]MECHANISM:AMOUNT; the mechanisms are "
          + Mechanism.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return (name, Slowdown(mechanism: mechanism, amount: amount))
  }

  /// The cases that entries name, with their mechanisms.
  var namedCases: [(name: String, mechanism: Mechanism)] {
    entries.compactMap { entry in entry.name.map { ($0, entry.slowdown.mechanism) } }
  }

  /// The slowdown of a case, by the last entry for it; nil for none.
  func slowdown(of id: CaseID) -> Slowdown? {
    let name = id.description
    let own = entries.last { $0.name == nil || $0.name == name }?.slowdown
    return own.flatMap { $0.amount > 0 ? $0 : nil }
  }
}
