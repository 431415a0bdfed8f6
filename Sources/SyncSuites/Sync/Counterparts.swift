import BenchmarkModel
import BenchmarkRunner

extension MeasuredPrimitive {
  /// The same, measured unasked from a later tier on.
  func from(_ later: Tier) -> MeasuredPrimitive {
    var copy = MeasuredPrimitive(
      name: name, summary: summary, tier: max(tier, later), traits: traits, unusedAxes: unusedAxes,
      usesPool: usesPool, expectation: expectation, prepare: prepare)
    copy.reference = reference
    copy.family = family
    copy.yardstick = yardstick
    return copy
  }

  /// The same, each of its cases held against the case of this name.
  private func held(against counterpart: @escaping @Sendable (CaseID) -> CaseID)
    -> MeasuredPrimitive
  {
    var copy = self
    copy.reference = counterpart
    return copy
  }

  /// The same, held against what it does in another workload.
  func held(againstWorkload workload: String) -> MeasuredPrimitive {
    held(against: { id in
      CaseID(
        suite: id.suite, workload: workload, primitive: id.primitive, parameters: id.parameters)
    })
  }

  /// The same, held against another primitive of its workload.
  fileprivate func held(againstPrimitive primitive: String) -> MeasuredPrimitive {
    held(against: { id in
      CaseID(
        suite: id.suite, workload: id.workload, primitive: primitive, parameters: id.parameters)
    })
  }
}

extension [MeasuredPrimitive] {
  /// Each held against its C twin, where the list has one: the primitive of its name with `-f`.
  var heldAgainstTwins: [MeasuredPrimitive] {
    let names = Set(map(\.name))
    return map { primitive in
      let twin = primitive.name + "-f"
      return names.contains(twin) ? primitive.held(againstPrimitive: twin) : primitive
    }
  }
}
