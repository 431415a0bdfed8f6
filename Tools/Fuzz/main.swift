// Fuzz READER [OPTION OF libFuzzer…] [CORPUS…] calls a reader with the inputs that libFuzzer
// generates. Fuzz --list lists the readers.
import Glibc

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The CPU time of this thread in ns, which other load of the machine does not change.
private func cpuNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

nonisolated(unsafe) private var slowestNanoseconds: UInt64 = 0
nonisolated(unsafe) private var executions = 0
nonisolated(unsafe) private var reader = Reader.all[0]

/// The environment variable that gives the reader's name to further processes that the fuzzer
/// starts, for example to merge corpora.
private let variable = "FUZZ_READER"

/// Takes the reader's name off the arguments; nil if there is none.
private func takeName() -> (name: String, taken: Int32)? {
  if let name = getenv(variable) { return (String(cString: name), 0) }
  guard CommandLine.arguments.count > 1, CommandLine.arguments[1] != "--list" else { return nil }
  setenv(variable, CommandLine.arguments[1], 1)
  return (CommandLine.arguments[1], 1)
}

@MainActor private func fuzz() -> Int32 {
  guard let (name, taken) = takeName() else {
    for reader in Reader.all { print("\(reader.name)\t\(reader.mostBytes)\t\(reader.summary)") }
    return 0
  }
  guard let named = Reader.all.first(where: { $0.name == name }) else {
    print("Fuzz: there is no reader '\(name)'; `Fuzz --list` names them")
    return 64
  }
  reader = named
  // The fuzzer ends the process itself.
  atexit { print("slowest: \(Double(slowestNanoseconds / 1000) / 1000) ms") }
  var arguments = CommandLine.unsafeArgv + Int(taken)
  arguments[0] = CommandLine.unsafeArgv[0]
  var count = CommandLine.argc - taken
  return runDriver(&count, &arguments) { bytes, count in
    let start = cpuNanoseconds()
    reader.read(Input(start: bytes, count: count))
    let taken = cpuNanoseconds() - start
    // The first executions set up shared state, whose time belongs to no reader.
    executions += 1
    if executions > 100, taken > slowestNanoseconds { slowestNanoseconds = taken }
    return 0
  }
}

exit(fuzz())
