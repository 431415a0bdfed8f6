import BenchmarkAnalysis

/// The claims about qos, in the order in which they are shown.
enum QoSClaims {
  static let all: [Claim] = [
    .higherClassFirst, .backgroundThrottled, .userInteractiveLatency, .userInitiatedLatency,
    .higherItemRaisesQueue, .enforceQoS, .mainThreadClass, .qosPicksNoCore,
  ]
}
