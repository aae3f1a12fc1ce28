import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Unread counts are right from the start")
struct CountTests {
    private func count(_ device: ChatDevice, is count: Int, isExact: Bool = true) async throws {
        try await device.store.wait("\(count) unread") {
            try ChatUnreadCount.fetchOne($0, id: "room")
        } until: {
            $0?.count == count && $0?.isExact == isExact
        }
    }

    @Test("A channel that is joined counts from then on, without one's own and without deleted messages")
    func joined() async throws {
        try await withOrigin { _, address in
            let bob = try await ChatDevice(address, as: "bob", on: ["room"])
            try await bob.say("before", on: "room")
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            try await ann.data.join(["room"])
            try await count(ann, is: 0)
            for id in ["1", "2", "3"] { try await bob.say(id, on: "room") }
            try await ann.say("own", on: "room")
            try await count(ann, is: 3)
            try await bob.data.deleteMessage("2")
            try await count(ann, is: 2)
            try await ann.data.syncUnreadCounts()
            try await count(ann, is: 2)
            try await bob.data.restoreMessage("2")
            try await count(ann, is: 3)
            try await bob.data.deleteMessage("3", .hard)
            try await count(ann, is: 2)
            for device in [ann, bob] { try await device.close() }
        }
    }

    @Test(
        "After a limited backfill the count has the messages that were left out, and it is exact once they are stored"
    )
    func limited() async throws {
        try await withOrigin { _, address in
            let file = DatastoreConfiguration.inMemory
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await ChatDevice(
                address,
                as: "ann",
                on: ["room"],
                file: file,
                backfill: ChatBackfillPolicy(messageLimit: 25)
            )
            try await ann.data.join(["room"])
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            for number in 0..<80 { try await bob.say("\(number)", on: "room") }
            try await ann.connect()
            try await count(ann, is: 80, isExact: false)
            try await ann.data.syncUnreadCounts()
            try await count(ann, is: 80, isExact: false)
            let missing = try await ann.provider.missingRanges(of: "room")
            #expect(missing.count == 1 && missing.allSatisfy(\.isBeyondPolicy))
            while try await ann.provider.fetchMissing(on: "room", count: 100) > 0 {}
            #expect(try await ann.provider.missingRanges(of: "room").isEmpty)
            try await count(ann, is: 80)
            try await ann.close()
        }
    }

    @Test("R6.3: a marker that moves among messages that are not stored leaves the count right, on each device")
    func markedElsewhere() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await ChatDevice(
                address,
                as: "ann",
                on: ["room", "ann"],
                backfill: ChatBackfillPolicy(messageLimit: 25)
            )
            try await ann.data.join(["room"])
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            var times: [Timetoken] = []
            for number in 0..<80 { times.append(try await bob.say("\(number)", on: "room")) }
            try await ann.connect()
            try await count(ann, is: 80, isExact: false)
            let other = try await Rig(address, as: "ann")
            try await other.data.syncRemoteChannelMembers(.init(userId: "ann"))
            try await other.data.markRead("room", upTo: times[19])
            try await count(ann, is: 60, isExact: false)
            try await ann.data.markRead("room", upTo: times[29])
            try await count(ann, is: 50, isExact: false)
            try await ann.close()
        }
    }

    @Test("R6.3: the markers of a list of memberships leave the counts right, and many markers do not count as often")
    func markedInList() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let backfill = ChatBackfillPolicy(messageLimit: 25)
            let ann = try await ChatDevice(address, as: "ann", on: ["room"], backfill: backfill)
            try await ann.data.join(["room"])
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            var times: [Timetoken] = []
            for number in 0..<80 { times.append(try await bob.say("\(number)", on: "room")) }
            try await ann.connect()
            try await count(ann, is: 80, isExact: false)
            let other = try await Rig(address, as: "ann")
            try await other.data.syncRemoteChannelMembers(.init(userId: "ann"))
            try await other.data.markRead("room", upTo: times[19])
            try await ann.data.syncRemoteChannelMembers(.init(userId: "ann"))
            try await count(ann, is: 60, isExact: false)
            try await ann.close()
        }
    }

    @Test("A membership without a marker counts from its date, which is not sent, until the user reads")
    func assumed() async throws {
        try await withOrigin { _, address in
            let admin = try await Rig(address, as: "admin")
            let ann = try await ChatDevice(address, as: "ann", on: ["room", "ann"])
            try await admin.data.createRemoteMembers(
                .init(members: [Member(channelId: "room", userId: "ann")], modificationDirection: .modifyUsersByChannel)
            )
            try await ann.store.wait("the membership") {
                try ChatUnreadCount.fetchOne($0, id: "room")?.isAssumed
            } until: {
                $0 == true
            }
            let bob = try await IntegrationClient.connected(address, as: "bob")
            for id in ["1", "2"] { try await bob.say(id, on: "room") }
            try await count(ann, is: 2)
            #expect(try ann.store.memberCustom("room", "ann").isEmpty)
            try await ann.data.markRead("room")
            try await count(ann, is: 0)
            #expect(try ann.unread("room")?.isAssumed == false)
            try await ann.close()
        }
    }

    @Test("Threads are not in the total")
    func threads() throws {
        let store = try ChatStore(
            configuration: .inMemory,
            owner: ChatStoreOwner(subscribeKey: "demo", userId: "me")
        )
        try store.write { db in
            for channel in ["c", "PUBNUB_INTERNAL_THREAD_c_100"] {
                var member = Member(channelId: channel, userId: "me")
                member.read(custom: Data(#"{"lastReadMessageTimetoken":"1"}"#.utf8))
                try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: true, into: db)
                let unread = message("m \(channel)", timetoken: 100, channel: channel).withModels
                try PubNubManagedMessage.insertOrUpdate(message: unread, processMessageActions: false, into: db)
            }
            #expect(try ChatUnreadCount.total(in: db) == 1)
        }
    }
}
