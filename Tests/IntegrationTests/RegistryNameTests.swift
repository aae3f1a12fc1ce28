import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Channel registry, names and groups without channels")
struct RegistryNameTests {
    @Test(
        "A group's name with a reserved character, empty or too long is error 115",
        arguments: ["a,b", "a:b:c", "a/b", ""]
    )
    func reservedInGroups(name: String) async throws {
        try await expectRefusal(115, group: PNChannelGroup(name: name), channel: "fine")
    }

    @Test("A namespace's name with a reserved character is error 116", arguments: ["a,b", "a:b", "a/b"])
    func reservedInNamespaces(name: String) async throws {
        try await expectRefusal(116, group: PNChannelGroup(name: "fine", inNamespace: name), channel: "fine")
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let listed = try await failure { try await client.groups(of: name) }
            #expect(listed.code == 116 && listed.associatedObject as? String == name)
            let removed = try await failure { try await client.removeNamespace(name) }
            #expect(removed.code == 116 && removed.associatedObject as? String == name)
        }
    }

    @Test("A channel's name with a reserved character is error 117", arguments: ["a,b", "a:b", "a/b", ""])
    func reservedInChannels(name: String) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: "fine")
            let added = try await failure { try await client.add(["good", name], to: group) }
            #expect(added.code == 117)
            #expect((added.associatedObject as? PNChannelGroupChange)?.channels.map(\.name) == ["good", name])
            await expectFailure(117) { try await client.remove([name], from: group) }
            #expect(server.channels(ofGroup: "fine", subscribeKey: "demo").isEmpty)
        }
    }

    @Test(
        "Any other name is stored unchanged",
        arguments: [
            "with space", "漢語 🙃", "100%", "a&b=c?d#e", "plus+", "quote\"'", "~*()!", String(repeating: "x", count: 92),
        ]
    )
    func otherNames(name: String) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: name, inNamespace: name)
            try await client.add([name], to: group)
            #expect(try await client.channels(of: group) == [name])
            #expect(try await client.groups(of: name) == [group])
            #expect(try await client.namespaces() == [name])
            try await client.subscribe([group])
            try await client.publish("there", to: name)
            let message = try await client.message()
            #expect(message.channel.name == name && message.channelGroup == group)
            try await client.removeNamespace(name)
            #expect(try await client.namespaces().isEmpty)
        }
    }

    @Test("A group without channels is listed as empty, has no occupants, and cannot be subscribed by itself")
    func emptyGroup() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            // No other test has a group of this name: objects of one name share their channels in the whole process.
            let group = PNChannelGroup(name: "vacant")
            #expect(try await client.channels(of: group).isEmpty)
            #expect(try await client.hereNow([group]).channels().isEmpty)
            let subscribing = try await failure { try await client.subscribe([group]) }
            #expect(subscribing.code == 118 && subscribing.names == ["vacant"])
            #expect(client.pubnub.subscribedObjectsList().isEmpty)
            try await client.remove(group)
            let state = try await failure { try await client.setState(of: "other", ["a": 1], on: group) }
            #expect(state.code == -1 && (state.associatedObject as? PNClient)?.group == group)
        }
    }

    @Test("A subscribed group without channels delivers messages once it has a channel")
    func emptyBeside() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: "empty")
            try await client.subscribe([PNChannel.channel(withName: "beside"), group])
            try await client.add(["new"], to: group)
            try await client.publish("through the group", to: "new")
            #expect(try await client.message().channelGroup == group)
        }
    }

    @Test("Adding or removing no channels is error 118 about the change")
    func noChannels() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: "users")
            let error = try await failure { try await client.add([], to: group) }
            #expect(error.code == 118 && (error.associatedObject as? PNChannelGroupChange)?.group == group)
            await expectFailure(118) { try await client.remove([], from: group) }
        }
    }

    private func expectRefusal(_ code: Int, group: PNChannelGroup, channel: String) async throws {
        try await withOrigin { server, address in
            // A request that is sent nevertheless fails with another error.
            server.faults = FaultPlan(rules: [FaultRule(.status(500), family: .registry)])
            let client = try await IntegrationClient.connected(address)
            let added = try await failure { try await client.add([channel], to: group) }
            #expect(added.code == code && (added.associatedObject as? PNChannelGroupChange)?.group == group)
            await expectFailure(code) { try await client.remove([channel], from: group) }
            let listed = try await failure { try await client.channels(of: group) }
            #expect(listed.code == code && listed.associatedObject as? PNChannelGroup == group)
            await expectFailure(code) { try await client.remove(group) }
            await expectFailure(code) { try await client.subscribe([group]) }
        }
    }
}
