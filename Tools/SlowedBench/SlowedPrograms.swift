import BenchmarkModel
import BenchmarkRunner
import CSlowdown
import CSyncShims
import Dispatch
import SyncPrimitives
import SyncSuites

typealias Prepare = @Sendable (CaseContext) -> TrialProgram

/// The programs with slowed primitives, by suite, workload and primitive.
let slowedPrograms: [String: Prepare] =
  lockPrograms("pthread-mutex", PthreadMutex.self)
  .merging(lockPrograms("mutex", StandardMutex.self)) { $1 }
  .merging(lockPrograms("ticket", TicketLock.self)) { $1 }
  .merging(lockPrograms("test-and-set", TestAndSetLock.self)) { $1 }
  .merging(submissionPrograms) { $1 }
  .merging(barrierPrograms) { $1 }
  .merging(latencyPrograms) { $1 }
  .merging([
    "concurrent-perform/compute/concurrent-perform": {
      loopProgram($0, SlowedLoop<ConcurrentPerform>.self)
    },
    "concurrent-perform/compute/concurrent-perform-strided": {
      loopProgram($0, SlowedLoop<StridedConcurrentPerform>.self)
    },
  ]) { $1 }

/// The programs with longer loops, used for the mechanism `operations` in place of more operations.
let longerPrograms: [String: Prepare] = [
  "concurrent-perform/compute/concurrent-perform": {
    loopProgram($0, LongerLoop<ConcurrentPerform>.self)
  },
  "concurrent-perform/compute/concurrent-perform-strided": {
    loopProgram($0, LongerLoop<StridedConcurrentPerform>.self)
  },
]

@inline(__always)
private func lockPrograms<Exclusion: MutualExclusion & ~Copyable>(
  _ name: String, _ type: Exclusion.Type
) -> [String: Prepare] {
  [
    "locks/uncontended/\(name)": {
      uncontendedProgram($0, GuardedCounter<SlowedExclusion<Exclusion>>())
    },
    "locks/contended/\(name)": {
      contendedProgram($0, GuardedCounter<SlowedExclusion<Exclusion>>())
    },
  ]
}

private let submissionPrograms: [String: Prepare] = [
  "sync/alone/serial-queue-sync": {
    uncontendedProgram($0, GuardedCounter<SlowedExclusion<SerialQueueSync>>())
  },
  "sync/shared/serial-queue-sync": {
    contendedProgram($0, GuardedCounter<SlowedExclusion<SerialQueueSync>>())
  },
  "sync/alone/concurrent-queue-sync": {
    uncontendedProgram($0, SlowedCounter(ConcurrentQueueSyncCounter()))
  },
  "sync/shared/concurrent-queue-sync": {
    contendedProgram($0, SlowedCounter(ConcurrentQueueSyncCounter()))
  },
]

private let barrierPrograms: [String: Prepare] = [
  "barrier/read-mix/concurrent-queue-barrier-sync": {
    readMixProgram($0, SlowedReaderWriter<ConcurrentQueueBarrierSyncReaderWriter>.self)
  },
  "barrier/read-mix/pthread-rwlock": {
    readMixProgram($0, SlowedReaderWriter<PthreadRWLock<PreferringReaders>>.self)
  },
  "barrier/rendezvous/pthread-barrier": {
    rendezvousProgram($0, SlowedRendezvous<PthreadBarrier>.self)
  },
]

private let latencyPrograms: [String: Prepare] = Dictionary(
  uniqueKeysWithValues: ServiceClass.all.map { serviceClass in
    let prepare: Prepare = { slowedLatencyProgram($0, serviceClass) }
    return ("qos/latency/\(serviceClass.name)", prepare)
  })

/// The suite's latency program, with extra work between a submission's stamp and the submission.
private func slowedLatencyProgram(
  _ context: CaseContext, _ serviceClass: ServiceClass
) -> TrialProgram {
  let recorder = LatencyRecorder()
  let hogs = CPUHogs(count: (context.width * context.value("load", default: 0) + 99) / 100)
  return TrialProgram(threadCount: 1) { thread in
    slowedLatencyLoop(
      serviceClass, until: thread.stop, recorder: thread.isMeasured ? recorder : nil)
  } conclude: { [hogs] operations in
    _ = hogs
    return TrialConclusion(operations: operations.reduce(0, &+))
  } latencies: {
    recorder.values().map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
  }
}

/// The suite's loop with extra work; it waits for every item, so no item can be missing.
private func slowedLatencyLoop(
  _ serviceClass: ServiceClass, until stop: UnsafePointer<UInt32>, recorder: LatencyRecorder?
) -> UInt64 {
  let queue = serviceClass.queue
  let done = DispatchSemaphore(value: 0)
  var submitted: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let submission = sync_monotonic_ns()
    slow_section()
    queue.async {
      let start = sync_monotonic_ns()
      recorder?.record(nanoseconds: start - submission)
      done.signal()
    }
    submitted &+= 1
    done.wait()
    sync_sleep_until(sync_monotonic_ns() + 100_000)
  }
  return submitted
}
