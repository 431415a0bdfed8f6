/* The thread sanitizer calls this, if it is there, for a list of what it shall not report. The list travels with the
   library, so a package that tests its own lock needs no file: see docs/prove.md.

   - Synchronization.Mutex of Swift 6.3 hands over in the kernel, by a priority-inheriting futex, which the sanitizer
     does not see, so it takes the protected data for unprotected.
   - A continuation that is resumed before its task has suspended is handed over by an atomic of the Swift runtime,
     which is built without the sanitizer.
   - QueuedSpinlock writes its word as a whole and by bytes; for the sanitizer a store of a byte hides what the rest of
     the word publishes: a waiter's node. The guarded data is still looked at.
   - swift-subprocess starts the scenes' processes; its threads are not the lock's. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
  return "race:StandardMutex\n"
         "race:withUnsafeContinuation\n"
         "race:withCheckedContinuation\n"
         "race:withCheckedThrowingContinuation\n"
         "race:QueuedSpinlockV*acquireContended\n"
         "race:QueuedSpinlockV*acquireQueued\n"
         "race:Subprocess\n"
         "thread:Subprocess\n";
}
