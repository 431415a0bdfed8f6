package import BenchmarkModel
package import SystemPackage

/// An executable that can't be launched: a side of a gate, or one that is to declare benchmarks.
package struct GateExecutableError: Error, Equatable, CustomStringConvertible {
  /// The fault of the executable.
  package enum Problem: Equatable, Sendable {
    /// There is nothing of that name.
    case missing
    case isFolder
    /// The path leads to neither a file nor a folder.
    case isNoFile
    /// The file may not be executed.
    case notExecutable
    /// The file is empty.
    case empty
    /// The file can't be opened, for the given reason.
    case cannotOpen(Errno)
  }

  /// The side of a gate that the executable was given for; nil for an executable that is to declare
  /// benchmarks.
  package let side: PairSide?
  /// The path, as the user named it.
  package let path: String
  /// The fault of the executable.
  package let problem: Problem

  /// One line: side, error and remedy.
  package var description: String {
    let subject = "the \(side.map { "\($0)" } ?? "executable") '\(path)'"
    return switch problem {
    case .missing:
      "\(subject) does not exist; build it first, with `swift build -c release`"
    case .isFolder:
      """
      \(subject) is a folder; name an executable, such as .build/release/syncbench\
      \(side == nil ? "" : ". Times of a stored run give no verdict: `syncbench compare` sets two runs side by side")
      """
    case .isNoFile: "\(subject) is not a file; name an executable"
    case .notExecutable:
      "\(subject) may not be executed; `chmod +x` it, or copy it from where noexec is mounted"
    case .empty: "\(subject) is an empty file: its build did not finish; build it anew"
    case .cannotOpen(let errno):
      "\(subject) can't be opened: \(errno); make it readable for this user"
    }
  }
}
