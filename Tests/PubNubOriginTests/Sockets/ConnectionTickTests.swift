import NIOCore
import NIOEmbedded
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Connections of an event loop take ticks")
struct ConnectionTickTests {
    /// Counts how often the server asks for bytes.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private(set) var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    private let channel = EmbeddedChannel()
    private let reads = ReadCounter()
    private let log: HeldLog
    private let core: OriginCore
    private let pipelines: HTTPPipelines

    init() throws {
        let configuration = OriginConfiguration(clock: OriginManualClock())
        log = HeldLog(clock: configuration.clock)
        let storage = OpenedStorage.memory(configuration)
        core = OriginCore(
            configuration: configuration,
            storage: OpenedStorage(log: log, archive: storage.archive, state: storage.state)
        )
        let metrics = OriginMetrics()
        pipelines = HTTPPipelines(
            service: .core(core),
            limits: configuration.limits,
            rates: nil,
            connections: OpenConnections(limits: configuration.limits, metrics: metrics),
            recording: RequestRecording(metrics: metrics, observers: [], clock: configuration.clock)
        )
        let handler = ConnectionHandler(pipelines: pipelines, connection: channel, role: .connection(nil))
        try channel.pipeline.syncOperations.addHandlers([reads, handler])
        channel.pipeline.fireChannelActive()
    }

    /// A task of the event loop that comes back after all others, and notes how many responses were written by then.
    private final class Neighbor {
        private let channel: EmbeddedChannel
        private(set) var text = ""
        private(set) var counts: [Int] = []

        init(_ channel: EmbeddedChannel) {
            self.channel = channel
        }

        var responses: [Substring] { text.split(separator: "HTTP/1.1 ") }

        func look(until count: Int) throws {
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
            counts.append(responses.count)
            guard responses.count < count, counts.count < 1000 else { return }
            let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
            channel.eventLoop.execute { try? bound.value.look(until: count) }
        }
    }

