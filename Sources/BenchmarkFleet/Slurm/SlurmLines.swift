/// Reads lines of `sinfo --Node --format=%N|%T|%c|%X|%Y|%Z|%f`.
enum SlurmNodes {
  /// The accepted numbers of CPUs, of sockets, of cores and of threads.
  private static let possible = 1...65_536

  static func read(_ output: String) throws(SchedulerError) -> [SchedulerNode] {
    var nodes: [SchedulerNode] = []
    var seen: Set<Substring> = []
    for line in output.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      let numbers = fields.dropFirst(2).prefix(4).map {
        Int($0).flatMap { possible.contains($0) ? $0 : nil }
      }
      guard fields.count == 7, Fleet.isName(String(fields[0])), let cpus = numbers[0],
        let sockets = numbers[1], let cores = numbers[2], let each = numbers[3],
        possible.contains(sockets * cores), possible.contains(sockets * cores * each)
      else { throw .garbled("sinfo", line: String(line.prefix(200))) }
      // A node has a line for each of its partitions.
      guard seen.insert(fields[0]).inserted else { continue }
      nodes.append(
        SchedulerNode(
          name: String(fields[0]),
          // A site may count cores as CPUs, but a job on a whole node has all threads of the cores.
          cpus: max(cpus, sockets * cores * each), state: state(fields[1]),
          features: fields[6] == "(null)"
            ? [] : fields[6].split(separator: ",").map(String.init)))
    }
    return nodes
  }

  /// The state's name without trailing signs, such as the sign for a node that does not answer.
  private static func state(_ field: Substring) -> String {
    String(field.prefix { $0.isLetter || $0 == "_" }).lowercased()
  }

  /// Whether a node in the state takes no jobs until somebody repairs the node.
  static func isOut(_ state: String) -> Bool {
    ["down", "drained", "draining", "drain", "fail", "failing", "error", "unknown", "inval"]
      .contains(state)
  }
}

/// The features that a node must have: all of them, or any one.
struct SlurmConstraint {
  private let names: [String]
  private let isAny: Bool

  /// Reads names joined by `&` or by `|`; nil allows every node.
  init(_ text: String?) throws(SchedulerError) {
    guard let text else {
      (names, isAny) = ([], false)
      return
    }
    isAny = text.contains("|")
    names = text.split(separator: isAny ? "|" : "&", omittingEmptySubsequences: false)
      .map(String.init)
    guard names.allSatisfy(Fleet.isName) else { throw .constraint(text) }
  }

  func allow(_ features: [String]) -> Bool {
    isAny ? names.contains(where: features.contains) : names.allSatisfy(features.contains)
  }
}

/// Reads lines of squeue and of sacct.
enum SlurmJobs {
  /// Lines of `squeue --format=%n|%N|%T|%M|%r`: requested node, allocated node, state, time and
  /// reason.
  ///
  /// A job that was requeued keeps its line; if a node has two jobs, the unfinished job counts.
  static func read(_ output: String) throws(SchedulerError) -> [NodeJob] {
    var jobs: [String: NodeJob] = [:]
    var order: [String] = []
    for line in output.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false)
        .map(String.init)
      guard fields.count == 5 else { throw .garbled("squeue", line: String(line.prefix(200))) }
      let node = fields[0].isEmpty || fields[0] == "(null)" ? fields[1] : fields[0]
      guard Fleet.isName(node) else { continue }
      let job = NodeJob(
        node: node, state: state(fields[2], seconds: seconds(fields[3]), reason: fields[4]))
      if jobs[node] == nil { order.append(node) }
      if jobs[node].map({ $0.state.isOver }) ?? true { jobs[node] = job }
    }
    return order.compactMap { jobs[$0] }
  }

  /// Lines of `sacct --format=NodeList,State`; the last line of a node is the newest.
  static func readAccounts(_ output: String) -> [NodeJob] {
    var jobs: [String: NodeJob] = [:]
    for line in output.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 2, Fleet.isName(fields[0]) else { continue }
      // A state such as `CANCELLED by 1000` names the user.
      let word = String(fields[1].prefix { $0 != " " })
      jobs[fields[0]] = NodeJob(node: fields[0], state: state(word, seconds: 0, reason: ""))
    }
    return jobs.values.sorted { $0.node < $1.node }
  }

  private static func state(_ word: String, seconds: Int, reason: String) -> NodeJob.State {
    switch word {
    case "PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT",
      "SUSPENDED", "RESV_DEL_HOLD", "POWER_UP_NODE":
      .waiting(inWords(reason) ?? word.lowercased())
    case "RUNNING", "COMPLETING", "SIGNALING", "STAGE_OUT", "STOPPED", "RESIZING":
      .running(seconds: seconds)
    case "COMPLETED": .completed
    default: .ended(word.lowercased())
    }
  }

  /// SLURM's reason why a job waits, explained if the word alone is not clear; nil for no reason.
  private static func inWords(_ reason: String) -> String? {
    switch reason {
    case "None", "": nil
    case "BeginTime": "it starts again in about two minutes (BeginTime)"
    case "JobHeldUser", "JobHeldAdmin": "it is held: free it with scontrol release (\(reason))"
    default: reason
    }
  }

  /// A time of SLURM's, `D-HH:MM:SS` with parts left out at the front, in seconds; 0 for other
  /// text.
  private static func seconds(_ text: String) -> Int {
    func number(_ text: Substring) -> Int { min(Int(text) ?? 0, 1_000_000) }
    let parts = text.split(separator: "-")
    let clock = (parts.last ?? "").split(separator: ":").suffix(3).map(number)
    return clock.reduce(0) { $0 * 60 + $1 } + (parts.count == 2 ? number(parts[0]) * 86_400 : 0)
  }
}

extension NodeJob.State {
  /// Whether the job is neither waiting nor running.
  var isOver: Bool {
    switch self {
    case .waiting, .running: false
    case .completed, .ended: true
    }
  }
}
