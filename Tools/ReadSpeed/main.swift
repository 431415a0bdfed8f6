import BenchmarkModel
import BenchmarkRunner
import Glibc
import SystemPackage

// Measures the time and memory of reading a run, in a process that does nothing else.

/// The bytes of the raw tables of a run.
func rawBytes(of run: FilePath) -> Int {
  (RawTable.allCases.map(\.path) + [CounterTable.path, "raw/calibration.csv"])
    .reduce(0) { sum, table in
      var status = stat()
      return stat(run.appending(table).string, &status) == 0 ? sum + Int(status.st_size) : sum
    }
}

func read(_ path: FilePath) throws(RunFolderError) {
  let start = ContinuousClock.now
  let run = try RunFolder(path).read()
  let elapsed = ContinuousClock.now - start
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  let megabytes = Double(rawBytes(of: path)) / 1e6
  let seconds = elapsed / .seconds(1)
  print(
    "\(Int(megabytes.rounded())) MB of \(run.records.count) launches in \(elapsed):",
    "\(Int((megabytes / seconds).rounded())) MB/s, \(usage.ru_maxrss / 1024) MB at most")
}

guard CommandLine.arguments.count == 2 else {
  print("usage: ReadSpeed RUN")
  exit(64)
}
do throws(RunFolderError) {
  try read(FilePath(CommandLine.arguments[1]))
} catch {
  print(error)
  exit(1)
}
