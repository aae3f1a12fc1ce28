import Foundation
import PubNubWire
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Channels, channel groups and namespaces representation")
struct PNChannelTests {
    @Test("Channels with the same name are equal, and found in sets and dictionaries")
    func equality() {
        let channel = PNChannel.channel(withName: "equality")
        #expect(channel == PNChannel(name: "equality", observesPresence: true))
        #expect(channel == PNChannel.channels(withName: "equality"))
        #expect(channel != PNChannel.channel(withName: "other"))
        #expect(Set([channel, PNChannel.channel(withName: "equality")]).count == 1)
        #expect(PNChannel.channels(withNames: ["a", "b"]).map(\.name) == ["a", "b"])
    }

    @Test("A channel, a group and a presence channel with the same name are different")
    func kinds() {
        let channel = PNChannel.channel(withName: "x")
        let group = PNChannelGroup(name: "x")
        #expect(channel != group)
        #expect(!channel.isChannelGroup)
        #expect(group.isChannelGroup)
        let presence = PNChannelPresence(for: channel)
        #expect(presence.name == "x-pnpres")
        #expect(presence == PNChannel.channel(withName: "x-pnpres"))
        #expect(presence.observed == channel)
    }

    @Test("The presence flag belongs to the object of the name, and a call without it leaves it as it is")
    func presenceFlag() {
        let channel = PNChannel.channel(withName: "flag")
        #expect(channel.observesPresence == nil)
        #expect(PNChannel.channel(withName: "flag", shouldObservePresence: true).observesPresence == true)
        #expect(PNChannel.channel(withName: "flag").observesPresence == true)
        #expect(PNChannel.channel(withName: "flag", shouldObservePresence: false) === channel)
        #expect(channel.observesPresence == false)
        #expect(PNChannel.separate(named: "flag", observesPresence: true).observesPresence == true)
        #expect(channel.observesPresence == false)
        #expect(PNChannelGroup(name: "flag", shouldObservePresence: false).observesPresence == false)
    }

    @Test("Writes names of groups and namespaces as in the protocol")
    func groupNames() {
        let group = PNChannelGroup(name: "g", inNamespace: "n")
        #expect(group.name == "n:g")
        #expect(group.groupName == "g")
        #expect(group.nspace == "n")
        #expect(PNChannelGroup(name: "g").nspace == nil)
        #expect(PNChannelGroup(name: "g", inNamespace: "").name == "g")
        #expect(PNChannelGroup(wireName: "n:g") == group)
        #expect(PNChannelGroup(wireName: ":g") == PNChannelGroup(name: "g"))
        #expect(PNChannelGroup(wireName: "g") == PNChannelGroup(name: "g"))
        #expect(PNChannelGroupNamespace(name: "n").name == "n:")
        #expect(PNChannelGroupNamespace(name: "n").nspace == "n")
        #expect(PNChannelGroupNamespace.allNamespaces().name == ":")
        #expect(PNChannelGroupNamespace.allNamespaces() == PNChannelGroupNamespace.allNamespaces())
    }

    @Test("The name of a group may have its namespace in front")
    func namespaceInName() {
        let group = PNChannelGroup(name: "n:g", inNamespace: "ignored")
        #expect(group == PNChannelGroup(name: "g", inNamespace: "n"))
        #expect(group.groupName == "g" && group.nspace == "n" && group.name == "n:g")
        #expect(throws: Failure.self) { try Validation.check(PNChannelGroup(name: "a:b:c")) }
        #expect(throws: Failure.self) { try Validation.check(PNChannelGroup(name: "n:")) }
        #expect(throws: Never.self) { try Validation.check(group) }
    }

