import NIOCore

@testable import PubNubOrigin

/// Decoding of the bytes of a connection.
enum HTTPTargets {
    static let all = [
        FuzzTarget(name: "http", dictionary: "http1", longest: 512, check: http),
        FuzzTarget(name: "proxy-header", longest: 128, check: proxyHeader),
        FuzzTarget(name: "forwarded", longest: 256, check: forwarded),
    ]

    /// The results of a decoder for the bytes of a connection.
    private struct Report: Equatable {
        var lines: [String] = []
        var isMidway = false
        var isDone = false

        init(_ parts: [ArraySlice<UInt8>], isOtherService: Bool) throws {
            let decoder = RequestDecoder(limits: RequestLimits(OriginLimits(), isOtherService: isOtherService))
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

    /// It makes no difference in which parts the bytes arrive, on the public port and on that of another service.
    private static func http(_ bytes: [UInt8]) throws {
        for isOtherService in [false, true] {
            let whole = try Report([bytes[...]], isOtherService: isOtherService)
            let single = try Report(bytes.indices.map { bytes[$0...$0] }, isOtherService: isOtherService)
            try require(whole == single, "byte by byte it is the same: \(whole), \(single)")
            let middle = bytes.count / 2
            let halves = try Report([bytes[..<middle], bytes[middle...]], isOtherService: isOtherService)
            try require(whole == halves, "in halves it is the same: \(whole), \(halves)")
        }
    }

    /// A header is not read beyond its bytes, and bytes that follow do not change what was read.
    private static func proxyHeader(_ bytes: [UInt8]) throws {
        for count in bytes.indices {
            switch ProxyHeader.read(bytes.prefix(count)) {
            case .incomplete:
                continue
            case .malformed:
                if case .malformed = ProxyHeader.read(bytes) { continue }
                throw BrokenProperty(description: "a malformed header stays malformed")
            case .complete(let length, let client):
                try require((16...count).contains(length), "a header has its own bytes only")
                let whole = ProxyHeader.read(bytes)
                try require(whole == .complete(bytes: length, client: client), "what follows changes nothing")
            }
        }
    }

    /// A client cannot choose its address with text in front of the address that its proxy appends.
    private static func forwarded(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let peer = try require(IPAddress("10.0.0.1"), "an address is read")
        let client = try require(IPAddress("203.0.113.9"), "an address is read")
        for header in OriginProxies.Header.allCases {
            let proxies = try TrustedProxies(OriginProxies(addresses: ["10.0.0.0/24"], header: header))
            let connection = ConnectionPeer(peer, proxies: proxies)
            _ = connection.client([text])
            let own = header == .forwarded ? "for=\(client.text)" : client.text
            try require(connection.client([text, own]).address == client, "a line of its own is read by itself")
            let joined = connection.client(["\(text), \(own)"]).address
            try require(joined == client || header == .forwarded && joined == peer, "a client is not forged")
        }
    }
}
