import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import struct PubNubWire.RawJSON
import TestRandom
import Testing

@testable import PubNubChat

@Suite("Real-time events compared with a plain model")
struct LiveModelTests {
    private typealias Writer = LiveWriter<TestCustom, PubNubManagedChatEntities>

    /// Draws random events and operations, and applies them to a model.
    private struct Drawer {
        var random: SeededGenerator
        var model = PlainStore()

        mutating func one<Value>(of values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }

        mutating func flag() -> Bool { Bool.random(using: &random) }
        mutating func channelID() -> String { one(of: ["c1", "it's 🎉"]) }
        mutating func userID() -> String { one(of: ["u1", "u2", #"a "b""#]) }
        mutating func tag() -> String { one(of: ["A", "B", "C"]) }
        mutating func seconds() -> Double { one(of: [0, 10, 20, 30]) }

        mutating func action(in channel: String) -> Action {
            Action(
                actionTimetoken: Timetoken.random(in: 100...110, using: &random),
                parentTimetoken: Timetoken.random(in: 1...4, using: &random) + (flag() ? 0 : 10),
                sourceType: "reaction",
                value: "v",
                pubnubUserId: userID(),
                pubnubChannelId: channel
            )
        }

        /// An event, and whether it is refused.
        mutating func arrival() -> (LiveArrival, isRefused: Bool) {
            let channel = channelID()
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: return message(in: channel)
            case 3: return (object("uuid", user()), false)
            case 4: return (object("channel", self.channel()), false)
            case 5: return (object("membership", member()), false)
            case 6: return (removal(), false)
            case 7: return (presence(in: channel), false)
            default: return (reaction(in: channel), false)
            }
        }

        private mutating func message(in channel: String) -> (LiveArrival, isRefused: Bool) {
            let number = Timetoken.random(in: 1...4, using: &random)
            // A republication has the same identifier and its own timetoken.
            let time = flag() ? number : number + 10
            let user = userID()
            let message = PubNubChatTests.message(
                "m\(number)",
                text: "t",
                timetoken: time,
                user: user,
                channel: channel
            )
            let payload = #"{"id":"m\#(number)","text":"t","createdAt":"2022-05-10T14:48:00Z"}"#
            let event = LiveEvent.message(publisher: user, payload: RawJSON(text: payload))
            return (arrival(event, in: channel, at: time), !model.arrived(message))
        }

        private mutating func reaction(in channel: String) -> LiveArrival {
            let action = action(in: channel)
            let isRemoved = flag() && flag()
            if isRemoved { model.withdrawn(action) } else { model.arrived(action) }
            let event = LiveEvent.Reaction(
                isRemoved: isRemoved,
                actionTimetoken: action.actionTimetoken,
                parentTimetoken: action.parentTimetoken,
                type: action.sourceType,
                value: action.value,
                userId: action.pubnubUserId
            )
            return arrival(.reaction(event), in: channel, at: action.actionTimetoken)
        }

        private mutating func presence(in channel: String) -> LiveArrival {
            let user = userID()
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                model.seen(user, on: channel, isPresent: true)
                return arrival(.presence(.join(user)), in: channel)
            case 1:
                model.seen(user, on: channel, isPresent: false)
                return arrival(.presence(.leave(user)), in: channel)
            default:
                let other = userID()
                model.seen(user, on: channel, isPresent: true)
                model.seen(other, on: channel, isPresent: false)
                let event = LiveEvent.Presence.interval(joined: [user], left: [other], isOutdated: false)
                return arrival(.presence(event), in: channel)
            }
        }

        private mutating func user() -> [String: Any] {
            let id = userID()
            let eTag = tag()
            let seconds = seconds()
            let name = one(of: ["N", nil] as [String?])
            model.patched(
                User.Patcher(id: id, eTag: eTag, updated: moment(seconds), name: name.map { .some($0) } ?? .none)
            )
            return ["id": id, "eTag": eTag, "updated": text(seconds), "name": name ?? NSNull()]
        }

        private mutating func channel() -> [String: Any] {
            let id = channelID()
            let eTag = tag()
            let seconds = seconds()
            model.patched(Channel.Patcher(id: id, eTag: eTag, updated: moment(seconds), status: .some("s")))
            return ["id": id, "eTag": eTag, "updated": text(seconds), "status": "s"]
        }

        private mutating func member() -> [String: Any] {
            let channel = channelID()
            let user = userID()
            let eTag = tag()
            let seconds = seconds()
            model.patched(
                Member.Patcher(
                    channelId: channel,
                    userId: user,
                    eTag: eTag,
                    updated: moment(seconds),
                    status: .some("s\(seconds)")
                )
            )
            return [
                "channel": ["id": channel], "uuid": ["id": user], "eTag": eTag, "updated": text(seconds),
                "status": "s\(seconds)",
            ]
        }

        private mutating func removal() -> LiveArrival {
            let channel = channelID()
            let user = userID()
            let seconds = seconds()
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                model.removed(user: user, at: moment(seconds))
                return object("uuid", ["id": user], removedAt: seconds)
            case 1:
                model.removed(channel: channel, at: moment(seconds))
                return object("channel", ["id": channel], removedAt: seconds)
            default:
                model.removed(member: user, of: channel, at: moment(seconds))
                let data: [String: Any] = ["channel": ["id": channel], "uuid": ["id": user]]
                return object("membership", data, removedAt: seconds)
            }
        }

