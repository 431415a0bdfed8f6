/// The place of a set of CPUs on the host at one moment: two figures, which are read while no case
/// is measured.
package struct PlaceReading: Codable, Equatable, Sendable {
  /// The one-way latency of a cache line between two CPUs in ns, as the mean over all pairs of CPUs
  /// that were read.
  package var distanceNanoseconds: Double
  /// The time of independent additions while another CPU adds too, divided by their time while the
  /// other CPU waits.
  ///
  /// The ratio is about 1 if the CPUs have cores of their own, and more if they share a core. If
  /// there are several pairs of CPUs, the largest ratio counts.
  package var sharing: Double

  package init(distanceNanoseconds: Double, sharing: Double) {
    self.distanceNanoseconds = distanceNanoseconds
    self.sharing = sharing
  }
}
