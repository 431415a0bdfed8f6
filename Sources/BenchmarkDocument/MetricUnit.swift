/// The parts of a column's name: the quantity, its unit and its divisor.
///
/// `cpu_ns_per_op` is the quantity `cpu`, in ns, for each `op` (operation); `wait_p99_ns` is the
/// quantity `wait_p99`, in ns; `fairness` is a quantity without a unit.
package struct MetricUnit: Equatable, Sendable {
  /// The units that a column's name can hold.
  package enum Base: String, Sendable {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case bytes
    case percent
    case none = ""
  }

  /// The quantity, in words; empty if it is time itself.
  package let words: [String]
  package let base: Base
  /// The divisor, in words: `op`, `iteration`, `s`; empty without one.
  package let per: [String]

  /// Takes a column's name apart.
  package init(column: String) {
    let all = column.split(separator: "_").map(String.init)
    // A `per` at the end of a name has no divisor after it.
    let index = all.lastIndex(of: "per").flatMap { $0 > 0 && $0 < all.count - 1 ? $0 : nil }
    var words = index.map { Array(all[..<$0]) } ?? all
    per = index.map { Array(all[($0 + 1)...]) } ?? []
    if let last = words.last, let known = Base(rawValue: last) {
      base = known
      words.removeLast()
    } else {
      base = .none
    }
    self.words = words
  }

  /// Whether the unit is a time, and not a time per second.
  package var isTime: Bool { nanoseconds != nil && !isRate }

  /// Whether the divisor is a second.
  package var isRate: Bool { per == ["s"] }

  /// The length of the unit in ns; nil if the unit is no time.
  package var nanoseconds: Double? {
    switch base {
    case .nanoseconds: 1
    case .microseconds: 1e3
    case .milliseconds: 1e6
    case .bytes, .percent, .none: nil
    }
  }

  /// The unit as people write it: `ns/op`, `ops/s`, `%`; empty for a bare number.
  ///
  /// The unit of a count per operation is its quantity, as in `switches/op`.
  package var text: String {
    let unit = base == .percent ? "%" : base.rawValue
    let over = per.isEmpty ? "" : "/" + per.joined(separator: "-")
    if !unit.isEmpty { return unit + over }
    return over.isEmpty ? "" : words.joined(separator: "-") + over
  }
}
