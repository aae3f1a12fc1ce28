import PubNubCodec
import Testing

@testable import PubNubOrigin

@Suite("A response that many clients get")
struct SharedBodyTests {
    private static let body = Array(String(repeating: "x", count: 5000).utf8)

    /// Where the bytes of an array are. Copies that were not changed share them.
    private func place(_ bytes: [UInt8]?) -> Int? {
        bytes?.withUnsafeBytes { $0.baseAddress.map { Int(bitPattern: $0) } }
    }

    @Test("Its copies share one compressed body")
    func shared() throws {
        let response = OriginResponse(body: Self.body).sharingBody()
        let copy = response
        let first = try #require(response.gzippedBody())
        let second = try #require(copy.gzippedBody())
        #expect(place(first) == place(second))
        #expect(try Gzip.decompress(first, limit: 10_000) == Self.body)
    }

    @Test("Threads that need it at the same time get the same")
    func concurrent() async {
        let response = OriginResponse(body: Self.body).sharingBody()
        let bodies = await withTaskGroup(of: [UInt8]?.self, returning: [[UInt8]?].self) { group in
            for _ in 0..<8 { group.addTask { response.gzippedBody() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.count == 8)
        #expect(Set(bodies.map { place($0) }).count == 1)
    }

    @Test("A copy with another body, as for JSONP, has a compressed body of its own")
    func changed() throws {
        let response = OriginResponse(body: Self.body).sharingBody()
        _ = response.gzippedBody()
        let wrapped = response.wrapped(in: "f")
        let compressed = try #require(wrapped.gzippedBody())
        #expect(try Gzip.decompress(compressed, limit: 10_000) == Array("f(".utf8) + Self.body + Array(")".utf8))
    }

    @Test("Responses are equal if they say the same, however their bodies are shared")
    func equality() {
        let response = OriginResponse(body: Self.body)
        #expect(response == response.sharingBody())
        #expect(response.sharingBody().hasUsualHeaders)
        var other = response
        other.headers = [HeaderField(name: "A", value: "b")]
        #expect(response != other)
        #expect(!other.hasUsualHeaders)
        #expect(!other.sharingBody().hasUsualHeaders)
    }
}
