import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import PubNubWire
import Testing

@Suite("PNConfiguration.proxy: a client behind an HTTP proxy")
struct ProxyTests {
    private static let credentials = "Basic YW5uOm9wZW4gc2VzYW1l"

    private static func through(
        _ proxy: TestProxy,
        _ username: String? = nil,
        _ password: String? = nil
    ) throws -> PNProxy {
        try PNProxy(host: "127.0.0.1", port: proxy.port, username: username, password: password)
    }

    @Test(
        "Forwards plain HTTP: messages in order through persistent long polls",
        arguments: [nil, credentials]
    )
    func plain(authorization: String?) async throws {
        try await withOrigin { server, address in
            try await TestProxy.run(authorization: authorization) { proxy in
                let route = try Self.through(
                    proxy,
                    authorization.map { _ in "ann" },
                    "open sesame".ifNeeded(authorization)
                )
                let client = try await IntegrationClient.connected(address) { $0.proxy = route }
                try await client.subscribe("a b")
                for number in 0..<20 { try await client.publish(number, to: "a b", compressed: number % 2 == 0) }
                let messages = try await client.messages(20)
                #expect(messages.map { $0.message as? Int } == (0..<20).map(Optional.some))
                #expect(proxy.tunnels == 0)
                #expect(proxy.refused == 0)
                #expect(proxy.forwarded >= 22)
                #expect(proxy.lines.allSatisfy { $0.contains(" \(address.url)/") })
            }
        }
    }

    @Test(
        "Tunnels TLS, and verifies the origin's certificate from end to end",
        arguments: [nil, credentials]
    )
    func tunnel(authorization: String?) async throws {
        try await withSecureOrigin { server, address, trusting in
            try await TestProxy.run(authorization: authorization) { proxy in
                let route = try Self.through(
                    proxy,
                    authorization.map { _ in "ann" },
                    "open sesame".ifNeeded(authorization)
                )
                let client = try await IntegrationClient.connected(address) { configuration in
                    trusting(configuration)
                    configuration.proxy = route
                }
                try await client.subscribe("a")
                for number in 0..<20 { try await client.publish(number, to: "a", compressed: number % 2 == 0) }
                let messages = try await client.messages(20)
                #expect(messages.map { $0.message as? Int } == (0..<20).map(Optional.some))
                #expect(proxy.forwarded == 0)
                #expect((1...4).contains(proxy.tunnels), "tunnels are kept for later requests")
                #expect(proxy.lines.allSatisfy { $0 == "CONNECT \(address.host):\(address.port) HTTP/1.1" })
            }
        }
    }

    @Test("Refuses an invalid certificate through a tunnel", arguments: OriginTLS.Flaw.allCases)
    func flaws(_ flaw: OriginTLS.Flaw) async throws {
        try await withSecureOrigin(OriginTLS(flaw: flaw)) { server, address, trusting in
            try await TestProxy.run { proxy in
                let error = try await refusal(address, Self.through(proxy), trusting)
                #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
                #expect(proxy.tunnels >= 1)
                #expect(server.requestCount == 0)
            }
        }
    }

    @Test(
        "Wrong or missing credentials are error 102 with the reason, and never shown",
        arguments: [true, false]
    )
    func wrongCredentials(isSecure: Bool) async throws {
        try await withEitherOrigin(isSecure) { server, address, adjust in
            try await TestProxy.run(authorization: Self.credentials) { proxy in
                for route in [try Self.through(proxy, "ann", "TREASURE"), try Self.through(proxy)] {
                    let error = try await refusal(address, route, adjust)
                    #expect(error.code == kPNClientConnectionFailedOnInternetFailureError)
                    #expect(error.localizedFailureReason?.contains("(407)") == true)
                    #expect(error.localizedRecoverySuggestion?.contains("password of the proxy") == true)
                    #expect(!error.description.contains("TREASURE"))
                }
                #expect(proxy.refused >= 2)
                #expect(server.requestCount == 0)
            }
        }
    }

