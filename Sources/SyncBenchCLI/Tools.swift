import Glibc

/// Programs that the tool calls.
enum Tools {
  /// The path of a program on `PATH`; nil if there is none.
  static func path(of name: String) -> String? {
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return search.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
