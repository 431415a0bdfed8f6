import BenchmarkModel
import BenchmarkRunner

/// The suite that is made from benchmarks.
///
/// The benchmark `cache/get` is the primitive `get` of the workload `cache`, and a benchmark of one
/// word is a primitive of the workload `code`. Several workloads may have the same name: benchmarks
/// with other numbers of threads or another `operationTime` are in another workload, and so are the
/// floors. No two workloads have a case of the same name.
struct BenchmarkSuite {
  private let name: String
  private let benchmarks: [Benchmark]

  /// Makes the suite, after checking the names and the numbers of threads.
  init(named name: String, _ benchmarks: [Benchmark]) throws(BenchmarkError) {
    self.name = name
    self.benchmarks = benchmarks
    guard CaseID.isKebabCase(name) else { throw .badSuiteName(name) }
    guard !benchmarks.isEmpty else { throw .none }
    var places: [String: String] = [:]
    for benchmark in benchmarks {
      let name = try BenchmarkName(benchmark)
      for threads in benchmark.threads.map({ $0.count(cpus: 1) })
      where !AxisKind.threads.range.contains(threads) {
        throw .badThreads(threads, of: benchmark.name, place: benchmark.place)
      }
      let cases = [name.path] + (benchmark.recordsLatencies ? [name.timed.path] : [])
      for path in cases {
        if let first = places.updateValue(benchmark.place, forKey: path) {
          throw .sameName(path, first: first, second: benchmark.place)
        }
      }
    }
  }

  var suite: Suite {
    let workloads = groups.map { workload($0.key, $0.benchmarks.map(primitive)) } + floors
    let timed = groups.map(\.key).filter(\.isTimed).map(\.name).uniqued()
    let untimed = groups.map(\.key).filter { !$0.isTimed }.map(\.name).uniqued()
    return Suite(
      name: name, summary: "code of this package, by the closures of its benchmarks",
      columns: (timed.isEmpty
        ? []
        : .percentiles("latency", [50, 90, 99, 99.9, 100], in: timed).map {
          // The ranking is by the median latency, and shows the 99th percentile too, because the
          // median alone does not describe the latencies.
          $0.source == .latency(percentile: 99) ? $0.besideTheRanking() : $0
        }
          + [MetricColumn("stamp_ns", .neutral, .observation("stamp_ns"), workloads: timed)])
        + .costs(in: untimed),
      workloads: workloads)
  }

  /// The properties of a benchmark that decide its workload: benchmarks with equal keys share a
  /// workload.
  private struct Key: Hashable {
    let name: String
    let isTimed: Bool
    /// The numbers of threads; empty for cases without the parameter.
    var threads: [ThreadCount]
    var operationTime: Duration?

    /// Whether the benchmarks of both keys are compared with the same floor.
    ///
    /// The floor's workload has the numbers of threads of both keys, and no `operationTime`.
    func sharesFloor(with other: Key) -> Bool {
      name == other.name && isTimed == other.isTimed && threads.isEmpty == other.threads.isEmpty
    }
  }

  /// A benchmark in one of its workloads.
  private struct Entry {
    let key: Key
    let primitive: String
    let benchmark: Benchmark
  }

  private var entries: [Entry] {
    benchmarks.flatMap { benchmark -> [Entry] in
      guard let name = try? BenchmarkName(benchmark) else { return [] }
      return (benchmark.recordsLatencies ? [name, name.timed] : [name]).map {
        Entry(
          key: Key(
            name: $0.group, isTimed: $0.isTimed, threads: benchmark.threads,
            operationTime: benchmark.operationTime),
          primitive: $0.member, benchmark: benchmark)
      }
    }
  }

  private var groups: [(key: Key, benchmarks: [Entry])] {
    entries.grouped(by: \.key).map { ($0[0].key, $0) }
  }

