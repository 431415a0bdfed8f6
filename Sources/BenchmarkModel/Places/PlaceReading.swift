/// The place of a set of CPUs on the host at a moment, by two readings that no measured case takes part in.
package struct PlaceReading: Codable, Equatable, Sendable {
  /// The one-way latency of a cache line between two CPUs in ns, the mean over all pairs.
  package var distanceNanoseconds: Double
  /// The time of independent additions beside those of another CPU, over their time while that CPU waits.
  ///
  /// It is 1 on cores of their own, and more on one core. The largest of all pairs.
  package var sharing: Double

  package init(distanceNanoseconds: Double, sharing: Double) {
    self.distanceNanoseconds = distanceNanoseconds
    self.sharing = sharing
  }
}
