import BenchmarkModel
import Testing

@Suite struct NearNamesTests {
  private static let names = [
    "mutex", "nio-lock", "no-lock", "pthread-mutex", "sem", "ticket", "ticket-backoff",
  ]

  @Test(
    arguments: [
      ("mutx", ["mutex"]), ("mutxe", ["mutex"]), ("tickte", ["ticket"]),
      ("tiket", ["ticket"]), ("mutexx", ["mutex"]), ("lock", ["no-lock", "nio-lock"]),
      ("ticket", ["ticket", "ticket-backoff"]), ("noo-lock", ["nio-lock", "no-lock"]),
      ("sm", ["sem"]), ("xyz", []), ("", []), ("m", []),
    ] as [(String, [String])])
  func `a near name is at most two edits from the word, or contains a word of two letters or more`(
    word: String, near: [String]
  ) {
    #expect(NearNames.near(word, among: Self.names).prefix(near.count == 1 ? 1 : 5) == near[...])
  }

  @Test func `at most five near names are given, and a hint replaces the question if none is near`()
  {
    let names = (0..<20).map { "lock-\($0)" }
    #expect(NearNames.near("lock", among: names).count == 5)
    #expect(NearNames.question(["a", "b"], otherwise: "look") == "did you mean a or b?")
    #expect(NearNames.question([], otherwise: "look") == "look")
  }
}
