import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: channel groups and wildcards, against a real origin")
struct GroupTests {
    @Test(
        "Delivers the messages of a group's channels with channel and group",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func group(version: PNSubscribeVersion) async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["red", "blue"], toGroup: "colours", subscribeKey: "demo")
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            try await client.subscribe([PNChannelGroup(name: "colours")])
            try await client.publish(1, to: "red")
            try await client.publish(2, to: "green")
            try await client.publish(3, to: "blue")
            let received = try await client.messages(2)
            #expect(received.map(\.channel.name) == ["red", "blue"])
            #expect(received.map(\.channelGroup?.name) == ["colours", "colours"])
            try await server.addChannels(["green"], toGroup: "colours", subscribeKey: "demo")
            try await client.publish(4, to: "green")
            #expect(try await client.message().message as? Int == 4)
        }
    }

    @Test("Delivers a group's presence with its channel and the group", arguments: [PNSubscribeVersion.v1, .v2])
    func groupPresence(version: PNSubscribeVersion) async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["red", "blue"], toGroup: "colours", subscribeKey: "demo")
            let observer = try await IntegrationClient.connected(address, as: "observer") {
                $0.subscribeVersion = version
            }
            try await observer.subscribe([
                PNChannel.channel(withName: "other"),
                PNChannelGroup(name: "colours", shouldObservePresence: true),
            ])
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe("blue")
            let join = try await observer.events.next("join of the guest") {
                $0.presence?.client.identifier == "guest" ? $0.presence : nil
            }
            #expect(join.channel.name == "blue" && join.channelGroup?.name == "colours" && join.type == .join)
        }
    }

    @Test("Delivers messages of channels that a wildcard matches", arguments: [PNSubscribeVersion.v1, .v2])
    func wildcard(version: PNSubscribeVersion) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            try await client.subscribe("a.*")
            try await client.publish("below", to: "a.b")
            try await client.publish("beside", to: "ab")
            try await client.publish("deeper", to: "a.b.c")
            let received = try await client.messages(2)
            #expect(received.map { $0.message as? String } == ["below", "deeper"])
            #expect(received.map(\.channel.name) == ["a.b", "a.b.c"])
            #expect(received.allSatisfy { $0.channelGroup == nil })
        }
    }

    @Test(
        "Delivers a message twice if it matches a channel and a group",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func twice(version: PNSubscribeVersion) async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["red"], toGroup: "colours", subscribeKey: "demo")
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            try await client.subscribe([PNChannel.channel(withName: "red"), PNChannelGroup(name: "colours")])
            try await client.publish("double", to: "red")
            try await client.publish("next", to: "red")
            let received = try await client.messages(4)
            #expect(received.map { $0.message as? String } == ["double", "double", "next", "next"])
            #expect(received.map(\.channel.name) == ["red", "red", "red", "red"])
            #expect(Set(received.prefix(2).map { $0.channelGroup?.name ?? "-" }) == ["-", "colours"])
        }
    }
}
