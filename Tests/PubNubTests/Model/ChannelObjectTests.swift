import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("A name has one channel object while someone holds it")
struct ChannelObjectTests {
    /// A name that no other test uses: objects are shared by the whole process.
    private let name = "object-\(UUID())"

    @Test("Asking twice for a name gives the same object")
    func oneObject() {
        let channel = PNChannel.channel(withName: name)
        #expect(PNChannel.channel(withName: name) === channel)
        #expect(PNChannel.channels(withName: name) === channel)
        #expect(PNChannel.channels(withNames: [name, "other"])[0] === channel)
        #expect(PNChannel.channel(withName: name, shouldObservePresence: true) === channel)
        // For the service they are two names.
        let composed = PNChannel.channel(withName: name + "\u{E9}")
        #expect(PNChannel.channel(withName: name + "e\u{301}") !== composed)
    }

    @Test("The name of a group or of a presence channel gives an object of that kind")
    func kinds() throws {
        let group = PNChannel.channel(withName: "\(name):friends")
        #expect((group as? PNChannelGroup)?.groupName == "friends")
        #expect((group as? PNChannelGroup)?.nspace == name)
        #expect(group.isChannelGroup && group == PNChannelGroup(name: "friends", inNamespace: name))
        #expect(PNChannel.channel(withName: "\(name):friends") === group)
        #expect(PNChannel.channel(withName: "\(name):") is PNChannelGroupNamespace)
        #expect(PNChannel.channel(withName: ":") == PNChannelGroupNamespace.allNamespaces())
        let presence = try #require(PNChannel.channel(withName: "\(name)-pnpres") as? PNChannelPresence)
        #expect(presence.observed === PNChannel.channel(withName: name))
        #expect(presence.name == "\(name)-pnpres" && !presence.isChannelGroup)
        let groupPresence = try #require(PNChannel.channel(withName: "\(name):friends-pnpres") as? PNChannelPresence)
        #expect(groupPresence.observed === group && groupPresence.isChannelGroup)
        #expect(groupPresence == PNChannelPresence(for: group))
        #expect(type(of: PNChannel.channel(withName: "-pnpres")) == PNChannel.self)
    }

    @Test("A group that an initializer made is the object of its name")
    func introducedGroup() {
        let group = PNChannelGroup(name: "g", inNamespace: name)
        #expect(PNChannel.channel(withName: "\(name):g") === group)
        let other = PNChannelGroup(name: "g", inNamespace: name)
        #expect(other == group && other !== group)
    }

    @Test("A name with a colon subscribes to that group, and its messages say so")
    func subscribingToAGroupByItsName() {
        let scripted = ScriptedClient.connected()
        let group = PNChannel.channel(withName: "\(name):friends")
        scripted.client.subscribe(on: [group])
        #expect(scripted.requested == ["/v2/subscribe/sub/,/0?tt=0&uuid=me&channel-group=\(name)%3Afriends"])
        scripted.join()
        let item = Page.message("1", on: "\(name)-member", via: "\(name):friends")
        scripted.reply(Path.subscribe, Page.of(200, [item]))
        #expect(scripted.delegate.messages.map { $0.channelGroup === group } == [true])
        #expect(scripted.client.isSubscribed(on: PNChannelGroup(name: "friends", inNamespace: name)))
    }

    @Test("Messages and events have the object of the application")
    func events() {
        let scripted = ScriptedClient.connected()
        let room = PNChannel.channel(withName: name, shouldObservePresence: true)
        let member = PNChannel.channel(withName: "\(name)-member")
        scripted.client.subscribe(on: [PNChannel.channel(withName: name), PNChannelGroup(name: "g")])
        scripted.join()
        let items = [
            Page.message("1", on: name), Page.presence("join", "u1", on: name, occupancy: 2),
            Page.message("2", on: member.name, via: "g"),
        ]
        scripted.reply(Path.subscribe, Page.of(200, items))
        #expect(scripted.delegate.messages.map(\.channel).elementsEqual([room, member]) { $0 === $1 })
        #expect(scripted.delegate.presence.map { $0.channel === room } == [true])
        #expect(room.participants.map(\.identifier) == ["u1"] && room.participantsCount == 2)
    }

