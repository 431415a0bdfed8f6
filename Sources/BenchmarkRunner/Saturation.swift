extension UInt64 {
  /// The sum, or the largest number if the sum overflows: a foreign run may have any numbers.
  func plus(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  /// The product, or the largest number if the product overflows.
  func times(_ other: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
