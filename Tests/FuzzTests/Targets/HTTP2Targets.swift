import NIOCore
import NIOEmbedded
import NIOPosix

@testable import PubNubOrigin
@testable import PubNubOriginServer

/// HTTP/2 as any client may speak it, through all handlers of a connection behind TLS. A build with assertions shows those of the libraries
/// that input can reach.
enum HTTP2Targets {
    static let all = [
        FuzzTarget(name: "http2-frames", longest: 512, check: frames),
        FuzzTarget(name: "http2-heads", dictionary: "http2", longest: 512, check: heads),
    ]

    /// Whatever follows the preface, the server sends whole frames.
    private static func frames(_ bytes: [UInt8]) throws {
        let connection = try HTTP2Connection()
        connection.receive(bytes)
        _ = try connection.sentFrames()
    }

    /// Each head of a request gets a response or ends its stream, unless the connection ends.
    ///
    /// The input has a header field in each line, and an empty line after each head.
    private static func heads(_ bytes: [UInt8]) throws {
        let connection = try HTTP2Connection()
        var heads = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
        heads = heads.prefix(8).filter { !$0.isEmpty }
        for (index, head) in heads.enumerated() {
            let block = head.flatMap { HTTP2Frame.literal(field: $0) }
            connection.receive(HTTP2Frame.head(block, stream: UInt32(2 * index + 1)))
        }
        let sent = try connection.sentFrames()
        let isEnded = sent.contains { $0.kind == HTTP2Frame.goAway } || !connection.isActive
        for index in heads.indices where !isEnded {
            let stream = UInt32(2 * index + 1)
            let isServed = sent.contains { frame in
                frame.stream == stream && [HTTP2Frame.headers, HTTP2Frame.reset].contains(frame.kind)
            }
            try require(isServed, "stream \(stream) has a response or is reset")
        }
    }
}

/// A frame as it is on the wire.
private struct HTTP2Frame {
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let goAway: UInt8 = 7

    let kind: UInt8
    let stream: UInt32

    /// The bytes of a frame.
    static func bytes(kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags]
            + withUnsafeBytes(of: stream.bigEndian) { Array($0) } + payload
    }

    /// A whole head, which ends its request.
    static func head(_ block: [UInt8], stream: UInt32) -> [UInt8] {
        bytes(kind: headers, flags: 0x4 | 0x1, stream: stream, block)
    }

    /// A field `name: value` as a literal that no table stores (RFC 7541, 6.2.3). The name may begin with a colon.
    static func literal(field: ArraySlice<UInt8>) -> [UInt8] {
        let colon = field.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? field.endIndex
        let value = field[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") }
        return [0x10] + string(field[..<colon]) + string(value)
    }

    /// A string without the code of Huffman: its length in 7 bits and what follows, and its bytes.
    private static func string(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}

/// A connection of the server without a socket and without TLS.
private final class HTTP2Connection {
    /// A service that has nothing, so that only the protocol matters.
    private struct Nothing: RequestResponder {
        func serve(
            _ request: OriginRequest,
            from client: AddressKey?,
            _ respond: @escaping @Sendable (OriginResponse) -> Void
        ) {
            respond(ErrorResponse.notFound)
        }

        func refusal(status: Int) -> OriginResponse { ErrorResponse.notFound }
    }

    /// No input reads a file. The pool that is the default starts threads, whose memory counts as a leak of the input.
    private static let reading = NIOThreadPool(numberOfThreads: 1)

    private let channel = EmbeddedChannel()

    init() throws {
        let metrics = OriginMetrics()
        let limits = OriginLimits()
        let pipelines = HTTPPipelines(
            service: .other(Nothing()),
            limits: limits,
            rates: nil,
            connections: OpenConnections(limits: limits, metrics: metrics),
            recording: RequestRecording(metrics: metrics, observers: [], clock: SystemOriginClock()),
            reading: Self.reading
        )
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try pipelines.configureHTTP2(on: channel).wait()
        receive(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.bytes(kind: HTTP2Frame.settings))
    }

    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

    var isActive: Bool { channel.isActive }

    /// Bytes of the client arrive. Errors that no handler takes are those that end a stream or the connection.
    func receive(_ bytes: [UInt8]) {
        guard channel.isActive else { return }
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// The frames that the server has sent.
    func sentFrames() throws -> [HTTP2Frame] {
        var bytes: [UInt8] = []
        while let part = try channel.readOutbound(as: ByteBuffer.self) { bytes += part.readableBytesView }
        var frames: [HTTP2Frame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            try require(rest.count >= 9, "a frame has its head")
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            try require(rest.count >= 9 + length, "a frame is whole")
            let stream = head[5...8].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            frames.append(HTTP2Frame(kind: head[3], stream: stream))
            rest = rest.dropFirst(9 + length)
        }
        try require(frames.isEmpty || frames[0].kind == HTTP2Frame.settings, "the settings come first")
        return frames
    }
}
