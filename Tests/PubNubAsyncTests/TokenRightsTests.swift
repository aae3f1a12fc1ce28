import PubNubAsync
import PubNubOrigin
import PubNubTestSupport
import Testing

/// Access tokens with a real server over the network.
@Suite(.timeLimit(.minutes(5)))
struct TokenRightsTests {
    private static let secretKey = "sec-c-async-5f31"

    private static func withGuardedOrigin(
        _ body: (PubNubClient, (String, String?) -> PubNubClientConfiguration) async throws -> Void
    ) async throws {
        let origin = OriginConfiguration(
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: secretKey,
            accessManager: true
        )
        try await withOrigin(origin) { _, address in
            func configuration(_ userID: String, _ token: String?) -> PubNubClientConfiguration {
                var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: userID)
                configuration.origin = "\(address.host):\(address.port)"
                configuration.isSecure = false
                configuration.token = token
                // A slow machine must not fail a test.
                configuration.requestTimeout = .seconds(600)
                return configuration
            }
            var issuer = configuration("issuer", nil)
            issuer.secretKey = secretKey
            try await PubNubClient.withClient(issuer) { try await body($0, configuration) }
        }
    }

    @Test("A granted token has the requested content, and allows exactly that")
    func grant() async throws {
        try await Self.withGuardedOrigin { issuer, configuration in
            let token = try await issuer.access.grantToken(
                validFor: .seconds(3_600),
                authorizedUserID: "ann",
                resources: AccessScope(channels: ["lobby": [.read, .write]], users: ["ann": [.get, .update]]),
                patterns: AccessScope(channels: ["^room-[a-z]+$": .read]),
                meta: ["plan": "gold", "age": 7]
            )
            #expect(
                token.validity == .seconds(3_600) && token.authorizedUserID == "ann"
                    && token.meta == ["plan": "gold", "age": 7]
            )
            #expect(token.resources.channels == ["lobby": [.read, .write]])
            #expect(try issuer.access.parse(token.string) == token)
            try await PubNubClient.withClient(configuration("ann", token.string)) { ann in
                try await ann.publish("hello", to: "lobby")
                try await ann.users.set("ann", UserChanges(name: "Ann"))
                for try await message in ann.history(of: "room-a") { Issue.record("\(message)") }
                let error = await #expect(throws: PubNubError.self) { try await ann.publish("hello", to: "room-a") }
                #expect(error?.code == .accessDenied)
            }
            try await PubNubClient.withClient(configuration("eve", token.string)) { eve in
                let error = await #expect(throws: PubNubError.self) { try await eve.publish("hello", to: "lobby") }
                #expect(error?.code == .accessDenied)
            }
        }
    }

    @Test("A running subscription continues with a new token, and ends when that is revoked")
    func renewal() async throws {
        try await Self.withGuardedOrigin { issuer, configuration in
            let scope = AccessScope(channels: ["lobby": [.read, .write]])
            let first = try await issuer.access.grantToken(validFor: .seconds(600), resources: scope)
            let second = try await issuer.access.grantToken(validFor: .seconds(1_200), resources: scope)
            let guest = PubNubClient(configuration("guest", first.string))
            var received: [JSON] = []
            let error = await #expect(throws: PubNubError.self) {
                for try await event in guest.subscribe(to: ["lobby"]) {
                    switch event {
                    case .connection(.connected):
                        guest.setToken(second.string)
                        try await issuer.access.revokeToken(first.string)
                        try await guest.publish("after the first", to: "lobby")
                    case .message(let message):
                        received.append(message.json)
                        try await issuer.access.revokeToken(second.string)
                    default: break
                    }
                }
            }
            #expect(received == ["after the first"])
            #expect(error?.code == .accessDenied)
            await guest.shutdown(deadline: .zero)
        }
    }

    @Test("Invalid terms, a missing secret key and a string that is no token are errors")
    func errors() async throws {
        try await Self.withGuardedOrigin { issuer, configuration in
            let scope = AccessScope(channels: ["lobby": .read])
            for validity in [.zero, .seconds(90), .seconds(43_201 * 60), .seconds(Int64.max), .seconds(Int64.min)]
                as [Duration]
            {
                let error = await #expect(throws: PubNubError.self) {
                    try await issuer.access.grantToken(validFor: validity, resources: scope)
                }
                #expect(error?.code == .invalidArgument && error?.reason.contains("43,200") == true)
            }
            await #expect(throws: PubNubError.self) { try await issuer.access.grantToken(validFor: .seconds(60)) }
            let pattern = await #expect(throws: PubNubError.self) {
                try await issuer.access.grantToken(
                    validFor: .seconds(60),
                    patterns: AccessScope(channels: ["(": .read])
                )
            }
            #expect(pattern?.code == .refused && pattern?.reason.contains("Invalid RegExp") == true)
            await #expect(throws: PubNubError.self) { try await issuer.access.revokeToken("no token") }
            let guest = PubNubClient(configuration("guest", nil))
            let secret = await #expect(throws: PubNubError.self) {
                try await guest.access.grantToken(validFor: .seconds(60), resources: scope)
            }
            #expect(secret?.code == .secretKeyMissing)
            await guest.shutdown(deadline: .zero)
        }
    }
}
