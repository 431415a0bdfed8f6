package import BenchmarkModel
package import BenchmarkStatistics

/// The columns of a table, each declared once for all backends.
///
/// A description makes three views of the same rows: a `Table` for pages (here, what people read,
/// also on a terminal), the text of a CSV file, and JSON objects. A column without a title is on no
/// page, and a column without a key is in neither CSV nor JSON.
package struct TableDescription<Row>: Sendable {
  /// The columns, from left to right.
  package var columns: [Column]

  /// Makes a description of columns.
  package init(_ columns: [Column]) { self.columns = columns }

  /// The condition on which a page shows a column.
  enum Visibility { case always, ifAny, ifVaried }

  /// A column: its title on a page, its key in files, and its value in a row.
  package struct Column: Sendable {
    let title: String?
    let key: String?
    let kind: Table.Kind
    /// Whether the values are estimates with intervals.
    let isEstimate: Bool
    let value: @Sendable (Row) -> FieldValue
    /// The condition on which a page shows the column.
    var visibility = Visibility.always
    /// Whether a page leaves out the intervals of the column's estimates.
    var hidesInterval = false
    /// Whether JSON has all digits of the column's figures.
    var isExact = false
    /// The units, one of which a backend may write in the heading for all figures of the column.
    var units: [String] = []

    /// Makes a column with values of any kind.
    package init(
      _ title: String?, key: String?, kind: Table.Kind, isEstimate: Bool = false,
      value: @escaping @Sendable (Row) -> FieldValue
    ) {
      self.title = title
      self.key = key
      self.kind = kind
      self.isEstimate = isEstimate
      self.value = value
    }
  }
}

/// The value of a row in a column, before a backend writes it.
package enum FieldValue: Sendable {
  /// Words; nil if there are none.
  case text(String?)
  /// A word with a tone for pages.
  case verdict(String, Tone)
  case count(Int?)
  /// A number, with its quantity for pages.
  case figure(Double?, Quantity)
  /// A value with its interval, under `key`, `key_low` and `key_high` in files; a page shows
  /// `absent` if there is no value.
  case estimate(Estimate?, Quantity, IntervalForm, absent: Cell)
  /// A cell that only pages have.
  case shown(Cell)
  /// An object or a list of objects, which only JSON has.
  case nested(JSONValue)

  /// The form of an interval on a page.
  package enum IntervalForm: Sendable {
    /// Half the interval's width, such as `±2 %`.
    case spread
    /// Half the interval's width, after a value that is shown as a part, such as `1/81`, only if
    /// both ends of its interval are parts too.
    case suitedSpread
    case ends
  }
}

extension TableDescription.Column {
  /// A column of words.
  package static func text(
    _ title: String?, key: String? = nil, _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self(title, key: key, kind: .text) { .text(value($0)) }
  }

  /// A column of names, whose parts are separated by slashes.
  package static func name(_ title: String, _ value: @escaping @Sendable (Row) -> String) -> Self {
    Self(title, key: nil, kind: .name) { .text(value($0)) }
  }

  /// A column of numbers of things.
  package static func count(
    _ title: String?, key: String? = nil, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(title, key: key, kind: .figure) { .count(value($0)) }
  }

  /// A column of numbers with a quantity.
  package static func figure(
    _ title: String?, key: String? = nil, _ quantity: Quantity,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(title, key: key, kind: .figure) { .figure(value($0), quantity) }
  }

  /// A column of values, whose intervals are in a column beside it.
  package static func estimate(
    _ title: String?, key: String? = nil, _ quantity: Quantity,
    as form: FieldValue.IntervalForm = .ends,
    absent: @escaping @Sendable (Row) -> Cell = { _ in .empty },
    _ value: @escaping @Sendable (Row) -> Estimate?
  ) -> Self {
    Self(title, key: key, kind: .figure, isEstimate: true) { row in
      .estimate(value(row), quantity, form, absent: absent(row))
    }
  }

  /// A column of ratios with half the width of their intervals; a ratio is shown as a part such as
  /// `1/81` only if both ends of its interval are parts too.
  package static func ratio(
    _ title: String, _ value: @escaping @Sendable (Row) -> Estimate?
  ) -> Self {
    estimate(title, .times, as: .suitedSpread, value)
  }

  /// A column of a metric with its interval, under the metric's name on pages and in files.
  package static func metric(
    _ metric: MetricColumn, absent: @escaping @Sendable (Row) -> Cell = { _ in .empty },
    _ value: @escaping @Sendable (Row) -> Estimate?
  ) -> Self {
    var column = estimate(
      metric.name, key: metric.name, Quantity(metric), as: .spread, absent: absent, value)
    column.units = Table.Column(metric: metric).units
    return column
  }

  /// Three columns of an estimate: the value and both ends, each under a key of its own.
  package static func plainEstimate(
    _ value: @escaping @Sendable (Row) -> Estimate?
  ) -> [Self] {
    [
      figure(nil, key: "value", .number) { value($0)?.value },
      figure(nil, key: "low", .number) { value($0)?.interval?.low },
      figure(nil, key: "high", .number) { value($0)?.interval?.high },
    ]
  }

  /// A column of cells that only pages have.
  package static func shown(
    _ title: String, _ kind: Table.Kind = .text, _ cell: @escaping @Sendable (Row) -> Cell
  ) -> Self {
    Self(title, key: nil, kind: kind) { .shown(cell($0)) }
  }

  /// A column of objects with fields of their own, `null` if there is none.
  package static func object<Child>(
    _ key: String, _ description: TableDescription<Child>,
    _ value: @escaping @Sendable (Row) -> Child?
  ) -> Self {
    Self(nil, key: key, kind: .text) { row in
      .nested(value(row).map(description.json) ?? .null)
    }
  }

  /// A column of lists of objects.
  package static func objects<Child>(
    _ key: String, _ description: TableDescription<Child>,
    _ value: @escaping @Sendable (Row) -> [Child]
  ) -> Self {
    Self(nil, key: key, kind: .text) { .nested(description.json(value($0))) }
  }

  /// The column, left out of a page if no row has a value in it.
  package var ifAny: Self {
    var column = self
    column.visibility = .ifAny
    return column
  }

  /// The column, left out of a page if all rows have the same value in it.
  package var ifVaried: Self {
    var column = self
    column.visibility = .ifVaried
    return column
  }

  /// The column of estimates, whose intervals a page leaves out.
  package var withoutInterval: Self {
    var column = self
    column.hidesInterval = true
    return column
  }

  /// The column of figures, which JSON has with all of their digits.
  package var exact: Self {
    var column = self
    column.isExact = true
    return column
  }
}
