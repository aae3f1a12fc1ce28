import Foundation
import Logging
import NIOCore
import NIOEmbedded
import PubNubCodec
@testable import PubNubOrigin
import PubNubWire

/// One connection to an origin without a socket.
struct ConnectionBench {
    private let core: OriginCore
    private let channel = EmbeddedChannel(loop: Self.loop)

    init(_ configuration: OriginConfiguration) throws {
        core = OriginCore(configuration: configuration, archive: MemoryArchive(limits: configuration.limits))
        let setup = ConnectionSetup(
            core: core,
            limits: configuration.limits,
            connections: OpenConnections(),
            tls: nil
        )
        _ = setup.setup(channel: channel, logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
        channel.embeddedEventLoop.run()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    /// The loop of this thread. It stays, as tasks that were called off let go of their connection when they like, and no
    /// other thread may end a loop.
    private static var loop: EmbeddedEventLoop {
        let key = "ConnectionBench"
        if let loop = Thread.current.threadDictionary[key] as? EmbeddedEventLoop { return loop }
        let loop = EmbeddedEventLoop()
        Thread.current.threadDictionary[key] = loop
        return loop
    }

    /// Requests that have reached the origin.
    var requests: Int { core.requestCount }

    var isClosed: Bool { !channel.isActive }

    /// Bytes arrive; after the end of the connection nobody reads them.
    func send(_ bytes: ArraySlice<UInt8>) throws {
        guard channel.isActive else { return }
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// What was answered. A call that waits for messages is not.
    func finish(mayLackBody: Bool) throws -> [ConnectionAnswer] {
        let isClosed = isClosed
        channel.embeddedEventLoop.run()
        var bytes: [UInt8] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { bytes += buffer.readableBytesView }
        if !isClosed { _ = try channel.finish(acceptAlreadyClosed: true) }
        channel.embeddedEventLoop.run()
        try require(core.heldCount == 0, "nobody waits on a connection that is gone")
        return try ConnectionAnswer.all(in: bytes, mayLackBody: mayLackBody)
    }
}

/// An answer as its bytes say it.
struct ConnectionAnswer {
    let status: Int
    let isKeptAlive: Bool
    let text: String

    /// The answers in what came from a server, which are whole, and nothing else; one to HEAD has no body.
    static func all(in bytes: [UInt8], mayLackBody: Bool) throws -> [ConnectionAnswer] {
        var answers: [ConnectionAnswer] = []
        var rest = bytes[...]
        while !rest.isEmpty { answers.append(try next(&rest, mayLackBody: mayLackBody)) }
        return answers
    }

    private static func next(_ rest: inout ArraySlice<UInt8>, mayLackBody: Bool) throws -> ConnectionAnswer {
        let end = try require(rest.firstRange(of: Array("\r\n\r\n".utf8)), "an answer has a head")
        let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        let status = try require(words.dropFirst().first.flatMap { Int($0) }, "an answer has a status")
        try require(words.first == "HTTP/1.1" && (200..<600).contains(status), "\(status) is a status of HTTP/1.1")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let colon = try require(line.firstIndex(of: ":"), "a header has a name")
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingPrefix(" ").lowercased()
        }
        let start = end.upperBound
        var length = try require(fields["content-length"].flatMap { Int($0) }, "an answer says how long it is")
        let isAlone = start == rest.endIndex || rest[start...].starts(with: "HTTP/1.1 ".utf8)
        if mayLackBody, isAlone, length > 0 {
            length = 0
            fields["content-encoding"] = nil
        }
        try require(rest.endIndex - start >= length, "an answer is as long as it says")
        var body = Array(rest[start..<start + length])
        rest = rest[(start + length)...]
        if fields["content-encoding"] == "gzip" { body = try Gzip.decompress(body, limit: 1 << 20) }
        let text = String(decoding: body, as: UTF8.self)
        try require(mayLackBody && body.isEmpty || RawJSON.isValid(JSONP.unwrap(body)), "an answer is JSON: \(text)")
        return ConnectionAnswer(
            status: status,
            isKeptAlive: fields["connection"] != "close",
            text: "\(status) \(fields["content-encoding"] ?? "") \(text)"
        )
    }
}
