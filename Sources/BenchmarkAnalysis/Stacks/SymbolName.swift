import Glibc

/// A symbol's name as a person reads it.
struct SymbolName {
  /// The name: a Swift symbol demangled and shortened, any other symbol as it is.
  let text: String
  /// Whether the function is a loop of a suite.
  let isMeasuredLoop: Bool

  init(_ symbol: String) {
    isMeasuredLoop = Self.isLoopOfSuite(symbol)
    guard symbol.hasPrefix("$s"), let demangled = demangledSwiftName(symbol) else {
      text = Self.withoutCompilerSuffix(symbol)
      return
    }
    text = ShortSwiftName.of(demangled)
  }

  /// Whether the function is in SyncSuites and its name ends in "Loop" or "Loops"; in a mangled
  /// symbol, the length precedes the name.
  private static func isLoopOfSuite(_ symbol: String) -> Bool {
    let module = "$s10SyncSuites"
    guard symbol.hasPrefix(module) else { return false }
    let rest = symbol.dropFirst(module.count)
    let digits = rest.prefix { $0.isNumber }
    let name = rest.dropFirst(digits.count).prefix(Int(digits) ?? 0)
    return name.hasSuffix("Loop") || name.hasSuffix("Loops")
  }

  /// Drops the compiler's suffix for a variant of a function, as in `finish_task_switch.isra.0`.
  private static func withoutCompilerSuffix(_ symbol: String) -> String {
    let suffixes = [".isra.", ".constprop.", ".part.", ".cold", ".llvm."]
    let cut = suffixes.compactMap { suffix in
      symbol.indices.first { $0 > symbol.startIndex && symbol[$0...].hasPrefix(suffix) }
    }.min()
    return cut.map { String(symbol[..<$0]) } ?? symbol
  }
}

// The linker, unlike dlsym, also finds the function in a statically linked standard library.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ name: UnsafePointer<CChar>?, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// The runtime's text for a mangled name; nil if the name is not mangled.
func demangledSwiftName(_ mangled: String) -> String? {
  guard
    let result = runtimeDemangle(mangled, UInt(mangled.utf8.count), nil, nil, 0)
  else { return nil }
  defer { free(result) }
  let text = String(cString: result)
  return text == mangled ? nil : text
}
