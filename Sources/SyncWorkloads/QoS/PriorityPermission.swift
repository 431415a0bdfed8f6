import CSyncShims

/// Whether this process may give its threads the nice value of the high classes; found by doing it.
///
/// The calling thread has that value for a moment. A thread that has a lower one already keeps it.
public func mayRaisePriority() -> Bool {
  let own = sync_thread_nice()
  let wanted = Int32(ServiceClass.userInitiated.askedNice)
  guard own > wanted else { return true }
  guard sync_set_thread_nice(wanted) == 0 else { return false }
  _ = sync_set_thread_nice(own)
  return true
}

/// The nice value that the process was started with.
public func processNice() -> Int { Int(sync_process_nice()) }
