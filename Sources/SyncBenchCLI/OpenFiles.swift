import Glibc

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
