import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A change of a shared object starts from what the service has")
struct SharedObjectTests {
    private func device(_ address: OriginAddress, as user: String = "me") async throws -> Rig {
        try await Rig(address, as: user)
    }

    /// A channel at the service, which both devices have read.
    private func shared(_ one: Rig, _ other: Rig) async throws {
        var made = Channel(id: "c", name: "Kitchen", status: "open", details: "Details")
        made.custom.topic = "tea"
        made.custom.seats = 3
        made.avatarURL = URL(string: "https://example.com/c.png")
        try await one.data.createRemoteChannel(.init(channel: made))
        try await other.data.syncRemoteChannel(.init(channel: Channel(id: "c")))
    }

    @Test("Changes of two devices to different fields and keys both stay")
    func bothStay() async throws {
        try await withOrigin { _, address in
            let (one, other) = (try await device(address), try await device(address, as: "admin"))
            try await shared(one, other)
            var mine = try #require(try one.store.channel())
            var theirs = try #require(try other.store.channel())
            theirs.custom.seats = 5
            theirs.name = "Galley"
            try await other.data.updateRemoteChannel(.init(channel: theirs))
            mine.details = "New"
            mine.custom.topic = "coffee"
            let changed = try await one.data.updateRemoteChannel(.init(channel: mine))
            #expect(changed.name == "Galley" && changed.details == "New" && changed.status == "open")
            #expect(changed.custom.topic == "coffee" && changed.custom.seats == 5 && changed.avatarURL != nil)
            #expect(try one.store.channel() == changed)
        }
    }

    @Test("A value that the app read long ago undoes nothing, also without a change of its own")
    func stale() async throws {
        try await withOrigin { _, address in
            let (one, other) = (try await device(address), try await device(address, as: "admin"))
            try await one.data.createRemoteUser(.init(user: User(id: "me", name: "Ann", status: "away")))
            let old = try #require(try one.store.user("me"))
            var changed = try await other.data.syncRemoteUser(.init(user: User(id: "me")))
            changed.status = "banned"
            try await other.data.updateRemoteUser(.init(user: changed))
            let requests = one.sent.all.count
            let result = try await one.data.updateRemoteUser(.init(user: old))
            #expect(result.status == "banned" && one.store.isStored(result))
            #expect(!one.sent.all.dropFirst(requests).contains { $0.contains("Ann") }, "equal fields are not sent")
        }
    }

