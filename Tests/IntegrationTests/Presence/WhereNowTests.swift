import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Where Now, against a real origin")
struct WhereNowTests {
    @Test("Lists the channels of the requested client, not of the caller", arguments: ["guest", "a b/c,ü?#%"])
    func asked(identifier: String) async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["attic", "cellar"], toGroup: "house", subscribeKey: "demo")
            let client = try await IntegrationClient.connected(address, as: "me")
            let guest = try await IntegrationClient.connected(address, as: identifier)
            try await client.subscribe("mine")
            try await guest.subscribe([PNChannel.channel(withName: "hall"), PNChannelGroup(name: "house")])
            #expect(Set(try await client.whereNow(identifier)) == ["hall", "attic", "cellar"])
            #expect(try await client.whereNow("me") == ["mine"])
            #expect(try await guest.whereNow("me") == ["mine"])
            #expect(try await client.whereNow("nobody").isEmpty)
            try await guest.unsubscribe("hall")
            #expect(Set(try await client.whereNow(identifier)) == ["attic", "cellar"])
        }
    }

    @Test("An observer of presence only is not present")
    func observer() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "watcher")
            try await client.observePresence("room")
            #expect(try await client.whereNow("watcher").isEmpty)
        }
    }

    @Test("With an access manager, lists the channels that the caller may read")
    func guarded() async throws {
        try await withGuardedOrigin { origin in
            let guest = try await origin.client(key: "guest-key")
            let open = PNChannel.channel(withName: "open")
            try await origin.admin.grant(.readAccessRight, on: [open])
            origin.admin.pubnub.setClientIdentifier("admin")
            try await origin.admin.subscribe("room", "open")
            #expect(Set(try await origin.admin.whereNow("admin")) == ["room", "open"])
            #expect(try await guest.whereNow("admin") == ["open"])
        }
    }
}
