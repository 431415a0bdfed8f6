import BenchmarkAnalysis

/// The positions of the boxes of a flame graph: the width of a box is the weight of the stacks
/// through the box.
struct FlameLayout: Equatable {
  /// A box stands for all stacks that share a frame (a function or a thread's state) and the frames
  /// below that frame.
  struct Box: Equatable {
    let frame: StackFrame
    /// The number of boxes below the box: 0 for the root.
    let depth: Int
    /// The weight to the left of the box.
    let start: UInt64
    /// The weight of the stacks through the box.
    let weight: UInt64
    /// The weight of the stacks that end in the box.
    let selfWeight: UInt64
  }

  /// The weight of all stacks.
  let total: UInt64
  /// The boxes from left to right, each before the boxes above it.
  private(set) var boxes: [Box] = []
  /// The number of boxes too narrow to be drawn, without the boxes above them.
  private(set) var narrow = 0

  /// The number of rows of boxes.
  var levels: Int { (boxes.map(\.depth).max() ?? -1) + 1 }

  /// Lays out stacks, without the boxes whose share of the whole is below `least`.
  init(_ stacks: FoldedStacks, root: StackFrame, least: Double) {
    total = stacks.total
    // The order of the dictionary has no effect, because nodes add up weights and children are
    // sorted.
    let tree = Node(root)
    for (stack, weight) in stacks.weights { tree.add(stack[...], weight) }
    if total > 0 { place(tree, depth: 0, start: 0, least: least * Double(total)) }
  }

  private mutating func place(_ node: Node, depth: Int, start: UInt64, least: Double) {
    guard Double(node.weight) >= least else { return narrow += 1 }
    boxes.append(
      Box(
        frame: node.frame, depth: depth, start: start, weight: node.weight,
        selfWeight: node.selfWeight))
    var next = start
    for child in node.sortedChildren {
      place(child, depth: depth + 1, start: next, least: least)
      next += child.weight
    }
  }

  private final class Node {
    let frame: StackFrame
    var weight: UInt64 = 0
    var selfWeight: UInt64 = 0
    var children: [StackFrame: Node] = [:]

    init(_ frame: StackFrame) { self.frame = frame }

    func add(_ stack: ArraySlice<StackFrame>, _ weight: UInt64) {
      self.weight += weight
      guard let first = stack.first else { return selfWeight += weight }
      let child = children[first] ?? Node(first)
      children[first] = child
      child.add(stack.dropFirst(), weight)
    }

    /// The children, heaviest first, so that the widest boxes are together on the left.
    var sortedChildren: [Node] {
      children.values.sorted {
        ($1.weight, $0.frame.name, $0.frame.origin.rawValue)
          < ($0.weight, $1.frame.name, $1.frame.origin.rawValue)
      }
    }
  }
}
