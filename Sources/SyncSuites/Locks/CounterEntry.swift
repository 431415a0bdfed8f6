public import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives

/// A primitive that protects a counter, with its program for each workload.
public struct CounterEntry: Sendable {
  /// The primitive's name, in kebab case.
  public let name: String
  /// The primitive in one line.
  public let summary: String
  /// Whether the check must fail with several threads.
  public let isUnprotected: Bool
  /// Whether threads of a system's pool do part of the work.
  public let usesPool: Bool
  /// The first tier that includes the primitive by default.
  public let tier: Tier
  /// The declared behaviour; nil if none is declared.
  public let traits: LockTraits?
  /// The kind of mechanism on which the primitive is built; nil if none is declared.
  let family: PrimitiveFamily?
  /// The lock itself, for tests of its traits and for the workload `exclusion`; nil for a mere
  /// counter.
  let proof: LockProof?
  /// The expected outcome of a case, by the number of threads.
  let expectation: Expecting
  /// The axes that the primitive does not use.
  let unusedAxes: Set<String>
  /// Whether the primitive is a user's own: another package defines it, so this package's tests
  /// don't cover it.
  private var isOwn = false
  /// Why a primitive that does not do the work of the other primitives is measured: as a floor or
  /// as a control; nil if the primitive does their work.
  private var yardstick: Yardstick?
  /// The programs in the suites `barrier` and `structures`; nil for an entry that guards no data.
  @usableFromInline var sharedData: SharedDataPrograms?
  @usableFromInline typealias Expecting = @Sendable (_ threads: Int) -> Expectation
  @usableFromInline typealias Prepare = @Sendable (CaseContext) -> TrialProgram
  @usableFromInline let programs: [LockWorkload: Prepare]

  @usableFromInline
  init(
    name: String, summary: String, isUnprotected: Bool, usesPool: Bool, tier: Tier,
    traits: LockTraits?, programs: [LockWorkload: Prepare], proof: LockProof? = nil,
    unusedAxes: Set<String> = [], family: PrimitiveFamily? = nil,
    failing expectation: Expecting? = nil
  ) {
    self.name = name
    self.summary = summary
    self.isUnprotected = isUnprotected
    self.usesPool = usesPool
    self.tier = tier
    self.traits = traits
    self.family = family ?? traits?.family
    yardstick = self.family == .floor ? .floor : nil
    self.programs = programs
    self.proof = proof
    self.unusedAxes = unusedAxes
    self.expectation =
      expectation ?? { threads in
        isUnprotected && threads > 1
          ? .invalid(reason: "nothing keeps the threads apart") : .valid
      }
  }

