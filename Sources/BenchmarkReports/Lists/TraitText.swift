import BenchmarkDocument
import BenchmarkModel

/// The traits of a primitive, in a few words.
enum TraitText {
  /// The traits that distinguish a primitive from its rivals in a ranking; empty if no trait is
  /// declared.
  ///
  /// For a wrapper, the wrapped primitive's name stands for the order, waiting and recursion, which
  /// both have in common. The traits of most locks, unfair and not recursive, are left out.
  static func brief(_ description: PrimitiveDescription?) -> String {
    guard let description, !description.traits.isEmpty else { return "" }
    let values = Values(description)
    var words: [String] = []
    if let wrapped = values["wraps"] {
      words.append("= " + wrapped)
    } else {
      if let order = values["order"], order != "unfair" { words.append(order) }
      if let waiting = values["waiting"], waiting != "never" { words.append(waiting) }
      if values["relock"] == "recurses" { words.append("recursive") }
    }
    if values["allocates"] == "yes" { words.append("allocates") }
    if values["callers"] == "async" { words.append("async callers") }
    return words.joined(separator: ", ")
  }

  /// The declared traits in words, without values that need no mention, such as the value `no` of
  /// `allocates`; a trait that is not known here is given by its name and value.
  static func full(_ description: PrimitiveDescription) -> String {
    description.traits.compactMap { trait -> String? in
      let value = Printable.text(trait.value)
      if value.isEmpty { return nil }
      return switch (trait.name, value) {
      case ("wraps", _): "= " + value
      case ("order", _): value
      case ("waiting", "never"): "never waits"
      case ("waiting", _): value
      case ("relock", "deadlocks"), ("relock", "passes"): nil
      case ("relock", "recurses"): "recursive"
      case ("relock", "traps"): "traps a relock"
      case ("owner_checked", "yes"): "checks its owner"
      case ("allocates", "yes"): "allocates"
      case ("callers", "async"): "async callers"
      case ("callers", "any"): nil
      case ("survives_oversubscription", "no"): "collapses oversubscribed"
      case ("owner_checked", "no"), ("allocates", "no"), ("survives_oversubscription", "yes"): nil
      case ("preference", "none"): "prefers nobody"
      case ("preference", "phase-fair"), ("preference", "fifo"): value
      case ("preference", _): "prefers " + value
      case ("reader_waiting", "never"): "readers never wait"
      case ("writer_waiting", "never"): "writers never wait"
      case ("reader_waiting", _): "readers " + value.words
      case ("writer_waiting", _): "writers " + value.words
      case ("readers_together", "no"): "one reader at a time"
      case ("readers_may_starve", "yes"): "readers may starve"
      case ("writers_may_starve", "yes"): "writers may starve"
      case ("readers_together", "yes"), ("readers_may_starve", "no"), ("writers_may_starve", "no"),
        ("readers_write", _):
        nil
      default: Printable.text(trait.name) + " " + value
      }
    }.joined(separator: ", ")
  }

  /// The values that are not empty, without characters that would control a terminal.
  private struct Values {
    private let description: PrimitiveDescription

    init(_ description: PrimitiveDescription) { self.description = description }

    subscript(name: String) -> String? {
      description[trait: name].flatMap { $0.isEmpty ? nil : Printable.text($0) }
    }
  }
}

extension String {
  /// A kebab-case word as words.
  fileprivate var words: String { String(map { $0 == "-" ? " " : $0 }) }
}
