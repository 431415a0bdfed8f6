import BenchmarkAnalysis

extension Claim {
  static let qosPicksNoCore = Claim(
    id: "qos-picks-no-core", topic: .qos,
    statement:
      "A class picks no core: items of every class may run on all CPUs, and do where they ask for one.",
    guide: "answers to what quality of service decides",
    rule: .all([
      ClaimCondition(
        "every CPU in items of all classes", .held("qos/class-runs-on-every-cpu"), .always)
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "To choose a core, bind a thread of your own: no class will do it for you.",
      refuted: "Classes have cores of their own: low classes may be slow on an idle machine.",
      depends: "The CPUs of some class change from time to time: look which yours may use."
    ))
}
