@testable import PubNubOrigin
import PubNubWire

/// What comes over a connection to the origin, byte for byte.
enum ConnectionTargets {
    static let all = [FuzzTarget(name: "connection", dictionary: "http", longest: 4096, check: connection)]

    private static let time = Array("GET /time/0 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

    /// The first byte chooses a configuration, the second in what pieces the rest comes, which must not matter. A request
    /// before it is answered whatever follows.
    private static func connection(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let configuration = input.choice([plain, narrow])
        let size = input.choice([1, 2, 7, 64])
        let whole = try answers(to: input.bytes, inPiecesOf: .max, configuration)
        let pieces = try answers(to: input.bytes, inPiecesOf: size, configuration)
        try require(whole.map(\.text) == pieces.map(\.text), "it does not matter in what pieces bytes come")
    }

    private static func answers(
        to bytes: [UInt8],
        inPiecesOf size: Int,
        _ configuration: OriginConfiguration
    ) throws -> [ConnectionAnswer] {
        let bench = try ConnectionBench(configuration)
        try bench.send(time[...])
        for start in stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))) {
            try bench.send(bytes[start..<start + min(size, bytes.count - start)])
        }
        let isClosed = bench.isClosed
        let answers = try bench.finish(mayLackBody: bytes.firstRange(of: Array("HEAD".utf8)) != nil)
        try require(answers.first?.status == 200, "a request is answered whatever follows it")
        try require(answers.count <= bench.requests + 1, "there are no more answers than requests and a refusal")
        for answer in answers.dropLast() { try require(answer.isKeptAlive, "an answer that closes is the last one") }
        try require(answers.last?.isKeptAlive == true || isClosed, "what is to be closed is closed")
        return answers
    }

    private static let clock = StillClock()
    private static let plain = OriginConfiguration(clock: clock)

    /// Limits so small that they are met.
    private static let narrow: OriginConfiguration = {
        var limits = OriginLimits()
        limits.maximumURLBytes = 64
        limits.maximumBodyBytes = 32
        limits.maximumHeaders = 4
        limits.maximumHeaderBytes = 128
        limits.compressionThreshold = 8
        return OriginConfiguration(limits: limits, clock: clock)
    }()
}

/// A clock that stands still: nobody waits for it to go on.
private struct StillClock: OriginClock {
    let date: UInt64 = 14_186_550_000_000_000
    let uptime: Duration = .zero

    func sleep(until deadline: Duration) async throws {
        try await Task.sleep(for: .seconds(3600))
    }
}
