/// The order in which threads are bound to CPUs.
public enum PlacementMode: String, CaseIterable, Codable, Sendable {
  /// One CPU of each core first, then the siblings of these CPUs.
  case cores
  /// All siblings of a core before the next core.
  case siblings
  /// No binding.
  case unpinned
  /// Across NUMA nodes first, then clusters, then cores, and siblings last.
  case spread
}

/// The NUMA node that holds the memory that threads share.
package enum MemoryNode: String, CaseIterable, Codable, Sendable {
  /// The node of the first thread.
  case first
  /// Another node.
  case other
}

extension Parameter {
  /// The words of a parameter whose value is the index of a word; nil for a parameter whose
  /// value is a number.
  ///
  /// The order of the words never changes: stored runs name cases by the words, but JSON has the
  /// indices.
  package static func words(of key: String) -> [String]? {
    switch key {
    case "placement": PlacementMode.allCases.map(\.rawValue)
    case "memory": MemoryNode.allCases.map(\.rawValue)
    default: nil
    }
  }

  /// The value in a case's name and in tables: a number, or its word.
  package var text: String { Self.text(of: value, for: key) }

  /// Whether the value is the number 0, which a short text leaves out.
  package var isZero: Bool { value == 0 && Self.words(of: key) == nil }

  /// The text of a parameter's value.
  package static func text(of value: Int, for key: String) -> String {
    guard let words = words(of: key), words.indices.contains(value) else { return String(value) }
    return words[value]
  }

  /// Reads the form of ``text``; nil for anything else.
  init?(_ key: String, reading text: Substring) {
    if let words = Self.words(of: key) {
      guard let index = words.firstIndex(of: String(text)) else { return nil }
      self.init(key, index)
    } else if let value = Int(text), String(value) == text {
      // Swift also reads `+4` and `04` as 4, but a case has only one name, by which files and
      // tables are searched.
      self.init(key, value)
    } else {
      return nil
    }
  }
}

extension CaseID {
  /// Whether the case names CPUs, a placement or a NUMA node, which another machine may lack.
  package var dependsOnLayout: Bool {
    parameters.contains { ["from", "to", "placement", "memory"].contains($0.key) }
  }

  /// Whether the case has two threads, each on a CPU that its name gives.
  package var isOfTwoCPUs: Bool { self["from"] != nil && self["to"] != nil }
}