        private func text(_ seconds: Double) -> String { ISODate.text(of: moment(seconds)) ?? "" }

        private func object(_ type: String, _ data: [String: Any], removedAt seconds: Double? = nil) -> LiveArrival {
            let data = (try? JSONSerialization.data(withJSONObject: data)) ?? Data()
            let json = RawJSON(text: String(decoding: data, as: UTF8.self))
            let event = LiveEvent.object(.init(type: type, isDelete: seconds != nil, data: json))
            return arrival(event, in: "x", at: Timetoken(1_600_000_000 + (seconds ?? 0)) * 10_000_000)
        }

        private func arrival(_ event: LiveEvent, in channel: String, at time: Timetoken = 1) -> LiveArrival {
            LiveArrival(channel: channel, through: channel, timetoken: time, event: event)
        }
    }

    @Test(
        "After each of 6,000 events and operations the store equals the model",
        arguments: 1...40 as ClosedRange<UInt64>
    )
    func random(seed: UInt64) throws {
        var drawer = Drawer(random: SeededGenerator(seed: seed))
        let store = try ChatStore(configuration: .inMemory)
        let outcomes = IntegrationInbox<LiveOutcome>()
        let writer = Writer { for outcome in $0 { outcomes.put(outcome) } }
        var refused = 0
        for step in 0..<150 {
            if Int.random(in: 0..<8, using: &drawer.random) == 0 {
                try operate(&drawer, store)
            } else {
                let (arrival, isRefused) = drawer.arrival()
                if isRefused { refused += 1 }
                let left = store.writer.writeWithoutTransaction { writer.store([.arrival(arrival)], in: $0) }
                #expect(left.isEmpty)
            }
            // A read-only access would expire the prepared statements of a store in memory.
            try store.writer.unsafeRead { db in
                try StoreModelTests.compare(db, with: drawer.model, "seed \(seed), step \(step)")
                let pending = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM parkedReaction")
                #expect(pending == drawer.model.pending.count, "seed \(seed), step \(step)")
                let refused = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM refusedPublication")
                #expect(refused == drawer.model.refused.count, "seed \(seed), step \(step)")
            }
        }
        let skipped = outcomes.all.count { if case .skipped = $0 { true } else { false } }
        #expect(skipped == refused, "seed \(seed)")
    }

    /// Performs a random operation of the app.
    private func operate(_ drawer: inout Drawer, _ store: ChatStore) throws {
        switch Int.random(in: 0..<5, using: &drawer.random) {
        case 0:
            let channel = channel(drawer.channelID(), eTag: drawer.tag(), at: drawer.seconds())
            drawer.model.channels[channel.id] = channel
            try store.write { _ = try PubNubManagedChannel.insertOrUpdate(channel: channel, into: $0) }
        case 1:
            let user = user(drawer.userID(), eTag: drawer.tag(), at: drawer.seconds())
            drawer.model.users[user.id] = user
            try store.write { _ = try PubNubManagedUser.insertOrUpdate(user: user, into: $0) }
        case 2:
            let id = "m\(Int.random(in: 1...4, using: &drawer.random))"
            drawer.model.removePost(id)
            try store.write { _ = try PubNubManagedMessage.remove(messageId: id, from: $0) }
        case 3:
            let id = drawer.userID()
            drawer.model.removeUser(id)
            try store.write { _ = try PubNubManagedUser.remove(userId: id, from: $0) }
        default:
            let id = drawer.channelID()
            drawer.model.removeChannel(id)
            try store.write { _ = try PubNubManagedChannel.remove(channelId: id, from: $0) }
        }
    }
}
