/// A question that a suite answers, with the command that measures the answer.
public struct SuiteQuestion: Equatable, Sendable {
  /// The question, as people ask it.
  public let question: String
  /// The arguments of `run`, such as `structures --workload cache`.
  public let arguments: String

  /// Makes a question with the arguments of `run`.
  public init(_ question: String, _ arguments: String) {
    self.question = question
    self.arguments = arguments
  }
}
