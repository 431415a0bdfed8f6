/// FNV-1a in 64 bits: a hash that is the same in every process and on every machine.
///
/// The hash is used for names, for seeds and for comparing files; an adversary can forge it.
/// Source: Fowler, Noll and Vo.
package enum FNV1a {
  /// The hash of no bytes.
  package static let offset: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of a text's UTF-8 bytes.
  package static func hash(_ text: String) -> UInt64 { hash(text.utf8) }

  /// The hash of a text in two parts: the first has the hash `before`, and `bytes` is the second.
  package static func hash(_ bytes: some Sequence<UInt8>, after before: UInt64 = offset) -> UInt64 {
    bytes.reduce(before) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