  /// The workloads of closures that do nothing: one for each group of keys that share a floor.
  private var floors: [Workload] {
    var left = entries
    var floors: [Workload] = []
    while let first = left.first {
      let own = left.filter { $0.key.sharesFloor(with: first.key) }
      left.removeAll { $0.key.sharesFloor(with: first.key) }
      var key = first.key
      key.threads = own.flatMap(\.key.threads).uniqued()
      key.operationTime = nil
      let primitives = [false, true].filter { isAsync in
        own.contains { $0.benchmark.isAsync == isAsync }
      }.map { isAsync in
        let empty = isAsync ? Benchmark.emptyAsync : Benchmark.empty
        var floor = primitive(Entry(key: key, primitive: empty.name, benchmark: empty))
        floor.summary = (isAsync ? "an awaited closure" : "a closure") + " that does nothing"
        floor.yardstick = .floor
        floor.family = "floor"
        return floor
      }
      floors.append(workload(key, primitives))
    }
    return floors
  }

  private func workload(_ key: Key, _ primitives: [MeasuredPrimitive]) -> Workload {
    let isShared = !key.threads.isEmpty
    let isWindow = Self.isWindow(key)
    let least = UInt64(max(0, min(1e12, (key.operationTime ?? .zero) / .nanoseconds(1))))
    return Workload(
      name: key.name,
      operation: "a call of a closure of this package" + (key.isTimed ? ", timed" : ""),
      axes: isShared ? [.threads(key.threads)] : [], pace: isWindow ? .window : .operations,
      summaryLevel: isShared ? 0.25 : 0, threads: isShared ? .own(parameter: "threads") : .single,
      sampling: { profile in
        var sampling = profile
        sampling.trialNanoseconds = max(sampling.trialNanoseconds, least)
        return sampling
      }, kernel: isWindow ? nil : "closureLoop", role: .callsClosures, primitives: primitives)
  }

  /// Whether the stop flag ends a trial, after a fixed time.
  ///
  /// A count of operations ends all other trials, so that instructions can be counted.
  private static func isWindow(_ key: Key) -> Bool { !key.threads.isEmpty || key.isTimed }

  private func primitive(_ entry: Entry) -> MeasuredPrimitive {
    let (benchmark, isTimed, isWindow) = (
      entry.benchmark, entry.key.isTimed, Self.isWindow(entry.key)
    )
    var made = MeasuredPrimitive(
      name: entry.primitive, summary: benchmark.place, usesPool: benchmark.isAsync
    ) { context in
      BenchmarkProgram.make(
        of: benchmark, in: context, isWindow: isWindow, recordsLatencies: isTimed)
    }
    made.isChecked = benchmark.isChecked
    return made
  }
}

/// The parts of a benchmark's name.
struct BenchmarkName {
  let group: String
  let member: String
  let isTimed: Bool

  /// Splits the name of a benchmark.
  init(_ benchmark: Benchmark) throws(BenchmarkError) {
    let words = benchmark.name.split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    guard (1...2).contains(words.count), words.allSatisfy(CaseID.isKebabCase) else {
      throw .badName(benchmark.name, place: benchmark.place)
    }
    group = words.count == 2 ? words[0] : Self.common
    member = words[words.count - 1]
    isTimed = false
    guard ![Benchmark.empty.name, Benchmark.emptyAsync.name].contains(member) else {
      throw .reservedName(benchmark.name, place: benchmark.place)
    }
  }

  private init(group: String, member: String, isTimed: Bool) {
    self.group = group
    self.member = member
    self.isTimed = isTimed
  }

  /// The name of the case that times every operation.
  var timed: BenchmarkName {
    BenchmarkName(group: group + "-latency", member: member, isTimed: true)
  }

  var path: String { "\(group)/\(member)" }

  /// The workload of benchmarks whose name is one word.
  private static let common = "code"
}

extension Benchmark {
  /// The floor: the loop around a closure that does nothing.
  static let empty = Benchmark("empty") {}
  /// The floor of closures that are awaited.
  static let emptyAsync = Benchmark("empty-async") { () async in }
}

extension Axis {
  /// The numbers of threads, ascending.
  fileprivate static func threads(_ counts: [ThreadCount]) -> Axis {
    Axis("threads", .threads) { _, cpus, _ in
      Set(counts.map { $0.count(cpus: cpus) }).sorted()
    }
  }
}
