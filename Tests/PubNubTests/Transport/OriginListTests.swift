import Testing

@testable import PubNub

@Suite("Design decision 6: only http and https, and one pool for each origin")
struct OriginListTests {
    @Test("Scheme, host and port make an origin, and nothing else does")
    func origins() {
        var list = OriginList()
        let urls = [
            "http://a/x", "http://a", "http://a?q", "https://a/x", "http://a:80/x", "http://ab/x", "http://a/y/z",
            "https://a",
        ]
        #expect(urls.map { list.index(of: $0) } == [0, 0, 0, 1, 2, 3, 0, 1])
    }

    @Test("Everything else has none", arguments: ["", "http", "http://", "https:///x", "ftp://a/", "HTTP//a", "//a/x"])
    func others(url: String) {
        var list = OriginList()
        #expect(list.index(of: url) == nil)
    }
}
