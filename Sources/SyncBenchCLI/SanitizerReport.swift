/// The first data race in the output of a program that was built with the thread sanitizer.
struct SanitizerReport: Equatable {
  /// The racing accesses made by the lock's code, each with the innermost line of that code.
  private(set) var accesses: [String] = []
  /// Whether the harness, the code that calls the lock, made a racing access: an access to the data
  /// that the lock guards.
  private(set) var isOfGuardedData = false

  /// Reads the first report of a data race in `output`; nil if there is none.
  init?(_ output: String) {
    let lines = output.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    guard
      let start = lines.firstIndex(where: { $0.hasPrefix("WARNING: ThreadSanitizer: data race") })
    else { return nil }
    var access: Substring?
    for line in lines[(start + 1)...] {
      if line.hasPrefix("WARNING:") || line.hasPrefix("SUMMARY:") { break }
      if Self.accessWords.contains(where: line.hasPrefix) {
        access = line.firstRange(of: " of ").map { line[..<$0.lowerBound] } ?? line
      } else if let name = access, line.hasPrefix("#") {
        // The harness made the access itself only if its frame is the innermost, #0; in any other
        // frame it only called the lock.
        if Self.harness.contains(where: line.contains) {
          isOfGuardedData = isOfGuardedData || line.hasPrefix("#0 ")
        } else if let source = Self.source(line) {
          accesses.append("\(name.lowercased()) in \(source)")
          access = nil
        }
      }
    }
  }

  /// The race in one or two sentences.
  var text: String {
    let lines = accesses.isEmpty ? "" : ": \(accesses.prefix(2).joined(separator: "; "))"
    guard isOfGuardedData else { return "the thread sanitizer saw a data race\(lines)" }
    return "the thread sanitizer saw a data race on the data that the lock guards\(lines). One "
      + "section does not happen before the next: a memory order of the lock's acquire or release "
      + "is too weak"
  }

  private static let accessWords = [
    "Read of", "Write of", "Previous read", "Previous write", "Atomic read", "Atomic write",
    "Previous atomic", "As if synchronized",
  ]
  /// The parts of the harness in which a lock's section runs.
  private static let harness = [
    "/SyncSuites/", "/SyncPrimitives/Foundations/", "ExclusionCheck", "incrementGuarded",
    "LockProbe", "ProofThreads",
  ]

  /// The file and the line of a frame, without the path of the folder; nil if the frame has no line.
  private static func source(_ frame: Substring) -> String? {
    frame.split(separator: " ").first { $0.contains(".swift:") || $0.contains(".c:") }
      .map { String($0.split(separator: "/").last ?? $0) }
  }
}
