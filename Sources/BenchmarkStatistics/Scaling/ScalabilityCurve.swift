/// A curve of the universal scalability law: a throughput or speed-up by width (the number of CPUs
/// in use), with two causes of loss.
///
/// At the width N, X(N) = scale × N / (1 + contention (N - 1) + coherency N (N - 1)). Contention,
/// Gunther's alpha, is the share of the work that queues. Coherency, his beta, is the cost that
/// every two CPUs cause each other, for example by passing a cache line to and fro. X(N) over the
/// scale is his C(N), which is 1 at a width of 1. Gunther 2007.
package struct ScalabilityCurve: Equatable, Sendable {
  /// The value at a width of 1, in the unit of the fitted points.
  package let scale: Double
  /// Alpha, not negative; 0 if nothing queues.
  package let contention: Double
  /// Beta, not negative; 0 if no two CPUs cost each other anything.
  package let coherency: Double

  /// Makes a curve from its coefficients.
  package init(scale: Double, contention: Double, coherency: Double) {
    precondition(
      scale > 0 && contention >= 0 && coherency >= 0,
      "a scale is positive, and no coefficient negative")
    self.scale = scale
    self.contention = contention
    self.coherency = coherency
  }

  /// The curve's value at a width, in the unit of ``scale``.
  package func value(at width: Double) -> Double {
    scale * width / (1 + contention * (width - 1) + coherency * width * (width - 1))
  }

  /// The width beyond which additional CPUs reduce the value: the square root of (1 - alpha) /
  /// beta, but at least 1; nil if beta is 0, because such a curve has no peak.
  package var peakWidth: Double? {
    guard coherency > 0 else { return nil }
    return max(1, (max(0, 1 - contention) / coherency).squareRoot())
  }
}

/// The measurement of one width: the mean of several launches.
package struct ScalabilityPoint: Equatable, Sendable {
  /// The width, from 1 on.
  package let width: Double
  /// The mean of the launches' values, speed-ups or throughputs; positive.
  package let mean: Double
  /// The number of launches behind the mean.
  package let count: Int

  /// Makes a point; nil for a width below 1, without values, or if a value is not positive and
  /// finite.
  package init?(width: Int, values: [Double]) {
    guard width >= 1, !values.isEmpty, values.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return nil
    }
    self.width = Double(width)
    mean = values.reduce(0) { $0 + $1 / Double(values.count) }
    count = values.count
  }
}

/// The fewest widths for which reports fit the law: three widths determine the coefficients and the
/// scale, and a fourth shows whether the curve is right.
package let fewestScalabilityWidths = 4

extension ScalabilityCurve {
  /// Fits the curve by least squares on the launches' values, no coefficient negative.
  ///
  /// The squared distances of a width's values from their mean are the same for every curve, so the
  /// means, weighted by their counts, give the same curve as the single values. The scale is fitted
  /// as well: a scale fixed at the mean at width 1 would pass that mean's error on to both
  /// coefficients. The result is nil below three different widths, because one or two widths can't
  /// determine both coefficients.
  ///
  /// N / X(N) is linear in the coefficients, so each Gauss-Newton step is a weighted linear problem
  /// of three unknowns that must not be negative, and is solved exactly. A step that would increase
  /// the error is halved. The first step starts from the points themselves, not from a curve.
  package init?(fitting points: [ScalabilityPoint]) {
    guard Set(points.map(\.width)).count >= 3, let unit = points.map(\.mean).max() else {
      return nil
    }
    // The means are scaled to near 1, because their fourth powers are the weights.
    let fit = ScalabilityFit(points: points, unit: unit)
    guard let slowness = fit.solved() else { return nil }
    let widest = points.reduce(1) { max($0, $1.width) }
    self.init(
      scale: unit / slowness.constant,
      contention: (slowness.linear / slowness.constant).unlessRounding(over: widest),
      coherency: (slowness.quadratic / slowness.constant).unlessRounding(over: widest * widest))
  }
}

extension Double {
  /// The coefficient, or 0 if it slows every measured width by less than a billionth, because
  /// rounding errors of a straight line would give a peak at millions of CPUs.
  fileprivate func unlessRounding(over factor: Double) -> Double { self * factor < 1e-9 ? 0 : self }
}

/// The curve in the form N / X(N) = constant + linear (N - 1) + quadratic N (N - 1), which is
/// linear in the coefficients.
private struct Slowness {
  var constant: Double
  var linear: Double
  var quadratic: Double

  func value(at width: Double) -> Double {
    constant + linear * (width - 1) + quadratic * width * (width - 1)
  }

  /// The curve whose coefficients are at a share of the way to those of another curve.
  func moved(_ share: Double, towards other: Slowness) -> Slowness {
    Slowness(
      constant: constant + share * (other.constant - constant),
      linear: linear + share * (other.linear - linear),
      quadratic: quadratic + share * (other.quadratic - quadratic))
  }
}

/// The least-squares fit of one curve.
private struct ScalabilityFit {
  let points: [ScalabilityPoint]
  let unit: Double

