import BenchmarkAnalysis

/// The claims about queues, in the order in which they are shown.
enum QueueClaims {
  static let all: [Claim] = [
    .syncOnCallersThread, .asyncsThenSync, .callerTakesDrainedQueue, .syncLendsQoS,
    .serialQueueOneAtATime, .concurrentQueueStarts, .concurrentQueueFinishes, .mainQueueThread,
    .otherQueuesPromiseNoThread, .targetChainSerialises, .syncOnOwnQueue, .syncsOnEachOther,
    .serialQueueForReadsAndWrites,
  ]
}
