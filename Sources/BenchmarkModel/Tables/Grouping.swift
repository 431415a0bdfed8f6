extension Sequence {
  /// The elements in groups that share a key, with keys and elements in the order of their first
  /// appearance.
  ///
  /// - Complexity: O(n).
  package func grouped<Key: Hashable>(by key: (Element) throws -> Key) rethrows -> [[Element]] {
    var indices: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let key = try key(element)
      if let index = indices[key] {
        groups[index].append(element)
      } else {
        indices[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

extension Sequence {
  /// The elements by their keys; of several elements with the same key, the first.
  ///
  /// - Complexity: O(n).
  package func keyed<Key: Hashable>(by key: (Element) throws -> Key) rethrows -> [Key: Element] {
    Dictionary(firsts: try map { (try key($0), $0) })
  }
}

extension Dictionary {
  /// Makes a dictionary of keys and values; if a key occurs several times, its first value is kept.
  package init(firsts pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of its first appearance.
  ///
  /// - Complexity: O(n).
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
