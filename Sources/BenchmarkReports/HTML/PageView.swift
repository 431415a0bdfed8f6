/// The report as its template sees it.
struct PageView {
  let title: String
  let captions: [String]
  let styles: String
  let script: String
  let contents: [LinkView]
  let tiles: [TilesView]
  let facts: TableView
  let disturbances: [ListView]
  /// Those that show the whole run.
  let charts: [ChartView]
  let findings: FindingsView
  let suites: [SuiteView]
  let environment: TableView
  let method: MethodView
  let data: DataView
  let footer: String
}

/// A place in the page.
struct LinkView {
  let target: String
  let name: String
}

/// A run's key figures.
struct TilesView {
  let figures: [TileView]
}

/// A figure to be seen at once.
struct TileView {
  let value: String
  let what: String
  var mark: String?
}

/// Lines under a heading.
struct ListView {
  let title: String
  var note: String?
  let items: [ItemView]
}

/// A line, with a word before it that is marked.
struct ItemView {
  var label: String?
  var mark: String?
  let text: String
}

/// What a reader should know first.
struct FindingsView {
  var leads: [String] = []
  var lists: [ListView] = []
  var tables: [TableView] = []
}

/// All of a suite.
struct SuiteView {
  let id: String
  let name: String
  let summary: String
  let charts: [ChartView]
  let blocks: [BlockView]
}

/// A chart and what it shows in words.
struct ChartView {
  let id: String
  let title: String
  let text: String
  /// The address of the image.
  var drawing: String?
  var reason: String?
}

/// A table with its heading.
struct BlockView {
  let id: String
  let title: String
  var lead: String?
  var table: TableView?
  var remarks: [String] = []
}

/// How it was measured.
struct MethodView {
  let plans: [String]
  let severalRuns: Bool
}

/// The files that the figures come from.
struct DataView {
  let folders: [FolderView]
}

/// A run's files.
struct FolderView {
  let title: String?
  let files: [FileView]
}

/// A file of a run.
struct FileView {
  let name: String
  let address: String?
  let meaning: String
}
