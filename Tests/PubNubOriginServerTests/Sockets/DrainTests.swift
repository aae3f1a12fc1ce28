import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport
import PubNubOriginServer

@Suite("Draining: a server that stops loses no request")
struct DrainTests {
    /// Publishes over one connection after the other until the server takes no more.
    private final class Publisher: Sendable {
        private struct Counts {
            var acknowledged = 0
            var lost = 0
        }

        private let counts = Locked(Counts())

        /// Requests with their response.
        var acknowledged: Int { counts.withLock { $0.acknowledged } }
        /// Requests without a response.
        var lost: Int { counts.withLock { $0.lost } }

        /// A request is sent again only over a new connection, after a response that was marked as the last of its connection.
        func run(port: Int, channel: String) {
            while let connection = RawConnection(port: port) {
                var isLast = false
                while !isLast {
                    connection.get("/publish/demo/demo/0/\(channel)/0/1")
                    guard let answer = connection.answer() else { return counts.withLock { $0.lost += 1 } }
                    guard answer.status == 200 else { return counts.withLock { $0.lost += 1 } }
                    counts.withLock { $0.acknowledged += 1 }
                    isLast = answer["connection"] == "close"
                }
            }
        }
    }

    @Test("24 clients that publish as fast as they can get a response to each request", arguments: [false, true])
    func busyPublishers(isDurable: Bool) async throws {
        let folder = try DataFolder()
        let configuration = OriginConfiguration().storing(in: isDurable ? .file(folder.file()) : .memory)
        let server = OriginServer(configuration: configuration)
        let address = try await server.start()
        let publishers = (0..<24).map { _ in Publisher() }
        let isDone = Locked(0)
        for (number, publisher) in publishers.enumerated() {
            Thread.detachNewThread {
                publisher.run(port: address.port, channel: "c\(number)")
                isDone.withLock { $0 += 1 }
            }
        }
        try await onOwnThread {
            #expect(waitUntil { publishers.allSatisfy { $0.acknowledged > 2 } })
        }
        // A grace that no machine uses up: each client sends another request, and none is idle.
        await server.drain(grace: .seconds(110), limit: .seconds(110))
        try await onOwnThread { #expect(waitUntil { isDone.withLock { $0 == publishers.count } }) }
        #expect(publishers.map(\.lost) == publishers.map { _ in 0 })
        #expect(server.phase == .stopped)
    }

    @Test("The server is draining immediately, and serves during the delay as before")
    func delay() async throws {
        let clock = OriginManualClock()
        let server = OriginServer(configuration: OriginConfiguration(clock: clock))
        #expect(server.phase == .new)
        let address = try await server.start()
        #expect(server.phase == .serving)
        async let end: Void = server.drain(delay: .seconds(7))
        try await onOwnThread {
            #expect(waitUntil { clock.deadlines.contains(.seconds(7)) })
            #expect(server.phase == .draining)
            let connection = try #require(RawConnection(port: address.port))
            connection.get("/time/0")
            #expect(connection.answer()?["connection"] == "keep-alive")
            connection.get("/v2/subscribe/demo/a/0?tt=9")
            #expect(waitUntil { server.waitingCount == 1 })
            clock.advance(by: .seconds(7))
            let last = connection.answer()
            #expect(last?.text == #"{"t":{"t":"9","r":1},"m":[]}"#)
            #expect(last?["connection"] == "close")
            connection.close()
        }
        await end
        #expect(server.phase == .stopped)
    }

    @Test("An idle connection may send one more request, and a poll gets its response without waiting")
    func grace() async throws {
        let clock = OriginManualClock()
        let server = OriginServer(configuration: OriginConfiguration(clock: clock))
        let address = try await server.start()
        let connections = try await onOwnThread {
            let connections = (0..<3).compactMap { _ in RawConnection(port: address.port) }
            for connection in connections {
                connection.get("/time/0")
                #expect(connection.answer()?.status == 200)
            }
            return connections
        }
        async let end: Void = server.drain(grace: .seconds(2))
        try await onOwnThread {
            #expect(waitUntil { server.connectionDeadlines == Array(repeating: .seconds(2), count: 3) })
            connections[0].get("/time/0")
            #expect(connections[0].answer()?["connection"] == "close")
            connections[0].close()
            connections[1].get("/v2/subscribe/demo/a/0?tt=9")
            #expect(connections[1].answer()?.text == #"{"t":{"t":"9","r":1},"m":[]}"#)
            connections[1].close()
            clock.advance(by: .seconds(2))
            #expect(connections[2].waitForEnd() == .closed)
        }
        await end
    }

    @Test("Nothing is retained for a connection that its client has closed")
    func closed() async throws {
        let server = OriginServer(configuration: OriginConfiguration(clock: OriginManualClock()))
        let address = try await server.start()
        try await onOwnThread {
            let connection = try #require(RawConnection(port: address.port))
            connection.get("/time/0")
            #expect(connection.answer()?.status == 200)
            connection.close()
            #expect(waitUntil { server.connectionCount == 0 && server.connectionDeadlines.isEmpty })
        }
        await server.stop()
    }

    @Test("A client that does not read its response holds up the end for the limit and no longer")
    func limit() async throws {
        let clock = OriginManualClock()
        let server = OriginServer(configuration: OriginConfiguration(clock: clock))
        let address = try await server.start()
        let connection = try await onOwnThread {
            let connection = try #require(RawConnection(port: address.port))
            connection.send("POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: 1000\r\n\r\n1")
            connection.send(String(repeating: "1", count: 100))
            #expect(waitUntil { clock.deadlines.contains(.seconds(20)) })
            return connection
        }
        async let end: Void = server.drain(limit: .seconds(10))
        try await onOwnThread {
            #expect(waitUntil { clock.deadlines.contains(.seconds(10)) })
            clock.advance(by: .seconds(10))
            #expect(connection.waitForEnd() != .timedOut)
        }
        await end
        #expect(server.connectionCount == 0)
    }

    @Test("Connections that clients have established before the end are served, accepted or not")
    func backlog() async throws {
        let server = OriginServer()
        let address = try await server.start()
        let isDone = Locked(0)
        let lost = Locked(0)
        for _ in 0..<8 {
            Thread.detachNewThread {
                // Each connection is new, so at any time some are established and not accepted.
                while let connection = RawConnection(port: address.port) {
                    connection.get("/time/0")
                    if connection.answer()?.status != 200 { lost.withLock { $0 += 1 } }
                    connection.close()
                }
                isDone.withLock { $0 += 1 }
            }
        }
        try await onOwnThread { #expect(waitUntil { server.requestCount > 100 }) }
        await server.drain(grace: .seconds(110), limit: .seconds(110))
        try await onOwnThread { #expect(waitUntil { isDone.withLock { $0 == 8 } }) }
        #expect(lost.withLock { $0 } == 0)
    }

    @Test("Stopping ends a drain in progress")
    func stopping() async throws {
        let clock = OriginManualClock()
        let server = OriginServer(configuration: OriginConfiguration(clock: clock))
        try await server.start()
        async let end: Void = server.drain(delay: .seconds(60))
        try await onOwnThread { #expect(waitUntil { clock.deadlines.contains(.seconds(60)) }) }
        await server.stop()
        #expect(server.phase == .stopped)
        clock.advance(by: .seconds(60))
        await end
    }
}
