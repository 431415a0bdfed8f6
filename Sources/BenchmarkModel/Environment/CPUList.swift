/// A set of logical CPU numbers, ascending, written as the kernel writes it.
///
/// A list is encoded as a text such as `0-3,8,10-11`. The kernel's strided form `0-31:2/4` (the
/// first 2 of every 4) is read too.
package struct CPUList: Sendable, Hashable {
  /// The CPU numbers, ascending, each once.
  package let cpus: [Int]

  /// Collects CPU numbers in any order; a repeated number counts once.
  package init(_ cpus: some Sequence<Int>) {
    let numbers = Array(cpus)
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    self.cpus = isAscending ? numbers : Set(numbers).sorted()
  }

  /// The exclusive bound of CPU numbers, and the largest number of CPUs, with repetitions, that a
  /// text may name.
  ///
  /// The kernel can be built for 8192 CPUs at most. Without a limit, a broken file with
  /// `0-4294967295`, or with the same range a thousand times, would be expanded in memory.
  package static let limit = 1 << 13

  /// Whether a number can be the number of a CPU; a list with any other number could not be read
  /// back.
  package static func mayHold(_ cpu: Int) -> Bool { (0..<limit).contains(cpu) }

  /// Reads the kernel's list format; white space around the text is ignored, and an empty text
  /// names no CPU.
  ///
  /// - Throws: `CPUListError`, with the part that could not be read.
  package init(parsing text: String) throws(CPUListError) {
    var cpus: [Int] = []
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else {
      self.init(cpus)
      return
    }
    for part in trimmed.split(separator: ",", omittingEmptySubsequences: false) {
      let run = try CPURun(parsing: part)
      guard cpus.count + run.cpus.count <= Self.limit else {
        throw .tooMany(part: String(part).trimmed)
      }
      cpus.append(contentsOf: run.cpus)
    }
    self.init(cpus)
  }

  /// The list without CPUs.
  package static let empty = CPUList([])

  /// The number of CPUs.
  package var count: Int { cpus.count }

  /// Whether there is no CPU.
  package var isEmpty: Bool { cpus.isEmpty }

  /// Whether a CPU is in the list.
  ///
  /// - Complexity: O(log n).
  package func contains(_ cpu: Int) -> Bool {
    var low = 0
    var high = cpus.count
    while low < high {
      let middle = (low + high) / 2
      if cpus[middle] < cpu { low = middle + 1 } else { high = middle }
    }
    return low < cpus.count && cpus[low] == cpu
  }

  /// The CPUs that are in both lists.
  package func intersection(_ other: CPUList) -> CPUList {
    CPUList(cpus.filter(other.contains))
  }

  /// The CPUs that are in this list and not in the other.
  package func subtracting(_ other: CPUList) -> CPUList {
    CPUList(cpus.filter { !other.contains($0) })
  }
}

extension CPUList: CustomStringConvertible {
  /// The kernel's list format, without strides: `0-3,8,10-11`.
  package var description: String {
    var runs: [ClosedRange<Int>] = []
    for cpu in cpus {
      if let last = runs.last, last.upperBound + 1 == cpu {
        runs[runs.count - 1] = last.lowerBound...cpu
      } else {
        runs.append(cpu...cpu)
      }
    }
    return runs.map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
    }.joined(separator: ",")
  }
}

extension CPUList: Codable {
  /// Decodes the text form.
  package init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text form.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The reason why a CPU list could not be read.
package enum CPUListError: Error, Equatable, Sendable {
  /// A part that is neither a number, nor a range, nor a strided range.
  case malformed(part: String)
  /// A range whose end lies before its start.
  case descending(part: String)
  /// A CPU number that no machine has: `CPUList.limit` or more.
  case tooLarge(part: String)
  /// A part that raises the number of named CPUs above `CPUList.limit`, which no machine exceeds.
  case tooMany(part: String)
}

extension CPUListError: CustomStringConvertible {
  /// One line: the error and the accepted form.
  package var description: String {
    switch self {
    case .malformed(let part):
      "'\(part)' is not a CPU list: write numbers and ranges, as in 0-3,8"
    case .descending(let part):
      "the CPU range '\(part)' ends before it starts: write the lower number first"
    case .tooLarge(let part):
      "'\(part)' names a CPU of \(CPUList.limit) or above: write numbers that the machine has"
    case .tooMany(let part):
      "with '\(part)' the list names more than \(CPUList.limit) CPUs: write each CPU once"
    }
  }
}

/// One comma-separated part of a CPU list.
private struct CPURun {
  var cpus: [Int] = []

  init(parsing part: Substring) throws(CPUListError) {
    let text = String(part).trimmed
    let strideSplit = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let rangeText = strideSplit.first, strideSplit.count <= 2 else {
      throw .malformed(part: text)
    }
    let bounds = rangeText.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = bounds.first, let last = bounds.last, bounds.count <= 2 else {
      throw .malformed(part: text)
    }
    let low = try Self.number(first, of: text)
    let high = try Self.number(last, of: text)
    guard low <= high else { throw .descending(part: text) }

    guard strideSplit.count == 2 else {
      cpus = Array(low...high)
      return
    }
    let groups = strideSplit[1].split(separator: "/", omittingEmptySubsequences: false)
    guard bounds.count == 2, groups.count == 2 else { throw .malformed(part: text) }
    let used = try Self.number(groups[0], of: text)
    let size = try Self.number(groups[1], of: text)
    guard used > 0, used <= size else { throw .malformed(part: text) }
    cpus = (low...high).filter { ($0 - low) % size < used }
  }

  private static func number(_ digits: Substring, of part: String) throws(CPUListError) -> Int {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .malformed(part: part)
    }
    guard let value = Int(digits), value < CPUList.limit else { throw .tooLarge(part: part) }
    return value
  }
}

extension String {
  fileprivate var trimmed: String {
    let inner = drop(while: \.isWhitespace)
    guard let end = inner.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(inner[...end])
  }
}