    @Test("If both changed one field, the later value applies, or a conflict is thrown and nothing is written")
    func conflicts() async throws {
        try await withOrigin { _, address in
            let (one, other) = (try await device(address), try await device(address, as: "admin"))
            try await shared(one, other)
            var mine = try #require(try one.store.channel())
            var theirs = try #require(try other.store.channel())
            theirs.name = "Theirs"
            theirs.custom.topic = "theirs"
            let now = try await other.data.updateRemoteChannel(.init(channel: theirs))
            mine.name = "Mine"
            mine.custom.topic = "mine"
            await #expect(throws: ChatError.conflict(fields: ["custom.topic", "name"])) {
                try await one.data.updateRemoteChannel(.init(channel: mine), conflict: .fail)
            }
            #expect(try await other.data.syncRemoteChannel(.init(channel: Channel(id: "c"))) == now)
            let changed = try await one.data.updateRemoteChannel(.init(channel: mine))
            #expect(changed.name == "Mine" && changed.custom.topic == "mine" && changed.custom.seats == 3)
        }
    }

    @Test("A change by a closure runs again with the newer value when another device was faster")
    func closure() async throws {
        try await withOrigin { _, address in
            let (one, other) = (try await device(address), try await device(address, as: "admin"))
            try await shared(one, other)
            let service = one.data.service
            let (runs, writes) = (IntegrationInbox<Int>(), IntegrationInbox<Int>())
            let update = ObjectUpdate<Channel>(conflict: .mine) {
                try await service.channel(ChatChannelRequest(channel: Channel(id: "c")))
            } write: { change, eTag in
                writes.put(1)
                if writes.all.count == 1 {
                    var theirs = try #require(try other.store.channel())
                    theirs.custom.seats = 10
                    try await other.data.updateRemoteChannel(.init(channel: theirs))
                }
                return try await service.change(channelId: "c", change, eTag)
            }
            let changed = try await update.run(Channel(id: "c")) { channel in
                runs.put(1)
                channel.custom.seats += 1
                channel.status = nil
            }
            #expect(changed.custom.seats == 11 && changed.status == nil && runs.all.count == 2)
            let again = try await one.data.changeRemoteChannel("c") { $0.custom.seats += 1 }
            #expect(again.custom.seats == 12 && again.name == "Kitchen" && one.store.isStored(again))
            let created = try await one.data.changeRemoteUser("new") { $0.name = "New" }
            #expect(created.name == "New" && created.eTag != nil)
        }
    }

    @Test(
        "The store has what the service answered for memberships, and keys of other devices stay",
        arguments: [true, false]
    )
    func members(isRead: Bool) async throws {
        try await withOrigin { _, address in
            let (one, other) = (try await device(address), try await device(address))
            try await one.data.join(["c"])
            if isRead { try await other.data.syncRemoteChannelMembers(.init(userId: "me")) }
            try await one.data.changeRemoteMember(channelId: "c", userId: "me") { member in
                member.read(custom: Data(#"{"muted":true,"lastReadMessageTimetoken":"17"}"#.utf8))
            }
            var mine = try isRead ? #require(try other.store.member("c", "me")) : Member(channelId: "c", userId: "me")
            mine.status = "away"
            mine.custom.role = "host"
            let answered = try await other.data.updateRemoteMemberships(
                .init(members: [mine], modificationDirection: .modifyChannelsByUser)
            )
            let custom = try other.store.memberCustom()
            #expect(custom["muted"] == .bool(true) && custom["role"] == .string("host"))
            #expect(custom["lastReadMessageTimetoken"] == .string("17"))
            let stored = try #require(try other.store.member("c", "me"))
            #expect(stored.status == "away" && stored.eTag != nil && stored.eTag == answered.first?.eTag)
            #expect(try await other.store.read { try ChatUnreadCount.fetchOne($0, id: "c")?.lastRead } == 17)
            try await one.data.syncRemoteChannelMembers(.init(userId: "me"))
            let same = try #require(try one.store.member("c", "me"))
            #expect(try (same.status, same.eTag) == (stored.status, stored.eTag) && one.store.memberCustom() == custom)
        }
    }

    @Test("Many members of one channel are written in parts, each as the service has it")
    func manyMembers() async throws {
        try await withOrigin { _, address in
            let admin = try await device(address, as: "admin")
            let members = (0..<45).map { Member(channelId: "c", userId: "u\($0)", status: "s\($0)") }
            let written = try await admin.data.createRemoteMembers(
                .init(members: members, modificationDirection: .modifyUsersByChannel)
            )
            #expect(written.map(\.status) == members.map(\.status) && written.allSatisfy { $0.eTag != nil })
            #expect(try admin.store.count("member") == 45)
        }
    }

    @Test("A lost response is no error and no second change: the object is read first")
    func lostResponse() async throws {
        try await withOrigin { server, address in
            let one = try await device(address)
            try await one.data.createRemoteChannel(.init(channel: Channel(id: "c", name: "Kitchen")))
            var changed = try #require(try one.store.channel())
            changed.name = "Galley"
            server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .objects, occurrence: .nth(1))])
            let result = try await one.data.updateRemoteChannel(.init(channel: changed))
            #expect(result.name == "Galley" && result.eTag != changed.eTag)
            #expect(one.sent.all.count { $0.contains("If-Match") } == 1)
        }
    }

    @Test("Three versions merge by fields and by keys of custom data")
    func merging() throws {
        var base = ChatObjectFields()
        base.texts = [.name: "a", .status: "b", .type: "c"]
        base.custom = ["a": .integer(1), "b": .integer(2), "gone": .integer(1)]
        var own = base
        own.texts = [.name: "a", .status: "mine"]
        own.custom = ["a": .integer(3), "b": .integer(2)]
        var service = base
        service.texts = [.name: "theirs", .status: "theirs", .type: "c"]
        service.custom = ["a": .integer(1), "b": .integer(5), "gone": .integer(1), "new": .integer(1)]
        let merged = own.merged(with: service, from: base)
        #expect(merged.fields.texts == [.name: "theirs", .status: "mine"] && merged.conflicts == ["status"])
        #expect(merged.fields.custom == ["a": .integer(3), "b": .integer(5), "new": .integer(1)])
        let change = merged.fields.change(from: service)
        #expect(change.texts == [.status: "mine"] && change.cleared == [.type])
        #expect(change.isDone(in: merged.fields) && !change.isDone(in: service))
    }
}

extension ChatStore {
    fileprivate func isStored(_ user: User) -> Bool { (try? self.user(user.id)) == user }

    fileprivate func isStored(_ channel: Channel) -> Bool { (try? self.channel(channel.id)) == channel }
}
