import Cache
import SyncBenchmark

let squares = Dictionary(uniqueKeysWithValues: (0..<1024).map { ($0, $0 * $0) })

Benchmarks.main {
  Benchmark(
    "get/mutex", threads: [1, .allCPUs], setUp: { MutexCache(squares) },
    check: { cache, tally in cache.hits == tally.operations }
  ) { cache, thread in
    cache.value(for: Int(thread.random % 1024))
  }

  Benchmark(
    "get/actor", threads: [1, .allCPUs], setUp: { ActorCache(squares) },
    check: { cache, tally in await cache.hits == tally.operations }
  ) { cache, thread in
    await cache.value(for: Int(thread.random % 1024))
  }
}