  func solved() -> Slowness? {
    guard var best = linearized(around: nil) else { return nil }
    var error = squares(of: best)
    let whole = points.reduce(0) { $0 + Double($1.count) * ($1.mean / unit) * ($1.mean / unit) }
    for _ in 0..<Self.mostSteps {
      guard let target = linearized(around: best) else { break }
      var share = 1.0
      var next = target
      while !(squares(of: next) < error), share > 1e-4 {
        share /= 2
        next = best.moved(share, towards: target)
      }
      let gain = error - squares(of: next)
      guard gain > 0 else { break }
      best = next
      error -= gain
      if gain < 1e-10 * error || error < 1e-26 * whole { break }
    }
    return best
  }

  /// The sum of the squared distances between the means and the curve, weighted by the number of
  /// launches.
  private func squares(of slowness: Slowness) -> Double {
    points.reduce(0) { sum, point in
      let miss = point.mean / unit - point.width / slowness.value(at: point.width)
      return sum + Double(point.count) * miss * miss
    }
  }

  /// Solves the problem that is linearized around a curve or, without one, around the points
  /// themselves.
  private func linearized(around slowness: Slowness?) -> Slowness? {
    let widest = points.reduce(1) { max($0, $1.width) }
    // The columns are scaled to similar size: N (N - 1) would drown the constant on a wide machine.
    let (linearUnit, quadraticUnit) = (widest, widest * widest)
    var system = NonNegativeLeastSquares()
    for point in points {
      let seen = point.mean / unit
      let value = slowness.map { point.width / $0.value(at: point.width) } ?? seen
      // With y = N / X, dX = -(X² / N) dy, which turns an error in X into an error in y.
      let slope = value * value / point.width
      let target = point.width / value - (seen - value) / slope
      system.add(
        SIMD3(
          1, (point.width - 1) / linearUnit, point.width * (point.width - 1) / quadraticUnit),
        target: target, weight: Double(point.count) * slope * slope)
    }
    return system.solution.map {
      Slowness(constant: $0.x, linear: $0.y / linearUnit, quadratic: $0.z / quadraticUnit)
    }
  }

  private static let mostSteps = 60
}

/// Weighted least squares of three unknowns, the first positive and the others not negative.
private struct NonNegativeLeastSquares {
  // The normal equations: the symmetric matrix's upper half, and the right side.
  private var diagonal = SIMD3<Double>.zero
  private var (xy, xz, yz) = (0.0, 0.0, 0.0)
  private var right = SIMD3<Double>.zero

  mutating func add(_ row: SIMD3<Double>, target: Double, weight: Double) {
    diagonal += weight * row * row
    xy += weight * row.x * row.y
    xz += weight * row.x * row.z
    yz += weight * row.y * row.z
    right += weight * target * row
  }

  /// The best solution of four problems, each with a different choice of unknowns held at 0: the
  /// whole problem is convex, so the best of the four is its solution.
  var solution: SIMD3<Double>? {
    var best: SIMD3<Double>?
    var least = Double.infinity
    for (hasY, hasZ) in [(true, true), (true, false), (false, true), (false, false)] {
      guard let found = solve(hasY: hasY, hasZ: hasZ), found.x > 0, found.y >= 0, found.z >= 0
      else { continue }
      let squares = objective(found)
      if squares < least { (best, least) = (found, squares) }
    }
    return best
  }

  /// The sum of squares, apart from a constant.
  private func objective(_ v: SIMD3<Double>) -> Double {
    let own = (diagonal * v * v).sum()
    let mixed = 2 * (xy * v.x * v.y + xz * v.x * v.z + yz * v.y * v.z)
    return own + mixed - 2 * (right * v).sum()
  }

  /// The best unknowns, y held at 0 unless `hasY`, and z unless `hasZ`, by Cholesky's
  /// decomposition; nil if the system is singular.
  private func solve(hasY: Bool, hasZ: Bool) -> SIMD3<Double>? {
    // An unknown that is held at 0 gets an equation of its own: 1 × unknown = 0.
    let (xy, xz) = (hasY ? self.xy : 0, hasZ ? self.xz : 0)
    let yz = hasY && hasZ ? self.yz : 0
    let pivots = SIMD3(diagonal.x, hasY ? diagonal.y : 1, hasZ ? diagonal.z : 1)
    guard pivots.x > 0 else { return nil }
    let a = pivots.x.squareRoot()
    let (b, c) = (xy / a, xz / a)
    let second = pivots.y - b * b
    guard second > Self.smallestPivot * pivots.y else { return nil }
    let d = second.squareRoot()
    let e = (yz - b * c) / d
    let third = pivots.z - c * c - e * e
    guard third > Self.smallestPivot * pivots.z else { return nil }
    let f = third.squareRoot()
    // Forward substitution, then back substitution.
    let p = right.x / a
    let q = ((hasY ? right.y : 0) - b * p) / d
    let r = ((hasZ ? right.z : 0) - c * p - e * q) / f
    let z = r / f
    let y = (q - e * z) / d
    return SIMD3((p - b * y - c * z) / a, y, z)
  }

  /// The largest share of a pivot that, if elimination leaves it, counts as a rounding error.
  private static let smallestPivot = 1e-13
}
