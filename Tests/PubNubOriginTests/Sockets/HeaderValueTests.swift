import Testing

@testable import PubNubOrigin

@Suite("Values of headers are read by the grammar of RFC 9110")
struct HeaderValueTests {
    private func withBytes<Value>(of text: String, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    @Test(
        "A response is compressed for a client that accepts gzip and does not prefer a body without encoding",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip, br", true), ("*", true),
            ("br, *;q=0.1", true),
            ("gzip;q=0.001", true), ("gzip ; q=1.000", true), ("gzip;Q=0.5,identity;q=0.5", true),
            ("identity;q=0, gzip", true),
            ("", false), ("identity", false), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*;q=0", false),
            ("gzip;q=0, *", false), ("gzip;q=0.5, identity", false), ("gzipped", false), ("xgzip", false),
            ("br", false),
            ("gzip;q=2", false), ("gzip;q=1.001", false), ("gzip;q=0.0001", false), ("gzip;level=1", false),
            ("gzip;q=", false), ("gzip;q=.5", false), (",,", false),
        ]
    )
    func acceptEncoding(value: String, isCompressed: Bool) {
        var accepted = AcceptedEncodings()
        withBytes(of: value) { accepted.add($0) }
        #expect(accepted.preferGzip == isCompressed)
    }

    @Test("Several Accept-Encoding headers are one list")
    func acceptEncodings() {
        var accepted = AcceptedEncodings()
        for value in ["br", "gzip;q=0.5", "identity;q=0.2"] { withBytes(of: value) { accepted.add($0) } }
        #expect(accepted.preferGzip)
    }

    @Test(
        "A body is gzip or has no encoding; any other encoding is unknown",
        arguments: [
            ("gzip", ContentCoding.gzip), ("X-GZIP", .gzip), ("identity", .identity), ("", .identity),
            ("identity, gzip", .gzip),
            ("br", .unknown), ("gzip, gzip", .unknown), ("deflate", .unknown), ("gzip;q=1", .unknown),
        ]
    )
    func contentEncoding(value: String, expected: ContentCoding) {
        var coding = ContentCoding.identity
        withBytes(of: value) { coding.add($0) }
        #expect(coding == expected)
    }

    @Test("A host is a name or an address with an optional port")
    func hosts() {
        for (text, name, port) in [
            ("Origin.Example", "origin.example", nil), ("127.0.0.1:8081", "127.0.0.1", 8081), ("[::1]", "[::1]", nil),
            ("[::FFFF:1.2.3.4]:1", "[::ffff:1.2.3.4]", 1), ("a:", "a", nil), ("a%20b:0", "a%20b", 0),
        ] as [(String, String, Int?)] {
            #expect(HostName(text)?.name == name && HostName(text)?.port == port, "\(text)")
        }
        let long = String(repeating: "a", count: 513)
        for text in [
            "", ":80", "a:b", "a:80:80", "127.0.0.1:8081@evil.example", "user@a", "a/b", "a?b", "a#b", "a b", "a\\b",
            "[::1", "[]",
            "[g]", "::1", "a:65536", "a:000080", "ä", long,
        ] {
            #expect(HostName(text) == nil, "\(text)")
        }
    }
}
