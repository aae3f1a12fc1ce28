import Foundation
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Bad input and abuse: a clear refusal, and the server continues", .serialized)
struct AbuseTests {
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: o\r\n\r\n" }

    private static func post(_ headers: String, _ body: String = "") -> String {
        "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\n\(headers)\r\n\r\n\(body)"
    }

    /// A server with a message, that has to be there and to be delivered after the abuse.
    private static func abused(
        _ configuration: OriginConfiguration = OriginConfiguration(),
        _ body: @escaping @Sendable (Int, OriginServer) throws -> Void
    ) async throws {
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let poll = try #require(RawConnection(port: address.port))
                let valid = try #require(RawConnection(port: address.port))
                valid.get("/publish/demo/demo/0/valid/0/1")
                #expect(valid.answer()?.status == 200)
                poll.get("/v2/subscribe/demo/other/0?tt=1")
                #expect(waitUntil { server.waitingCount == 1 })
                try body(address.port, server)
                valid.get("/v2/history/sub-key/demo/channel/valid")
                #expect(valid.answer()?.text.hasPrefix("[[1]") == true)
                valid.get("/publish/demo/demo/0/other/0/2")
                #expect(valid.answer()?.status == 200)
                #expect(poll.answer()?.text.contains("\"d\":2") == true)
                valid.get("/v2/history/sub-key/demo/channel/a")
                #expect(valid.answer()?.text == "[[],0,0]", "nothing of the abuse was stored")
            }
        }
    }

    @Test("An invalid or too large request is refused and its connection closed", arguments: RefusedRequest.all)
    func refused(request: RefusedRequest) async throws {
        try await Self.abused { port, _ in try request.check(onPort: port) }
    }

    /// Requests that are well-formed HTTP, by the status that refuses them.
    static let wrong: [(status: Int, request: String)] = [
        (400, get("/time/%zz")),
        (400, get("/time/0?uuid=%4")),
        (400, get("/time/0?uuid=%")),
        (400, get("/publish/demo/demo/0/a%C3/0/1")),
        (400, get("/publish/demo/demo/0/a/0/%22%FF%22")),
        (400, get("/publish/demo/demo/0/a/0/1?meta=%ED%A0%80")),
        (400, get("/v2/history/sub-key/demo/channel/%C0%AF")),
        (400, get("/publish/demo/demo/0/a%00b/0/1")),
        (404, get("*")),
        (405, "PUT /time/0 HTTP/1.1\r\nHost: o\r\nContent-Length: 0\r\n\r\n"),
        (405, "TRACE /time/0 HTTP/1.1\r\nHost: o\r\n\r\n"),
        (404, "PURGE /nothing HTTP/1.1\r\nHost: o\r\n\r\n"),
        (400, post("Content-Length: 3", "{\0}")),
        (400, post("Content-Length: 0")),
        (400, post("Content-Encoding: gzip\r\nContent-Length: 4", "none")),
    ]

    @Test("A request with invalid content is refused, and its connection continues", arguments: wrong)
    func sensible(status: Int, request: String) async throws {
        try await Self.abused { port, _ in
            let connection = try #require(RawConnection(port: port))
            connection.send(request)
            #expect(connection.answer()?.status == status)
            connection.get("/time/0")
            #expect(connection.answer()?.status == 200)
        }
    }

    @Test("A body without a length is none: what follows is the next request")
    func missingLength() async throws {
        try await Self.abused { port, _ in
            let connection = try #require(RawConnection(port: port))
            connection.send(Self.post("A: b", Self.get("/time/0")))
            #expect(connection.answer()?.status == 400)
            #expect(connection.answer()?.status == 200)
        }
    }

    @Test("200 connections that send heads and bodies byte by byte delay no other, and are refused after their time")
    func slowloris() async throws {
        let clock = OriginManualClock()
        try await Self.abused(OriginConfiguration(clock: clock)) { port, server in
            let slow = (0..<200).compactMap { _ in RawConnection(port: port) }
            #expect(slow.count == 200)
            for (number, connection) in slow.enumerated() {
                let part = number.isMultiple(of: 2) ? "GET /ti" : Self.post("Content-Length: 100", "1")
                connection.send(Self.get("/time/0") + part)
                #expect(connection.answer()?.status == 200)
            }
            for _ in 0..<60 {
                clock.advance(by: .seconds(1))
                for connection in slow { connection.send("1") }
                let other = try #require(RawConnection(port: port))
                other.get("/time/0")
                #expect(other.answer()?.status == 200)
            }
            for connection in slow { #expect(connection.answer()?.status == 408) }
            for connection in slow { connection.close() }
            #expect(waitUntil { server.connectionCount == 2 })
        }
    }

    @Test("1,000 pipelined requests get 1,000 responses in order, also behind a long poll")
    func pipelined() async throws {
        try await Self.abused { port, server in
            let connection = try #require(RawConnection(port: port))
            let requests = (0..<1000).map { Self.get("/time/t_\($0)") }.joined()
            connection.send(requests)
            for number in 0..<1000 { #expect(connection.answer()?.text.hasPrefix("t_\(number)(") == true) }
            connection.send(Self.get("/v2/subscribe/demo/held/0?tt=1") + requests)
            #expect(waitUntil { server.waitingCount == 2 })
            let publisher = try #require(RawConnection(port: port))
            publisher.get("/publish/demo/demo/0/held/0/1")
            #expect(publisher.answer()?.status == 200)
            #expect(connection.answer()?.text.contains("\"d\":1") == true)
            for number in 0..<1000 { #expect(connection.answer()?.text.hasPrefix("t_\(number)(") == true) }
        }
    }

    // Other suites would use memory in the meantime, so it has a process of its own.
    @Test("Memory does not grow with refused requests: 400 MB of them leave less than half of that behind")
    func memory() async {
        await #expect(processExitsWith: .success) {
            try await Self.abused { port, server in
                func flood(_ count: Int) throws {
                    for _ in 0..<count {
                        let connection = try #require(RawConnection(port: port))
                        connection.send(Self.get("/time/0?" + Self.repeated("x", 500_000)))
                        #expect(connection.answer()?.status == 414)
                    }
                }
                try flood(20)
                let before = try KernelFile.residentBytes()
                try flood(800)
                #expect(try KernelFile.residentBytes() - before < 200_000_000)
                #expect(waitUntil { server.connectionCount == 2 })
            }
        }
    }
}
