import NIOCore
import NIOEmbedded
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("Connections of an event loop take turns")
struct ConnectionTurnTests {
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
    private let core: OriginCore

    init() throws {
        let configuration = OriginConfiguration(clock: OriginManualClock())
        core = OriginCore(configuration: configuration)
        let metrics = OriginMetrics()
        let pipelines = HTTPPipelines(
            core: core,
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
    func turns() throws {
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
        #expect(steps.allSatisfy { $0 <= ConnectionHandler.requestsPerTurn }, "\(steps)")
        #expect(reads.count == 1)
    }
}
