import BenchmarkModel

/// Puts the rows of the raw tables together again as the invocations of a plan.
///
/// The rows of an invocation stand together in their table: it is looked up where they begin, not at each.
struct RawRowReader {
  private let plan: Plan
  private let places: [String: Int]
  private let counted: Set<CountedInvocation>
  private var records: [Invocation: InvocationRecord] = [:]
  private var counts: [CountedInvocation: CountedRecord] = [:]

  /// The case of the row before, as its name lies in the file.
  private var name: [UInt8] = []
  private var place: Int?
  /// The invocation of the row before, and its rows since it began.
  private var current: Invocation?
  private var rows = InvocationRecord()

  init(_ plan: Plan) {
    self.plan = plan
    places = Dictionary(
      uniqueKeysWithValues: plan.cases.enumerated().map { ($1.id.description, $0) })
    counted = Set(plan.counting == nil ? [] : plan.countedSchedule())
  }

  /// Adds a row of a table; false where it is none of the table's or of the plan's.
  mutating func add(_ fields: CSVFields, of table: RawTable) -> Bool {
    guard fields.count > 2, let place = findPlace(fields),
      let block = fields.integer(1, as: Int.self),
      (0..<plan.launchedBlocks).contains(block)
    else { return false }
    let invocation = Invocation(caseIndex: place, block: block)
    if invocation != current {
      finishInvocation()
      current = invocation
    }
    return table.add(fields, to: &rows)
  }

  /// Adds a row of what was counted; false where it is none of the table's or of the plan's.
  mutating func addCounts(_ fields: CSVFields) -> Bool {
    guard let (number, row) = CounterTable.row(fields), let place = findPlace(fields) else {
      return false
    }
    let invocation = CountedInvocation(caseIndex: place, pass: row.pass, number: number)
    guard counted.contains(invocation) else { return false }
    counts[invocation, default: CountedRecord()].rows.append(row)
    return true
  }

  /// The run of the rows so far, without the invocations that a kill cut short.
  consuming func run(_ document: RunDocument, calibrations: [String: Double]) -> Run {
    finishInvocation()
    return Run(
      document: document, calibrations: calibrations,
      records: records.filter { invocation, record in
        record.failure != nil
          || record.trials.count == plan.cases[invocation.caseIndex].sampling.trials
      },
      counted: counts.filter { $0.value.closing != nil })
  }

  /// The place in the plan of the case that a row begins with.
  private mutating func findPlace(_ fields: CSVFields) -> Int? {
    if fields.isPlain(0, name) { return place }
    let text = fields[0]
    name = Array(text.utf8)
    place = places[text]
    return place
  }

  /// Adds the gathered rows to their invocation, in arrays of just their length.
  private mutating func finishInvocation() {
    guard let current else { return }
    records[current, default: InvocationRecord()].append(rows)
    rows.trials.removeAll(keepingCapacity: true)
    rows.threads.removeAll(keepingCapacity: true)
    rows.latencies.removeAll(keepingCapacity: true)
    rows.observations.removeAll(keepingCapacity: true)
    rows.failure = nil
  }
}

extension InvocationRecord {
  /// Adds the rows of another record behind its own.
  fileprivate mutating func append(_ other: InvocationRecord) {
    trials += other.trials
    threads += other.threads
    latencies += other.latencies
    observations += other.observations
    failure = other.failure ?? failure
  }
}
