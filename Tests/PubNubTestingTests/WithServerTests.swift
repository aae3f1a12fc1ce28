import PubNubAsync
import PubNubOrigin
import PubNubTesting
import Testing

/// Documentation/Async.md, "Tests of an app".
@Suite("Servers for the tests of apps", .timeLimit(.minutes(5)))
struct WithServerTests {
    private struct Failed: Error {}

    @Test("A client with the configuration of the server publishes and receives")
    func roundTrip() async throws {
        let received = try await OriginServer.withServer { server in
            try await PubNubClient.withClient(Self.patient(server, "me")) { client in
                for try await event in client.subscribe(to: ["greetings"]) {
                    if case .connection(.connected) = event { try await client.publish("hello", to: "greetings") }
                    if case .message(let message) = event { return message.json }
                }
                return JSON.null
            }
        }
        #expect(received == "hello")
    }

    @Test("The configuration has the keys of the server, or of its first keyset, and never the secret key")
    func keys() async throws {
        try await OriginServer.withServer(
            OriginConfiguration(publishKey: "pub-1", subscribeKey: "sub-1", secretKey: "sec-never")
        ) { server in
            let configuration = server.configuration(userID: "ann")
            #expect(configuration.publishKey == "pub-1" && configuration.subscribeKey == "sub-1")
            #expect(configuration.userID == "ann" && configuration.secretKey == nil && !configuration.isSecure)
        }
        var keysets = OriginConfiguration()
        keysets.keysets = [
            OriginKeyset(subscribeKey: "sub-2", publishKey: "pub-2"), OriginKeyset(subscribeKey: "sub-3"),
        ]
        try await OriginServer.withServer(keysets) { server in
            let configuration = server.configuration(userID: "ann")
            #expect(configuration.publishKey == "pub-2" && configuration.subscribeKey == "sub-2")
            try await PubNubClient.withClient(Self.patient(server, "ann")) { try await $0.publish(1, to: "a") }
        }
    }

    @Test("The server stops after the body, also after an error, which is thrown")
    func stops() async throws {
        var server: OriginServer?
        await #expect(throws: Failed.self) {
            try await OriginServer.withServer { running in
                server = running
                throw Failed()
            }
        }
        #expect(server?.address == nil)
    }

    private static func patient(_ server: OriginServer, _ userID: String) -> PubNubClientConfiguration {
        var configuration = server.configuration(userID: userID)
        // A slow machine must not fail a test.
        configuration.requestTimeout = .seconds(600)
        return configuration
    }
}
