/// Where the host has a set of CPUs at a moment, by two readings that no measured case takes part in.
public struct PlaceReading: Codable, Equatable, Sendable {
  /// The one-way latency of a cache line between two CPUs in ns, the mean over all pairs.
  public var distanceNanoseconds: Double
  /// The time of independent additions beside those of another CPU, over their time while that CPU waits.
  ///
  /// It is 1 on cores of their own, and more on one core. The largest of all pairs.
  public var sharing: Double

  /// Makes a reading of its parts.
  public init(distanceNanoseconds: Double, sharing: Double) {
    self.distanceNanoseconds = distanceNanoseconds
    self.sharing = sharing
  }

  /// Makes a reading of a table's fields; nil where one is missing.
  init?(distanceNanoseconds: Double?, sharing: Double?) {
    guard let distanceNanoseconds, let sharing else { return nil }
    self.init(distanceNanoseconds: distanceNanoseconds, sharing: sharing)
  }
}
