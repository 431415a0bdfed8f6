import BenchmarkRunner
import CSyncShims
import Dispatch
import Glibc

// Runs a loop whose allocations are known, while the preloaded library counts them. Prints
// `<allocations> <bytes> <frees> <threads beyond the library's table>` of the loop, then
// `<thread ID> <allocations> <bytes> <frees>` for each started thread that allocated in the loop.

final class Small {
  var value = 0
}

/// Uses a value, so the compiler keeps the code that makes it.
@inline(never) @_optimize(none)
func use<Value>(_ value: Value) {}

typealias TwoSizes = @convention(c) (Int, Int) -> UnsafeMutableRawPointer?
typealias BlockAndSizes =
  @convention(c) (UnsafeMutableRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

/// Functions of the C library, looked up with `dlsym`; Swift imports only some of them.
enum Imported {
  /// The function `free`, hidden from the compiler, which would otherwise remove an allocation
  /// together with its `free`.
  static let free = function(
    "free", as: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
  static let memalign = function("memalign", as: TwoSizes.self)
  static let reallocarray = function("reallocarray", as: BlockAndSizes.self)
  static let pvalloc = function(
    "pvalloc", as: (@convention(c) (Int) -> UnsafeMutableRawPointer?).self)

  private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
    unsafeBitCast(dlsym(nil, name), to: type)
  }
}

func blocks(_ count: Int) {
  for index in 0..<count {
    let block = malloc(1 + index % 100)
    use(block)
    Imported.free(block)
  }
}

func objects(_ count: Int) {
  for _ in 0..<count { use(Small()) }
}

/// Calls the functions of the malloc family except `malloc`: 9 allocations of 300 bytes in total
/// and 9 frees for each iteration.
func family(_ count: Int) {
  for _ in 0..<count {
    let zeroed = calloc(3, 7)
    use(zeroed)
    Imported.free(Imported.reallocarray(realloc(zeroed, 100), 10, 9))
    Imported.free(realloc(nil, 5))
    var aligned: UnsafeMutableRawPointer?
    use(posix_memalign(&aligned, 64, 10))
    precondition(UInt(bitPattern: aligned) % 64 == 0)
    use(realloc(aligned, 0))
    Imported.free(aligned_alloc(32, 64))
    Imported.free(Imported.memalign(128, 1))
    Imported.free(valloc(6))
    Imported.free(Imported.pvalloc(3))
    Imported.free(nil)
    // Failed calls must not be counted.
    use(posix_memalign(&aligned, 3, 10))
    use(calloc(.max, 2))
    use(Imported.reallocarray(nil, .max, 2))
  }
}

let serial = DispatchQueue(label: "serial")
let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)

func serialSync(_ count: Int) {
  let queue = serial
  var value = 0
  for _ in 0..<count { queue.sync { value &+= 1 } }
  use(value)
}

func barrierSync(_ count: Int) {
  let queue = concurrent
  var value = 0
  for _ in 0..<count { queue.sync(flags: .barrier) { value &+= 1 } }
  use(value)
}

let loops: [String: @Sendable (Int) -> Void] = [
  "blocks": { blocks($0) }, "objects": { objects($0) }, "family": { family($0) },
  "serial-sync": { serialSync($0) }, "barrier-sync": { barrierSync($0) }, "nothing": { _ in },
]

/// Runs a loop in `threads` threads, one after another or all together, and waits for them to end.
func run(_ loop: @escaping @Sendable (Int) -> Void, threads: Int, count: Int, together: Bool) {
  var running: [pthread_t] = []
  func joinAll() {
    for thread in running { pthread_join(thread, nil) }
    running = []
  }
  for _ in 0..<threads {
    let box = Unmanaged.passRetained(Work(loop, count))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        context.map { Unmanaged<Work>.fromOpaque($0).takeUnretainedValue().run() }
        return nil
      }, box.toOpaque())
    precondition(status == 0, "no thread")
    running.append(thread)
    if !together { joinAll() }
  }
  joinAll()
}

final class Work: Sendable {
  let loop: @Sendable (Int) -> Void
  let count: Int
  init(_ loop: @escaping @Sendable (Int) -> Void, _ count: Int) {
    self.loop = loop
    self.count = count
  }
  func run() { loop(count) }
}

let arguments = CommandLine.arguments
guard let reader = AllocationReader() else {
  print("not preloaded")
  exit(2)
}
guard arguments.count == 5, let loop = loops[arguments[1]], let threads = Int(arguments[2]),
  let count = Int(arguments[3])
else {
  print("AllocationLoops LOOP THREADS COUNT together|in-turn")
  exit(64)
}

// A loop's first call allocates more than later calls, so the loop runs once before it is counted.
loop(1)
if threads > 0 { run(loop, threads: 1, count: 1, together: false) }
let here = Int32(sync_thread_id())
var before = reader.makeSnapshot(forThreads: 8)
var after = reader.makeSnapshot(forThreads: 5000)
if threads == 0 {
  reader.read(into: &before)
  loop(count)
  reader.read(into: &after)
} else {
  reader.read(into: &before)
  run(loop, threads: threads, count: count, together: arguments[4] == "together")
  reader.read(into: &after)
}
let difference = after.since(before)
let total = difference.total(without: threads == 0 ? nil : here)
print(total.allocations, total.allocatedBytes, total.frees, difference.sharingThreads)
for thread in difference.threads where thread.count.allocations > 0 && thread.threadID != here {
  print(thread.threadID, thread.count.allocations, thread.count.allocatedBytes, thread.count.frees)
}
