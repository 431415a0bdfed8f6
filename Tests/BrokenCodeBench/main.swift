import Glibc
import SyncBenchmark
import Synchronization

struct NotFound: Error {}

// A user's benchmarks: two that work, and others that go wrong, each in a way of its own.
Benchmarks.main {
  Benchmark("good/count", setUp: { Mutex(0) }) { count in count.withLock { $0 += 1 } }
  Benchmark("good/removed") { 1 + 1 }
  Benchmark("broken/throws") { throw NotFound() }
  Benchmark("broken/crashes") { abort() }
  Benchmark("broken/never-ends") { while true { sleep(1) } }
  Benchmark("broken/set-up", setUp: { () throws -> Int in throw NotFound() }) { $0 }
  Benchmark("broken/loses", check: { $0.operations == 0 }) {}
  if getenv("SYNCBENCH_BROKEN_NAME") != nil { Benchmark("no path") {} }
}
