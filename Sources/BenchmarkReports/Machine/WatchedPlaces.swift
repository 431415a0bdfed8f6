package import BenchmarkDocument
package import BenchmarkModel

/// The places of some CPUs on the host, observed while nothing was measured, and whether the kernel
/// says that two of these CPUs share a core.
package struct WatchedPlaces: Equatable, Sendable {
  /// The largest share of contradicting observations at which the kernel still counts as correct:
  /// a neighbour that arrives between the two readings of an observation is mistaken for a sibling.
  private static let largestContradiction = 0.05

  private let shares: PlaceShares
  private let haveSiblings: Bool

  /// Makes the observation of some CPUs.
  ///
  /// - Parameters:
  ///   - shares: The places, each with its share of the observations.
  ///   - haveSiblings: Whether the kernel says that two of the CPUs share a core.
  package init(_ shares: PlaceShares, haveSiblings: Bool) {
    self.shares = shares
    self.haveSiblings = haveSiblings
  }

  /// Two lines: the places, and whether the kernel agrees; one line if no place was observed.
  package var document: Document {
    guard shares.count > 0 else {
      return [.text("could not be read: a thread got no CPU for a tenth of a second", label: label)]
    }
    let observations = Words.count(shares.count, "observation")
    return [
      .text("\(shares.text) (\(observations))", label: label),
      .text("\(agreement)", label: agrees ? "    " : "    " + StyledText("note ", .caution)),
    ]
  }

  private var label: StyledText { "  CPUs \(shares.cpus.description): " }

  private var contradiction: Double {
    haveSiblings ? 1 - shares.siblingShare : shares.siblingShare
  }

  private var agrees: Bool { contradiction <= Self.largestContradiction }

  private var agreement: String {
    let said = haveSiblings ? "they share a core" : "they have cores of their own"
    if agrees { return "the kernel agrees: \(said)" }
    let percent = Int((100 * contradiction).rounded())
    return "\(percent) % of the observations contradict the kernel, which says that \(said): "
      + "the kernel's topology is not the host's"
  }
}
