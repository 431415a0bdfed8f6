import BenchmarkModel
import BenchmarkRunner
import SyncBenchmark
import Testing

@Suite struct BenchmarkNameTests {
  private func cases(
    @BenchmarkBuilder _ benchmarks: () -> [Benchmark]
  ) throws -> [String] {
    let suite = try Benchmarks.suite(benchmarks)
    return try CaseCatalog(suites: [suite]).cases(tier: .standard, cpus: 8).map(\.id.description)
  }

  private func fault(@BenchmarkBuilder _ benchmarks: () -> [Benchmark]) -> BenchmarkError? {
    do throws(BenchmarkError) {
      _ = try Benchmarks.suite(benchmarks)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a name of two words is a workload and a primitive, and the workload gets a floor`()
    throws
  {
    #expect(try cases { Benchmark("cache/get") {} } == ["mine/cache/get", "mine/cache/empty"])
  }

  @Test func `a name of one word is a primitive of the workload 'code'`() throws {
    #expect(try cases { Benchmark("decode") {} } == ["mine/code/decode", "mine/code/empty"])
  }

  @Test func `each benchmark has its own numbers of threads, and the floor has all of them`() throws
  {
    let found = try cases {
      Benchmark("cache/get") {}
      Benchmark("cache/mix", threads: [1, 2, .allCPUs]) {}
      Benchmark("cache/put", threads: [4]) {}
    }
    #expect(
      Set(found)
        == [
          "mine/cache/get", "mine/cache/empty", "mine/cache/mix/threads=1",
          "mine/cache/mix/threads=2", "mine/cache/mix/threads=8", "mine/cache/put/threads=4",
          "mine/cache/empty/threads=1", "mine/cache/empty/threads=2",
          "mine/cache/empty/threads=4", "mine/cache/empty/threads=8",
        ])
    #expect(found.count == 10)
  }

  @Test func `every case is found by its name`() throws {
    let suite = try Benchmarks.suite {
      Benchmark("cache/get", latencies: true) {}
      Benchmark("cache/mix", threads: [1, 2], operationTime: .seconds(1)) {}
      Benchmark("cache/put", threads: [4]) {}
      Benchmark("cache/load") { () async in }
    }
    let catalog = CaseCatalog(suites: [suite])
    for one in try catalog.cases(tier: .standard, cpus: 4) {
      #expect(
        try catalog.find(one.id).workload.sampling(
          Sampling(warmups: 1, trials: 1, trialNanoseconds: 1))
          == one.workload.sampling(Sampling(warmups: 1, trials: 1, trialNanoseconds: 1)))
    }
    #expect(throws: CatalogError.self) {
      try catalog.find(CaseID(parsing: "mine/cache/get/threads=2"))
    }
  }

  @Test func `latencies are a case of their own`() throws {
    #expect(
      try cases { Benchmark("cache/get", latencies: true) {} }
        == [
          "mine/cache/get", "mine/cache-latency/get", "mine/cache/empty",
          "mine/cache-latency/empty",
        ])
  }

  @Test func `awaited closures have a floor of their own`() throws {
    let found = try cases {
      Benchmark("cache/get") {}
      Benchmark("cache/load") { () async in }
    }
    #expect(found.suffix(2) == ["mine/cache/empty", "mine/cache/empty-async"])
  }

  @Test func `benchmarks are made by loops and conditions too`() throws {
    let isFull = false
    let found = try cases {
      for size in [10, 100] { Benchmark("decode/size-\(size)") {} }
      if isFull { Benchmark("decode/full") {} }
    }
    #expect(
      found == ["mine/decode/size-10", "mine/decode/size-100", "mine/decode/empty"])
  }

  @Test(arguments: ["", "Cache", "cache get", "a/b/c", "cache/", "/get", "cache//get", "größe"])
  func `a name that is no path is refused with its line of source`(name: String) {
    let error = fault { Benchmark(name, file: "app/main.swift", line: 7) {} }
    #expect(error == .badName(name, place: "app/main.swift:7"))
    #expect(error?.description.contains("at app/main.swift:7") == true)
  }

  @Test func `two benchmarks of one name are refused with both lines of source`() {
    let error = fault {
      Benchmark("cache/get", file: "a.swift", line: 1) {}
      Benchmark("cache/get", threads: [2], file: "b.swift", line: 2) {}
    }
    #expect(error == .sameName("cache/get", first: "a.swift:1", second: "b.swift:2"))
  }

  @Test func `an empty list of benchmarks, the floor's name and 0 threads are refused`() {
    #expect(fault {} == BenchmarkError.none)
    #expect(
      fault { Benchmark("cache/empty", file: "a", line: 1) {} }
        == .reservedName("cache/empty", place: "a:1"))
    #expect(
      fault { Benchmark("get", threads: [0], file: "a", line: 1) {} }
        == .badThreads(0, of: "get", place: "a:1"))
  }
}
