extension Sequence {
  /// The elements by a key; if several elements have the same key, the first is kept.
  func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    Dictionary(firsts: map { (key($0), $0) })
  }
}

extension Dictionary {
  /// Makes a dictionary of keys and values; if a key occurs several times, its first value is kept.
  init(firsts pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
