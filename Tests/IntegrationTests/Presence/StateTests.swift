import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Presence State Data, against a real origin")
struct StateTests {
    private let room = PNChannel.channel(withName: "room")

    @Test("The client's own state changes field by field, null removes one, and observers receive each change")
    func merge() async throws {
        try await withOrigin { _, address in
            let observer = try await IntegrationClient.connected(address, as: "observer")
            let client = try await IntegrationClient.connected(address, as: "me")
            try await observer.observePresence("room")
            try await client.subscribe([room], state: ["room": ["mood": "good", "seat": 4]])
            #expect(try await observer.events.next("join", \.presence).type == .join)
            let steps: [([String: Any], [String: JSONText])] = [
                (["mood": "better"], ["mood": "better", "seat": "4"]),
                (["seat": NSNull(), "ratio": 0.5], ["mood": "better", "ratio": "0.5"]),
                (["mood": NSNull(), "ratio": NSNull()], [:]),
            ]
            for (change, expected) in steps {
                let updated = try await client.setState(of: "me", change, on: room)
                #expect(text(updated.state(for: room)) == expected && updated.channel == room)
                #expect(text(try await client.state(of: "me", on: room).state(for: room)) == expected)
                let event = try await observer.events.next("state", \.presence)
                #expect(event.type == .stateChanged && event.client.identifier == "me")
                #expect(text(event.client.state(for: room)) == expected)
            }
        }
    }

    @Test(
        "Sets another client's state as given, and reads it under that identifier",
        arguments: ["guest", "a b/c,ü?#"]
    )
    func foreign(identifier: String) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let guest = try await IntegrationClient.connected(address, as: identifier)
            try await guest.subscribe([room], state: ["room": ["own": 1]])
            let given = try await client.setState(of: identifier, ["given": "by me"], on: room)
            #expect(given.identifier == identifier)
            let read = try await client.state(of: identifier, on: room)
            #expect(read.identifier == identifier && text(read.state(for: room)) == ["given": "by me"])
            #expect(text(try await client.state(of: "me", on: room).state(for: room)) == [:])
            #expect(try await client.state(of: "nobody", on: room).state(for: room).isEmpty)
        }
    }

    @Test("Null removes a field of another client's state: on a channel, and on the channels of a group")
    func removalOfAForeignField() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe([room], state: ["room": ["mood": "good", "seat": 4]])
            let changed = try await client.setState(of: "guest", ["mood": NSNull(), "ratio": 0.5], on: room)
            #expect(text(changed.state(for: room)) == ["seat": "4", "ratio": "0.5"])
            #expect(
                text(try await client.state(of: "guest", on: room).state(for: room)) == ["seat": "4", "ratio": "0.5"]
            )
            let group = PNChannelGroup(name: "rooms")
            try await client.add(["room"], to: group)
            try await client.setState(of: "guest", ["seat": NSNull()], on: group)
            #expect(text(try await client.state(of: "guest", on: room).state(for: room)) == ["ratio": "0.5"])
        }
    }

    @Test("The client's own state needs a subscription: error 136 about the client and the requested objects")
    func notSubscribed() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let error = try await failure { try await client.setState(of: "me", ["a": 1], on: room) }
            #expect(error.code == 136)
            let asked = try #require(error.associatedObject as? PNClient)
            #expect(asked.identifier == "me" && text(asked.state(for: room)) == ["a": "1"])
            try await client.observePresence("room")
            await expectFailure(136) { try await client.setState(of: "me", ["a": 1], on: room) }
            #expect(try await client.state(of: "me", on: room).state(for: room).isEmpty)
        }
    }

    @Test("State consists of strings and numbers by name, one level deep; anything else is error 135 and not sent")
    func validation() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            try await client.subscribe("room")
            let wrong: [[String: Any]] = [
                ["deep": ["er": 1]], ["list": [1, 2]], ["date": Date()], ["not a number": Double.nan],
            ]
            for state in wrong {
                await expectFailure(135) { try await client.setState(of: "me", state, on: room) }
                await expectFailure(135) { try await client.subscribe([room], state: ["room": state]) }
            }
            await expectFailure(135) { try await client.subscribe([room], state: ["room": "not by name"]) }
            #expect(try await client.state(of: "me", on: room).state(for: room).isEmpty)
        }
    }

    @Test("A group's state is set on all of its channels, and read per channel")
    func group() async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["hall", "attic"], toGroup: "events:house", subscribeKey: "demo")
            let house = PNChannelGroup(name: "house", inNamespace: "events")
            let client = try await IntegrationClient.connected(address, as: "me")
            try await client.subscribe([house], state: [house.name: ["event": "started"]])
            let first = try await client.state(of: "me", on: house)
            #expect(first.group == house && first.channels.map(\.name) == ["attic", "hall"])
            for channel in first.channels { #expect(text(first.state(for: channel)) == ["event": "started"]) }
            try await client.setState(of: "me", ["place": 1], on: house)
            let second = try await client.state(of: "me", on: house)
            for channel in second.channels {
                #expect(text(second.state(for: channel)) == ["event": "started", "place": "1"])
            }
            try await client.setState(of: "guest", ["place": 2], on: house)
            let hall = PNChannel.channel(withName: "hall")
            #expect(text(try await client.state(of: "guest", on: hall).state(for: hall)) == ["place": "2"])
        }
    }

    @Test("Sends state again after a loss, to an origin without that state")
    func afterLoss() async throws {
        let first = OriginServer()
        let address = try await first.start()
        let client = try await IntegrationClient.connected(address, as: "me")
        try await client.subscribe([room], state: ["room": ["seat": 4]])
        try await client.setState(of: "me", ["mood": "good"], on: room)
        await first.stop(abruptly: true)
        _ = try await client.events.next("loss", \.loss)
        try await withOrigin(OriginConfiguration(port: address.port)) { _, _ in
            _ = try await client.events.next("restored", \.restoredNames)
            let present = try await client.hereNow([room], state: true).participants(for: room)
            #expect(present.map(\.identifier) == ["me"])
            #expect(present.first.map { text($0.state(for: room)) } == ["mood": "good", "seat": "4"])
        }
    }

    @Test("State ends with the subscription, and survives a change of the list")
    func lifetime() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            try await client.subscribe([room], state: ["room": ["seat": 4]])
            try await client.subscribe("hall")
            #expect(text(try await client.state(of: "me", on: room).state(for: room)) == ["seat": "4"])
            try await client.unsubscribe("room")
            #expect(try await client.state(of: "me", on: room).state(for: room).isEmpty)
            try await client.subscribe("room")
            #expect(try await client.state(of: "me", on: room).state(for: room).isEmpty)
        }
    }

    private typealias JSONText = String

    /// A state whose values can be compared.
    private func text(_ state: [String: Any]) -> [String: JSONText] {
        state.mapValues { "\($0)" }
    }
}
