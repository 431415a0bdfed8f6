// Each initialiser is inlined into the module that declares the benchmark, where the compiler
// inlines the body into the operation. The loop then calls nothing but the operation.
extension Benchmark {
  /// Makes a benchmark of a closure that does one operation.
  ///
  /// - Parameters:
  ///   - name: One or two words in kebab case, such as `cache/get`. The first of two words names
  ///     the workload; a name of one word is in the workload `code`.
  ///   - threads: The numbers of threads that do operations at the same time; if left out, a single
  ///     thread.
  ///   - latencies: Whether a further case times every operation.
  ///   - operationTime: The expected time of an operation, if it is more than some milliseconds;
  ///     the deadline of a launch follows from this time.
  ///   - check: Whether the trials so far were right; called after each trial. The case is INVALID
  ///     if the check returns false or throws.
  ///   - file: The file of the declaration, for errors.
  ///   - line: The line of the declaration, for errors.
  ///   - body: One operation; its result is taken by ``blackHole(_:)``.
  @inlinable @inline(__always)
  public init<Result: ~Copyable>(
    _ name: String, threads: [ThreadCount] = [], latencies: Bool = false,
    operationTime: Duration? = nil, check: (@Sendable (BenchmarkTally) throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Result
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .immediate { ImmediateWork(check: check) { _ in blackHole(try body()) } })
  }

  /// Makes a benchmark of a closure that does one operation and is given the thread that does it.
  @inlinable @inline(__always)
  public init<Result: ~Copyable>(
    _ name: String, threads: [ThreadCount], latencies: Bool = false,
    operationTime: Duration? = nil, check: (@Sendable (BenchmarkTally) throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (BenchmarkThread) throws -> Result
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .immediate { ImmediateWork(check: check) { blackHole(try body($0)) } })
  }

  /// Makes a benchmark of one thread, whose closure does one operation with the value that `setUp`
  /// made.
  ///
  /// `setUp` is called once in each launch, before any time is measured. `check` returns whether
  /// the value is right after a trial.
  @inlinable @inline(__always)
  public init<Value: ~Copyable, Result: ~Copyable>(
    _ name: String, latencies: Bool = false, operationTime: Duration? = nil,
    setUp: @escaping @Sendable () throws -> Value,
    check: (@Sendable (borrowing Value, BenchmarkTally) throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (borrowing Value) throws -> Result
  ) {
    self.init(
      name, threads: [], latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .immediate {
        let fixture = Fixture(try setUp())
        return ImmediateWork(check: fixture.bound(check)) { _ in
          blackHole(try body(fixture.value))
        }
      })
  }

  /// Makes a benchmark of a closure that does one operation with a value that all threads share.
  @inlinable @inline(__always)
  public init<Value: ~Copyable & Sendable, Result: ~Copyable>(
    _ name: String, threads: [ThreadCount], latencies: Bool = false,
    operationTime: Duration? = nil, setUp: @escaping @Sendable () throws -> Value,
    check: (@Sendable (borrowing Value, BenchmarkTally) throws -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (borrowing Value, BenchmarkThread) throws -> Result
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: check != nil, file: file, line: line,
      .immediate {
        let fixture = Fixture(try setUp())
        return ImmediateWork(check: fixture.bound(check)) {
          blackHole(try body(fixture.value, $0))
        }
      })
  }
}
