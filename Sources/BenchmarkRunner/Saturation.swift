extension UInt64 {
  /// The sum, or the largest number where none holds it: a run from elsewhere may say anything.
  func plus(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  /// The product, or the largest number where none holds it.
  func times(_ other: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
