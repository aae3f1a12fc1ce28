import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

/// Strings in Swift are equal if they are canonically equivalent. For the service they are different names.
@Suite("Canonically equivalent names are different channels for a client")
struct EquivalentNameTests {
    /// “é” as one scalar and as two.
    private static let endings = ["\u{E9}", "e\u{301}"]

    private static func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

    @Test("Delivers each message on its channel", arguments: [PNSubscribeVersion.v1, .v2])
    func messages(version: PNSubscribeVersion) async throws {
        let names = Self.endings.map { "equivalent \(version) \($0)" }
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            try await client.subscribe(PNChannel.channels(withNames: names))
            #expect(client.pubnub.subscribedObjectsList().count == 2)
            for (number, name) in names.enumerated() {
                try await client.publish(number, to: name)
                let message = try await client.message()
                #expect(message.message as? Int == number)
                #expect(Array(message.channel.name.utf8) == Array(name.utf8))
            }
            try await client.unsubscribe(names[0])
            try await client.publish("to nobody", to: names[0])
            try await client.publish("to the other", to: names[1])
            #expect(try await client.message().message as? String == "to the other")
        }
    }

    @Test("Groups list both channels, and channel objects of both have data of their own")
    func objects() async throws {
        let names = Self.endings.map { "equivalent object \($0)" }
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "observer")
            let group = PNChannelGroup(name: "equivalent group")
            try await client.add(names, to: group)
            let listed = try await client.channels(of: group)
            #expect(Self.bytes(listed) == Self.bytes(names.reversed()))
            #expect(group.channels.count == 2)
            let channels = PNChannel.channels(withNames: names)
            #expect(channels[0] != channels[1])
            try await client.subscribe([channels[0]])
            let presence = try await client.hereNow([channels[0]])
            #expect(presence.participantsCount(for: channels[0]) == 1)
            #expect(presence.participantsCount(for: channels[1]) == 0)
            #expect(channels.map(\.participantsCount) == [1, 0])
        }
    }
}
