import BenchmarkModel
import BenchmarkRunner

extension MeasuredPrimitive {
  /// The primitive, measured from the tier `later` on; in an earlier tier only if it is asked for
  /// by name.
  func from(_ later: Tier) -> MeasuredPrimitive {
    var copy = self
    copy.tier = max(tier, later)
    return copy
  }

  /// The primitive, with each case compared with its counterpart.
  private func held(against counterpart: @escaping @Sendable (CaseID) -> CaseID)
    -> MeasuredPrimitive
  {
    var copy = self
    copy.reference = counterpart
    return copy
  }

  /// The primitive, compared with itself in another workload.
  func held(againstWorkload workload: String) -> MeasuredPrimitive {
    held(against: { id in
      CaseID(
        suite: id.suite, workload: workload, primitive: id.primitive, parameters: id.parameters)
    })
  }

  /// The primitive, compared with another primitive of its workload.
  fileprivate func held(againstPrimitive primitive: String) -> MeasuredPrimitive {
    held(against: { id in
      CaseID(
        suite: id.suite, workload: id.workload, primitive: primitive, parameters: id.parameters)
    })
  }
}

extension [MeasuredPrimitive] {
  /// The primitives, each compared with its twin if the list has one.
  ///
  /// The twin uses the C interface, and its name is the primitive's name with `-f` at the end.
  var heldAgainstTwins: [MeasuredPrimitive] {
    let names = Set(map(\.name))
    return map { primitive in
      let twin = primitive.name + "-f"
      return names.contains(twin) ? primitive.held(againstPrimitive: twin) : primitive
    }
  }
}
