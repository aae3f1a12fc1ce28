import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// Input that the client refuses, and input that only the service can check: README "Channel Groups and Namespaces";
/// Documentation/WireProtocol.md, "Channel groups".
@Suite struct RegistryInputTests {
    static let long = String(repeating: "n", count: 93)

    private func changed(_ call: (PubNub, @escaping (PNError?) -> Void) -> Void) -> (codes: [Int?], requests: [String])
    {
        let scripted = ScriptedClient.connected()
        let codes = Notes<Int?>()
        call(scripted.client) { codes.add($0?.code) }
        scripted.settle()
        return (codes.values, scripted.requested)
    }

    @Test(arguments: ["", "a,b", "a/b", "a:b:c", long])
    func groupNames(_ name: String) {
        let group = PNChannelGroup(name: name)
        let outcome = changed { client, note in
            client.remove(group) { note($1) }
            client.requestChannels(for: group) { note($1) }
            client.addChannels([PNChannel(name: "a")], to: group) { note($2) }
            client.removeChannels([PNChannel(name: "a")], from: group) { note($2) }
        }
        #expect(outcome.codes == [115, 115, 115, 115])
        #expect(outcome.requests == [])
    }

    @Test(arguments: ["a,b", "a/b", "a:b", long])
    func namespaceNames(_ name: String) {
        let group = PNChannelGroup(name: "g", inNamespace: name)
        let outcome = changed { client, note in
            client.remove(group) { note($1) }
            client.requestChannels(for: group) { note($1) }
            client.addChannels([PNChannel(name: "a")], to: group) { note($2) }
            client.removeChannels([PNChannel(name: "a")], from: group) { note($2) }
            client.requestChannelGroups(forNamespace: name) { note($2) }
            client.removeChannelGroupNamespace(name) { note($1) }
        }
        #expect(outcome.codes == [116, 116, 116, 116, 116, 116])
        #expect(outcome.requests == [])
    }

    /// An empty namespace means the global scope in lists, and cannot be removed.
    @Test func theEmptyNamespace() {
        let outcome = changed { client, note in
            client.removeChannelGroupNamespace("") { note($1) }
            client.requestChannelGroups(forNamespace: "") { note($2) }
        }
        #expect(outcome.codes == [116])
        #expect(outcome.requests == ["/v1/channel-registration/sub-key/sub/channel-group?uuid=me"])
    }

    /// A call without channels is error 118.
    @Test func noChannels() {
        let outcome = changed { client, note in
            client.addChannels([], to: PNChannelGroup(name: "g")) { note($2) }
            client.removeChannels([], from: PNChannelGroup(name: "g")) { note($2) }
        }
        #expect(outcome.codes == [118, 118])
        #expect(outcome.requests == [])
    }

    @Test(arguments: ["", "a,b", "a/b", "a:b", long])
    func channelNames(_ name: String) {
        let channels = [PNChannel(name: "fine"), PNChannel(name: name)]
        let outcome = changed { client, note in
            client.addChannels(channels, to: PNChannelGroup(name: "g")) { note($2) }
            client.removeChannels(channels, from: PNChannelGroup(name: "g")) { note($2) }
        }
        // Only the addition refuses the whole list.
        #expect(outcome.codes == [117])
        #expect(outcome.requests.map { $0.contains("remove=fine&") } == [true])
    }

    @Test func aGroupIsNoChannelOfAGroup() {
        let outcome = changed { client, note in
            client.addChannels([PNChannelGroup(name: "h")], to: PNChannelGroup(name: "g")) { note($2) }
        }
        #expect(outcome.codes == [117])
        #expect(outcome.requests == [])
    }

    /// A group holds up to 2,000 channels (119). The client checks the number in one call; only the service knows whether a
    /// group has room for more.
    @Test func moreChannelsThanAGroupCanHold() throws {
        func channels(_ count: Int) -> [PNChannel] { PNChannel.channels(withNames: (0..<count).map { "c\($0)" }) }
        let group = PNChannelGroup(name: "g")
        let tooMany = changed { client, note in client.addChannels(channels(2001), to: group) { note($2) } }
        #expect(tooMany.codes == [119])
        #expect(tooMany.requests == [])
        let twice = channels(2000) + channels(1)
        let enough = changed { client, note in client.addChannels(twice, to: group) { note($2) } }
        #expect(enough.codes == [])
        #expect(enough.requests.count == 1)

        let scripted = ScriptedClient.connected()
        let errors = Notes<PNError?>()
        scripted.client.addChannels([PNChannel(name: "one-more")], to: group) { errors.add($2) }
        scripted.reply(
            "/v1/channel-registration",
            status: 400,
            #"{"status":400,"message":"Channel group size exceeded","service":"channel-registry","error":true}"#
        )
        let error = try #require(errors.values.first ?? nil)
        #expect(error.code == kPNEmptyChannelGroupSizeExceededError)
        let change = try #require(error.associatedObject as? PNChannelGroupChange)
        #expect(change.channels.map(\.name) == ["one-more"])
        #expect(change.group == group)
    }

    /// A removal may name more channels than a group holds.
    @Test func removingManyChannels() {
        let outcome = changed { client, note in
            let names = (0..<2001).map { "c\($0)" }
            client.removeChannels(PNChannel.channels(withNames: names), from: PNChannelGroup(name: "g")) { note($2) }
        }
        #expect(outcome.codes == [])
        #expect(outcome.requests.count == 1)
    }

    @Test func withoutASubscribeKeyThereIsNoRegistry() {
        let scripted = ScriptedClient.connected(.scripted(subscribeKey: ""))
        let codes = Notes<Int?>()
        scripted.client.requestDefaultChannelGroups { codes.add($2?.code) }
        scripted.client.addChannels([PNChannel(name: "a")], to: PNChannelGroup(name: "g")) { codes.add($2?.code) }
        scripted.settle()
        #expect(codes.values == [113, 113])
        #expect(scripted.requested == [])
    }
}
