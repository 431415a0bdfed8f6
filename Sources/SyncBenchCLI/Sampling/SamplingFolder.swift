import BenchmarkRunner
import SystemPackage

/// A private folder for what perf records; ``remove()`` it.
struct SamplingFolder {
  private let folder: TemporaryFolder

  /// Where perf writes its record.
  var record: FilePath { folder.path.appending("perf.data") }

  init() throws(SamplingError) {
    do throws(RunFolderError) {
      folder = try TemporaryFolder(for: "stacks")
    } catch {
      throw .cannotWrite(error)
    }
  }

  /// Removes it and what perf put there.
  func remove() { folder.remove() }
}