    @Test("A connection with 1,000 pipelined requests lets the others have their turn after every 32 of them")
    func ticks() throws {
        let neighbor = Neighbor(channel)
        let requests = (0..<1000).map { "GET /time/t_\($0) HTTP/1.1\r\nHost: o\r\n\r\n" }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        channel.read()
        #expect(reads.count == 0, "no more is read before the rest is served")
        try neighbor.look(until: 1000)
        channel.embeddedEventLoop.run()
        try neighbor.look(until: 0)
        #expect(neighbor.responses.count == 1000)
        #expect(neighbor.responses.enumerated().allSatisfy { $1.contains("\r\n\r\nt_\($0)(") }, "each once, in order")
        let steps = zip([0] + neighbor.counts, neighbor.counts).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 <= ConnectionHandler.requestsPerTick }, "\(steps)")
        #expect(reads.count == 1)
    }

    /// Other connections of the same event loop, each of which has sent a request.
    private func neighbors(_ count: Int, target: String = "/time/n_") throws -> [EmbeddedChannel] {
        try (0..<count).map { number in
            let neighbor = EmbeddedChannel(loop: channel.embeddedEventLoop)
            let handler = ConnectionHandler(pipelines: pipelines, connection: neighbor, role: .connection(nil))
            try neighbor.pipeline.syncOperations.addHandler(handler)
            neighbor.pipeline.fireChannelActive()
            try neighbor.writeInbound(ByteBuffer(string: "GET \(target)\(number) HTTP/1.1\r\nHost: o\r\n\r\n"))
            return neighbor
        }
    }

    private func response(_ channel: EmbeddedChannel) throws -> String? {
        try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
    }

    @Test("The responses of connections that were read in one tick are sent at its end")
    func together() throws {
        let neighbors = try neighbors(3)
        for neighbor in neighbors { #expect(try response(neighbor) == nil) }
        channel.embeddedEventLoop.run()
        for (number, neighbor) in neighbors.enumerated() {
            #expect(try response(neighbor)?.contains("\r\n\r\nn_\(number)(") == true)
            #expect(try response(neighbor) == nil)
        }
    }

    @Test("No more than 64 connections wait for each other")
    func many() throws {
        let neighbors = try neighbors(100)
        let early = try neighbors.filter { try response($0) != nil }
        #expect(early.count == 64)
        channel.embeddedEventLoop.run()
        #expect(try neighbors.filter { try response($0) != nil }.count == 36)
    }

    @Test("A connection that is closed in the tick of its response sends the response first")
    func closed() throws {
        let neighbor = try neighbors(1)[0]
        neighbor.close(promise: nil)
        #expect(try response(neighbor)?.contains("n_0(") == true)
        channel.embeddedEventLoop.run()
        #expect(try response(neighbor) == nil)
    }

    private static let publish = "/publish/demo/demo/0/a/0/"

    @Test("The changes of a tick are committed in one batch, and those that arrive meanwhile at the end of their tick")
    func batches() throws {
        let first = try neighbors(3, target: Self.publish)
        #expect(log.count == 0)
        channel.embeddedEventLoop.run()
        #expect(log.count == 1 && log.entryCount == 3)
        let second = try neighbors(2, target: Self.publish)
        log.finish()
        #expect(log.count == 0, "the tick goes on")
        channel.embeddedEventLoop.run()
        #expect(log.count == 1 && log.entryCount == 2)
        for neighbor in first { #expect(try response(neighbor)?.contains("[1,\"Sent\"") == true) }
        log.finish()
        channel.embeddedEventLoop.run()
        for neighbor in second { #expect(try response(neighbor)?.contains("[1,\"Sent\"") == true) }
    }

    @Test("In memory, a subscriber that waits is present before the tick ends: only messages wait for that")
    func presenceInMemory() throws {
        let core = OriginCore(configuration: OriginConfiguration(clock: OriginManualClock()))
        let tick = core.addTicks { $0() }
        core.tickBegan()
        core.submit(OriginRequest(target: "/v2/subscribe/demo/room/0?uuid=ann&tt=1"), tick: tick) { _ in }
        #expect(core.heldCount == 1)
        #expect(core.withState { $0.presence.channels(of: "ann", keyset: "demo") } == ["room"])
        core.tickEnded(tick)
    }

    @Test("In memory, the messages of a tick are applied together at its end, and at most 64 wait for that")
    func batchesInMemory() throws {
        let configuration = OriginConfiguration(clock: OriginManualClock())
        let core = OriginCore(configuration: configuration)
        let (tick, other) = (core.addTicks { $0() }, core.addTicks { $0() })
        let responses = Locked(0)
        func publish(_ count: Int, in tick: Int?) -> Int {
            for _ in 0..<count {
                core.submit(OriginRequest(target: Self.publish + "1"), tick: tick) { reply in
                    guard case .response(let response, _) = reply, response.status == 200 else { return }
                    responses.withLock { $0 += 1 }
                }
            }
            return responses.withLock { $0 }
        }
        func end(_ tick: Int) -> Int {
            core.tickEnded(tick)
            return responses.withLock { $0 }
        }
        core.tickBegan()
        core.tickBegan()
        #expect(publish(3, in: tick) == 0)
        #expect(publish(2, in: other) == 0)
        #expect(publish(1, in: nil) == 1, "without a tick it does not wait")
        #expect(end(other) == 3, "the changes of the other tick wait on, for the thread of their connections")
        #expect(publish(63, in: tick) == 67, "64 are applied together")
        #expect(end(tick) == 69)
        #expect(core.statistics.entries == 69)
    }

    @Test("A server that stops in a tick ends when the changes of the tick are applied")
    func stopInTurn() async {
        let core = OriginCore(configuration: OriginConfiguration(clock: OriginManualClock()))
        let tick = core.addTicks { $0() }
        let statuses = Locked<[Int]>([])
        core.tickBegan()
        core.submit(OriginRequest(target: Self.publish + "1"), tick: tick) { reply in
            guard case .response(let response, _) = reply else { return }
            statuses.withLock { $0.append(response.status) }
        }
        let stop = Task { await core.stop() }
        core.tickEnded(tick)
        await stop.value
        #expect(statuses.withLock { $0 } == [200])
    }

    @Test("The replies of a batch come to each event loop in one piece, after the messages to its subscribers")
    func handover() {
        let works = Locked<[String]>([])
        let replies = Locked<[String]>([])
        func addTicks(_ name: String) -> Int {
            core.addTicks { work in
                works.withLock { $0.append(name) }
                work()
            }
        }
        let (first, second) = (addTicks("first"), addTicks("second"))
        func submit(_ target: String, _ tick: Int, _ name: String) {
            core.submit(OriginRequest(target: target), tick: tick) { _ in replies.withLock { $0.append(name) } }
        }
        core.tickBegan()
        submit("/v2/subscribe/demo/a/0?tt=\(core.moment.date)", second, "poll")
        for number in 1...3 { submit(Self.publish + "1", first, "first \(number)") }
        submit(Self.publish + "1", second, "second 1")
        core.tickEnded(first)
        #expect(log.entryCount == 4 && works.withLock { $0 }.isEmpty)
        log.finish()
        #expect(works.withLock { $0 } == ["first", "second"])
        #expect(replies.withLock { $0 } == ["first 1", "first 2", "first 3", "poll", "second 1"])
    }

    @Test("Changes do not wait for the tick of another event loop, and those without a tick do not wait")
    func otherLoops() throws {
        let other = core.addTicks { $0() }
        core.tickBegan()
        _ = try neighbors(2, target: Self.publish)
        channel.embeddedEventLoop.run()
        #expect(log.count == 1 && log.entryCount == 2)
        core.tickEnded(other)
        log.finish()
        core.submit(OriginRequest(target: Self.publish + "3")) { _ in }
        #expect(log.count == 1 && log.entryCount == 1)
    }
}
