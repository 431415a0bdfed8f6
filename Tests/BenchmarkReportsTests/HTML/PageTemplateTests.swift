import BenchmarkDocument
import Testing

@testable import BenchmarkReports

@Suite struct PageTemplateTests {
  @Test func `every placeholder is filled in, and the filled-in text is not searched for more`() {
    let page = PageTemplate.fill(
      "<p>{{a}}</p>{{b}}{{a}}", ["a": "{{b}}", "b": Markup(verbatim: "<i/>")])
    #expect(page == "<p>{{b}}</p><i/>{{b}}")
  }

  @Test func `the script and the styles need no escaping in XML and load nothing`() {
    for text in [PageTemplate.script, PageTemplate.styles] {
      #expect(!text.contains { "<&".contains($0) })
      #expect(!text.contains("]]>"))
      #expect(!text.contains("url("))
      #expect(!text.contains("@import"))
    }
    #expect(PageTemplate.script.utf8.count < 4500)
  }
}
