import BenchmarkModel
import CSyncShims
import SyncPrimitives
import TestSupport
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the kernels of parallel loops, and of the facts of the machine that the kernels use.
  @Suite struct LoopKernelTests {
    // MARK: Skewed work

    static let works: [(UInt64, Int)] = [
      (1000, 100), (7, 16), (1_000_000, 16), (0, 10), (8, 10_000),
    ]

    @Test(arguments: works)
    func `skewed work has the same sum as even work`(steps: UInt64, iterations: Int) {
      for percent in [0, 50, 100] {
        let kernel = SkewedKernel(workSteps: steps, iterations: iterations, percent: percent)
        let all = (0..<iterations).map { kernel.steps(index: $0) }
        let sum = all.reduce(0, +)
        let even = steps * UInt64(iterations)
        // Rounding loses less than one step for each index.
        #expect(sum <= even && even - sum <= UInt64(iterations))
        #expect(all == all.sorted())
        #expect((all.last ?? 0) <= 2 * steps)
      }
    }

    @Test func `work with 100 % skew is a triangle, and work with 0 % skew is even`() {
      let triangle = SkewedKernel(workSteps: 1000, iterations: 4, percent: 100)
      #expect((0..<4).map { triangle.steps(index: $0) } == [250, 750, 1250, 1750])
      let even = SkewedKernel(workSteps: 1000, iterations: 4, percent: 0)
      #expect((0..<4).map { even.steps(index: $0) } == [1000, 1000, 1000, 1000])
    }

    // MARK: Memory

    @Test func `the sizes of the last-level caches are added up, each cache once`() throws {
      let tree = try FixtureTree()
      for cpu in 0..<4 {
        let folder = "/sys/devices/system/cpu/cpu\(cpu)/cache"
        let sharers = cpu < 2 ? "0-1" : "2-3"
        try tree.files(
          "\(folder)/index0",
          ["level": "1", "type": "Data", "size": "48K", "shared_cpu_list": "\(cpu)"])
        try tree.files(
          "\(folder)/index1",
          ["level": "3", "type": "Unified", "size": "32768K", "shared_cpu_list": sharers])
        try tree.files(
          "\(folder)/index2",
          ["level": "4", "type": "Instruction", "size": "1G", "shared_cpu_list": sharers])
      }
      #expect(MachineMemory(root: tree.root).lastCacheBytes() == 64 << 20)
    }

    @Test func `the cache size of a machine that reports no cache is unknown`() throws {
      let tree = try FixtureTree()
      #expect(MachineMemory(root: tree.root).lastCacheBytes() == nil)
      try tree.file("/sys/devices/system/cpu/cpu0/online", "1")
      #expect(MachineMemory(root: tree.root).lastCacheBytes() == nil)
    }

    @Test func `a control group's limit bounds the free memory`() throws {
      let tree = try FixtureTree()
      let free = MachineMemory(root: tree.root).freeBytes()
      #expect(free > 0)
      try tree.file("/sys/fs/cgroup/memory.max", "4096")
      #expect(MachineMemory(root: tree.root).freeBytes() == 4096)
      try tree.file("/sys/fs/cgroup/memory.max", "max")
      #expect(MachineMemory(root: tree.root).freeBytes() > 4096)
    }

    @Test func `the arrays are twice as large as the caches, within bounds`() {
      func mebibytes(_ cache: Int?, free: Int = 1 << 20, iterations: Int = 1) -> Int {
        let blocks = MachineMemory.triadBlocks(
          elements: 4096, iterations: iterations, cacheBytes: cache.map { $0 << 20 },
          freeBytes: free << 20)
        return TriadArrays.bytes(elements: 4096, blocks: blocks) >> 20
      }
      // The arrays have whole blocks, so they may be up to 1 MiB smaller than the intended size.
      #expect(63...64 ~= mebibytes(8))
      #expect(63...64 ~= mebibytes(nil))
      #expect(519...520 ~= mebibytes(260))
      #expect(767...768 ~= mebibytes(2000))
      #expect(99...100 ~= mebibytes(260, free: 400))
      #expect(mebibytes(8, free: 0, iterations: 1024) == 96)
    }

    // MARK: Threads

    @Test func `a process with a busy thread is not at rest`() {
      let hogs = CPUHogs(count: 1)
      withExtendedLifetime(hogs) {
        // The busy thread may still have to start.
        while sync_running_threads() == 0 { sync_yield() }
        #expect(!waitForRest(limitNanoseconds: 300_000))
      }
    }

    @Test func `a QoS class is found in the labels of root queues, and in no other label`() {
      let labels = [
        ("com.apple.root.default-qos", 21), ("com.apple.root.background-qos.overcommit", 9),
        ("com.apple.root.user-interactive-qos", 33), ("com.apple.root.user-initiated-qos", 25),
        ("com.apple.root.utility-qos", 17), ("com.apple.root.maintenance-qos", 5),
        ("com.apple.root.other", nil), ("syncbench.own", nil), ("", nil),
      ]
      for (label, expected) in labels {
        #expect(LoopThread.qualityOfService(ofRootQueue: label) == expected)
      }
    }

    @Test func `a loop distinguishes its caller from its helpers`() async throws {
      let (threads, own, nice) = try await Trials.onThreadOfItsOwn {
        let threads = loopThreads(calledOn: nil, width: 2)
        _ = sync_collect_tallies()
        return (threads, sync_thread_id(), Int(sync_thread_nice()))
      }
      #expect(threads.caller == LoopThread(thread: own, nice: nice, qualityOfService: nil))
      #expect(threads.seen.contains { $0.thread == own })
      #expect(threads.seen.count == 1 + threads.helpers.count)
      #expect(!threads.helpers.contains { $0.thread == own })
    }

    @Test func `the caller of a loop has a QoS class if it runs on the queue of a class`()
      async throws
    {
      for serviceClass in ServiceClass.all {
        let threads = try await Trials.onThreadOfItsOwn {
          let threads = loopThreads(calledOn: serviceClass, width: 2)
          _ = sync_collect_tallies()
          return threads
        }
        #expect(threads.caller.qualityOfService != nil, "\(serviceClass.name)")
        #expect((1...2).contains(threads.seen.count))
      }
    }

    // MARK: Parameters

    @Test(arguments: [Tier.headline, .standard, .thorough], [1, 2, 3, 64])
    func `strides go from one to a thread's whole share`(tier: Tier, width: Int) {
      let values = LoopAxes.stride.values(tier, width, ["width": width, "iterations": 1000])
      #expect(values.first == 1)
      #expect(values.last == 1000 / width)
      #expect(values == Set(values).sorted())
      #expect(LoopAxes.stride.values(tier, width, ["width": 64, "iterations": 16]) == [1])
    }

    @Test(arguments: [1, 2, 6, 16, 192])
    func `a thorough run has each width up to eight CPUs, and the width of all CPUs`(cpus: Int) {
      let values = LoopAxes.width.values(.thorough, cpus, [:])
      #expect(values.prefix(8) == Array(1...cpus).prefix(8))
      #expect(values.last == cpus)
      #expect(LoopAxes.severalWide.values(.headline, cpus, [:]) == [cpus])
      #expect(!LoopAxes.severalWide.values(.standard, cpus, [:]).isEmpty)
    }

    @Test func `the cases of the workload compute keep their names`() throws {
      let catalog = CaseCatalog(suites: [ConcurrentPerformSuite.suite()])
      let names = try catalog.cases(tier: .headline, cpus: 2).map(\.id.description)
      for name in [
        "concurrent-perform/compute/serial/grain=100/iterations=10000",
        "concurrent-perform/compute/concurrent-perform/width=2/grain=100/iterations=10000",
        "concurrent-perform/compute/concurrent-perform-strided/width=2/grain=100000/iterations=16",
      ] {
        #expect(names.contains(name))
      }
      #expect(names.filter { $0.hasPrefix("concurrent-perform/compute/") }.count == 15)
    }
  }
}
