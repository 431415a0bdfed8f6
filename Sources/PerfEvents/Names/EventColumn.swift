/// The names of a table's columns of counted events.
package enum EventColumn {
  /// Returns the name of the column of each event's count per operation, in the events' order:
  /// `cache-misses` becomes `cache_misses_per_op`.
  ///
  /// A name that is already taken gets a number, as in `cache_misses_2_per_op`.
  package static func names(for events: [String]) -> [String] {
    var taken: Set<String> = []
    return events.map { event in
      let word = stem(event)
      var name = word + suffix
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(word)_\(number)\(suffix)"
        number += 1
      }
      return name
    }
  }

  private static let suffix = "_per_op"

  /// The events that the kernel counts in nanoseconds although their names do not say so.
  private static let clocks: Set<String> = ["task_clock", "cpu_clock"]

  private static func stem(_ event: String) -> String {
    let words = event.lowercased().utf8.split { byte in
      !((97...122).contains(byte) || (48...57).contains(byte))
    }
    let word = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    if word.isEmpty { return "event" }
    if clocks.contains(word) { return word + "_ns" }
    return word.utf8.first.map { (48...57).contains($0) } == true ? "event_" + word : word
  }
}
