import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite(
    "The real service's responses, byte for byte",
    .enabled(if: RecordedFixtures.folder != nil, "The folder of recorded exchanges is not there."),
    .timeLimit(.minutes(5))
)
struct RecordedFramingTests {
    struct Exchange: Decodable, Sendable, CustomTestStringConvertible {
        struct Expectation: Decodable {
            let responses: [Response]
        }

        struct Response: Decodable {
            let status: Int
            let headers: [String: String]
            let body: String
        }

        let id: String
        let rawBase64: String
        let expect: Expectation

        var testDescription: String { id }
        var raw: [UInt8] { Data(base64Encoded: rawBase64).map(Array.init) ?? [] }
    }

    static let exchanges: [Exchange] = {
        guard let folder = RecordedFixtures.folder else { return [] }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let file = folder.appending(path: "recorded/http-framing.json")
        return (try? decoder.decode([Exchange].self, from: Data(contentsOf: file))) ?? []
    }()

    @Test("The recording exists and is complete")
    func isRead() {
        #expect(Self.exchanges.count >= 11)
        #expect(Self.exchanges.allSatisfy { !$0.raw.isEmpty && !$0.expect.responses.isEmpty })
    }

    @Test("Reads each response as it was recorded", arguments: exchanges)
    func replay(exchange: Exchange) async throws {
        let responses = try Self.split(exchange)
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let index = request.line.split(separator: " ").dropFirst().first.flatMap { Int($0.dropFirst()) } ?? 0
                connection.send(responses[index])
            }
        }
        let transport = CurlTransport()
        for (index, expected) in exchange.expect.responses.enumerated() {
            try check(await transport.get(server.url("/\(index)")), expected)
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("Bytes behind the first response of a read do not affect it", arguments: exchanges)
    func burst(exchange: Exchange) async throws {
        let server = try RawServer.answering(exchange.raw)
        let transport = CurlTransport()
        for _ in 0..<2 {
            try check(await transport.get(server.url()), try #require(exchange.expect.responses.first))
        }
    }

    private func check(_ result: Result<TransportResponse, TransportFailure>, _ expected: Exchange.Response) throws {
        let response = try result.get()
        #expect(response.status == expected.status)
        #expect(response.contentType == expected.headers["content-type"])
        #expect(String(decoding: response.body, as: UTF8.self) == expected.body)
    }

    /// Splits one recorded read into its responses by their lengths.
    private static func split(_ exchange: Exchange) throws -> [[UInt8]] {
        var rest = exchange.raw[...]
        return try exchange.expect.responses.map { response in
            let head = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
            let length = try #require(response.headers["content-length"].flatMap { Int($0) })
            defer { rest = rest.dropFirst(head.upperBound - rest.startIndex + length) }
            return Array(rest.prefix(head.upperBound - rest.startIndex + length))
        }
    }
}
