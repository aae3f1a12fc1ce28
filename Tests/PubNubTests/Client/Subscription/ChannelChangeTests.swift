import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// The objects of the app change when the event that reports the change is delivered, not earlier and not later:
/// 3.7.8 README, "Presence" and "Who is Here Now ?".
@Suite struct ChannelChangeTests {
    private static func room() -> PNChannel { .separate(named: "room-\(UUID())", observesPresence: true) }

    private static func client(on channel: PNChannel) -> ScriptedClient {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [channel])
        scripted.settle()
        scripted.join()
        scripted.forget()
        return scripted
    }

    @Test("With two presence events in a page, the observer of each sees the channel as that event reports it")
    func twoPresenceEvents() {
        let room = Self.room()
        let scripted = Self.client(on: room)
        let seen = Notes<String>()
        scripted.client.observationCenter.addPresenceEventObserver("test") { event in
            let people = room.participants.compactMap(\.identifier).joined(separator: " ")
            seen.add("\(event?.occupancy ?? 0): \(room.participantsCount) [\(people)] at \(room.updateTimeToken ?? "")")
        }
        let page = [
            Page.presence("join", "ann", on: room.name, occupancy: 1, at: 101),
            Page.presence("join", "bob", on: room.name, occupancy: 2, at: 102),
            Page.presence("leave", "ann", on: room.name, occupancy: 1, at: 103),
        ]
        scripted.reply(Path.subscribe, Page.of(200, page))
        #expect(seen.values == ["1: 1 [ann] at 101", "2: 2 [ann bob] at 102", "1: 1 [bob] at 103"])
    }

    @Test("With several messages in a page, each is the last one on its channel when it is delivered")
    func severalMessages() {
        let room = Self.room()
        let scripted = Self.client(on: room)
        let seen = Notes<String?>()
        scripted.client.observationCenter.addMessageReceiveObserver("test") { _ in seen.add(room.updateTimeToken) }
        let page = [Page.message("1", on: room.name, at: 101), Page.message("2", on: room.name, at: 102)]
        scripted.reply(Path.subscribe, Page.of(200, page))
        #expect(seen.values == ["101", "102"])
    }

    @Test(
        "While the callback queue is busy, pages and a list of participants arrive in order, each with its own channel"
    )
    func aBusyQueue() {
        let room = Self.room()
        let scripted = Self.client(on: room)
        let seen = Notes<UInt>()
        scripted.client.observationCenter.addPresenceEventObserver("test") { _ in seen.add(room.participantsCount) }
        scripted.client.requestParticipantsList(for: [room]) { _, _, _ in seen.add(room.participantsCount) }
        scripted.settle()
        scripted.queue.suspend()
        let list = #"{"status":200,"message":"OK","service":"Presence","uuids":["ann","bob","cid"],"occupancy":3}"#
        let first = Page.presence("join", "ann", on: room.name, occupancy: 1)
        let last = Page.presence("leave", "cid", on: room.name, occupancy: 2)
        scripted.transport.reply(Path.subscribe, Page.of(200, [first]))
        scripted.transport.reply(Path.presence, list)
        scripted.transport.reply(Path.subscribe, Page.of(300, [last]))
        #expect(room.participantsCount == 0, "nothing is delivered yet")
        scripted.queue.resume()
        scripted.settle()
        #expect(seen.values == [1, 3, 2])
        #expect(room.participants.map(\.identifier) == ["ann", "bob"])
    }

    @Test("While the callback queue is busy, each change of a group is in the group when its closure runs")
    func changesOfAGroup() {
        let group = PNChannelGroup(name: "group-\(UUID())")
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        let seen = Notes<[String]>()
        func note() { seen.add(group.channels.map(\.name)) }
        let (a, b) = (PNChannel(name: "a"), PNChannel(name: "b"))
        scripted.queue.suspend()
        scripted.client.addChannels([a], to: group) { _, _, _ in note() }
        scripted.client.addChannels([b], to: group) { _, _, _ in note() }
        scripted.client.removeChannels([a], from: group) { _, _, _ in note() }
        scripted.client.requestChannels(for: group) { _, _ in note() }
        scripted.client.remove(group) { _, _ in note() }
        let registry = "/v1/channel-registration/sub-key/sub/channel-group/"
        let done = #"{"status":200,"message":"OK","service":"channel-registry","error":false}"#
        let listed =
            #"{"status":200,"payload":{"channels":["b","c"],"group":"g"},"service":"channel-registry","error":false}"#
        for body in [done, done, done, listed, done] { scripted.transport.reply(registry, body) }
        #expect(group.channels.isEmpty, "nothing is delivered yet")
        scripted.queue.resume()
        scripted.settle()
        #expect(seen.values == [["a"], ["a", "b"], ["b"], ["b", "c"], []])
    }
}
