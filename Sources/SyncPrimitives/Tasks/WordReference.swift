/// The address of a word that tasks or threads use by turns.
///
/// Unchecked: whoever uses the word sees to it that nobody else does meanwhile. A plain address, so that a
/// closure that captures it counts no references.
public struct WordReference: @unchecked Sendable {
  /// Where the word is.
  public let pointer: UnsafeMutablePointer<UInt64>

  /// Refers to a word that outlives every use of this.
  @inlinable public init(_ pointer: UnsafeMutablePointer<UInt64>) { self.pointer = pointer }
}
