import Histogram
import SyncPrimitives

/// Latencies of a launch, to three significant digits.
///
/// A mutex makes sure that one thread records at a time. HdrHistogram (Tene) does the counting.
package final class LatencyRecorder: Sendable {
  private let histogram: MutexProtected<Histogram<UInt64>>

  /// Makes an empty record of latencies up to a minute.
  package init() {
    histogram = MutexProtected(Histogram<UInt64>(highestTrackableValue: 60_000_000_000))
  }

  /// Records one latency.
  ///
  /// A latency above a minute counts as a minute.
  ///
  /// Not inlined, because the counting is no part of a measured loop.
  @inline(never)
  package func record(nanoseconds: UInt64) {
    _ = histogram.withLock { $0.record(min(nanoseconds, 60_000_000_000)) }
  }

  /// Each recorded value with its count, ascending.
  package func values() -> [(nanoseconds: UInt64, count: UInt64)] {
    histogram.withLock { $0.recordedValues().map { ($0.value, UInt64($0.count)) } }
  }
}
