import BenchmarkModel
import BenchmarkReports
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkDocument

@Suite struct HTMLReportTests {
  private static let names = ["ticket", "mutex", "clh"]

  private func page(_ primitives: [String] = names) throws -> ParsedXML {
    try page(HTMLFixture.reported(HTMLFixture.run(primitives)))
  }

  private func page(_ runs: ReportedRun...) throws -> ParsedXML {
    try ParsedXML(HTMLFixture.page(runs))
  }

  // MARK: The page

  @Test func `the sections of the page are in reading order`() throws {
    let ids = try page().all("section").compactMap { $0.attributes["id"] }
    #expect(ids == ["findings", "summary", "s-locks", "environment", "method", "data"])
  }

  @Test func `no two elements have the same id, and every reference leads to an element`() throws {
    let page = try page()
    let named = page.elements.compactMap { $0.attributes["id"] }
    let ids = Set(named)
    #expect(ids.count == named.count)
    let targets = page.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
    #expect(targets.count > 6)
    for target in targets { #expect(ids.contains(String(target.dropFirst())), "\(target)") }
    for element in page.elements {
      for name in (element.attributes["aria-labelledby"] ?? "").split(separator: " ") {
        #expect(ids.contains(String(name)), "\(name)")
      }
    }
  }

  @Test func `every table has a caption, and headings with their scope`() throws {
    let page = try page()
    for table in page.all("table") {
      #expect(table.children.first == "caption", "\(table.attributes)")
      #expect(table.children.contains("thead"))
    }
    for heading in page.all("th") {
      let scope = try #require(heading.attributes["scope"], "\(heading.text)")
      #expect(["col", "row", "colgroup"].contains(scope))
    }
  }

  @Test func `a row has a cell for each heading`() throws {
    let page = try page()
    var widths: [Int] = []
    for row in page.all("tr") {
      let isHeading = !row.children.contains("td")
      if isHeading, row.children.count > 1 { widths = [row.children.count] }
      #expect(widths.isEmpty || row.children.count == widths[0], "\(row.text)")
    }
  }

  @Test func `the page loads nothing from elsewhere and runs only its own script`() throws {
    let page = try page()
    #expect(page.all("script").count == 1)
    #expect(page.all("script")[0].attributes.isEmpty)
    for name in ["link", "iframe", "object", "base", "form", "image"] {
      #expect(page.all(name).isEmpty, "\(name)")
    }
    for element in page.elements {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on"), "\(element.name) \(name)")
        #expect(!["srcset", "action"].contains(name))
        if name == "src" {
          #expect(element.name == "img" && value.hasPrefix("data:image/svg+xml,"))
        }
        if name == "href" { #expect(!value.contains(":") && !value.hasPrefix("/")) }
      }
    }
    let policy = page.all("meta").first {
      $0.attributes["http-equiv"] == "Content-Security-Policy"
    }
    let content = try #require(policy?.attributes["content"])
    #expect(content.hasPrefix("default-src 'none';") && content.hasSuffix("img-src data:"))
  }

  // MARK: Contents

  @Test func `every case is in its suite's table, and broken and missing cases have their reasons`()
    throws
  {
    let page = try page(HTMLFixture.reported(ReportFixture.summary))
    let rows = page.all("tr").map(\.text)
    for primitive in ["ticket", "mutex", "no-lock", "broken", "clh"] {
      #expect(rows.contains { $0.hasPrefix(primitive) }, "\(primitive)")
    }
    let broken = try #require(rows.first { $0.hasPrefix("broken") })
    #expect(broken.contains("FAILED") && broken.contains("killed by SIGSEGV"))
    let control = try #require(rows.first { $0.hasPrefix("no-lock") })
    #expect(control.contains("control, invalid as it must be: lost 3"))
    #expect(control.contains("lost 3, \"or more\", of 1000 updates"))
    #expect(rows.first { $0.hasPrefix("clh") }?.contains("not measured") == true)
  }

  @Test func `if the page has several runs, a heading about one run ends with the run's letter`()
    throws
  {
    let run = HTMLFixture.run(["ticket", "mutex"])
    let page = try page(HTMLFixture.reported(run), HTMLFixture.reported(run, name: "other"))
    let headings = page.texts("h3")
    #expect(headings.contains("What may have disturbed it (run A)"))
    #expect(headings.contains("Surprises (run B)"))
    #expect(!headings.contains("A What may have disturbed it"))
  }

  @Test func `a figure has its interval, and the number by which its column is sorted`() throws {
    let page = try page()
    let values = page.all("td").compactMap { $0.attributes["data-v"] }
    #expect(values.contains("11"))
    #expect(values.allSatisfy { Double($0) != nil })
    #expect(page.texts("td").contains { $0.hasPrefix("±") })
    #expect(page.texts("td").contains("11.0 ns"))
  }

  @Test func `primitives that are not told apart share a rank`() throws {
    let alike = HTMLFixture.run(["ticket", "mutex"], scale: 0)
    let page = try page(HTMLFixture.reported(alike))
    #expect(page.texts("td").count { $0 == "1=" } == 4)
    let apart = try self.page(["ticket", "mutex"])
    #expect(!apart.texts("td").contains("1="))
    #expect(apart.texts("td").count { $0 == "2" } >= 2)
  }

  @Test func `a chart has its text, and a missing chart is replaced by the reason`() throws {
    let page = try page()
    let images = page.all("img").map(\.attributes)
    #expect(images.map { $0["alt"] } == ["The best is 10 ns."])
    #expect(images.first?["src"]?.removingPercentEncoding?.hasSuffix("</svg>") == true)
    #expect(page.texts("figcaption") == ["The best is 10 ns.", "None."])
    #expect(page.texts("p").contains("Waits: gnuplot is not installed"))
  }

  @Test func `files are links if the report lies among them, and otherwise plain names`() throws {
    let run = HTMLFixture.run(Self.names)
    let among = try page(HTMLFixture.reported(run, address: ""))
    let links = among.all("a").compactMap { $0.attributes["href"] }
    #expect(links.contains("raw/trials.csv") && links.contains("run.json"))
    let elsewhere = try page()
    #expect(elsewhere.all("a").allSatisfy { $0.attributes["href"]?.hasPrefix("#") == true })
    #expect(elsewhere.texts("code").contains("raw/trials.csv"))
  }

  @Test func `the page says what disturbed the run`() throws {
    let items = try page().texts("li")
    #expect(items.contains { $0.contains("host-1 is loaded") })
    #expect(try page().texts("td").contains("25.0 % of the trials' time"))
  }

  // MARK: Several runs

  @Test func `several runs are shown side by side, with ratios to the first`() throws {
    let page = try page(
      HTMLFixture.reported(HTMLFixture.run(Self.names, host: "one"), name: "before"),
      HTMLFixture.reported(
        HTMLFixture.run(Self.names + ["mcs"], host: "two", scale: 2), name: "after"))
    let headings = page.texts("th")
    for heading in ["A before", "B after", "B ÷ A", "B is"] {
      #expect(headings.contains(heading), "\(heading)")
    }
    #expect(page.texts("td").contains("slower"))
    let new = try #require(page.all("tr").map(\.text).first { $0.hasPrefix("mcs") })
    #expect(new.contains("not in this run"))
    let hosts = try #require(page.all("tr").map(\.text).first { $0.hasPrefix("host") })
    #expect(hosts.contains("one") && hosts.contains("two"))
  }

  // MARK: Hostile names

  @Test(arguments: HTMLFixture.hostileNames)
  func `a hostile name is shown as text everywhere on the page`(name: String) throws {
    let run = HTMLFixture.run([name, "mutex"], host: name, suite: name)
    let source = HTMLReport(
      [HTMLFixture.reported(run, name: name)],
      charts: [
        ReportChart(
          name: name, suite: name, title: name, text: name, drawing: .svg(HTMLFixture.svg)),
        ReportChart(
          name: name, suite: nil, title: name, text: name, drawing: .missing(reason: name)),
      ], suites: [SuiteText(name: name, summary: name, operations: ["contended": name])]
    ).render()
    let page = try ParsedXML(source)
    let plain = HTMLReport([HTMLFixture.reported(HTMLFixture.run(["ticket", "mutex"]))]).render()
    let known = Set(try ParsedXML(plain).elements.map(\.name))
      .union(["figure", "figcaption", "img"])
    #expect(Set(page.elements.map(\.name)).isSubset(of: known))
    #expect(page.elements.allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") } })
    let shown = Printable.text(name).replacing("\u{ffff}", with: "?")
    #expect(page.texts("th").contains(shown))
    #expect(page.texts("h2").contains(shown))
    #expect(page.texts("figcaption").contains(shown))
  }
}
