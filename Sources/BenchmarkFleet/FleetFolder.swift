package import BenchmarkRunner
import FoundationEssentials
import Glibc
package import SystemPackage

/// The folder of a fleet: its document, its job script, its executables, and one run for each host.
///
/// - `fleet.json`, `nodes.txt` and `job.sh` say what each node measures; `bin` has the executables.
/// - `plan.json` and `cases/NODE` are there only for a gate: its plan, and each node's cases.
/// - `hosts/NODE` is a finished run. A job makes the run by copy, sync and rename, so that the run
///   is whole or not there.
/// - `incoming/NODE` is being copied; `parked/NODE` is a run that a later turn continues.
/// - `state/NODE` has the last state that a job wrote, `failed/NODE` the reason why a node is left
///   out, `log/NODE.txt` the output of its jobs.
/// - `collected.json` and `summary.csv` are the results of `collect`.
package struct FleetFolder: Sendable {
  package let path: FilePath

  /// Names a folder, which need not exist.
  package init(_ path: FilePath) { self.path = path }

  /// The path of the fleet's document.
  package var documentPath: FilePath { path.appending("fleet.json") }
  /// The path of the script that each job runs.
  package var scriptPath: FilePath { path.appending("job.sh") }
  /// The path of the tool that nodes run.
  package var executablePath: FilePath { path.appending("bin/syncbench") }
  /// The path of the executable whose benchmarks the tool measures, if that is not the tool itself.
  var benchmarksPath: FilePath { path.appending("bin/benchmarks") }
  /// The path of the summary of all hosts' metrics.
  package var summaryPath: FilePath { path.appending("summary.csv") }

  private static let subfolders = ["bin", "hosts", "incoming", "parked", "state", "failed", "log"]

  /// Removes the left-overs of killed commands; each command that writes into the folder calls this
  /// function first.
  func removeLeftOvers() { FileAccess.removeLeftOvers(in: path, Self.subfolders + ["cases"]) }

  /// The folder of a node's run, whether or not the run exists.
  package func run(of node: FleetNode) -> RunFolder {
    RunFolder(path.appending("hosts").appending(node.name))
  }

  /// Whether a path is a fleet's folder.
  package static func isOne(_ path: String) -> Bool {
    FileAccess.exists(FleetFolder(FilePath(path)).documentPath)
  }

  /// Refuses a folder that is in use, and returns whether the folder exists.
  ///
  /// - Throws: ``FleetFolderError/occupied(_:)`` if a fleet is there,
  ///   ``FleetFolderError/notEmpty(_:)`` if other files are.
  @discardableResult
  package func checkFree() throws(FleetFolderError) -> Bool {
    removeLeftOvers()
    if FileAccess.exists(documentPath) { throw .occupied(path.string) }
    guard FileAccess.names(in: path).isEmpty else { throw .notEmpty(path.string) }
    return FileAccess.exists(path)
  }

  /// Removes the contents of the folder, which stays.
  func empty() {
    for name in FileAccess.names(in: path) { FileAccess.removeFolder(path.appending(name)) }
  }

  /// Makes the folder of a new fleet, with the subfolders into which its jobs write.
  ///
  /// - Throws: The errors of ``checkFree()``, and ``FleetFolderError/file(_:)``.
  package func create() throws(FleetFolderError) {
    try checkFree()
    do throws(RunFolderError) {
      try FileAccess.makeFolder(path)
      for name in Self.subfolders { _ = try FileAccess.makeFolder(name, in: path) }
    } catch { throw .file(error) }
  }

  /// Writes fleet.json anew.
  package func write(_ fleet: Fleet) throws(FleetFolderError) {
    try write(json: fleet, to: documentPath)
  }

  /// Writes the script that each job runs, and nodes.txt, which has the number of CPUs and the
  /// plan's fingerprint of each node; `sharedPath` is the folder's absolute path, as all nodes see
  /// it.
  package func writeScript(of fleet: Fleet, at sharedPath: FilePath) throws(FleetFolderError) {
    let lines = fleet.nodes.map { node in
      "\(node.name) \(fleet.kind(of: node).cpus) \(fleet.kind(of: node).plan)\n"
    }
    try write(lines.joined(), to: path.appending("nodes.txt"))
    try write(JobScript(fleet: fleet, folder: sharedPath.string).text, to: scriptPath)
    chmod(scriptPath.string, 0o755)
  }

  /// Copies the executables, and the library beside them that counts allocations, so that a later
  /// build does not change the copies.
  func copy(_ executables: FleetExecutables) throws(FleetFolderError) {
    try copy(executables.tool, to: executablePath)
    if let benchmarks = executables.benchmarks { try copy(benchmarks, to: benchmarksPath) }
    if let library = executables.library, let name = library.lastComponent {
      try copy(library, to: path.appending("bin").appending(name))
    }
  }

  func copy(_ source: FilePath, to target: FilePath) throws(FleetFolderError) {
    // The file is mapped, because an executable may exceed the limit on files that are read whole.
    let url = URL(filePath: source.string)
    guard let bytes = try? Data(contentsOf: url, options: .alwaysMapped) else {
      throw .file(.cannotRead(source.string, Errno(rawValue: errno)))
    }
    do throws(RunFolderError) {
      try FileAccess.replace(target, with: bytes)
    } catch { throw .file(error) }
    chmod(target.string, 0o755)
  }

  /// Reads fleet.json.
  package func read() throws(FleetFolderError) -> Fleet {
    guard let fleet: Fleet = try read(json: documentPath) else {
      throw .noFleet(path.string)
    }
    if let defect = fleet.defect { throw .foreign(documentPath.string, detail: defect) }
    return fleet
  }

  // MARK: Files

  /// A small file's text, such as a job's last state; nil if there is no such file.
  func text(_ name: String) throws(FleetFolderError) -> String? {
    do throws(RunFolderError) {
      return try FileAccess.read(path.appending(name)).map { String(decoding: $0, as: UTF8.self) }
    } catch { throw .file(error) }
  }

  /// Replaces a file in one step.
  func write(_ text: String, to path: FilePath) throws(FleetFolderError) {
    do throws(RunFolderError) {
      try FileAccess.replace(path, with: text.utf8)
    } catch { throw .file(error) }
  }

  func write(json value: some Encodable, to path: FilePath) throws(FleetFolderError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      try write(text + "\n", to: path)
    } catch let error as FleetFolderError {
      throw error
    } catch {
      throw .foreign(path.string, detail: "\(error)")
    }
  }

  func read<Value: Decodable>(json path: FilePath) throws(FleetFolderError) -> Value? {
    do {
      guard let bytes = try FileAccess.read(path) else { return nil }
      let found = try JSONDecoder().decode(Version.self, from: Data(bytes)).schemaVersion
      guard found == Fleet.schemaVersion else {
        throw FleetFolderError.foreign(
          path.string, detail: "it has schema \(found), this version reads \(Fleet.schemaVersion)")
      }
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch let error as FleetFolderError {
      throw error
    } catch let error as RunFolderError {
      throw .file(error)
    } catch {
      throw .foreign(path.string, detail: "it does not decode")
    }
  }
}

