import BenchmarkDocument
import Testing

@testable import BenchmarkReports

@Suite struct PageTemplateTests {
  @Test func `each name is filled in once, and what is filled in is not looked through`() {
    let page = PageTemplate.fill(
      "<p>{{a}}</p>{{b}}{{a}}", ["a": "{{b}}", "b": Markup(verbatim: "<i/>")])
    #expect(page == "<p>{{b}}</p><i/>{{b}}")
  }

  @Test func `script and styles stand in XML as they are`() {
    for text in [PageTemplate.script, PageTemplate.styles] {
      #expect(!text.contains { "<&".contains($0) })
      #expect(!text.contains("]]>"))
      #expect(!text.contains("url("))
      #expect(!text.contains("@import"))
    }
    #expect(PageTemplate.script.utf8.count < 4500)
  }
}
