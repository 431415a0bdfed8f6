import Glibc

/// The names of the signals that end a process.
package enum SignalName {
  /// A signal's name, with its usual cause.
  package static func text(of signal: Int) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGALRM: "SIGALRM (it made no progress)", SIGBUS: "SIGBUS",
      SIGFPE: "SIGFPE", SIGILL: "SIGILL (a trap)",
      SIGINT: "SIGINT", SIGKILL: "SIGKILL (out of memory?)", SIGSEGV: "SIGSEGV",
      SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP (a trap)",
    ]
    return names[Int32(signal)] ?? "signal \(signal)"
  }
}
