/// A fault in a list of benchmarks.
public enum BenchmarkError: Error, Equatable, CustomStringConvertible {
  /// No benchmark is listed.
  case none
  /// The name is not one or two words in kebab case.
  case badName(String, place: String)
  /// The last word of the name is the name of a floor.
  case reservedName(String, place: String)
  /// Two benchmarks have the same name, or names that mean the same case.
  case sameName(String, first: String, second: String)
  /// The name of a suite is not in kebab case, or another suite has it.
  case badSuiteName(String)
  /// A number of threads is out of range.
  case badThreads(Int, of: String, place: String)

  /// One line: the fault, its place and the remedy.
  public var description: String {
    switch self {
    case .none:
      "no benchmark is listed: write one into Benchmarks.main, as in `Benchmark(\"cache/get\") { cache.get(key) }`"
    case .badName(let name, let place):
      "'\(name)' at \(place) is no name of a benchmark: write one or two words of a-z, 0-9 and inner hyphens, as in cache/get"
    case .reservedName(let name, let place):
      "'\(name)' at \(place) is the name of the floor, the same loop around a closure that does nothing: take another"
    case .sameName(let name, let first, let second):
      "two benchmarks have the name '\(name)', at \(first) and at \(second): rename one"
    case .badSuiteName(let name):
      "'\(name)' can't name a suite: write words of a-z, 0-9 and inner hyphens that name no other suite"
    case .badThreads(let count, let name, let place):
      "'\(name)' at \(place) can't have \(count) threads: take 1 to 4096, or .allCPUs"
    }
  }
}
