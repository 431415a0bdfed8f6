// The same initialisers as in ClosureBenchmarks.swift, but for closures that are awaited. Each
// thread of the benchmark has a task, which runs on the threads of the system's pool.
extension Benchmark {
  /// Makes a benchmark of an awaited closure that does one operation.
  @inlinable @inline(__always)
  public init<Result: ~Copyable>(
    _ name: String, threads: [ThreadCount] = [], latencies: Bool = false,
    operationTime: Duration? = nil, check: (@Sendable (BenchmarkTally) async throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () async throws -> Result
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .suspending { SuspendingWork(check: check) { _ in blackHole(try await body()) } })
  }

  /// Makes a benchmark of an awaited closure that does one operation and is given the thread that
  /// does it.
  @inlinable @inline(__always)
  public init<Result: ~Copyable>(
    _ name: String, threads: [ThreadCount], latencies: Bool = false,
    operationTime: Duration? = nil, check: (@Sendable (BenchmarkTally) async throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (BenchmarkThread) async throws -> Result
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .suspending { SuspendingWork(check: check) { blackHole(try await body($0)) } })
  }

  /// Makes a benchmark of one thread, whose awaited closure does one operation with the value that
  /// `setUp` made.
  @inlinable @inline(__always)
  public init<Value: ~Copyable, Result: ~Copyable>(
    _ name: String, latencies: Bool = false, operationTime: Duration? = nil,
    setUp: @escaping @Sendable () async throws -> Value,
    check: (@Sendable (borrowing Value, BenchmarkTally) async throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (borrowing Value) async throws -> Result
  ) {
    self.init(
      name, threads: [], latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .suspending {
        let fixture = Fixture(try await setUp())
        return SuspendingWork(check: fixture.bound(check)) { _ in
          blackHole(try await body(fixture.value))
        }
      })
  }

  /// Makes a benchmark of an awaited closure that does one operation with a value that all threads
  /// share.
  @inlinable @inline(__always)
  public init<Value: ~Copyable & Sendable, Result: ~Copyable>(
    _ name: String, threads: [ThreadCount], latencies: Bool = false,
    operationTime: Duration? = nil, setUp: @escaping @Sendable () async throws -> Value,
    check: (@Sendable (borrowing Value, BenchmarkTally) async throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (borrowing Value, BenchmarkThread) async throws -> Result
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .suspending {
        let fixture = Fixture(try await setUp())
        return SuspendingWork(check: fixture.bound(check)) {
          blackHole(try await body(fixture.value, $0))
        }
      })
  }
}