    @Test("The participants of a response stay until the client disconnects, although no one holds an object")
    func participantsStay() throws {
        let scripted = ScriptedClient.connected()
        scripted.client.requestParticipantsList(
            for: [PNChannel.channel(withName: name)],
            clientIdentifiersRequired: true
        )
        let people = #"[{"uuid":"b","state":{"mood":"new"}},{"uuid":"a"}]"#
        scripted.reply(Path.presence, #"{"status":200,"message":"OK","uuids":\#(people),"occupancy":3}"#)
        scripted.forget()
        do {
            // Each participant holds the channel.
            let list = PNChannel.channel(withName: name).participants
            #expect(list.map(\.identifier) == ["a", "b", "unknown"])
            #expect(list.map { $0.isAnonymous() } == [false, false, true])
            let second = try #require(list.dropFirst().first)
            #expect(second.channel?.name == name)
            #expect(second.state(for: PNChannel.channel(withName: name)) as? [String: String] == ["mood": "new"])
            #expect(PNChannel.channel(withName: name).participantsCount == 3)
        }
        scripted.client.disconnect()
        scripted.forget()
        #expect(PNChannel.channel(withName: name).participants.isEmpty)
        #expect(PNChannel.channel(withName: name).participantsCount == 0)
    }

    @Test("What a subscription reported stays after its end, until the client disconnects")
    func subscribedChannelsStay() {
        let scripted = ScriptedClient.subscribed(name, "other", "\(name)-pnpres")
        scripted.reply(Path.subscribe, Page.of(200, [Page.presence("join", "u1", on: name)]))
        scripted.client.unsubscribe(from: [PNChannel.channel(withName: name)])
        scripted.reply(Path.leave(name), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        scripted.join(300)
        scripted.forget()
        #expect(PNChannel.channel(withName: name).participants.map(\.identifier) == ["u1"])
        scripted.client.disconnect()
        scripted.forget()
        #expect(PNChannel.channel(withName: name).participants.isEmpty)
    }

    @Test("An object that the application holds keeps its participants when the client disconnects")
    func heldObject() {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel.channel(withName: name)
        scripted.client.requestParticipantsList(for: [channel])
        scripted.reply(Path.presence, #"{"status":200,"message":"OK","uuids":["u1"],"occupancy":1}"#)
        scripted.client.disconnect()
        scripted.forget()
        #expect(channel.participants.map(\.identifier) == ["u1"])
    }

    @Test("A presence event changes the state of a participant, and its absence leaves the state")
    func statesOfEvents() throws {
        let channel = PNChannel(name: name)
        let first = try #require(PresencePayload(["action": "state-change", "uuid": "u", "data": ["k": 1]]))
        channel.update(with: first)
        channel.update(with: try #require(PresencePayload(["action": "join", "uuid": "u", "occupancy": 1])))
        #expect(channel.participants.map { $0.state(for: channel)["k"] as? Int } == [1])
        channel.update(
            participants: [.init(identifier: "u", state: nil)],
            occupancy: 4,
            anonymous: 3,
            at: PNDate(token: 1)
        )
        #expect(channel.participants.count == 4)
        channel.update(with: try #require(PresencePayload(["action": "leave", "uuid": "u", "occupancy": 2])))
        #expect(channel.participants.map { $0.isAnonymous() } == [true, true])
    }

    @Test("A client retains the last channels that it heard of, and a bounded number of them and of their participants")
    func bounds() {
        var known = KnownChannels()
        let names = (0..<2_500).map { "\(name)-\($0)" }
        for name in names { known.retain(.exactly(named: name)) }
        #expect(known.count < 2 * KnownChannels.maxChannels)
        let identities = names.map { ChannelIdentity(kind: .channel, name: $0) }
        #expect(identities.suffix(KnownChannels.maxChannels).allSatisfy(ChannelStates.isKnown))
        #expect(!ChannelStates.isKnown(identities[0]))
        let crowd = (0..<70_000).map { HereNowPage.Participant(identifier: "u\($0)", state: nil) }
        for name in names.prefix(4) {
            let channel = PNChannel.exactly(named: name)
            channel.update(participants: crowd, occupancy: 70_000, at: PNDate(token: 1))
            known.retain(channel)
        }
        #expect(known.count == 2)
        known.removeAll()
        #expect(!identities.contains(where: ChannelStates.isKnown))
    }
}
