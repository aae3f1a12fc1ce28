import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Channel registry, against a real origin")
struct RegistryTests {
    @Test("A group exists from its first channel to its last, and is changed and listed", arguments: [nil, "staff"])
    func life(namespace: String?) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: "users", inNamespace: namespace)
            #expect(try await client.groups(of: namespace).isEmpty)
            try await client.add(["Bob", "Jay"], to: group)
            #expect(group.channels.map(\.name) == ["Bob", "Jay"])
            try await client.add(["Bob", "Ann"], to: group)
            #expect(try await client.channels(of: group) == ["Ann", "Bob", "Jay"])
            let listed = try await client.groups(of: namespace)
            #expect(listed == [group] && listed.first?.nspace == namespace)
            #expect(try await client.namespaces() == (namespace.map { [$0] } ?? []))
            try await client.remove(["Bob", "nobody"], from: group)
            #expect(try await client.channels(of: group) == ["Ann", "Jay"])
            try await client.remove(["Ann", "Jay"], from: group)
            #expect(group.channels.isEmpty)
            #expect(try await client.groups(of: namespace).isEmpty)
            #expect(try await client.namespaces().isEmpty)
            #expect(server.channels(ofGroup: group.name, subscribeKey: "demo").isEmpty)
        }
    }

    @Test("Removing a group removes its channels from it, and leaves the other groups")
    func removeGroup() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let doomed = PNChannelGroup(name: "doomed")
            let kept = PNChannelGroup(name: "kept")
            try await client.add(["a", "b"], to: doomed)
            try await client.add(["b"], to: kept)
            try await client.remove(doomed)
            #expect(doomed.channels.isEmpty)
            #expect(try await client.channels(of: doomed).isEmpty)
            #expect(try await client.groups() == [kept])
            #expect(try await client.channels(of: kept) == ["b"])
        }
    }

    @Test("Removing a namespace removes its groups, and none of the same name elsewhere")
    func removeNamespace() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let places = [nil, "ships", "planes"]
            for place in places {
                try await client.add(["of \(place ?? "nobody")"], to: PNChannelGroup(name: "crew", inNamespace: place))
            }
            try await client.add(["more"], to: PNChannelGroup(name: "guests", inNamespace: "ships"))
            #expect(try await client.namespaces() == ["planes", "ships"])
            #expect(try await client.groups(of: "ships").map(\.groupName) == ["crew", "guests"])
            try await client.removeNamespace("ships")
            #expect(try await client.namespaces() == ["planes"])
            #expect(try await client.groups(of: "ships").isEmpty)
            let gone = try await client.channels(of: PNChannelGroup(name: "guests", inNamespace: "ships"))
            #expect(gone.isEmpty)
            #expect(try await client.channels(of: PNChannelGroup(name: "crew")) == ["of nobody"])
            let planes = PNChannelGroup(name: "crew", inNamespace: "planes")
            #expect(try await client.channels(of: planes) == ["of planes"])
        }
    }

    @Test(
        "A subscriber of a group receives messages of channels that are added later, and none of removed ones",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func follows(version: PNSubscribeVersion) async throws {
        try await withOrigin { server, address in
            let manager = try await IntegrationClient.connected(address)
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            let group = PNChannelGroup(name: "targets", inNamespace: "news")
            try await manager.add(["first"], to: group)
            try await client.subscribe([group])
            // A later long poll delivers messages to the new channel from the time when the group was subscribed.
            #expect(await eventually { server.waitingCount > 0 })
            try await manager.publish(1, to: "later")
            try await manager.add(["later"], to: group)
            try await manager.publish(2, to: "later")
            try await manager.publish(3, to: "first")
            let received = try await client.messages(2)
            #expect(received.map { $0.message as? Int } == [2, 3])
            #expect(received.map(\.channel.name) == ["later", "first"])
            #expect(received.allSatisfy { $0.channelGroup == group })
            try await manager.remove(["first"], from: group)
            try await manager.publish(4, to: "first")
            try await manager.publish(5, to: "later")
            #expect(try await client.message().message as? Int == 5)
        }
    }

    @Test("Performs concurrent calls for one group in order")
    func order() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: "busy")
            for round in 0..<10 {
                client.pubnub.addChannels(PNChannel.channels(withNames: ["in", "out \(round)"]), to: group)
                client.pubnub.removeChannels(PNChannel.channels(withNames: ["out \(round)"]), from: group)
            }
            #expect(try await client.channels(of: group) == ["in"])
        }
    }

    @Test(
        "A group holds 2,000 channels; one more is error 119 about the change, and is not added",
        arguments: [1, 2001]
    )
    func size(excess: Int) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            let group = PNChannelGroup(name: "full")
            let names = (0..<2000).map { "c\($0)" }
            try await client.add(names, to: group)
            #expect(server.channels(ofGroup: "full", subscribeKey: "demo").count == 2000)
            #expect(try await client.channels(of: group).count == 2000)
            let more = (0..<excess).map { "more \($0)" }
            let error = try await failure { try await client.add(more, to: group) }
            #expect(error.code == 119)
            let change = try #require(error.associatedObject as? PNChannelGroupChange)
            #expect(change.group == group && change.channels.count == excess)
            #expect(server.channels(ofGroup: "full", subscribeKey: "demo").count == 2000)
            try await client.add(["c7"], to: group)
            try await client.subscribe([group])
            try await client.publish("the last one", to: "c1999")
            #expect(try await client.message().channel.name == "c1999")
            try await client.remove(["c0"], from: group)
            try await client.add(["more 0"], to: group)
        }
    }

    @Test("2,001 channels in one call are also error 119 for a new group")
    func tooManyAtOnce() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            let names = (0..<2001).map { "c\($0)" }
            await expectFailure(119) { try await client.add(names, to: PNChannelGroup(name: "new")) }
            #expect(server.channels(ofGroup: "new", subscribeKey: "demo").isEmpty)
        }
    }

    @Test("The result of a request has the channels of its response, whatever another client lists afterwards")
    func listsOfTwoKeysets() async throws {
        try await withOrigin { server, address in
            let group = PNChannelGroup(name: "group of two keysets")
            var results: [PNChannelGroup] = []
            var clients: [IntegrationClient] = []
            for (keyset, channel) in [("first", "red"), ("second", "blue")] {
                try await server.addChannels([channel], toGroup: group.name, subscribeKey: keyset)
                let client = IntegrationClient(address)
                let configuration = client.pubnub.configuration()
                client.pubnub.setConfiguration(
                    configuration.updatedConfiguration(
                        withOrigin: configuration.origin,
                        publishKey: "demo",
                        subscribeKey: keyset,
                        secretKey: nil,
                        cipherKey: nil,
                        authorizationKey: nil
                    )
                )
                try await client.connect()
                let notified = IntegrationInbox<PNChannelGroup>()
                let token = NotificationCenter.default.addObserver(
                    forName: Notification.Name(kPNClientChannelsForGroupRequestCompleteNotification),
                    object: client.pubnub,
                    queue: nil
                ) { notification in
                    let payload = notification.userInfo?[kPNNotificationPayloadKey]
                    if let group = payload as? PNChannelGroup { notified.put(group) }
                }
                defer { NotificationCenter.default.removeObserver(token) }
                let result = try await client.call("channels of group") { finish in
                    client.pubnub.requestChannels(for: group) { group, error in
                        if let group { finish(.success(group)) } else if let error { finish(.failure(error)) }
                    }
                }
                results.append(result)
                results.append(try await notified.next("notification") { $0 })
                clients.append(client)
            }
            #expect(results.allSatisfy { $0 == group })
            #expect(results.map { $0.channels.map(\.name) } == [["red"], ["red"], ["blue"], ["blue"]])
            #expect(group.channels.map(\.name) == ["blue"], "an object of the app has the last list of the process")
        }
    }
}
