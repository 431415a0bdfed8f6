/// The order in which threads are bound to CPUs.
public enum PlacementMode: String, CaseIterable, Codable, Sendable {
  /// One a core first, then the siblings.
  case cores
  /// Both siblings of a core before the next core.
  case siblings
  /// Bound to nothing.
  case unpinned
  /// Across nodes first, then clusters, then cores, and siblings last.
  case spread
}

/// The node that holds the memory that threads share.
package enum MemoryPlace: String, CaseIterable, Codable, Sendable {
  /// The node of the first thread.
  case first
  /// Another one.
  case other
}

extension Parameter {
  /// The words that the values of a parameter stand for, by their place; nil for a parameter that is a number.
  ///
  /// A value keeps its place: stored runs name cases by the words alone, but JSON has the numbers.
  package static func words(of key: String) -> [String]? {
    switch key {
    case "placement": PlacementMode.allCases.map(\.rawValue)
    case "memory": MemoryPlace.allCases.map(\.rawValue)
    default: nil
    }
  }

  /// The value as a case's name and the tables have it: a number, or its word.
  package var text: String { Self.text(of: value, for: key) }

  /// Whether it is a plain 0, which a short text leaves out.
  package var isZero: Bool { value == 0 && Self.words(of: key) == nil }

  /// The same of a value of a key.
  package static func text(of value: Int, for key: String) -> String {
    guard let words = words(of: key), words.indices.contains(value) else { return String(value) }
    return words[value]
  }

  /// Reads the form of ``text``; nil for anything else.
  init?(_ key: String, reading text: Substring) {
    if let words = Self.words(of: key) {
      guard let place = words.firstIndex(of: String(text)) else { return nil }
      self.init(key, place)
    } else if let value = Int(text), String(value) == text {
      // `+4` and `04` are numbers too, but a case has one name: files and tables are searched for it.
      self.init(key, value)
    } else {
      return nil
    }
  }
}

extension CaseID {
  /// Whether the machine's layout decides if there is such a case: it names CPUs, or a placement or a node that another
  /// machine may lack.
  package var dependsOnLayout: Bool {
    parameters.contains { ["from", "to", "placement", "memory"].contains($0.key) }
  }

  /// Whether it is of two threads, each on a CPU that the case names.
  package var isOfTwoCPUs: Bool { self["from"] != nil && self["to"] != nil }
}
