extension Sequence {
  /// The elements by a key; if several have the same key, the first.
  func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    Dictionary(firsts: map { (key($0), $0) })
  }
}

extension Dictionary {
  /// Makes a dictionary of pairs; if several have the same key, the first counts.
  init(firsts pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
