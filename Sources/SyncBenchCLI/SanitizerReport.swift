/// The first data race in the output of a process that was built with the thread sanitizer.
struct SanitizerReport: Equatable {
  /// The two accesses, each with its nearest line of source that is not the harness's.
  let accesses: [String]

  /// Reads the report; nil if there is none.
  init?(_ output: String) {
    let lines = output.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    guard
      let start = lines.firstIndex(where: { $0.hasPrefix("WARNING: ThreadSanitizer: data race") })
    else { return nil }
    var accesses: [String] = []
    var what: Substring?
    for line in lines[(start + 1)...] {
      if line.hasPrefix("WARNING:") || line.hasPrefix("SUMMARY:") { break }
      if Self.accessWords.contains(where: line.hasPrefix) {
        what = line.firstRange(of: " of ").map { line[..<$0.lowerBound] } ?? line
        continue
      }
      guard let access = what, line.hasPrefix("#") else { continue }
      // A frame of the harness only says that the lock was called.
      let frame = line.drop { $0 != " " }.drop { $0 == " " }
      guard !Self.harness.contains(where: frame.contains) else { continue }
      accesses.append("\(access.lowercased()) in \(Self.place(frame))")
      what = nil
    }
    self.accesses = accesses
  }

  /// The race in a sentence.
  var text: String {
    accesses.isEmpty
      ? "the thread sanitizer saw a data race"
      : "the thread sanitizer saw a data race: \(accesses.prefix(2).joined(separator: "; "))"
  }

  private static let accessWords = [
    "Read of", "Write of", "Previous read", "Previous write", "Atomic read", "Atomic write",
    "Previous atomic", "As if synchronized",
  ]
  /// The parts of the harness in which a lock's section runs.
  private static let harness = ["ExclusionCheck", "incrementGuarded", "LockProbe", "ProofThreads"]

  /// The function and the line of a frame, without the path of the folder and the module's offset.
  private static func place(_ frame: Substring) -> String {
    let words = frame.split(separator: " ")
    guard let file = words.first(where: { $0.contains(".swift:") || $0.contains(".c:") }) else {
      return String(words.first ?? frame)
    }
    return String(file.split(separator: "/").last ?? file)
  }
}
