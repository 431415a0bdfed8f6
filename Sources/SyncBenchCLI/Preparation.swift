import CSyncShims
import Glibc

/// The checks and settings that commands begin with.
enum Preparation {
  /// Opens closed standard streams, turns signals about writing into errors, and ends the process
  /// if its stack is too small.
  static func ofProcess() {
    // If a stream is closed, the next opened file would get its number, and text for the stream
    // would be written to the file. Input and output are opened in the wrong direction, so that any
    // use is an error.
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    // Without these signals, writing fails with EFBIG or EPIPE, which is reported, and temporary
    // files are removed. The signals would end the process immediately.
    for number in [SIGXFSZ, SIGPIPE] { signal(number, SIG_IGN) }
    // A process that ignores this signal can't wait for its children.
    signal(SIGCHLD, SIG_DFL)
    let stack = limit(RLIMIT_STACK).rlim_cur
    guard stack >= neededStack else {
      Console.error(
        "a thread has a stack of \(stack >> 10) kB here, and \(Console.toolName) needs \(neededStack >> 10): raise `ulimit -s`"
      )
      exit(ExitStatus.world.rawValue)
    }
  }

  /// Proves that the process may open files, take memory and start threads.
  ///
  /// - Throws: ``CommandFailure`` if the system does not grant enough. Without threads, Dispatch
  ///   would try forever to start one, deaf to signals; without a free descriptor, a launch would
  ///   crash or never return.
  static func beforeCommand() throws(CommandFailure) {
    try OpenFiles.raiseLimit()
    try provingRoomForMemory { () throws(CommandFailure) in
      try proveRoom(forThreads: 12 + usableCPUs)
    }
  }

  /// Proves that the threads of a launch can be started too, and switches from a real-time policy
  /// to SCHED_OTHER.
  ///
  /// - Throws: ``CommandFailure`` if fewer threads can be started, because a launch that can't
  ///   start a thread may never return.
  static func beforeMeasuring() throws(CommandFailure) {
    takeFairScheduling()
    try proveRoom(forThreads: 20 + usableCPUs)
  }

  /// The number of CPUs that the process may use, which is also the number of threads that each of
  /// Dispatch's pools may start.
  private static var usableCPUs: Int {
    var cpus = [Int32](repeating: 0, count: 8192)
    return max(1, Int(sync_affinity_get(&cpus, cpus.count)))
  }

  /// The stack that each thread needs, in bytes; glibc makes stacks as large as `ulimit -s`.
  ///
  /// With a stack of 64 kB, commands crash, and gnuplot needs more than 80 kB; the rest is margin.
  private static let neededStack: rlim_t = 512 << 10

  static func limit(_ resource: __rlimit_resource) -> rlimit {
    var limit = rlimit(rlim_cur: .max, rlim_max: .max)
    getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return limit
  }

  /// The flag that the kernel adds to a policy that child processes do not inherit.
  private static let resetOnFork: Int32 = 0x4000_0000

  /// Switches to SCHED_OTHER if the command was started with a real-time policy.
  ///
  /// Workers would inherit the real-time policy, and a measured loop that never sleeps would keep
  /// the CPU from the process that must stop the loop.
  private static func takeFairScheduling() {
    let policy = sched_getscheduler(0) & ~resetOnFork
    guard policy == SCHED_FIFO || policy == SCHED_RR else { return }
    var parameters = sched_param()
    parameters.sched_priority = 0
    guard sched_setscheduler(0, SCHED_OTHER, &parameters) == 0 else { return }
    let name = policy == SCHED_FIFO ? "SCHED_FIFO" : "SCHED_RR"
    Console.note(
      "started with \(name): measures with SCHED_OTHER, because otherwise it could not be stopped")
  }

  /// The memory that commands may need beside their threads' stacks, in bytes.
  ///
  /// A run's tables take 80 MB.
  private static let neededMemory = 128 << 20

  /// Calls `body`; if memory is limited, the memory that a command may need is mapped meanwhile.
  private static func provingRoomForMemory(
    _ body: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    guard limit(RLIMIT_AS).rlim_cur != .max || limit(RLIMIT_DATA).rlim_cur != .max else {
      return try body()
    }
    // Without a shared arena, each thread that allocates reserves 64 MB of addresses, and the next
    // thread finds no room for its stack.
    sync_share_arena()
    let block = mmap(
      nil, neededMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard block != MAP_FAILED else {
      throw CommandFailure.world(
        "there is no room for \(neededMemory >> 20) MB of memory here: raise `ulimit -v` and `ulimit -d`"
      )
    }
    defer { munmap(block, neededMemory) }
    try body()
  }

  /// Starts threads that all exist at the same time, and ends them.
  ///
  /// The threads return and are not cancelled, because a cancellation makes glibc load libgcc_s,
  /// which a bare system may lack.
  private static func proveRoom(forThreads needed: Int) throws(CommandFailure) {
    let allStarted = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(allStarted, 0, 0)
    defer {
      sem_destroy(allStarted)
      allStarted.deallocate()
    }
    var threads: [pthread_t] = []
    var status: Int32 = 0
    while status == 0, threads.count < needed {
      var thread = pthread_t()
      status = pthread_create(
        &thread, nil,
        { argument in
          // A signal handler may interrupt the wait.
          while let semaphore = argument?.assumingMemoryBound(to: sem_t.self),
            sem_wait(semaphore) != 0
          {}
          return nil
        }, allStarted)
      if status == 0 { threads.append(thread) }
    }
    for _ in threads { sem_post(allStarted) }
    for thread in threads { pthread_join(thread, nil) }
    guard status == 0 else {
      throw CommandFailure.world(
        "only \(threads.count) more threads could be started here, and \(Console.toolName) needs \(needed): "
          + "raise `ulimit -u`, `ulimit -v`, `ulimit -d` or the container's pids.max")
    }
  }
}

/// The limit on the files that a process may have open at the same time.
enum OpenFiles {
  /// The number of free descriptors that are needed to launch workers, draw charts and read
  /// answers: drawing two charts together takes 29, counting takes 31.
  private static let needed = 48
  private static let wanted: rlim_t = 1024

  /// Raises the limit to 1024 files, or as far as this user may.
  ///
  /// - Throws: ``CommandFailure`` if too few descriptors are free, because a launch that gets none
  ///   may never return.
  static func raiseLimit() throws(CommandFailure) {
    var limit = Preparation.limit(RLIMIT_NOFILE)
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit = Preparation.limit(RLIMIT_NOFILE)
    }
    let free = free(below: Int32(min(limit.rlim_cur, wanted)))
    guard free >= needed else {
      throw CommandFailure.world(
        "only \(free) more files can be opened here, and \(Console.toolName) needs \(needed): raise `ulimit -n`"
      )
    }
  }

  /// Counts the descriptors below `end` that are not open.
  ///
  /// The count takes one call, `poll`, which needs no descriptor of its own.
  private static func free(below end: Int32) -> Int {
    var all = (0..<end).map { pollfd(fd: $0, events: 0, revents: 0) }
    // An interrupted call has checked no descriptor, so without another call no descriptor would
    // seem to be free.
    while poll(&all, nfds_t(all.count), 0) < 0, errno == EINTR {}
    return all.count { Int32($0.revents) & POLLNVAL != 0 }
  }
}