    @Test("Objects with the same name share the channel's data")
    func sharedState() {
        let channel = PNChannel.channel(withName: "shared")
        #expect(channel.updateTimeToken == nil)
        #expect(channel.presenceUpdateDate == nil)
        #expect(channel.participantsCount == 0)
        let other = PNChannel.channel(withName: "shared")
        other.update(timetoken: Timetoken(rawValue: 14_356_472_221_234_567))
        other.update(with: PresencePayload(action: .join, timestamp: 1_435_647_222, identifier: "u1", occupancy: 2))
        #expect(channel.updateTimeToken == "14356472221234567")
        #expect(channel.presenceUpdateDate == PNDate(token: 1_435_647_222))
        #expect(channel.participants.map(\.identifier) == ["u1"])
        #expect(channel.participantsCount == 2)
        #expect(PNChannelGroup(name: "shared").participantsCount == 0)
    }

    @Test("Presence events change the list of participants")
    func participants() {
        let channel = PNChannel.channel(withName: "participants")
        channel.update(
            participants: [.init(identifier: "b", state: nil), .init(identifier: "a", state: ["k": 1])],
            occupancy: 3,
            at: PNDate(token: 10)
        )
        #expect(channel.participants.map(\.identifier) == ["a", "b"])
        #expect(channel.participantsCount == 3)
        channel.update(with: PresencePayload(action: .leave, timestamp: -5, identifier: "a", occupancy: 2))
        #expect(channel.participants.map(\.identifier) == ["b"])
        channel.update(with: PresencePayload(action: .stateChange, timestamp: 11, identifier: "c", occupancy: 2))
        channel.update(with: PresencePayload(action: .timeout, timestamp: 12, identifier: "b", occupancy: 1))
        channel.update(
            with: PresencePayload(
                action: .interval,
                timestamp: 13,
                occupancy: 2,
                joined: ["d", "e"],
                left: ["c"],
                timedOut: ["e"]
            )
        )
        #expect(channel.participants.map(\.identifier) == ["d"])
        #expect(channel.participantsCount == 2)
    }

    @Test("The number of participants is the reported one, also if an event does not name those who left")
    func reportedCount() {
        let channel = PNChannel.channel(withName: "reported-count")
        let people = ["a", "b", "c"].map { HereNowPage.Participant(identifier: $0, state: nil) }
        channel.update(participants: people, occupancy: 3, at: PNDate(token: 10))
        channel.update(with: PresencePayload(action: .interval, timestamp: 11, occupancy: 1))
        #expect(channel.participantsCount == 1)
        #expect(channel.participants.map(\.identifier) == ["a", "b", "c"])
    }

    @Test("A response of the registry sets the channels of a group")
    func groupChannels() {
        let group = PNChannelGroup(name: "filled")
        #expect(group.channels.isEmpty)
        PNChannelGroup(name: "filled").update(channels: [PNChannel.channel(withName: "a")])
        #expect(group.channels.map(\.name) == ["a"])
    }

    @Test("The data of a channel is forgotten with its last object")
    func boundedMemory() {
        let identities = (0..<1000).map { ChannelIdentity(kind: .channel, name: "bounded-\($0)") }
        var channels = identities.map { PNChannel(identity: $0) }
        #expect(identities.allSatisfy(ChannelStates.isKnown))
        channels[1].update(timetoken: Timetoken(rawValue: 5))
        channels.removeAll()
        #expect(!identities.contains(where: ChannelStates.isKnown))
        #expect(PNChannel(identity: identities[1]).updateTimeToken == nil)
    }

    @Test("Objects may be created and released on many threads")
    func concurrency() async {
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask {
                    for number in 0..<500 {
                        let channel = PNChannel.channel(withName: "concurrent-\(number % 3)")
                        channel.update(timetoken: Timetoken(rawValue: UInt64(number)))
                    }
                }
            }
        }
        let identity = ChannelIdentity(kind: .channel, name: "concurrent-0")
        #expect(!ChannelStates.isKnown(identity))
    }

    @Test("Any name is accepted, so that the call that uses it can report it")
    func anyName() {
        #expect(PNChannel.channel(withName: "").name == "")
        #expect(PNChannel.channel(withName: "a,b/c:d").name == "a,b/c:d")
        #expect("\(PNChannelGroup(name: "g"))" == "PNChannelGroup(g)")
    }
}
