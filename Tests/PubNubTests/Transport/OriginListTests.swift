import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Only http and https, and one pool for each origin")
struct OriginListTests {
    @Test("Scheme, host and port identify an origin")
    func origins() {
        var list = OriginList()
        let urls = [
            "http://a/x", "http://a", "http://a?q", "https://a/x", "http://a:80/x", "http://ab/x", "http://a/y/z",
            "https://a",
        ]
        #expect(urls.map { list.base(of: $0)?.origin } == [0, 0, 0, 1, 2, 3, 0, 1])
    }

    @Test(
        "The length of an origin ends before the path and the query",
        arguments: ["http://a:1/x", "http://a:1", "http://a:1?q"]
    )
    func length(url: String) {
        var list = OriginList()
        for _ in 0..<2 {
            #expect(list.base(of: url) == OriginList.Origin(origin: 0, length: 10))
        }
    }

    @Test("Other strings have none", arguments: ["", "http", "http://", "https:///x", "ftp://a/", "HTTP//a", "//a/x"])
    func others(url: String) {
        var list = OriginList()
        #expect(list.base(of: url) == nil)
    }
}
