import NIOCore

@testable import PubNubOrigin

/// Decoding of the bytes of a connection.
enum HTTPTargets {
    static let all = [FuzzTarget(name: "http", dictionary: "http1", longest: 512, check: http)]

    /// The results of a decoder for the bytes of a connection.
    private struct Report: Equatable {
        var lines: [String] = []
        var isMidway = false
        var isDone = false

        init(_ parts: [ArraySlice<UInt8>]) throws {
            let decoder = RequestDecoder(limits: RequestLimits(OriginLimits()))
            for part in parts {
                decoder.append(ByteBuffer(bytes: part))
                while let arrived = decoder.next() {
                    try require(!isDone, "nothing follows a refusal")
                    let request = arrived.request
                    try require(!request.target.utf8.contains { $0 <= 0x20 }, "a target is one word")
                    lines.append("\(request.method) \(request.target) \(request.body) \(arrived.keepAlive)")
                    guard let refusal = arrived.refusal else { continue }
                    isDone = true
                    lines.append("\(refusal.status)")
                }
                try require(!decoder.hasUndecoded, "everything that arrived was decoded")
            }
            isMidway = decoder.isMidway
        }
    }

    /// It makes no difference in which parts the bytes arrive.
    private static func http(_ bytes: [UInt8]) throws {
        let whole = try Report([bytes[...]])
        let single = try Report(bytes.indices.map { bytes[$0...$0] })
        try require(whole == single, "byte by byte it is the same: \(whole), \(single)")
        let middle = bytes.count / 2
        let halves = try Report([bytes[..<middle], bytes[middle...]])
        try require(whole == halves, "in halves it is the same: \(whole), \(halves)")
    }
}
