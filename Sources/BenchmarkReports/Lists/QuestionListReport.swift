package import BenchmarkDocument
import BenchmarkModel

extension [SuiteQuestion] {
  /// The questions, each with the command that measures its answer; empty if there are no
  /// questions.
  package func document(tool: String) -> Document {
    guard !isEmpty else { return [] }
    let table = TableDescription<SuiteQuestion>([
      .text("question") { $0.question }, .text("measure it with") { "\(tool) run \($0.arguments)" },
    ]).table(self)
    return [
      .table(table),
      .text("`advise RUN` then says what to take, and `list --search WORD` finds other cases."),
      .space,
    ]
  }
}
