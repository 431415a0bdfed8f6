import CSyncShims
import Glibc

/// The observations of a measured thread on its CPU around a trial, from accounts that don't depend
/// on the result.
///
/// If a thread stayed awake, the elapsed time is the sum of its CPU time, its wait for a CPU
/// (/proc/thread-self/schedstat), and the time stolen from it. A thread's CPU clock leaves out the
/// time for which the process was stopped, and the stolen time if the kernel knows of its
/// hypervisor. Reading and probing take some 25 microseconds, which the trial's time leaves out.
struct ThreadWitness {
  /// The time that the hypervisor or a stop of the process took while the thread was on a CPU, in
  /// ns; nil if the thread slept or the kernel keeps no account.
  var stolenNanoseconds: UInt64?
  /// The time for which the thread was runnable without a CPU, in ns; nil if the kernel keeps no
  /// account.
  var waitedNanoseconds: UInt64?
  /// The probes just before and just after the trial.
  var probes: [SpeedProbe]
}

/// A reader of a thread's accounts, which is made and used only on that thread.
struct ThreadAccounts: ~Copyable {
  private let delayAccount: Int32

  init() { delayAccount = sync_thread_run_account() }

  deinit { if delayAccount >= 0 { close(delayAccount) } }

  /// The accounts at a moment.
  struct Reading {
    var clock: UInt64 = 0
    var processor: UInt64 = 0
    var delay: Int64 = -1
    var sleeps: UInt64 = 0
    var probe: SpeedProbe
  }

  /// Runs the speed probe, and then reads the accounts, before a trial.
  func begin() -> Reading { read(SpeedProbe()) }

  /// Reads the accounts, and then runs the speed probe, after a trial that began with `first`.
  func end(_ first: Reading) -> ThreadWitness {
    var last = read(first.probe)
    last.probe = SpeedProbe()
    let probes = [first.probe, last.probe]
    let hasDelay = first.delay >= 0 && last.delay >= first.delay
    let waited = hasDelay ? UInt64(last.delay - first.delay) : nil
    guard let waited, last.sleeps == first.sleeps else {
      return ThreadWitness(
        stolenNanoseconds: nil, waitedNanoseconds: waited, probes: probes)
    }
    let had = (last.processor &- first.processor) &+ waited
    let elapsed = last.clock &- first.clock
    return ThreadWitness(
      stolenNanoseconds: elapsed > had ? elapsed - had : 0, waitedNanoseconds: waited,
      probes: probes)
  }

  private func read(_ probe: SpeedProbe) -> Reading {
    Reading(
      clock: sync_monotonic_ns(), processor: sync_thread_cpu_ns(),
      delay: delayAccount >= 0 ? sync_run_delay_ns(delayAccount) : -1,
      sleeps: sync_thread_usage().voluntary_switches, probe: probe)
  }
}
