/// FNV-1a in 64 bits: a hash that is the same in every process and on every machine.
///
/// It resists no adversary; it names and seeds. Source: Fowler, Noll and Vo.
public enum FNV1a {
  /// The hash of a text's UTF-8 bytes.
  public static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
