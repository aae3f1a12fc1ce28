import Foundation
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import TestRandom
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Many concurrent requests, and their ends", .timeLimit(.minutes(5)))
struct CurlTransportConcurrencyTests {
    /// Responds immediately, except for paths that ask to be held.
    static func server(held: Latch? = nil) throws -> RawServer {
        try RawServer { connection in
            while let request = connection.readRequest() {
                if request.line.hasPrefix("GET /hold") {
                    held?.arrive()
                    return connection.waitForClose()
                }
                connection.send(HTTPText.response(request.line))
            }
        }
    }

    @Test("A cancelled poll ends with .cancelled, and its connection is closed")
    func cancel() async throws {
        let held = Latch()
        let closed = Latch()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            held.arrive()
            connection.waitForClose()
            closed.arrive()
        }
        let transport = CurlTransport()
        let request = TransportRequest(id: .next(), url: server.url("/hold"), lane: .subscribe)
        async let result = transport.send(request)
        await held.opened()
        transport.cancel(request.id)
        #expect(await result.failure == .cancelled)
        await closed.opened()
        transport.cancel(request.id)
        transport.cancel(.next())
    }

    @Test("200 transfers finish while a poll hangs")
    func manyTransfers() async throws {
        let held = Latch()
        let server = try Self.server(held: held)
        let transport = CurlTransport(serviceConnections: 16)
        let poll = TransportRequest(id: .next(), url: server.url("/hold"), lane: .subscribe)
        async let pollResult = transport.send(poll)
        await held.opened()
        let texts = await withTaskGroup { group in
            for index in 0..<200 {
                group.addTask { await transport.get(server.url("/\(index)")).text }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(texts == Set((0..<200).map { "GET /\($0) HTTP/1.1" }))
        #expect(server.acceptedConnections <= 17)
        transport.cancel(poll.id)
        #expect(await pollResult.failure == .cancelled)
    }

    @Test("Every long poll gets a connection, and none of them delays a service request")
    func manyPolls() async throws {
        let held = Latch(300)
        let server = try Self.server(held: held)
        let transport = CurlTransport(serviceConnections: 1)
        let ids = (0..<300).map { _ in RequestID.next() }
        let ended = Latch(300)
        for id in ids {
            transport.start(TransportRequest(id: id, url: server.url("/hold"), lane: .subscribe)) { result in
                if result.failure == .cancelled {
                    ended.arrive()
                }
            }
        }
        await held.opened()
        for _ in 0..<3 {
            #expect(await transport.get(server.url("/now")).text == "GET /now HTTP/1.1")
        }
        #expect(server.acceptedConnections == 301)
        for id in ids {
            transport.cancel(id)
        }
        await ended.opened()
    }

    @Test("A waiting request can be cancelled")
    func cancelWaiting() async throws {
        let held = Latch()
        let server = try Self.server(held: held)
        let transport = CurlTransport(serviceConnections: 1)
        let first = TransportRequest(id: .next(), url: server.url("/hold"))
        let second = TransportRequest(id: .next(), url: server.url("/second"))
        async let firstResult = transport.send(first)
        await held.opened()
        async let secondResult = transport.send(second)
        transport.cancel(second.id)
        transport.cancel(first.id)
        #expect(await firstResult.failure == .cancelled)
        // Its start and its cancellation race here; exactly one of them wins.
        let result = await secondResult
        #expect(result.failure == .cancelled || result.text == "GET /second HTTP/1.1")
        #expect(await transport.get(server.url("/third")).text == "GET /third HTTP/1.1")
    }

    @Test("Exactly one completion for each request, whenever it is cancelled", arguments: [1, 2, 3] as [UInt64])
    func exactlyOnce(seed: UInt64) async throws {
        let count = 400
        let server = try Self.server()
        let transport = CurlTransport(serviceConnections: 20)
        let completions = Locked([RequestID: Int]())
        var random = SeededGenerator(seed: seed)
        let ended = Latch(count)
        var started: [RequestID] = []
        for _ in 0..<count {
            let hangs = Int.random(in: 0..<4, using: &random) == 0
            let request = TransportRequest(
                id: .next(),
                url: server.url(hangs ? "/hold" : "/now"),
                lane: hangs ? .subscribe : .service
            )
            started.append(request.id)
            transport.start(request) { _ in
                completions.withLock { $0[request.id, default: 0] += 1 }
                ended.arrive()
            }
            if Bool.random(using: &random), let id = started.randomElement(using: &random) {
                transport.cancel(id)
            }
        }
        for id in started.shuffled(using: &random) {
            transport.cancel(id)
        }
        await ended.opened()
        // Jobs run in order, so all effects of a cancellation have happened by then.
        _ = await transport.get(server.url("/now"))
        let counts = completions.withLock { $0 }
        #expect(counts.count == count)
        #expect(counts.values.allSatisfy { $0 == 1 })
    }

    @Test("A released transport completes all requests with .cancelled")
    func shutdown() async throws {
        let held = Latch(4)
        let server = try Self.server(held: held)
        var transport: CurlTransport? = CurlTransport(serviceConnections: 2)
        let ended = Latch(6)
        for index in 0..<6 {
            let lane: Lane = index < 2 ? .subscribe : .service
            transport?.start(TransportRequest(id: .next(), url: server.url("/hold"), lane: lane)) { result in
                if result.failure == .cancelled {
                    ended.arrive()
                }
            }
        }
        await held.opened()
        transport = nil
        await ended.opened()
    }

    @Test("A completion may start and cancel requests, and may have the last reference to the transport")
    func reentrance() async throws {
        let server = try Self.server()
        let ended = Latch()
        chain(CurlTransport(), server: server, left: 50, ended: ended)
        await ended.opened()
        #expect(server.acceptedConnections == 1)
    }

    private func chain(_ transport: CurlTransport, server: RawServer, left: Int, ended: Latch) {
        let request = TransportRequest(id: .next(), url: server.url("/\(left)"))
        transport.start(request) { _ in
            transport.cancel(request.id)
            guard left > 0 else { return ended.arrive() }
            chain(transport, server: server, left: left - 1, ended: ended)
        }
    }
}
