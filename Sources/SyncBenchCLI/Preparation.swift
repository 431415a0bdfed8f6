import Glibc

/// What a command that measures makes sure of before it begins.
enum Preparation {
  /// Room for files and threads, and a scheduler that lets others run.
  ///
  /// - Throws: ``CommandFailure`` where the system grants less than measuring needs: a launch that finds no
  ///   descriptor or no thread may never return.
  static func beforeMeasuring() throws(CommandFailure) {
    takeFairScheduling()
    try OpenFiles.raiseLimit()
    try proveRoomForThreads()
  }

  /// The flag that the kernel adds to a policy whose children do not have it.
  private static let resetOnFork: Int32 = 0x4000_0000

  /// Leaves a real-time policy that the command was started with.
  ///
  /// Workers would inherit it, and a measured loop that never sleeps would keep the CPU from whoever is to
  /// stop it.
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

  /// As many threads as launching, deadlines, signals and a few pools may want at once.
  private static let neededThreads = 16

  /// Starts threads, all there at once, and ends them.
  ///
  /// They are let go, not cancelled: to cancel a thread glibc loads libgcc_s, which a bare system may lack.
  private static func proveRoomForThreads() throws(CommandFailure) {
    let allStarted = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(allStarted, 0, 0)
    defer {
      sem_destroy(allStarted)
      allStarted.deallocate()
    }
    var threads: [pthread_t] = []
    var status: Int32 = 0
    while status == 0, threads.count < neededThreads {
      var thread = pthread_t()
      status = pthread_create(
        &thread, nil,
        { argument in
          // A signal's handler interrupts the wait.
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
      throw CommandFailure(
        message:
          "only \(threads.count) more threads could be started here, and measuring needs \(neededThreads): "
          + "raise `ulimit -u`, `ulimit -v`, or the container's pids.max",
        status: .world)
    }
  }
}

/// How many files a process may have open.
enum OpenFiles {
  /// What launching workers and reading their answers needs, with some to spare.
  private static let needed: rlim_t = 64
  private static let wanted: rlim_t = 1024

  /// Raises the limit as far as this user may, up to what is plenty.
  ///
  /// - Throws: ``CommandFailure`` where that is too few: a launch that finds no descriptor may never return.
  static func raiseLimit() throws(CommandFailure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur >= needed else {
      throw CommandFailure(
        message:
          "a process may have \(limit.rlim_cur) files open here, and measuring needs \(needed): raise `ulimit -n`",
        status: .world)
    }
  }
}
