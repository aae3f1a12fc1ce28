import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README PNLogger: no secret reaches a log", .serialized)
struct RedactionTests {
    @Test("A session at all levels leaves authorization, cipher and secret key out of both dump files and every error")
    func secrets() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-log-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let levels = PNLogLevel(rawValue: .max)
        PNLogger.setDumpFolder(folder.path())
        PNLogger.enable(for: levels)
        PNLogger.dump(toFile: true)
        PNLogger.dumpHTTPResponse(toFile: true)
        PNLogger.loggerEnabled(true)
        defer {
            PNLogger.loggerEnabled(false)
            PNLogger.dumpHTTPResponse(toFile: false)
            PNLogger.dump(toFile: false)
        }
        let secrets = ["auth-4f1d88", "cipher-9b27e0", "secret-c3a551"]
        let errors = try await session(secrets)
        let texts = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        let all = (texts + errors).joined(separator: "\n")
        #expect(texts.count == 2)
        #expect(all.contains("/v2/subscribe/demo/vault-6e20") && all.contains("/v2/history/"))
        for secret in secrets { #expect(!all.contains(secret), "\(secret) was logged") }
    }

    /// A session with everything that uses a key, and the words of its errors.
    private func session(_ secrets: [String]) async throws -> [String] {
        try await withOrigin { server, address in
            let configuration = IntegrationClient.configuration(address).updatedConfiguration(
                withOrigin: "\(address.host):\(address.port)",
                publishKey: "demo",
                subscribeKey: "demo",
                secretKey: secrets[2],
                cipherKey: secrets[1],
                authorizationKey: secrets[0]
            )
            let client = IntegrationClient(address)
            client.pubnub.setConfiguration(configuration)
            try await client.connect()
            try await client.subscribe("vault-6e20")
            try await client.publish("sealed", to: "vault-6e20", compressed: true)
            try await client.publish("sealed", to: "vault-6e20")
            _ = try await client.messages(2)
            let open = try await IntegrationClient.connected(address)
            try await open.publish("not sealed", to: "vault-6e20")
            _ = try await client.message()
            _ = try await client.history("vault-6e20")
            _ = try await client.hereNow()
            server.faults = FaultPlan(rules: [
                FaultRule(.status(403), family: .history), FaultRule(.reset, family: .publish),
            ])
            var errors: [String] = []
            do { _ = try await client.history("vault-6e20") } catch { errors.append("\(error)") }
            do { _ = try await client.publish("lost", to: "vault-6e20") } catch { errors.append("\(error)") }
            #expect(errors.count == 2)
            try await client.unsubscribe("vault-6e20")
            return errors + ["\(configuration)", "\(client.pubnub.configuration())"]
        }
    }
}
