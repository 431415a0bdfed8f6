/// A row of a raw table, with one list of its columns for the header, for writing and for reading.
protocol TableRow {
  /// The row that a reader fills.
  static var blank: Self { get }

  /// Passes each column's name and value to `column`, in the order of the file.
  mutating func visit(_ column: inout TableColumns)
}

extension TableRow {
  /// The names of the columns after the key columns.
  static var columns: [String] { blank.written.names }

  /// The values of the columns as fields.
  var fields: [String] { written.fields }

  private var written: TableColumns {
    var (row, columns) = (self, TableColumns())
    row.visit(&columns)
    return columns
  }

  /// Reads the fields after the first `keys` fields; nil if they are no row of this kind.
  init?(_ fields: CSVFields, after keys: Int) {
    self = Self.blank
    var columns = TableColumns(reading: fields, after: keys)
    visit(&columns)
    guard columns.isWholeRow else { return nil }
  }
}

/// The columns of a visited row: writing collects names and fields, reading sets values from
/// fields.
struct TableColumns {
  private(set) var names: [String] = []
  private(set) var fields: [String] = []

  private var source: CSVFields?
  private var position = 0
  private var isSound = true

  /// Begins to write a row.
  init() {}

  /// Begins to read a row after its key fields.
  init(reading source: CSVFields, after keys: Int) {
    self.source = source
    position = keys
  }

  /// Whether each column had a sound field, and no field is left over.
  var isWholeRow: Bool { isSound && position == source?.count }

  /// Writes or reads a column.
  mutating func callAsFunction<Value: TableField>(_ name: String, _ value: inout Value) {
    guard let source else { return write(name, value.field) }
    defer { position += 1 }
    guard position < source.count, let read = Value(source, position) else {
      isSound = false
      return
    }
    value = read
  }

  /// Writes or reads a column of counts; a whole number is written without a decimal point.
  mutating func count(_ name: String, _ value: inout Double?) {
    guard source == nil, let count = value, count == count.rounded(), abs(count) < 9e15 else {
      return self(name, &value)
    }
    write(name, String(Int64(count)))
  }

  /// Makes reading refuse the row if `isFitting` is false, that is if its columns contradict each
  /// other.
  mutating func require(_ isFitting: Bool) { isSound = isSound && isFitting }

  private mutating func write(_ name: String, _ field: String) {
    names.append(name)
    fields.append(field)
  }
}

/// A value that a table holds in one field.
protocol TableField {
  var field: String { get }

  /// Reads the field at an index; nil if the field is no such value.
  init?(_ fields: CSVFields, _ index: Int)
}

extension TableField where Self: FixedWidthInteger {
  var field: String { String(self) }

  init?(_ fields: CSVFields, _ index: Int) {
    guard let value = fields.integer(index, as: Self.self) else { return nil }
    self = value
  }
}

extension Int: TableField {}
extension Int64: TableField {}
extension UInt64: TableField {}

extension Double: TableField {
  var field: String { "\(self)" }

  init?(_ fields: CSVFields, _ index: Int) {
    guard let value = fields.double(index), value.isFinite else { return nil }
    self = value
  }
}

extension Bool: TableField {
  var field: String { self ? "true" : "false" }

  init?(_ fields: CSVFields, _ index: Int) { self.init(fields[index]) }
}

extension String: TableField {
  var field: String { self }

  init?(_ fields: CSVFields, _ index: Int) { self = fields[index] }
}

extension TableField where Self: RawRepresentable<String> {
  var field: String { rawValue }

  init?(_ fields: CSVFields, _ index: Int) { self.init(rawValue: fields[index]) }
}

extension TrialState: TableField {}
extension FailureKind: TableField {}
extension CountingPass: TableField {}
extension CounterStatus: TableField {}

/// An empty field is nil.
extension Optional: TableField where Wrapped: TableField {
  var field: String { self?.field ?? "" }

  init?(_ fields: CSVFields, _ index: Int) {
    if fields.isEmpty(index) {
      self = .none
    } else if let value = Wrapped(fields, index) {
      self = value
    } else {
      return nil
    }
  }
}
