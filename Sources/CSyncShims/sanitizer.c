/* If this function exists, the thread sanitizer calls it for a list of reports to suppress. The list travels with the
   library, so a package that tests its own lock needs no file: see docs/prove.md.

   - Synchronization.Mutex of Swift 6.3 hands over in the kernel, by a priority-inheriting futex, which the sanitizer
     does not see. The sanitizer then takes the protected data for unprotected.
   - A continuation that is resumed before its task has suspended is handed over by an atomic of the Swift runtime,
     which is built without the sanitizer.
   - QueuedSpinlock writes its word as a whole and by bytes. After a store of one byte, the sanitizer no longer sees
     that the rest of the word publishes a waiter's node. Accesses to the guarded data are still checked.
   - The threads of swift-subprocess, which starts the processes of `prove`, do not use the tested lock. */
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
