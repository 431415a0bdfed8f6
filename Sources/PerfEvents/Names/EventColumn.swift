/// The columns of a table by which counted events go.
package enum EventColumn {
  /// A column for each event's count by operation, in the same order, none twice:
  /// `cache-misses` is `cache_misses_per_op`.
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

  /// The kernel counts these two in nanoseconds, which their names do not say.
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
