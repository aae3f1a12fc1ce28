import NIOCore
import NIOHPACK
import NIOPosix
import NIOSSL

/// A TLS connection to an origin on the loopback interface, with HTTP/2 frames written and read one by one.
struct SecureConnection {
    /// A frame of HTTP/2.
    struct Frame: Equatable {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8

        static let endStream: UInt8 = 1
        static let acknowledgment: UInt8 = 1
        static let endHeaders: UInt8 = 4

        var kind: UInt8
        var flags: UInt8 = 0
        var stream: UInt32 = 0
        var payload: [UInt8] = []

        var bytes: [UInt8] {
            let length = payload.count
            return [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags]
                + withUnsafeBytes(of: stream.bigEndian) { Array($0) } + payload
        }
    }

    /// The bytes that the server sent for a stream.
    struct Response: Equatable {
        var status: Int?
        var body = ""
        /// The code of a reset; nil if the stream was not reset.
        var resetCode: UInt8?
    }

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private let channel: any Channel
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var buffer: [UInt8] = []
    private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
    /// The responses so far, by stream.
    private(set) var responses: [UInt32: Response] = [:]
    /// Whether the server's settings have arrived.
    private(set) var hasSettings = false
    /// The code of the last GOAWAY frame; nil if none came.
    private(set) var endCode: UInt32?

    /// Connects, and calls `body` with the connection.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - authority: The certificate to trust, in PEM form; nil trusts any.
    ///   - protocols: The protocols that the client offers: `h2` or `http/1.1`.
    ///   - change: Changes the settings of the handshake.
    ///   - beforeHandshake: Called when the connection is open, before the client sends the first byte.
    ///   - plain: The bytes that the client sends before the handshake.
    ///   - body: What to do with the connection.
    /// - Returns: What `body` returns.
    /// - Throws: An error of the connection, or what `body` throws.
    static func with<Value: Sendable>(
        port: Int,
        authority: String? = nil,
        protocols: [String] = ["h2"],
        change: (inout TLSConfiguration) -> Void = { _ in },
        beforeHandshake: () async throws -> Void = {},
        plain: [UInt8] = [],
        _ body: (inout SecureConnection) async throws -> Value
    ) async throws -> Value {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = protocols
        if let authority {
            configuration.trustRoots = .certificates([try NIOSSLCertificate(bytes: Array(authority.utf8), format: .pem)]
            )
        } else {
            configuration.certificateVerification = .none
        }
        change(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await beforeHandshake()
        let pipeline = channel.channel.pipeline
        if !plain.isEmpty { try await channel.channel.writeAndFlush(ByteBuffer(bytes: plain)) }
        try await channel.channel.eventLoop.submit {
            let handler = try NIOSSLClientHandler(context: context, serverHostname: nil)
            // In an open connection it begins with the handshake.
            try pipeline.syncOperations.addHandler(handler, position: .first)
        }.get()
        return try await channel.executeThenClose { inbound, outbound in
            var connection = SecureConnection(
                channel: channel.channel,
                outbound: outbound,
                inbound: inbound.makeAsyncIterator()
            )
            if protocols == ["h2"] {
                try await connection.send(Self.preface + Frame(kind: Frame.settings).bytes)
                // The server's settings hold from their acknowledgment on.
                _ = try await connection.read { $0.hasSettings }
            }
            return try await body(&connection)
        }
    }

    private init(
        channel: any Channel,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) {
        self.channel = channel
        self.outbound = outbound
        self.inbound = inbound
    }

    func send(_ bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    func send(_ frames: [Frame]) async throws {
        try await send(frames.flatMap(\.bytes))
    }

    /// The head of a request, uncompressed.
    static func head(_ target: String, method: String = "GET", stream: UInt32, isEnd: Bool = true) -> Frame {
        let headers: HPACKHeaders = [
            ":method": method, ":scheme": "https", ":path": target, ":authority": "origin",
        ]
        return head(headers, stream: stream, isEnd: isEnd)
    }

    /// A head with any fields, uncompressed.
    static func head(_ headers: HPACKHeaders, stream: UInt32, isEnd: Bool = true) -> Frame {
        var block = ByteBuffer()
        var encoder = HPACKEncoder(allocator: ByteBufferAllocator(), useHuffmanEncoding: false)
        try? encoder.encode(headers: headers, to: &block)
        let flags = Frame.endHeaders | (isEnd ? Frame.endStream : 0)
        return Frame(kind: Frame.headers, flags: flags, stream: stream, payload: Array(block.readableBytesView))
    }

    /// Reads frames until a condition holds or the connection ends. Returns whether it holds.
    mutating func read(until isDone: (SecureConnection) -> Bool) async throws -> Bool {
        while !isDone(self) {
            guard let frame = try await nextFrame() else { return false }
            try await take(frame)
        }
        return true
    }

    /// Reads to the end of the connection. A reset also ends the connection.
    mutating func readToEnd() async {
        while let frame = try? await nextFrame() { try? await take(frame) }
    }

    /// Ends the client's side of TLS, and leaves the connection to the server.
    func endTLS() async throws {
        try await channel.close(mode: .output).get()
    }

    /// The next bytes that are not HTTP/2; nil at the end of the connection.
    mutating func nextText() async throws -> String? {
        try await inbound.next(isolation: #isolation).map { String(buffer: $0) }
    }

    private mutating func take(_ frame: Frame) async throws {
        switch frame.kind {
        case Frame.headers:
            var block = ByteBuffer(bytes: frame.payload)
            let headers = try decoder.decodeHeaders(from: &block)
            responses[frame.stream, default: Response()].status = headers.first(name: ":status").flatMap { Int($0) }
        case Frame.data:
            responses[frame.stream, default: Response()].body += String(decoding: frame.payload, as: UTF8.self)
        case Frame.reset:
            responses[frame.stream, default: Response()].resetCode = frame.payload.last
        case Frame.goAway:
            endCode = frame.payload.dropFirst(4).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        case Frame.settings where frame.flags & Frame.acknowledgment == 0:
            hasSettings = true
            try? await send([Frame(kind: Frame.settings, flags: Frame.acknowledgment)])
        case Frame.ping where frame.flags & Frame.acknowledgment == 0:
            try? await send([Frame(kind: Frame.ping, flags: Frame.acknowledgment, payload: frame.payload)])
        default:
            break
        }
    }

    private mutating func nextFrame() async throws -> Frame? {
        while true {
            if buffer.count >= 9 {
                let length = buffer[..<3].reduce(0) { $0 << 8 | Int($1) }
                if buffer.count >= 9 + length {
                    let stream = buffer[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                    let payload = Array(buffer[9..<9 + length])
                    let frame = Frame(kind: buffer[3], flags: buffer[4], stream: stream, payload: payload)
                    buffer.removeFirst(9 + length)
                    return frame
                }
            }
            guard let bytes = try await inbound.next(isolation: #isolation) else { return nil }
            buffer += bytes.readableBytesView
        }
    }
}
