public import BenchmarkModel
import SystemPackage

/// Appends a gate's pairs as they are measured, so that a kill at any instant loses at most the pair that
/// was in flight.
///
/// A pair's launches are written before it: no pair is without them, whenever the kill comes.
public struct GateRecorder: ~Copyable {
  private let folder: GateFolder
  private let plan: GatePlan
  private let lock: FileDescriptor
  private let launches: FileDescriptor
  private let pairs: FileDescriptor

  /// Begins a gate in a folder that holds none, and locks it while the recorder lives.
  ///
  /// - Throws: ``GateFolderError/occupied(_:)`` where a gate is.
  public init(creatingIn folder: GateFolder, for plan: GatePlan) throws(GateFolderError) {
    self.folder = folder
    self.plan = plan
    (lock, launches, pairs) = try Self.open(folder, plan)
  }

  /// Locks the folder and opens the files; apart from `init`, for a value that can't be copied must not be
  /// half made when something throws.
  private static func open(
    _ folder: GateFolder, _ plan: GatePlan
  ) throws(GateFolderError) -> (FileDescriptor, FileDescriptor, FileDescriptor) {
    let lock: FileDescriptor
    do throws(RunFolderError) {
      lock = try FileAccess.lock(folder.path, of: folder.path)
    } catch { throw .file(error) }
    do throws(GateFolderError) {
      let (launches, pairs) = try openTables(of: folder, plan)
      return (lock, launches, pairs)
    } catch {
      FileAccess.unlock(lock)
      throw error
    }
  }

  /// Makes the tables in a locked folder; the pairs' comes last, so that a gate is there as a whole.
  private static func openTables(
    of folder: GateFolder, _ plan: GatePlan
  ) throws(GateFolderError) -> (launches: FileDescriptor, pairs: FileDescriptor) {
    // Launches alone are what a kill left before the gate was there.
    if FileAccess.exists(folder.pairsPath) { throw .occupied(folder.path.string) }
    do throws(RunFolderError) {
      try FileAccess.replace(folder.launchesPath, with: LaunchTable.opening.utf8)
      let launches = try FileAccess.openToAppend(folder.launchesPath)
      do throws(RunFolderError) {
        try FileAccess.replace(folder.pairsPath, with: PairTable.opening(of: plan).utf8)
        return (launches, try FileAccess.openToAppend(folder.pairsPath))
      } catch {
        try? launches.close()
        throw error
      }
    } catch { throw .file(error) }
  }

  /// Appends a pair and the launches that it came from, and waits until they are on the disk.
  borrowing func record(
    _ row: PairRow, launches rows: [LaunchRow]
  ) throws(GateFolderError) {
    do throws(RunFolderError) {
      try FileAccess.append(
        rows.map(LaunchTable.line).joined(), to: launches, path: folder.launchesPath)
      try FileAccess.append(
        PairTable.line(of: row, in: plan), to: pairs, path: folder.pairsPath)
    } catch { throw .file(error) }
  }

  deinit {
    try? launches.close()
    try? pairs.close()
    FileAccess.unlock(lock)
  }
}
