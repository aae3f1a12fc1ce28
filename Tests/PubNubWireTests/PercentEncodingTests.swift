import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Requests".
@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "Escapes all bytes except for letters, digits, - _ . with uppercase digits",
        arguments: [
            ("", ""), ("abcXYZ019-_.", "abcXYZ019-_."), (" ", "%20"), ("a b+c", "a%20b%2Bc"), ("~'", "%7E%27"),
            (":/?#[]@!$&()*+,;=", "%3A%2F%3F%23%5B%5D%40%21%24%26%28%29%2A%2B%2C%3B%3D"),
            ("\"<>%{}|\\^`", "%22%3C%3E%25%7B%7D%7C%5C%5E%60"), ("\n\r\u{0}", "%0A%0D%00"), ("é", "%C3%A9"),
            ("漢", "%E6%BC%A2"), ("🙃", "%F0%9F%99%83"), ("\u{2019}", "%E2%80%99"), ("ns:group", "ns%3Agroup"),
            ("PubNub-ObjC-iOS/3.7.8", "PubNub-ObjC-iOS%2F3.7.8"),
        ]
    )
    func escapes(_ text: String, _ escaped: String) {
        #expect(PercentEncoding.escape(text) == escaped)
        #expect(PercentEncoding.escape(Array(text.utf8)) == escaped)
        #expect(PercentEncoding.unescape(escaped) == text)
    }

    @Test("Escapes quoted base64 in a path")
    func base64() {
        #expect(PercentEncoding.escape("\"q/x+w==\"") == "%22q%2Fx%2Bw%3D%3D%22")
    }

    @Test("Joins the escaped names of a list with literal commas; an empty list is a comma")
    func lists() {
        #expect(PercentEncoding.escapeList([]) == ",")
        #expect(PercentEncoding.escapeList(["a"]) == "a")
        #expect(PercentEncoding.escapeList(["room 1", "a,b", "x-pnpres"]) == "room%201,a%2Cb,x-pnpres")
    }

    @Test("Reads lowercase digits; + stands for itself")
    func tolerant() {
        #expect(PercentEncoding.unescape("%c3%a9") == "é")
        #expect(PercentEncoding.unescape("a+b") == "a+b")
        #expect(PercentEncoding.unescape("raw é and ~") == "raw é and ~")
    }

    @Test(
        "Refuses invalid escapes and bytes that are not UTF-8",
        arguments: ["%", "%2", "a%", "%GG", "%2G", "%FF", "%C3"]
    )
    func refused(_ text: String) {
        #expect(PercentEncoding.unescape(text) == nil)
    }

    @Test("Sampled scalars of each plane survive a round trip")
    func roundTrips() {
        for value in stride(from: UInt32(1), to: 0x10FFFF, by: 97) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            #expect(PercentEncoding.unescape(PercentEncoding.escape(text)) == text)
        }
    }
}
