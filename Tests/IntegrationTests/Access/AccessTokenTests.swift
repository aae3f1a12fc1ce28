import PubNub
import PubNubOrigin
import PubNubTestSupport
import PubNubWire
import Testing

@Suite("A client of the 3.x interface with an access token as its authorization key")
struct AccessTokenTests {
    @Test("May do what the token allows, and gets error 122 for anything else")
    func rights() async throws {
        try await withGuardedOrigin { origin in
            let token = try await origin.admin.pubnub.issueToken(
                AccessTokenTerms(
                    minutes: 60,
                    resources: .init(channels: ["hall": 3]),
                    patterns: .init(channels: ["^room-[0-9]+$": 1])
                )
            )
            let guest = try await origin.client(key: token)
            try await guest.subscribe("hall", "room-12")
            try await guest.publish("allowed", to: "hall")
            #expect(try await guest.message().message as? String == "allowed")
            await expectFailure(122) { try await guest.publish("not allowed", to: "room-12") }
            await expectFailure(122) { try await guest.subscribe("room-x") }
        }
    }

    @Test("Gets error 122 when the token is revoked, and after it has expired")
    func ends() async throws {
        try await withGuardedOrigin { origin in
            let terms = AccessTokenTerms(minutes: 1, resources: .init(channels: ["hall": 3]))
            let first = try await origin.admin.pubnub.issueToken(terms)
            let guest = try await origin.client(key: first)
            try await guest.publish("before", to: "hall")
            try await origin.admin.pubnub.endToken(first)
            await expectFailure(122) { try await guest.publish("after", to: "hall") }
            origin.clock.advance(by: .seconds(1))
            let second = try await origin.admin.pubnub.issueToken(terms)
            let other = try await origin.client(key: second)
            try await other.publish("before", to: "hall")
            origin.clock.advance(by: .seconds(60))
            await expectFailure(122) { try await other.publish("after", to: "hall") }
        }
    }

    @Test("Without a secret key, a token can neither be issued nor revoked: error 138, and nothing is sent")
    func noSecret() async throws {
        try await withOrigin { server, address in
            server.faults = FaultPlan(rules: [FaultRule(.status(500), family: .accessManager)])
            let client = try await IntegrationClient.connected(address)
            let terms = AccessTokenTerms(minutes: 5, resources: .init(channels: ["hall": 3]))
            await expectFailure(138) { try await client.pubnub.issueToken(terms) }
            await expectFailure(138) { try await client.pubnub.endToken("qEF2") }
        }
    }
}
