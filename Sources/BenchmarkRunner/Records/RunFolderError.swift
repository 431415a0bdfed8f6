import Glibc
package import SystemPackage

/// An error of a run on disk, with the path and the remedy.
package enum RunFolderError: Error, Equatable, CustomStringConvertible {
  /// There is nothing at the path.
  case missing(String)
  /// The path is a file.
  case notAFolder(String)
  /// The folder has a run already.
  case occupied(String)
  /// The folder has files that belong to no run.
  case notEmpty(String)
  /// The folder has rows of a run, without the file that describes them.
  case orphaned(String, lost: String)
  /// The folder has no run.json.
  case noRun(String)
  /// The folder has a gate, instead of the wanted run of one executable.
  case isGate(String)
  /// The folder has a run of one executable, instead of the wanted gate.
  case noGate(String)
  /// run.json is no run document.
  case foreign(String, detail: String)
  /// run.json is of a schema that this version does not read.
  case otherSchema(String, found: Int, known: Int)
  /// A raw table has a row that no run with this plan can have.
  case badRow(file: String, line: Int, problem: String)
  /// The run has no such raw table.
  case missingTable(String)
  /// The run has a raw table both plain and packed, and the two forms differ.
  case twoForms(String)
  /// A raw table has another number of rows than the run's document says.
  case rowsLost(String, found: Int, recorded: Int)
  /// A complete run has lost rows.
  case rowsMissing(String, launches: Int)
  /// A path leads to a folder, a pipe, a socket or a device.
  case notAFile(String, kind: String)
  /// A file is longer than any file that syncbench writes.
  case tooLarge(String, limit: Int)
  /// A packed table is damaged, or unpacks to more than a table has.
  case badPack(String)
  /// The system refused to write.
  case cannotWrite(String, Errno)
  /// The system refused to read.
  case cannotRead(String, Errno)
  /// No folder can be made in the folder for temporary files.
  case noTemporaryFolder(String, Errno)
  /// Another process is measuring this run.
  case locked(String)

  /// One line.
  package var description: String {
    switch self {
    case .missing(let path):
      "there is no run at '\(path)'; `ls results` shows the runs that are here"
    case .notAFolder(let path):
      "'\(path)' is a file, not a folder; name a folder instead, or move the file away"
    case .occupied(let path):
      "'\(path)' holds a run already; give --output another path, or finish that one with --resume '\(path)'"
    case .notEmpty(let path):
      "'\(path)' has files in it and is no run; give --output a new or an empty folder"
    case .orphaned(let path, let lost):
      "'\(path)' has rows that were measured, and no \(lost): restore that file, or give --output another path"
    case .isGate(let path):
      "'\(path)' holds a gate, which compares two executables: `show`, `report` and `plot` show it, `gate --resume` goes on with it"
    case .noGate(let path):
      "'\(path)' holds a run of one executable, and no gate; `show` shows it"
    case .noRun(let path):
      "'\(path)' has no run.json: it is no run, or was killed before its plan was written (start it anew)"
    case .foreign(let path, let detail):
      "'\(path)' is not a run document of syncbench (\(detail)); restore the file, or measure again"
    case .otherSchema(let path, let found, let known):
      "'\(path)' has schema \(found), this version reads schema \(known); "
        + (found < known
          ? "measure again, or use the version that wrote it" : "use a newer syncbench")
    case .badRow(let file, let line, let problem):
      "'\(file)' line \(line): \(problem); restore the file, or measure again"
    case .missingTable(let path):
      "'\(path)' is missing, and every run has that table: restore it, or measure again"
    case .twoForms(let path):
      "'\(path)' and '\(path).gz' differ: keep the one that is whole (gzip -t), and move the other away"
    case .rowsLost(let path, let found, let recorded):
      "'\(path)' has \(found) rows, and run.json counts \(recorded): restore the file, or measure again"
    case .rowsMissing(let path, let launches):
      "\(launches) launches of the run '\(path)' are missing from its raw tables; restore the tables, or measure the launches again with run --resume '\(path)'"
    case .notAFile(let path, let kind):
      "'\(path)' is \(kind), not a file; put the file in its place"
    case .tooLarge(let path, let limit):
      "'\(path)' has more than \(limit >> 20) MB, more than syncbench writes; restore the file, or measure again"
    case .badPack(let path):
      "'\(path)' is damaged, or no table packed by gzip; restore the file, or put the unpacked one beside it"
    case .cannotWrite(let path, let errno):
      errno == .noSpace
        ? "no space left to write '\(path)': free some, then give the command again"
        : "can't write '\(path)': \(errno); \(Self.remedy(errno))"
    case .cannotRead(let path, let errno):
      "can't read '\(path)': \(errno); check the permissions"
    case .noTemporaryFolder(let path, let errno):
      "can't make a temporary folder in '\(path)': \(errno); set TMPDIR to a folder that can be written to"
    case .locked(let path):
      "another syncbench is measuring '\(path)'; wait until it ends"
    }
  }

  private static func remedy(_ errno: Errno) -> String {
    switch errno {
    case .tooManyOpenFiles: "raise `ulimit -n`"
    case .fileTooLarge: "raise `ulimit -f`"
    case .tooManySymbolicLinkLevels: "a link is not followed there: put a folder in its place"
    default: "check the permissions, or name another path"
    }
  }
}
