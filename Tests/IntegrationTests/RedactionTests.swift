import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README PNLogger: no secret reaches a log", .serialized)
struct RedactionTests {
    @Test("A session at all levels leaves authorization, cipher and secret key out of both dump files and every error")
    func secrets() async throws {
        try await LoggerLease.withLogger { try await logEverything() }
    }

    @Test("The search during the whole run finds a line with a secret in any spelling, and masks it")
    func search() throws {
        var search = SecretSearch()
        search.add("sec-c-4F1D/88", "secret key")
        search.add(pushToken: [0xAB, 0x01, 0xCD, 0xEF])
        search.add("short", "cipher key")
        for line in ["key sec-c-4F1D/88 used", "/a?x=SEC-C-4f1d%2F88&b", "devices/AB01CDEF?type=apns"] {
            let find = try #require(search.find(in: line))
            #expect(find.masked.contains("<<here>>") && search.find(in: find.masked) == nil)
        }
        #expect(search.find(in: "sec-c-4f1d/88 ab01cdef")?.masked == "<<here>> <<here>>")
        #expect(search.find(in: "GET /time/0?uuid=a&auth=key&b=1")?.masked == "get /time/0?uuid=a&auth=<<here>>&b=1")
        #expect(search.find(in: "signature=kSbd8=")?.kind == "signature=")
        for line in ["", "a short one", "GET /time/0?auth=***&signature=***", "sec-c-4f1d"] {
            #expect(search.find(in: line) == nil)
        }
    }

    @Test("Searches errors, events and values of every kind in every form that a program may print")
    func everyWord() {
        let error = PNError(message: "the reason-5d1e", code: kPNInvalidJSONError)
        let texts = SecretWatch.texts(of: error)
        #expect(texts.contains { $0.contains("the reason-5d1e") } && texts.contains(error.localizedDescription))
    }

    private func logEverything() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-log-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let levels = PNLogLevel(rawValue: .max)
        PNLogger.setDumpFolder(folder.path())
        // All tests that run in the meantime also write to this file, and none of it may be rotated away.
        PNLogger.setMaximumDumpFileSize(.max)
        PNLogger.enable(for: levels)
        PNLogger.dump(toFile: true)
        PNLogger.dumpHTTPResponse(toFile: true)
        PNLogger.loggerEnabled(true)
        defer {
            PNLogger.loggerEnabled(false)
            PNLogger.dumpHTTPResponse(toFile: false)
            PNLogger.dump(toFile: false)
            PNLogger.setMaximumDumpFileSize(10 * 1024 * 1024)
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

    /// A session that uses each key, and the descriptions of its errors.
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
            SecretWatch.shared.add(configuration)
            let searched = SecretWatch.shared.searched
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
            #expect(SecretWatch.shared.searched > searched + 20, "the watch of the whole run does not see this session")
            return errors + ["\(configuration)", "\(client.pubnub.configuration())"]
        }
    }
}
