import BenchmarkAnalysis

/// A mix of reads and writes by some threads, at which claims compare primitives.
struct ReadMix {
  let threads: Int
  /// Reads in 1000 operations.
  let readPermille: Int
  /// Work in a read and in a write, in ns.
  var inside = 0

  /// Where reads are at least as many as writes: by one thread, and by two in short and in long sections.
  static let atLeastHalfReads =
    [ReadMix(threads: 1, readPermille: 1000)]
    + [0, 1000].flatMap { inside in
      [500, 900, 990, 1000].map { ReadMix(threads: 2, readPermille: $0, inside: inside) }
    }

  /// That one primitive costs at most as much as another.
  func condition(_ primitive: String, costsAtMost other: String) -> ClaimCondition {
    ClaimCondition(label, .costRatio(name(of: primitive), over: name(of: other)), .atMost(1))
  }

  private var label: String {
    let reads =
      switch readPermille {
      case 0: "writes only"
      case 1000: "reads only"
      default: "\(readPermille / 10) % reads"
      }
    let work = inside == 0 ? "" : ", \(inside) ns inside"
    return "\(threads) \(threads == 1 ? "thread" : "threads"), \(reads)\(work)"
  }

  private func name(of primitive: String) -> String {
    let mix = "threads=\(threads)/read-permille=\(readPermille)/inside=\(inside)"
    return "barrier/read-mix/\(primitive)/\(mix)"
  }
}
