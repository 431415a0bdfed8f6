/// The address of a word that tasks or threads use by turns.
///
/// The conformance to `Sendable` is unchecked: the callers make sure that only one task or thread
/// at a time uses the word. The reference is a plain address, so closures that capture it don't
/// count references.
public struct WordReference: @unchecked Sendable {
  /// The address of the word.
  public let pointer: UnsafeMutablePointer<UInt64>

  /// Refers to a word that outlives every use of the reference.
  @inlinable public init(_ pointer: UnsafeMutablePointer<UInt64>) { self.pointer = pointer }
}
