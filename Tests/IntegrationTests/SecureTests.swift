import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("TLS between client and origin (wire reference 1.1)")
struct SecureTests {
    /// Runs an origin that speaks TLS; `body` gets what a configuration needs to trust it.
    private func withSecureOrigin(
        _ body: (OriginServer, OriginAddress, @escaping @Sendable (PNConfiguration) -> Void) async throws -> Void
    ) async throws {
        let tls = try OriginTLS()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pem")
        try Data(tls.authority.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await withOrigin(OriginConfiguration(tls: tls)) { server, address in
            try await body(server, address) { configuration in
                configuration.shouldUseSecureConnection = true
                configuration.certificateAuthorityFile = file.path
            }
        }
    }

    @Test("Messages of every size arrive in order")
    func messages() async throws {
        try await withSecureOrigin { _, address, trusting in
            let sizes = [1, 100, 10_000, 30_000, 2, 20_000]
            #expect(address.url.hasPrefix("https://"))
            let client = try await IntegrationClient.connected(address, adjust: trusting)
            try await client.subscribe("a")
            for size in sizes { try await client.publish(String(repeating: "x", count: size), to: "a") }
            let messages = try await client.messages(sizes.count)
            #expect(messages.map { ($0.message as? String)?.count } == sizes)
        }
    }

    @Test(
        "A long poll that goes wrong is mended without a word, and no message is lost or doubled",
        arguments: [
            FaultAction.drop, .dropAnswer, .truncate(bytes: 20), .reset, .status(500),
            .slow(bytes: 7, every: .milliseconds(1)), .delay(.milliseconds(50)),
        ]
    )
    func mendedPoll(fault: FaultAction) async throws {
        try await withSecureOrigin { server, address, trusting in
            let client = try await IntegrationClient.connected(address, adjust: trusting)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .subscribe, occurrence: .nth(1))])
            for number in 0..<5 {
                try await client.publish(number, to: "steady")
                #expect(try await client.message().message as? Int == number)
            }
        }
    }

    @Test("A client that does not trust the certificate does not connect, and is told 104")
    func untrusted() async throws {
        try await withSecureOrigin { _, address, _ in
            let client = IntegrationClient(address) { $0.shouldUseSecureConnection = true }
            client.pubnub.connect()
            let error = try await client.events.next("connection error", \.connectingError)
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
        }
    }

    @Test("The origin stops while long polls wait")
    func stopping() async throws {
        try await withSecureOrigin { server, address, trusting in
            let client = try await IntegrationClient.connected(address, adjust: trusting)
            try await client.subscribe("a")
            #expect(await eventually { server.waitingCount == 1 })
            await server.stop()
            #expect(server.address == nil)
            _ = try await client.events.next("loss", \.loss)
        }
    }
}
