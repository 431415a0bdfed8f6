/// A submitter's position in its lane, which is a ring of items.
public struct LaneState<Waiter: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline let lane: Int
  @usableFromInline let items: UnsafeMutablePointer<QueueItem>
  @usableFromInline let waiter: Waiter
  /// The number of items submitted so far.
  public var submitted: UInt64 = 0

  @usableFromInline
  init(lane: Int, items: UnsafeMutablePointer<QueueItem>, waiter: Waiter) {
    self.lane = lane
    self.items = items
    self.waiter = waiter
  }
}

/// A counter that items on a queue increase: each operation is one submission.
///
/// The counter checks that each item runs once. If the queue promises an order, the counter also
/// checks that a submitter's items run in the order of submission.
public struct ItemCounter<Form: QueueForm & ~Copyable>: SharedCounter, ~Copyable {
  @usableFromInline let form: Form
  @usableFromInline let value: CacheAligned<UInt64>
  @usableFromInline let lanes: MutexProtected<LanePool<Form.Waiter>>

  /// Makes a counter at zero behind an idle queue.
  @inlinable
  public init(_ type: Form.Type = Form.self) {
    form = Form()
    value = CacheAligned(0)
    lanes = MutexProtected(LanePool())
  }

  @inlinable
  deinit {
    for waiter in lanes.withLock({ $0.waiters }) { form.endWaiter(waiter) }
  }

  /// Returns a lane that no thread uses, or a new lane.
  ///
  /// Lanes outlive their trial, so only the first trial pays for the memory.
  @inlinable
  public borrowing func makeThreadState() -> LaneState<Form.Waiter> {
    if let resting = lanes.withLock({ $0.resting.popLast() }) { return resting }
    let waiter = form.makeWaiter()
    let lane = QueueLane(count: Form.batch, sharing: Form.excludes ? value.pointer : nil)
    return lanes.withLock { $0.add(lane, waiter) }
  }

  /// Waits for the thread's items and gives its lane back.
  @inlinable
  public borrowing func endThreadState(_ state: LaneState<Form.Waiter>) {
    finish(state)
    lanes.withLock { $0.rest(state) }
  }

  /// Submits an item that adds one.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout LaneState<Form.Waiter>, workSteps: UInt64) {
    let item = nextItem(state)
    item.pointee.number = state.submitted
    item.pointee.workSteps = workSteps
    form.submit(item, state.waiter)
    state.submitted &+= 1
    if isAtRest(state) { form.finish(state.waiter) }
  }

  /// The sum of all increments.
  public borrowing func total() -> UInt64 {
    Form.excludes
      ? value.pointer.pointee : lanes.withLock { $0.lanes.reduce(0) { $0 &+ $1.runs } }
  }

  /// Returns and forgets a fault in the items that have run since the last call; nil if there is
  /// none.
  public borrowing func takeFault() -> String? {
    // Every lane is asked, even after a fault, because the next trial uses all lanes.
    lanes.withLock { $0.lanes.map { $0.takeFault() } }.lazy.compactMap { $0 }.first
  }
}

extension ItemCounter where Form: ~Copyable {
  /// The item that a thread submits next.
  @inlinable @inline(__always)
  public borrowing func nextItem(
    _ state: LaneState<Form.Waiter>
  ) -> UnsafeMutablePointer<QueueItem> {
    item(state.submitted, of: state)
  }

  /// The item with a given number: the thread's next number, or one of its last `Form.batch`
  /// numbers.
  @inlinable @inline(__always)
  public borrowing func item(
    _ number: UInt64, of state: LaneState<Form.Waiter>
  ) -> UnsafeMutablePointer<QueueItem> {
    state.items + Int(truncatingIfNeeded: number & UInt64(Form.batch &- 1))
  }

  /// Whether the thread is at the end of a batch, where it waits for all of its items.
  @inlinable @inline(__always)
  public borrowing func isAtRest(_ state: LaneState<Form.Waiter>) -> Bool {
    state.submitted & UInt64(Form.batch &- 1) == 0
  }

  /// Waits for the thread's items, unless each submission has waited for its own.
  @inlinable @inline(__always)
  public borrowing func finish(_ state: LaneState<Form.Waiter>) { form.finish(state.waiter) }
}

/// The lanes of all threads, their waiters, and the states of the lanes that no thread uses.
@usableFromInline
struct LanePool<Waiter: BitwiseCopyable> {
  @usableFromInline var lanes: [QueueLane] = []
  @usableFromInline var waiters: [Waiter] = []
  @usableFromInline var resting: [LaneState<Waiter>] = []

  @usableFromInline init() {}

  @usableFromInline
  mutating func add(_ lane: QueueLane, _ waiter: Waiter) -> LaneState<Waiter> {
    lanes.append(lane)
    waiters.append(waiter)
    return LaneState(lane: lanes.count - 1, items: lane.items, waiter: waiter)
  }

  @usableFromInline
  mutating func rest(_ state: LaneState<Waiter>) {
    lanes[state.lane].submitted = state.submitted
    resting.append(state)
  }
}
