import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Presence, enabling and disabling its observation")
struct PresenceObservationTests {
    @Test(
        "Channels: delivers events after enabling and none after disabling",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func channels(version: PNSubscribeVersion) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me") { $0.subscribeVersion = version }
            let channels = PNChannel.channels(withNames: ["hall", "attic"])
            #expect(try await client.observePresence(of: channels) == ["hall", "attic"])
            #expect(channels.allSatisfy { client.pubnub.isPresenceObservationEnabled(for: $0) })
            #expect(client.pubnub.subscribedObjectsList().isEmpty)
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe("hall", "attic")
            let joined = try await client.events.next(2, "join", \.presence)
            #expect(Set(joined.map(\.channel.name)) == ["hall", "attic"] && joined.allSatisfy { $0.type == .join })
            #expect(try await client.ignorePresence(of: [channels[0]]) == ["hall"])
            #expect(!client.pubnub.isPresenceObservationEnabled(for: channels[0]))
            #expect(client.pubnub.isPresenceObservationEnabled(for: channels[1]))
            try await guest.unsubscribe("hall", "attic")
            let left = try await client.events.next("leave", \.presence)
            #expect(left.channel.name == "attic" && left.type == .leave)
            #expect(client.events.all.compactMap(\.presence).count == 3)
            #expect(
                client.events.all.map(\.word) == [
                    "willConnect", "didConnect", "didEnablePresence", "presence", "presence", "didDisablePresence",
                    "presence",
                ]
            )
        }
    }

    @Test("Groups: delivers events with channel and group", arguments: [PNSubscribeVersion.v1, .v2])
    func groups(version: PNSubscribeVersion) async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["hall", "attic"], toGroup: "house", subscribeKey: "demo")
            let house = PNChannelGroup(name: "house")
            let client = try await IntegrationClient.connected(address, as: "me") { $0.subscribeVersion = version }
            #expect(try await client.observePresence(of: [house]) == ["house"])
            #expect(client.pubnub.isPresenceObservationEnabled(for: house))
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe("attic")
            let join = try await client.events.next("join", \.presence)
            #expect(join.channel.name == "attic" && join.channelGroup == house)
            #expect(try await client.ignorePresence(of: [house]) == ["house"])
            try await client.subscribe("alone")
            try await guest.unsubscribe("attic")
            try await guest.publish("the end", to: "alone")
            _ = try await client.message()
            #expect(client.events.all.compactMap(\.presence).count == 1)
        }
    }

    @Test("Messages and presence of a channel can be ended separately")
    func besideMessages() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let room = PNChannel.channel(withName: "room")
            try await client.subscribe("room")
            _ = try await client.observePresence(of: [room])
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe("room")
            _ = try await client.events.next("join of the guest") { event in
                event.presence.flatMap { $0.client.identifier == "guest" && $0.type == .join ? $0 : nil }
            }
            _ = try await client.ignorePresence(of: [room])
            try await guest.publish("still here", to: "room")
            #expect(try await client.message().message as? String == "still here")
            #expect(client.pubnub.isSubscribed(on: room))
            _ = try await client.observePresence(of: [room])
            try await guest.unsubscribe("room")
            _ = try await client.events.next("leave of the guest") { event in
                event.presence.flatMap { $0.client.identifier == "guest" && $0.type == .leave ? $0 : nil }
            }
        }
    }

    @Test("Enabling enabled presence and disabling disabled presence succeed immediately")
    func nothingToDo() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let room = PNChannel.channel(withName: "room")
            #expect(try await client.ignorePresence(of: [room]) == ["room"])
            _ = try await client.observePresence(of: [room])
            #expect(try await client.observePresence(of: [room]) == ["room"])
            #expect(client.pubnub.isPresenceObservationEnabled(for: room))
        }
    }

    @Test("Reports a refusal with the requested objects, and earlier observations continue")
    func refused() async throws {
        try await withGuardedOrigin { origin in
            let watched = PNChannel.channel(withName: "open-pnpres")
            try await origin.admin.grant(.readAccessRight, on: [watched])
            let client = try await origin.client(key: nil)
            let open = PNChannel.channel(withName: "open")
            _ = try await client.observePresence(of: [open])
            let closed = PNChannel.channel(withName: "closed")
            let error = try await failure { try await client.observePresence(of: [closed]) }
            #expect(error.code == 122 && error.names == ["closed"])
            #expect(!client.pubnub.isPresenceObservationEnabled(for: closed))
            #expect(client.pubnub.isPresenceObservationEnabled(for: open))
            await expectFailure(117) { try await client.observePresence(of: [PNChannel.channel(withName: "a,b")]) }
            #expect(try await client.ignorePresence(of: []) == [])
        }
    }
}