/// The key that all JSON files of a fleet have.
private struct Version: Decodable { let schemaVersion: Int }

/// An error of a fleet on disk, with the path and the remedy.
package enum FleetFolderError: Error, Equatable, CustomStringConvertible {
  /// The folder has a fleet already.
  case occupied(String)
  /// The folder has other files.
  case notEmpty(String)
  /// The folder has no fleet.json.
  case noFleet(String)
  /// A file is not a valid file of a fleet.
  case foreign(String, detail: String)
  /// Nothing was collected yet.
  case notCollected(String)
  /// The system refused to read or write a file.
  case file(RunFolderError)

  /// The error in one line.
  package var description: String {
    switch self {
    case .occupied(let path):
      "'\(path)' holds a fleet already: fleet status '\(path)' shows it; give --output another path"
    case .notEmpty(let path):
      "'\(path)' has files in it and is no fleet; give --output a new or an empty folder"
    case .noFleet(let path):
      "'\(path)' has no fleet.json: give the folder that fleet submit made"
    case .foreign(let path, let detail):
      "'\(path)' is not a file of a fleet (\(detail)); restore the file, or submit again into another folder"
    case .notCollected(let path):
      "nothing was collected in '\(path)' yet: fleet collect '\(path)' checks and gathers what its nodes measured"
    case .file(let error): error.description
    }
  }
}
