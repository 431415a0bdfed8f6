import Glibc

/// Programs that the tool calls.
enum Tools {
  /// Where a program is on `PATH`, nil where it is not.
  static func path(of name: String) -> String? {
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return search.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
