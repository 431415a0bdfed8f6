import BenchmarkAnalysis

extension Claim {
  static let sourceReleaseSuspended = Claim(
    id: "source-release-suspended", topic: .items,
    statement: "Releasing a source that is suspended, or was never activated, ends the process.",
    guide: "lists of Dispatch's pitfalls",
    rule: .each(
      of: "the source's state",
      [
        ClaimCondition("suspended", .ended("source-release-suspended", .crashed), .always),
        ClaimCondition(
          "suspended and cancelled", .ended("source-release-cancelled", .crashed), .always),
        ClaimCondition("never activated", .ended("source-release-inactive", .crashed), .always),
      ]),
    meaning: ClaimMeaning(
      supported:
        "Resume or activate a source before its last reference goes, cancelled ones too: an "
        + "object that owns a paused timer must do so in its deinit.",
      refuted: "A source may be dropped in any state.",
      depends:
        "Resume or activate a source before its last reference goes: in some states its release "
        + "ends the process.")
  )
}
