import Foundation
import PubNubWire
import Testing

@testable import PubNub

@Suite("README, Presence information representation")
struct PresenceModelTests {
    private let a = PNChannel.channel(withName: "a")

    @Test("A client has a state for each of its channels")
    func client() {
        let b = PNChannel.channel(withName: "b")
        let client = PNClient(identifier: "u1", channel: a, states: ["a": ["k": "v"], "b": ["n": 1]])
        #expect(client.identifier == "u1")
        #expect(!client.isAnonymous())
        #expect(client.channels == [a, b])
        #expect(client.state(for: a)["k"] as? String == "v")
        #expect(client.state(for: b)["n"] as? Int == 1)
        #expect(client.state(for: .channel(withName: "c")).isEmpty)
        #expect((client as any HavingData).data["k"] as? String == "v")
        let group = PNClient(identifier: "u1", group: PNChannelGroup(name: "g"))
        #expect(group.group?.name == "g")
        #expect(group.channel == nil)
        #expect((group as any HavingData).data.isEmpty)
    }

    @Test("A client without identifier is anonymous")
    func anonymous() {
        #expect(PNClient(identifier: nil).isAnonymous())
        #expect(PNClient(identifier: nil).identifier == "unknown")
    }

    @Test("Here-now counts the larger of occupancy and list; anonymous clients fill the difference")
    func hereNow() {
        let b = PNChannel.channel(withName: "b")
        let information = PNHereNow(entries: [
            .init(channel: a, clients: [PNClient(identifier: "u1")], occupancy: 3, identifiersIncluded: true),
            .init(channel: b, clients: [], occupancy: 5, identifiersIncluded: false),
        ])
        #expect(information.channels() == [a, b])
        #expect(information.participantsCount(for: a) == 3)
        #expect(information.participants(for: a).map { $0.isAnonymous() } == [false, true, true])
        #expect(information.participantsCount(for: b) == 5)
        #expect(information.participants(for: b).isEmpty)
        #expect(information.participantsCount(for: .channel(withName: "c")) == 0)
        let old = information as any HavingOneChannel
        #expect(old.channel == a)
        #expect(old.participants.count == 3)
        #expect(old.participantsCount == 3)
        #expect((PNHereNow(entries: []) as any HavingOneChannel).channel == nil)
    }

    @Test("A wrong occupancy does not exhaust the memory")
    func hugeOccupancy() {
        let information = PNHereNow(entries: [
            .init(channel: a, clients: [], occupancy: .max, identifiersIncluded: true)
        ])
        #expect(information.participantsCount(for: a) == .max)
        #expect(information.participants(for: a).count == 10_000)
    }

    @Test("One response lists at most 10,000 anonymous clients over all channels, with correct counts")
    func anonymousClientsOfAnAnswer() {
        let channels = (0..<1000).map { PNChannel(name: "c\($0)") }
        let information = PNHereNow(
            entries: channels.map {
                .init(channel: $0, clients: [PNClient(identifier: "u")], occupancy: 4001, identifiersIncluded: true)
            }
        )
        let listed = channels.map { information.participants(for: $0).count { $0.isAnonymous() } }
        #expect(listed.prefix(4) == [4000, 4000, 2000, 0])
        #expect(listed.reduce(0, +) == 10_000)
        #expect(channels.allSatisfy { information.participantsCount(for: $0) == 4001 })
        // One object represents all anonymous clients of a channel.
        let first = information.participants(for: channels[0])
        #expect(Set(first.map(ObjectIdentifier.init)).count == 2)
    }

    struct Row: Sendable {
        let json: JSON
        let type: PNPresenceEventType
        let identifier: String?
        let occupancy: UInt
    }

    @Test(
        "Reads events as the service sends them",
        arguments: [
            Row(
                json: ["action": "join", "timestamp": 1_435_647_222, "uuid": "u1", "occupancy": 2],
                type: .join,
                identifier: "u1",
                occupancy: 2
            ),
            Row(
                json: ["action": "leave", "timestamp": 1, "uuid": "u1", "occupancy": 0],
                type: .leave,
                identifier: "u1",
                occupancy: 0
            ),
            Row(
                json: ["action": "timeout", "timestamp": 1, "uuid": "u1", "occupancy": 1],
                type: .timeout,
                identifier: "u1",
                occupancy: 1
            ),
            Row(
                json: ["action": "state-change", "timestamp": 1, "data": ["k": "v"], "uuid": "u1", "occupancy": 2],
                type: .stateChanged,
                identifier: "u1",
                occupancy: 2
            ),
            Row(json: ["occupancy": 1, "timestamp": 1_441_106_888], type: .changed, identifier: nil, occupancy: 1),
            Row(
                json: ["action": "interval", "timestamp": 1, "occupancy": 2],
                type: .changed,
                identifier: nil,
                occupancy: 2
            ),
            Row(json: ["occupancy": -1, "timestamp": -1], type: .changed, identifier: nil, occupancy: 0),
        ]
    )
    func event(row: Row) throws {
        let dictionary = JSONBridge.dictionary(row.json)
        #expect(PNPresenceEvent.isPresenceEventObject(dictionary))
        let event = PNPresenceEvent(response: dictionary, on: a)
        #expect(event.type == row.type)
        #expect(event.occupancy == row.occupancy)
        #expect(event.client.isAnonymous() == (row.identifier == nil))
        #expect((event as any HavingIdentifier).uuid == row.identifier)
        #expect(event.channel == a)
        #expect(event.channelGroup == nil)
    }

    @Test("An event has a date and the state of the client")
    func eventDetails() {
        let group = PNChannelGroup(name: "g")
        let response: [String: Any] = ["action": "join", "timestamp": 1_435_647_222, "uuid": "u1", "data": ["k": "v"]]
        let event = PNPresenceEvent.presenceEvent(forResponse: response, on: a, channelGroup: group)
        #expect(event.date == PNDate(token: 1_435_647_222))
        #expect(event.client.state(for: a)["k"] as? String == "v")
        #expect(event.client.group == group)
        #expect(event.channelGroup == group)
    }

    @Test("An interval event lists joins and leaves, or says that the list is outdated")
    func interval() {
        let response: [String: Any] = [
            "action": "interval", "timestamp": 1, "occupancy": 2, "join": ["u1"], "leave": ["u2"], "timeout": ["u3"],
            "here_now_refresh": true,
        ]
        let event = PNPresenceEvent(response: response, on: a)
        #expect([event.joined, event.left, event.timedOut] == [["u1"], ["u2"], ["u3"]])
        #expect(event.isParticipantsListOutdated)
    }

    @Test("An object that is not an event becomes an empty one")
    func noEvent() {
        #expect(!PNPresenceEvent.isPresenceEventObject(["text": "hi"]))
        let event = PNPresenceEvent(response: "no dictionary", on: a)
        #expect(event.type == .changed)
        #expect(event.occupancy == 0)
        #expect(event.date.timeToken == 0)
    }
}

/// Deprecated properties, called without a warning.
private protocol HavingData {
    var data: [String: Any] { get }
}

private protocol HavingIdentifier {
    var uuid: String? { get }
}

private protocol HavingOneChannel {
    var channel: PNChannel? { get }
    var participants: [PNClient] { get }
    var participantsCount: UInt { get }
}

extension PNClient: HavingData {}
extension PNPresenceEvent: HavingIdentifier {}
extension PNHereNow: HavingOneChannel {}