    @Test("A proxy that refuses connections is error 102 with the reason", arguments: [true, false])
    func nobody(isSecure: Bool) async throws {
        try await withEitherOrigin(isSecure) { server, address, adjust in
            let port = try await TestProxy.run { $0.port }
            let error = try await refusal(address, PNProxy(host: "127.0.0.1", port: port), adjust)
            #expect(error.code == kPNClientConnectionFailedOnInternetFailureError)
            #expect(error.localizedFailureReason?.contains("proxy cannot be reached") == true)
            #expect(server.requestCount == 0)
        }
    }

    @Test(
        "A proxy that opens no tunnel, closes the connection or sends garbage is error 102 with the reason",
        arguments: [
            (TestProxy.Manner.refuseTunnels(503), "(503)"), (.refuseTunnels(403), "(403)"),
            (.hangUp, "closed the connection"),
            (.babble, "not an HTTP proxy"),
        ]
    )
    func noTunnel(_ manner: TestProxy.Manner, _ words: String) async throws {
        try await withSecureOrigin { server, address, trusting in
            try await TestProxy.run(manner) { proxy in
                let error = try await refusal(address, Self.through(proxy), trusting)
                #expect(error.code == kPNClientConnectionFailedOnInternetFailureError)
                #expect(error.localizedFailureReason?.contains(words) == true)
                #expect(server.requestCount == 0)
            }
        }
    }

    @Test(
        "Over plain HTTP, garbage and a closed connection are failures of the connection",
        arguments: [TestProxy.Manner.babble, .hangUp]
    )
    func plainNonsense(_ manner: TestProxy.Manner) async throws {
        try await withOrigin { server, address in
            try await TestProxy.run(manner) { proxy in
                let error = try await refusal(address, Self.through(proxy)) { _ in }
                #expect(error.code == kPNClientConnectionFailedOnInternetFailureError)
                #expect(server.requestCount == 0)
            }
        }
    }

    @Test(
        "Reconnects if a proxy drops its tunnels, and loses or repeats no message",
        arguments: [true, false]
    )
    func dropped(isSecure: Bool) async throws {
        try await withEitherOrigin(isSecure) { server, address, adjust in
            try await TestProxy.run { proxy in
                let route = try Self.through(proxy)
                let client = try await IntegrationClient.connected(address) { configuration in
                    adjust(configuration)
                    configuration.proxy = route
                }
                let sender = try await IntegrationClient.connected(address, adjust: adjust)
                try await client.subscribe("a")
                for number in 0..<5 {
                    #expect(await eventually { server.waitingCount == 1 })
                    proxy.dropConnections()
                    try await sender.publish(number, to: "a")
                    #expect(try await client.message().message as? Int == number)
                }
            }
        }
    }

    @Test("Uses a new proxy after a change, and connects directly without one")
    func change() async throws {
        try await withOrigin { _, address in
            try await TestProxy.run { first in
                try await TestProxy.run { second in
                    let client = try await IntegrationClient.connected(address)
                    #expect(first.forwarded + second.forwarded == 0)
                    for proxy in [first, second] {
                        let route = try Self.through(proxy)
                        client.reconfigure { $0.proxy = route }
                        _ = try await client.events.next("didDisconnect", \.isDisconnected)
                        _ = try await client.events.next("didConnect", \.origin)
                        #expect(proxy.forwarded == 1)
                    }
                    #expect(first.forwarded == 1)
                }
            }
        }
    }

    /// The error of a client that connects through a proxy.
    private func refusal(
        _ address: OriginAddress,
        _ proxy: PNProxy,
        _ adjust: @escaping @Sendable (PNConfiguration) -> Void
    ) async throws -> PNError {
        let client = IntegrationClient(address) { configuration in
            adjust(configuration)
            configuration.proxy = proxy
            configuration.shouldAutoReconnectClient = false
        }
        client.pubnub.connect()
        return try await client.events.next("connection error", \.connectingError)
    }

    private func withEitherOrigin(
        _ isSecure: Bool,
        _ body: (OriginServer, OriginAddress, @escaping @Sendable (PNConfiguration) -> Void) async throws -> Void
    ) async throws {
        if isSecure { return try await withSecureOrigin(nil, body) }
        try await withOrigin { server, address in try await body(server, address) { _ in } }
    }
}

extension String {
    /// The string, if `need` is set; otherwise nil.
    fileprivate func ifNeeded(_ need: String?) -> String? { need == nil ? nil : self }
}
