import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

@Suite("Certificates are verified by default: chain, dates and host name (README, differences)")
struct CertificateTests {
    /// The error of a client with this configuration when it connects.
    private func refusal(
        _ address: OriginAddress,
        _ adjust: @escaping @Sendable (PNConfiguration) -> Void
    ) async throws -> PNError {
        let client = IntegrationClient(address) { configuration in
            adjust(configuration)
            configuration.shouldAutoReconnectClient = false
        }
        client.pubnub.connect()
        let error = try await client.events.next("connection error", \.connectingError)
        #expect(client.events.all.map(\.word) == ["willConnect", "connectionDidFail \(error.code)"])
        return error
    }

    @Test(
        "Refuses an invalid certificate with error 104, and sends nothing",
        arguments: OriginTLS.Flaw.allCases
    )
    func flaws(_ flaw: OriginTLS.Flaw) async throws {
        try await withSecureOrigin(OriginTLS(flaw: flaw)) { server, address, trusting in
            let error = try await refusal(address, trusting)
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            #expect(server.requestCount == 0)
        }
    }

    @Test("Refuses a certificate of an unknown authority with error 104, and sends nothing")
    func unknownAuthority() async throws {
        let elsewhere = try OriginTLS()
        try await withSecureOrigin { server, address, _ in
            let error = try await refusal(address) { $0.shouldUseSecureConnection = true }
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            try await withFile(elsewhere.authority) { path in
                let error = try await refusal(address) { configuration in
                    configuration.shouldUseSecureConnection = true
                    configuration.certificateAuthorityFile = path
                }
                #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            }
            #expect(server.requestCount == 0)
        }
    }

    @Test("Accepts a certificate for the names in it only")
    func names() async throws {
        let tls = try OriginTLS()
        for (host, isNamed) in [("127.0.0.1", true), ("127.0.0.2", false)] {
            try await withSecureOrigin(tls, host: host) { server, address, trusting in
                if isNamed {
                    let named = OriginAddress(url: address.url, host: "localhost", port: address.port)
                    let client = try await IntegrationClient.connected(named, adjust: trusting)
                    #expect(try await client.time() > 0)
                } else {
                    let error = try await refusal(address, trusting)
                    #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
                    #expect(server.requestCount == 0)
                }
            }
        }
    }

    @Test("Refuses TLS 1.1, also if the configuration allows connections without verification")
    func oldVersion() async throws {
        try await withSecureOrigin(OriginTLS(flaw: .oldVersion)) { server, address, trusting in
            let client = IntegrationClient(address) { configuration in
                trusting(configuration)
                configuration.shouldReduceSecurityLevelOnError = true
                configuration.shouldAutoReconnectClient = false
            }
            client.pubnub.connect()
            let error = try await client.events.next("connection error", \.connectingError)
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            #expect(server.requestCount == 0)
        }
    }

    @Test("Permission for plain HTTP has no effect if security may not be reduced")
    func plainAlone() async throws {
        try await withSecureOrigin { server, address, _ in
            let error = try await refusal(address) { configuration in
                configuration.shouldUseSecureConnection = true
                configuration.canIgnoreSecureConnectionRequirement = true
            }
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            #expect(server.requestCount == 0)
        }
    }

    @Test(
        "An unusable authority file is error 144 with the reason, also if security may be reduced",
        arguments: [nil, "", "no certificate\n", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
    )
    func authorityFile(_ text: String?) async throws {
        try await withSecureOrigin { server, address, _ in
            try await withFile(text ?? "") { path in
                if text == nil { try FileManager.default.removeItem(atPath: path) }
                for mayReduce in [false, true] {
                    let error = try await refusal(address) { configuration in
                        configuration.shouldUseSecureConnection = true
                        configuration.certificateAuthorityFile = path
                        configuration.shouldReduceSecurityLevelOnError = mayReduce
                        configuration.canIgnoreSecureConnectionRequirement = mayReduce
                    }
                    #expect(error.code == kPNConnectionErrorOnSetup)
                    #expect(error.localizedFailureReason?.contains("certificate authority file") == true)
                }
            }
            #expect(server.requestCount == 0)
        }
    }

    @Test("Connects without a call when the authority file becomes valid")
    func mendedFile() async throws {
        try await withSecureOrigin { _, address, trusting in
            let good = PNConfiguration.default()
            trusting(good)
            let goodPath = try #require(good.certificateAuthorityFile)
            try await withFile("") { path in
                let client = IntegrationClient(address) { configuration in
                    configuration.shouldUseSecureConnection = true
                    configuration.certificateAuthorityFile = path
                }
                client.pubnub.connect()
                let error = try await client.events.next("connection error", \.connectingError)
                #expect(error.code == kPNConnectionErrorOnSetup)
                try Data(contentsOf: URL(fileURLWithPath: goodPath)).write(to: URL(fileURLWithPath: path))
                _ = try await client.events.next("didConnect", \.origin)
            }
        }
    }
}
