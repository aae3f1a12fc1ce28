import Foundation
import PubNub
@testable import PubNubCore
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

/// Documentation/WireProtocol.md, "TLS levels".
@Suite("TLS levels: README items 10 and 11", .serialized)
struct SecurityLadderTests {
    /// Runs `body` with a log file and returns the warnings in it about the origin that `body` returns.
    private func warnings(_ body: @Sendable () async throws -> String) async throws -> [String] {
        try await LoggerLease.withLogger {
            let folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-ladder-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            PNLogger.setDumpFolder(folder.path())
            PNLogger.dump(toFile: true)
            PNLogger.loggerEnabled(true)
            defer {
                PNLogger.loggerEnabled(false)
                PNLogger.dump(toFile: false)
            }
            let origin = try await body()
            LogCenter.shared.store.flush()
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .flatMap { String(decoding: try Data(contentsOf: $0), as: UTF8.self).split(separator: "\n") }
                .filter { $0.contains("TLS with \(origin) failed") }.map(String.init)
        }
    }

    @Test("shouldReduceSecurityLevelOnError: after a failed verification the client continues without, with a warning")
    func reduced() async throws {
        let warnings = try await warnings {
            try await withSecureOrigin(OriginTLS(flaw: .expired)) { server, address, trusting in
                let client = IntegrationClient(address) { configuration in
                    trusting(configuration)
                    configuration.shouldReduceSecurityLevelOnError = true
                }
                try await client.connect()
                #expect(client.events.all.map(\.word) == ["willConnect", "error 104", "didConnect"])
                try await client.subscribe("a")
                try await client.publish("over TLS", to: "a")
                #expect(try await client.message().message as? String == "over TLS")
                return client.pubnub.configuration().origin
            }
        }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("stops verifying its certificate, including the host name in it") == true)
    }

    @Test(
        "canIgnoreSecureConnectionRequirement: without TLS at the origin the client uses plain HTTP, with a warning per step"
    )
    func plain() async throws {
        let warnings = try await warnings {
            try await withOrigin { server, address in
                let client = IntegrationClient(address) { configuration in
                    configuration.shouldUseSecureConnection = true
                    configuration.shouldReduceSecurityLevelOnError = true
                    configuration.canIgnoreSecureConnectionRequirement = true
                }
                try await client.connect()
                #expect(client.events.all.map(\.word) == ["willConnect", "error 104", "error 104", "didConnect"])
                try await client.subscribe("a")
                try await client.publish("in clear", to: "a")
                #expect(try await client.message().message as? String == "in clear")
                return client.pubnub.configuration().origin
            }
        }
        #expect(warnings.count == 2)
        #expect(warnings.last?.contains("unencrypted") == true)
    }

    @Test("Without canIgnoreSecureConnectionRequirement, the client never uses plain HTTP")
    func neverPlain() async throws {
        try await withOrigin { server, address in
            let client = IntegrationClient(address) { configuration in
                configuration.shouldUseSecureConnection = true
                configuration.shouldReduceSecurityLevelOnError = true
                configuration.shouldAutoReconnectClient = false
            }
            client.pubnub.connect()
            let error = try await client.events.next("connection error", \.connectingError)
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            #expect(client.events.all.map(\.word) == ["willConnect", "error 104", "connectionDidFail 104"])
            #expect(server.requestCount == 0)
        }
    }

    @Test("Each connect of the application starts at the first level again")
    func startsAtTheTop() async throws {
        try await withSecureOrigin(OriginTLS(flaw: .otherName)) { server, address, trusting in
            let client = IntegrationClient(address) { configuration in
                trusting(configuration)
                configuration.shouldReduceSecurityLevelOnError = true
            }
            for _ in 0..<2 {
                try await client.connect()
                client.pubnub.disconnect()
                _ = try await client.events.next("didDisconnect", \.isDisconnected)
            }
            let session = ["willConnect", "error 104", "didConnect", "didDisconnect"]
            #expect(client.events.all.map(\.word) == session + session)
        }
    }

    @Test(
        "A configuration that withdraws the permission ends a less secure connection, and insecure connects fail"
    )
    func withdrawn() async throws {
        try await withSecureOrigin(OriginTLS(flaw: .expired)) { server, address, trusting in
            let client = IntegrationClient(address) { configuration in
                trusting(configuration)
                configuration.shouldReduceSecurityLevelOnError = true
            }
            try await client.connect()
            let count = server.requestCount
            client.reconfigure { configuration in
                configuration.shouldReduceSecurityLevelOnError = false
                configuration.shouldAutoReconnectClient = false
            }
            let error = try await client.events.next("connection error", \.connectingError)
            #expect(error.code == kPNClientConnectionClosedOnSSLNegotiationFailureError)
            #expect(
                client.events.all.map(\.word)
                    == [
                        "willConnect", "error 104", "didConnect", "didDisconnect", "willConnect",
                        "connectionDidFail 104",
                    ]
            )
            await expectFailure(kPNRequestExecutionFailedOnInternetFailureError) { try await client.time() }
            #expect(server.requestCount == count)
        }
    }

    @Test("Withdrawing an unused permission does not affect a connected client")
    func withdrawnUnused() async throws {
        try await withSecureOrigin { _, address, trusting in
            let client = try await IntegrationClient.connected(address) { configuration in
                trusting(configuration)
                configuration.shouldReduceSecurityLevelOnError = true
            }
            client.reconfigure { $0.shouldReduceSecurityLevelOnError = false }
            #expect(try await client.time() > 0)
            #expect(client.events.all.map(\.word) == ["willConnect", "didConnect"])
        }
    }
}