  /// Makes the entry of a counter, for the workloads `uncontended` and `contended` only.
  @inlinable @inline(__always)
  public init<Counter: SharedCounter & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    tier: Tier = .headline, traits: LockTraits? = nil, family: PrimitiveFamily? = nil,
    counter make: @escaping @Sendable () -> Counter
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: isUnprotected, usesPool: usesPool, tier: tier,
      traits: traits,
      programs: [
        .uncontended: { uncontendedProgram($0, make()) },
        .contended: { contendedProgram($0, make()) },
      ], family: family)
  }

  /// Makes the entry of a lock, or of another primitive that excludes.
  @inlinable @inline(__always)
  public init<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    tier: Tier = .headline, family: PrimitiveFamily? = nil, lock: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: isUnprotected, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits,
      programs: isUnprotected ? countingPrograms(lock) : exclusionPrograms(lock),
      proof: LockProof(lock), family: family)
  }

  /// Makes the entry of a lock whose acquire and release are separate functions.
  @inlinable @inline(__always)
  public init<Exclusion: Lock & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    tier: Tier = .headline, lock: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: isUnprotected, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits,
      programs: isUnprotected ? countingPrograms(lock) : exclusionPrograms(lock),
      proof: LockProof(lock))
  }

  /// Makes the entry of a primitive with a try operation.
  @inlinable @inline(__always)
  public init<Exclusion: TryExclusion & ~Copyable>(
    _ name: String, _ summary: String, usesPool: Bool = false, tier: Tier = .headline,
    lock: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: false, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits,
      programs: exclusionPrograms(lock).merging(tryPrograms(lock)) { $1 }, proof: LockProof(lock))
  }

  /// Makes the entry of a lock with a try operation.
  @inlinable @inline(__always)
  public init<Exclusion: TryLock & ~Copyable>(
    _ name: String, _ summary: String, usesPool: Bool = false, tier: Tier = .headline,
    lock: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: false, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits,
      programs: exclusionPrograms(lock).merging(tryPrograms(lock)) { $1 }, proof: LockProof(lock))
  }

  /// Makes the entry of a negative control, for the workload `control` only.
  @inlinable @inline(__always)
  init<Exclusion: Lock & ~Copyable>(
    control name: String, _ summary: String, isForOneThread: Bool = false,
    failing: @escaping Expecting, of type: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: true, usesPool: false, tier: .headline,
      traits: Exclusion.traits,
      programs: [.control: { contendedProgram($0, YieldingCounter<Exclusion>()) }],
      proof: LockProof(type), unusedAxes: isForOneThread ? ["threads"] : [], failing: failing)
  }

  /// The first tier that includes the primitive in a workload by default.
  ///
  /// A wrapper waits like the algorithm that it wraps, so `waits` has only the algorithm in the
  /// headline tier. Few locks suit `nested`, so each tier that has `nested` has all of these locks.
  /// `inversion` is made for locks that serve by priority, so each tier that has `inversion` has
  /// all locks of this kind.
  private func tier(in workload: LockWorkload) -> Tier {
    switch workload {
    case .waits: traits?.wraps != nil ? max(tier, .standard) : tier
    case .nested: .headline
    case .inversion: traits?.order == .priority ? .headline : tier
    default: tier
    }
  }

  /// The entry, marked as a user's own, which another package defines.
  var asOwn: CounterEntry {
    var entry = self
    entry.isOwn = true
    return entry
  }

  /// The entry, marked as a control that does not exclude.
  func asControl() -> CounterEntry {
    var entry = self
    entry.yardstick = .control
    return entry
  }

  /// The primitive in a workload; nil if the primitive can't take part.
  func primitive(in workload: LockWorkload) -> MeasuredPrimitive? {
    guard let prepare = program(in: workload) else { return nil }
    let expectation = self.expectation
    var primitive = MeasuredPrimitive(
      name: name, summary: summary, tier: tier(in: workload), traits: traits?.columns ?? [],
      unusedAxes: unusedAxes, usesPool: usesPool,
      expectation: { expectation($0["threads"] ?? 1) }, prepare: prepare)
    primitive.proof = primitiveProof
    primitive.family = family?.rawValue
    primitive.yardstick = yardstick
    primitive.module = traits?.module ?? (isOwn ? nil : packageModule)
    primitive.companion = isOwn && !isUnprotected && proof != nil ? exclusionCase : nil
    return primitive
  }

  /// The program in a workload.
  ///
  /// The program of `exclusion` is made from the proof.
  private func program(in workload: LockWorkload) -> Prepare? {
    guard workload == .exclusion else { return programs[workload] }
    // The sections of a primitive that uses a pool run on the pool's threads, which can't be made
    // to meet inside a section.
    guard let proof, !usesPool, programs[.contended] != nil else { return nil }
    return { exclusionCheckProgram($0, proof) }
  }

  private var exclusionCase: CaseID {
    CaseID(
      suite: "locks", workload: LockWorkload.exclusion.rawValue, primitive: name,
      parameters: [Parameter("threads", 2)])
  }
}

/// The module that programmers import for the locks of this package.
let packageModule = "SyncPrimitives"
