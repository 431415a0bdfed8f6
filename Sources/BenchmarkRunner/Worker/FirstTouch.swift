import BenchmarkModel
import CSyncShims
import Glibc

/// Makes a case's program on a CPU, so that the memory shared by its threads is on that CPU's node.
///
/// Linux takes a page from the memory of the node whose CPU touches the page first. So the program
/// is made on a new thread, to which the C library gives a heap of its own, whose pages are
/// untouched: the process's first heap has pages from the node where the process started.
enum FirstTouch {
  /// The result of the thread that is bound to the CPU.
  private final class Outcome: @unchecked Sendable {
    var program: TrialProgram?
    var node: Int32 = -1
  }

  /// Prepares a program in a thread of its own that is bound to the CPU.
  ///
  /// - Throws: ``WorkerError`` if the CPU is not allowed, or the lock's word is on another node.
  static func program(
    on cpu: Int, prepare: @escaping @Sendable () -> TrialProgram
  ) throws(WorkerError) -> TrialProgram {
    let outcome = Outcome()
    // The new thread's first instructions touch the first page of its heap, so it must be bound
    // from its start: this thread is bound first, and the new thread inherits the binding.
    var cpus = [Int32(cpu)]
    guard var own = ProcessFacts.affinity()?.cpus.map(Int32.init),
      sync_affinity_set(0, &cpus, 1) == 0
    else { throw .cpuNotAllowed(cpu) }
    defer { _ = sync_affinity_set(0, &own, own.count) }
    let thread = startThread {
      outcome.node = sync_current_node()
      outcome.program = prepare()
    }
    guard let thread else { throw .cannotStartThread(0, of: 1) }
    pthread_join(thread, nil)
    guard let program = outcome.program else { throw .cpuNotAllowed(cpu) }
    // The node is unknown on a kernel without NUMA, and in a container that forbids the call.
    let node = program.lockWord.map { sync_memory_node(UnsafeRawPointer(bitPattern: $0)) } ?? -1
    guard node < 0 || outcome.node < 0 || node == outcome.node else {
      throw .refused("the kernel put the case's memory on node \(node), not on \(outcome.node)")
    }
    return program
  }
}
