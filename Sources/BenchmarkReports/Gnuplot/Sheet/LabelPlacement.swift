import Glibc

/// A rectangle on a plot, in ems from the plot's left and bottom edges.
struct PlotBox: Equatable, Sendable {
  var left, bottom, width, height: Double

  var right: Double { left + width }
  var top: Double { bottom + height }

  /// The box that is larger by `margin` on each side.
  func grown(by margin: Double) -> PlotBox {
    PlotBox(
      left: left - margin, bottom: bottom - margin, width: width + 2 * margin,
      height: height + 2 * margin)
  }

  func overlaps(_ other: PlotBox) -> Bool {
    left < other.right && other.left < right && bottom < other.top && other.bottom < top
  }

  /// The point of the box that is nearest to a point.
  func nearest(to point: PlotPoint) -> PlotPoint {
    PlotPoint(x: min(max(point.x, left), right), y: min(max(point.y, bottom), top))
  }

  /// Whether a straight line between two points passes through the box, tested at points every 0.1
  /// ems or so.
  func isCrossed(from start: PlotPoint, to end: PlotPoint) -> Bool {
    guard max(start.x, end.x) > left, min(start.x, end.x) < right, max(start.y, end.y) > bottom,
      min(start.y, end.y) < top
    else { return false }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let steps = max(2, Int((abs(dx) + abs(dy)) / 0.1))
    return (1..<steps).contains { step in
      let part = Double(step) / Double(steps)
      let (x, y) = (start.x + part * dx, start.y + part * dy)
      return x > left && x < right && y > bottom && y < top
    }
  }
}

/// A point on a plot, in ems from the plot's left and bottom edges.
struct PlotPoint: Equatable, Sendable {
  var x, y: Double
}

/// The positions of names beside the marks of a plot, so that no name covers another name or a
/// mark.
///
/// Each name takes the free position with the least penalty, the names in the densest parts of the
/// plot first, and then may move to a better position. A name far from its mark has a line that
/// leads to the mark. All lengths are in ems.
struct LabelPlacement: Sendable {
  /// A mark with its name.
  struct Mark: Sendable {
    let name: String
    let at: PlotPoint
    /// The strokes through the mark, over which no name should be.
    var strokes: [PlotBox] = []

    /// The width of the name, whose font is 0.85 ems.
    var width: Double { 0.85 * TextWidth.ems(name) }
  }

  /// A name at its position.
  struct Label: Equatable, Sendable {
    let name: String
    /// The position of the mark.
    let mark: PlotPoint
    let box: PlotBox
    /// The end of the line from the mark to the name; nil for a name beside its mark.
    let leader: PlotPoint?
    fileprivate var penalty: Double
  }

  let width: Double
  let height: Double
  /// The height of a name.
  var lineHeight = 0.95
  /// Half of the side of the square that a mark takes.
  var radius = 0.35

  /// The marks' names at their positions, in the order of the marks; nil for a name without room.
  ///
  /// - Complexity: O(marks² × positions of a name).
  func places(of marks: [Mark]) -> [Label?] {
    let boxes = marks.map { square(around: $0.at) }
    let crowding = marks.map { mark in
      marks.count { abs($0.at.x - mark.at.x) < 5 && abs($0.at.y - mark.at.y) < 1.5 }
    }
    var order = marks.indices.sorted { (crowding[$1], $0) < (crowding[$0], $1) }
    var labels: [Label?] = []
    // Names that found no room come first in the next attempt.
    for _ in 0..<8 where labels.isEmpty || labels.contains(where: { $0 == nil }) {
      order.sort { labels.isEmpty ? false : labels[$0] == nil && labels[$1] != nil }
      labels = [Label?](repeating: nil, count: marks.count)
      for index in order { labels[index] = best(index, marks, boxes, labels) }
    }
    for index in order {
      labels[index] = nil
      labels[index] = best(index, marks, boxes, labels)
    }
    return labels
  }

  func square(around point: PlotPoint) -> PlotBox {
    PlotBox(left: point.x, bottom: point.y, width: 0, height: 0).grown(by: radius)
  }

  private func best(
    _ index: Int, _ marks: [Mark], _ boxes: [PlotBox], _ labels: [Label?]
  ) -> Label? {
    var best: Label?
    for candidate in candidates(marks[index]) where candidate.penalty < best?.penalty ?? .infinity {
      let label = judged(candidate, index, marks, boxes, labels)
      if let label, label.penalty < best?.penalty ?? .infinity { best = label }
    }
    return best
  }

  /// The candidate with all its penalties; nil if it leaves the plot, if it covers a mark, a name
  /// or a name's line, or if its own line crosses a name.
  private func judged(
    _ candidate: Label, _ index: Int, _ marks: [Mark], _ boxes: [PlotBox], _ labels: [Label?]
  ) -> Label? {
    let box = candidate.box.grown(by: 0.08)
    guard box.left >= 0, box.bottom >= 0, box.right <= width, box.top <= height,
      !boxes.contains(where: box.overlaps)
    else { return nil }
    for label in labels.compactMap(\.self) {
      let isCovered =
        box.overlaps(label.box)
        || label.leader.map { box.isCrossed(from: label.mark, to: $0) } ?? false
        || candidate.leader.map { label.box.isCrossed(from: candidate.mark, to: $0) } ?? false
      if isCovered { return nil }
    }
    // A name close to another mark, or a line that crosses another mark, would seem to belong to
    // that mark.
    let close = box.grown(by: 0.4)
    let others = boxes.indices.filter { $0 != index }.map { boxes[$0] }
    var label = candidate
    label.penalty += 0.6 * Double(others.count(where: close.overlaps))
    label.penalty += 0.7 * Double(marks.count { $0.strokes.contains(where: box.overlaps) })
    if let leader = label.leader {
      label.penalty += 1.5 * Double(others.count { $0.isCrossed(from: label.mark, to: leader) })
    }
    return label
  }

  /// The possible positions of a mark's name: eight beside the mark, then rings around it.
  private func candidates(_ mark: Mark) -> [Label] {
    let (x, y, w, near) = (mark.at.x, mark.at.y, mark.width, radius + 0.12)
    let (right, left, middle) = (x + near, x - near - w, x - w / 2)
    let (level, above, below) = (y - lineHeight / 2, y + near, y - near - lineHeight)
    let beside: [(Double, Double, Double)] = [
      (right, level, 0), (left, level, 0.2), (middle, above, 0.3), (middle, below, 0.35),
      (x + 0.1, above, 0.5), (x + 0.1, below, 0.5), (x - w - 0.1, above, 0.6),
      (x - w - 0.1, below, 0.6),
    ]
    let rings = [1.1, 1.7, 2.4, 3.2, 4.2, 5.4, 7, 9, 11.5, 14].flatMap { distance in
      (0..<24).map { step -> (Double, Double, Double) in
        let (dx, dy) = (cos(Double(step) * .pi / 12), sin(Double(step) * .pi / 12))
        let left = x + distance * dx - w * (dx > 0.3 ? 0 : dx < -0.3 ? 1 : 0.5)
        let bottom = y + distance * dy - lineHeight * (abs(dx) > 0.3 ? 0.5 : dy > 0 ? 0 : 1)
        return (left, bottom, 0.8 + distance)
      }
    }
    return (beside + rings).enumerated().map { index, candidate in
      let box = PlotBox(
        left: candidate.0, bottom: candidate.1, width: w, height: lineHeight)
      return Label(
        name: mark.name, mark: mark.at, box: box,
        leader: index < beside.count ? nil : box.nearest(to: mark.at), penalty: candidate.2)
    }
  }
}
