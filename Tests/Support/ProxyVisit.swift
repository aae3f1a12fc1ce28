import Foundation
import NIOCore
import NIOPosix
import PubNub
import PubNubSupport

/// One connection to a proxy, from its first request to its end.
struct ProxyVisit {
    private static let tunnelOpened = "HTTP/1.1 200 Connection established\r\n\r\n"
    private static let credentialsWanted =
        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"test\"\r\n"
        + "Content-Length: 0\r\nConnection: close\r\n\r\n"

    let proxy: TestProxy
    var reader: ProxyReader
    let client: any Channel
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

    mutating func run() async throws {
        guard let head = try await admitted() else { return }
        let words = head[0].split(separator: " ").map(String.init)
        guard words.count == 3, let place = Self.place(of: words[1]) else { return }
        if words[0] == "CONNECT", case .refuseTunnels(let status) = proxy.manner {
            return try await outbound.write(ByteBuffer(string: "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n"))
        }
        let upstream = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: place.host, port: place.port) { channel in
                channel.eventLoop.makeCompletedFuture { try TestProxy.wrap(channel) }
            }
        let client = client
        let outbound = outbound
        try await upstream.executeThenClose { answers, requests in
            async let answered: Void = Self.pass(answers, to: outbound, of: client)
            if words[0] == "CONNECT" {
                proxy.state.withLock { $0.tunnels += 1 }
                try await outbound.write(ByteBuffer(string: Self.tunnelOpened))
                while let bytes = try await reader.bytes() { try await requests.write(bytes) }
            } else {
                try await forward(head, to: requests)
            }
            upstream.channel.close(promise: nil)
            try await answered
        }
    }

    /// The head of the next request, if the proxy accepts it.
    private mutating func admitted() async throws -> [String]? {
        guard let head = try await reader.head() else { return nil }
        proxy.state.withLock { $0.lines.append(head[0]) }
        switch proxy.manner {
        case .serve, .refuseTunnels: break
        case .hangUp: return nil
        case .babble:
            try await outbound.write(ByteBuffer(string: "220 mail.test ready\r\n\r\n"))
            return nil
        }
        if let wanted = proxy.authorization, Self.value("proxy-authorization", in: head) != wanted {
            proxy.state.withLock { $0.refused += 1 }
            try await outbound.write(ByteBuffer(string: Self.credentialsWanted))
            return nil
        }
        return head
    }

    /// Forwards this request, and those that follow on the connection.
    private mutating func forward(
        _ first: [String],
        to requests: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        var next: [String]? = first
        while let head = next {
            proxy.state.withLock { $0.forwarded += 1 }
            let lines = [Self.originForm(head[0])] + head.dropFirst().filter { !$0.lowercased().hasPrefix("proxy-") }
            try await requests.write(ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n"))
            var left = Self.value("content-length", in: head).flatMap { Int($0) } ?? 0
            while left > 0, let bytes = try await reader.bytes(upTo: left) {
                left -= bytes.readableBytes
                try await requests.write(bytes)
            }
            next = try await admitted()
        }
    }

    private static func pass(
        _ answers: NIOAsyncChannelInboundStream<ByteBuffer>,
        to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        of client: any Channel
    ) async throws {
        for try await bytes in answers { try await outbound.write(bytes) }
        client.close(promise: nil)
    }

    /// Returns `GET http://host:port/path HTTP/1.1` in the form for the origin.
    private static func originForm(_ line: String) -> String {
        var words = line.split(separator: " ").map(String.init)
        let rest = words[1].dropFirst("http://".count)
        words[1] = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
        return words.joined(separator: " ")
    }

    /// The host and port of `host:port` or of `http://host:port/path`; nil for anything else.
    private static func place(of target: String) -> (host: String, port: Int)? {
        let text = target.hasPrefix("http://") ? target.dropFirst("http://".count).prefix { $0 != "/" } : target[...]
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = Int(parts[1]) else { return nil }
        return (String(parts[0]), port)
    }

    private static func value(_ name: String, in head: [String]) -> String? {
        head.first { $0.lowercased().hasPrefix(name + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
