public import BenchmarkModel
import SystemPackage

/// Appends a gate's pairs as they are measured, so that a kill at any instant loses at most the pair that
/// was in flight.
///
/// A pair's launches are written before it: no pair is without them, whenever the kill comes.
public struct GateRecorder: ~Copyable {
  private let folder: GateFolder
  private let plan: GatePlan
  /// The folder, which is locked.
  private let place: OpenFolder
  private let launches: FileDescriptor
  private let pairs: FileDescriptor

  /// Begins a gate in a folder that holds none, and locks it while the recorder lives.
  ///
  /// - Throws: ``GateFolderError/occupied(_:)`` where a gate is.
  public init(creatingIn folder: GateFolder, for plan: GatePlan) throws(GateFolderError) {
    self.folder = folder
    self.plan = plan
    (place, launches, pairs) = try Self.open(folder, plan)
  }

  /// Locks the folder and opens the files; apart from `init`, because a value that can't be copied must not be
  /// half made when something throws.
  private static func open(
    _ folder: GateFolder, _ plan: GatePlan
  ) throws(GateFolderError) -> (OpenFolder, FileDescriptor, FileDescriptor) {
    let place: OpenFolder
    do throws(RunFolderError) {
      try FileAccess.makeFolder(folder.path)
      place = try FileAccess.writing(folder.path) {
        // The report is written into it at the end, by an open file of its own: this one's has the lock.
        _ = try folder.opened()
        return try OpenFolder(folder.path)
      }
      try FileAccess.lock(place, of: folder.path)
    } catch { throw .file(error) }
    do throws(GateFolderError) {
      let (launches, pairs) = try openTables(of: folder, in: place, plan)
      return (place, launches, pairs)
    } catch {
      place.unlock()
      throw error
    }
  }

  /// Makes the tables in a locked folder; the pairs' comes last, so that a gate is there as a whole.
  private static func openTables(
    of folder: GateFolder, in place: OpenFolder, _ plan: GatePlan
  ) throws(GateFolderError) -> (launches: FileDescriptor, pairs: FileDescriptor) {
    if FileAccess.exists(folder.pairsPath) { throw .occupied(folder.path.string) }
    do throws(RunFolderError) {
      // A kill before the gate was there leaves a header alone.
      if let bytes = try FileAccess.read(folder.launchesPath),
        bytes.count > LaunchTable.opening.utf8.count
      {
        throw RunFolderError.orphaned(folder.path.string, lost: "pairs.csv")
      }
      let launches = try place.opened(folder.launchesPath, with: LaunchTable.opening)
      do throws(RunFolderError) {
        return (launches, try place.opened(folder.pairsPath, with: PairTable.opening(of: plan)))
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
    place.unlock()
  }
}
