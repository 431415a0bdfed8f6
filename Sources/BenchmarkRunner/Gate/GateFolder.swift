public import BenchmarkModel
public import SystemPackage

/// The folder in which a gate keeps its pairs and the launches that they came from.
public struct GateFolder: Sendable {
  /// The folder.
  public let path: FilePath

  private let held: HeldFolder

  /// Names a folder; it need not exist.
  public init(_ path: FilePath) {
    self.path = path
    held = HeldFolder(path)
  }

  /// The folder, to be written in.
  func opened() throws(Errno) -> OpenFolder { try held.opened() }

  /// Where the pairs are: all that the verdicts follow from.
  public var pairsPath: FilePath { path.appending("pairs.csv") }

  /// Where the launches are.
  public var launchesPath: FilePath { path.appending("launches.csv") }

  /// Reads the plan and the pairs.
  public func readPairs() throws(GateFolderError) -> PairRecording {
    try Self.readPairs(at: pairsPath)
  }

  /// Reads a table of pairs, wherever it was copied to; in a gate's folder its launches must agree.
  public static func readPairs(at path: FilePath) throws(GateFolderError) -> PairRecording {
    let bytes = try read(path)
    let folder = GateFolder(path.removingLastComponent())
    let launches = folder.launchesPath
    let hasLaunches = path == folder.pairsPath && FileAccess.exists(launches)
    let beside = hasLaunches ? try read(launches) : nil
    do throws(PairTableError) {
      let recording = try PairTable.read(bytes, file: path.string)
      guard let beside else { return recording }
      try LaunchTable.check(
        beside, file: launches.string, against: recording, pairs: (bytes, path.string))
      return recording
    } catch { throw .table(error) }
  }

  /// Reads the launches; after a kill there may be some of a pair that was not recorded.
  public func readLaunches() throws(GateFolderError) -> [LaunchRow] {
    let bytes = try Self.read(launchesPath)
    do throws(PairTableError) {
      return try LaunchTable.read(bytes, file: launchesPath.string)
    } catch { throw .table(error) }
  }

  /// Writes a file of the folder at once, such as the gate's report.
  public func write(_ text: String, as name: String) throws(GateFolderError) {
    do throws(RunFolderError) {
      try held.replace(name, with: text.utf8)
    } catch { throw .file(error) }
  }

  private static func read(_ path: FilePath) throws(GateFolderError) -> [UInt8] {
    do throws(RunFolderError) {
      if let bytes = try FileAccess.read(path) { return bytes }
    } catch { throw .file(error) }
    throw .missing(path.string)
  }
}

/// What can go wrong with a gate on disk; each says what, where and the remedy.
public enum GateFolderError: Error, Equatable, CustomStringConvertible {
  /// A gate is there already.
  case occupied(String)
  /// A table is not there.
  case missing(String)
  /// The system refused to read, write or lock a file.
  case file(RunFolderError)
  /// A table is not what it should be.
  case table(PairTableError)

  /// One line.
  public var description: String {
    switch self {
    case .occupied(let path):
      "'\(path)' holds a gate already: `--replay '\(path)'` shows it; give --output another path"
    case .missing(let path):
      "there is no '\(path)'; give the pairs.csv of a gate, or its folder"
    case .file(.cannotWrite(let path, .noSpace)):
      // The words of a run would name its --resume, which a gate has not.
      "no space left to write '\(path)': `gate --replay` shows what the pairs so far tell; free some, then measure again"
    case .file(let error): error.description
    case .table(let error): error.description
    }
  }
}
