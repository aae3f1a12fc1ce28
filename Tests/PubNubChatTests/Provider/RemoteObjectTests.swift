import Foundation
import GRDB
import PubNub
import PubNubChat
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Channels, users and members of the service")
struct RemoteObjectTests {
    /// A channel that does not exist at the service.
    private func fresh(_ id: String = "c", name: String? = "Name") -> Channel {
        var channel = channel(id, name: name, eTag: nil)
        channel.updated = nil
        return channel
    }

    private func fresh(user id: String, name: String? = "Name") -> User {
        var user = user(id, name: name, eTag: nil)
        user.updated = nil
        return user
    }

    @Test("Creates, fetches, changes and removes a channel with all its fields, at the service and in the store")
    func channels() async throws {
        try await withRig { _, rig in
            let created = try await rig.data.createRemoteChannel(.init(channel: fresh()))
            #expect(created.eTag != nil && created.updated != nil)
            var expected = fresh()
            expected.eTag = created.eTag
            expected.updated = created.updated
            #expect(try created == expected && rig.store.channel() == expected)

            try await rig.data.removeStoredChannel(channelId: "c")
            #expect(try await rig.data.syncRemoteChannel(.init(channel: Channel(id: "c"))) == expected)
            #expect(try rig.store.channel() == expected)

            let changed = try await rig.data.updateRemoteChannel(.init(channel: Channel(id: "c", name: "Changed")))
            #expect(changed.name == "Changed" && changed.details == "Details" && changed.eTag != created.eTag)
            #expect(try rig.store.channel() == changed)

            try await rig.data.removeRemoteChannel(.init(channel: Channel(id: "c")))
            let placeholder = Channel(id: "c", updated: changed.updated)
            #expect(try rig.store.channel() == placeholder)
            await #expect(throws: PNError.self) {
                try await rig.data.syncRemoteChannel(.init(channel: Channel(id: "c")))
            }
            #expect(try rig.store.channel() == placeholder)
        }
    }

    @Test("Creates, fetches, changes and removes a user with all its fields, at the service and in the store")
    func users() async throws {
        try await withRig { _, rig in
            let created = try await rig.data.createRemoteUser(.init(user: fresh(user: "u")))
            var expected = fresh(user: "u")
            expected.eTag = created.eTag
            expected.updated = created.updated
            #expect(try created == expected && rig.store.user() == expected)

            try await rig.data.removeStoredUser(userId: "u")
            #expect(try await rig.data.syncRemoteUser(.init(user: User(id: "u"))) == expected)
            #expect(try rig.store.user() == expected)

            let changed = try await rig.data.updateRemoteUser(.init(user: User(id: "u", name: "Changed")))
            #expect(changed.name == "Changed" && changed.email == "u@example.com")
            #expect(try rig.store.user() == changed)

            try await rig.data.removeRemoteUser(.init(user: User(id: "u")))
            #expect(try rig.store.user() == User(id: "u", updated: changed.updated))
            let again = try await rig.data.createRemoteUser(.init(user: fresh(user: "u", name: "Again")))
            #expect(try rig.store.user() == again && again.name == "Again")
        }
    }

    @Test("Reads lists page by page, filtered, sorted and counted, with progress")
    func pages() async throws {
        try await withRig { _, rig in
            for number in 0..<5 {
                try await rig.data.createRemoteUser(.init(user: fresh(user: "u\(number)", name: "N\(number)")))
            }
            try await rig.data.createRemoteUser(.init(user: fresh(user: "other", name: "Other")))
            try await rig.store.write { _ = try PubNubManagedUser.deleteAll($0) }

            let request = UsersFetchRequest(
                includeTotalCount: true,
                limit: 2,
                filter: "name LIKE 'N*'",
                sort: ["name:desc"]
            )
            let first = try await rig.data.syncRemoteUsers(request)
            #expect(first.users.map(\.id) == ["u4", "u3"] && first.next != nil)
            #expect(try rig.store.count("user") == 2)

            let pages = IntegrationInbox<[String]>()
            let progress = IntegrationInbox<ChatSyncProgress>()
            let count = try await rig.data.syncRemoteUsersPaginated(request) { users, _, error in
                #expect(error == nil)
                pages.put(users.map(\.id))
            } progress: {
                progress.put($0)
            }
            #expect(count == 5 && pages.all.filter { !$0.isEmpty } == [["u4", "u3"], ["u2", "u1"], ["u0"]])
            #expect(progress.all.prefix(3).map(\.count) == [2, 4, 5])
            #expect(progress.all.allSatisfy { $0.total == 5 })
            #expect(try rig.store.count("user") == 5 && rig.store.user("u2")?.custom == fresh(user: "u2").custom)
        }
    }

    @Test("Creates memberships, reads them from both sides and removes them", arguments: [true, false])
    func memberships(byUser: Bool) async throws {
        try await withRig { _, rig in
            for id in ["a", "b"] { try await rig.data.createRemoteChannel(.init(channel: fresh(id))) }
            for id in ["u", "v"] { try await rig.data.createRemoteUser(.init(user: fresh(user: id))) }
            let members = [("a", "u"), ("b", "u"), ("a", "v")].map {
                Member(channelId: $0.0, userId: $0.1, status: "active", custom: .init(role: "host"))
            }
            let request = MembersModifyRequest(
                members: members,
                modificationDirection: byUser ? .modifyChannelsByUser : .modifyUsersByChannel
            )
            try await rig.data.createRemoteMembers(request)
            #expect(try rig.store.count("member") == 3)
            #expect(try rig.store.channel("a")?.name == "Name", "identifiers alone overwrite nothing")

            try await rig.store.write { db in
                for table in ["member", "channel", "user"] { try db.execute(sql: "DELETE FROM \(table)") }
            }
            let ofChannel = try await rig.data.syncRemoteUserMembers(.init(channelId: "a"))
            #expect(Set(ofChannel.members.map(\.chatUser.id)) == ["u", "v"])
            let stored = try #require(try rig.store.member("a", "u"))
            #expect(stored.status == "active" && stored.custom.role == "host" && stored.eTag != nil)
            #expect(stored.chatUser.name == "Name" && stored.chatUser.type == "admin")
            #expect(stored.chatUser.custom == fresh(user: "u").custom && stored.chatChannel == Channel(id: "a"))

            let count = try await rig.data.syncRemoteChannelMembersPagination(.init(userId: "u", limit: 1))
            #expect(try count == 2 && rig.store.channel("b")?.details == "Details")
            #expect(try rig.store.member("b", "u")?.chatUser.name == "Name")

            try await rig.data.removeRemoteMemberships(request)
            #expect(try rig.store.count("member") == 0)
            #expect(try await rig.data.syncRemoteUserMembers(.init(channelId: "a")).members.isEmpty)
        }
    }

    @Test("Joining keeps existing memberships with their custom data, and creates only the missing ones")
    func joining() async throws {
        try await withRig { _, rig in
            let suffix = UUID().uuidString
            let names =
                ["joined \(suffix)", #"new "\#(suffix)""#, "ended \(suffix)"] + (0..<20).map { "\($0) \(suffix)" }
            var existing = Member(channelId: names[0], userId: "me", custom: .init(role: "host"))
            existing.read(custom: Data(#"{"role":"host","lastReadMessageTimetoken":"17"}"#.utf8))
            try await rig.data.createRemoteMembers(
                .init(members: [existing], modificationDirection: .modifyChannelsByUser)
            )
            try await rig.store.write { db in
                try db.execute(sql: "DELETE FROM member")
                // The store has a membership that ended at the service in the meantime.
                var ended = Member(channelId: names[2], userId: "me", status: "old")
                ended.eTag = "A"
                ended.updated = moment()
                try PubNubManagedMember.insertOrUpdate(member: ended, forceWrite: true, into: db)
            }
            #expect(try await rig.data.join(names + [names[1]]) == Array(names.dropFirst()))
            #expect(try rig.store.member(names[0], "me")?.custom.role == "host")
            let custom = try #require(try rig.store.member(names[0], "me")).customJSON()
            #expect(String(decoding: custom, as: UTF8.self).contains(#""lastReadMessageTimetoken":"17""#))
            let requests = rig.requests.all.count
            #expect(try await rig.data.join(names).isEmpty)
            #expect(rig.requests.all.count == requests + 2, "it only reads the memberships, in two parts")
            let other = try await Rig(rig.address)
            let count = try await other.data.syncRemoteChannelMembersPagination(.init(userId: "me"))
            #expect(try count == names.count && other.store.member(names[0], "me")?.custom.role == "host")
            let joined = try await rig.ending { rig.data.join(names, completion: $0) }
            #expect(try joined.get().isEmpty)
        }
    }

    @Test("A change without members is an error, and sends no request")
    func noMembers() async throws {
        try await withRig { _, rig in
            let known = rig.requests.all.count
            for direction in [MembersModifyRequest<TestCustom>.Direction.modifyChannelsByUser, .modifyUsersByChannel] {
                let request = MembersModifyRequest<TestCustom>(members: [], modificationDirection: direction)
                let error = ChatError.missingRequiredData("members")
                await #expect(throws: error) { try await rig.data.createRemoteMembers(request) }
                await #expect(throws: error) { try await rig.data.updateRemoteMemberships(request) }
                await #expect(throws: error) { try await rig.data.removeRemoteMemberships(request) }
            }
            #expect(rig.requests.all.count == known)
        }
    }

    @Test("A response without custom data retains the stored custom data", arguments: [true, false])
    func withoutCustom(isSingle: Bool) async throws {
        try await withRig { _, rig in
            try await rig.data.createRemoteChannel(.init(channel: fresh()))
            try await rig.data.createRemoteUser(.init(user: fresh(user: "u")))
            let membership = Member(channelId: "c", userId: "u", custom: .init(role: "host"))
            try await rig.data.createRemoteMembers(
                .init(members: [membership], modificationDirection: .modifyChannelsByUser)
            )
            if isSingle {
                try await rig.data.syncRemoteChannel(.init(channel: fresh(), includeCustom: false))
                try await rig.data.syncRemoteUser(.init(user: fresh(user: "u"), includeCustom: false))
                try await rig.data.updateRemoteChannel(.init(channel: fresh(), includeCustom: false))
            } else {
                try await rig.data.syncRemoteChannels(.init(includeCustom: false))
                try await rig.data.syncRemoteUsers(.init(includeCustom: false))
            }
            try await rig.data.syncRemoteUserMembers(.init(channelId: "c", includeCustom: false))
            try await rig.data.syncRemoteChannelMembers(.init(userId: "u", includeCustom: false))
            #expect(try rig.store.channel()?.custom == fresh().custom)
            #expect(try rig.store.channel()?.avatarURL == fresh().avatarURL)
            #expect(try rig.store.user()?.custom == fresh(user: "u").custom)
            #expect(try rig.store.member()?.custom.role == "host")
        }
    }

    @Test("A response that is older than the row does not overwrite it")
    func older() async throws {
        try await withRig { _, rig in
            try await rig.data.createRemoteChannel(.init(channel: fresh()))
            try await rig.data.createRemoteUser(.init(user: fresh(user: "u")))
            try await rig.data.createRemoteMembers(
                .init(members: [Member(channelId: "c", userId: "u")], modificationDirection: .modifyChannelsByUser)
            )
            let later = Date().timeIntervalSince1970
            try await rig.store.write { db in
                var newer = member()
                newer.chatChannel = channel(name: "Newer", at: later)
                newer.chatUser = user(name: "Newer", at: later)
                newer.status = "newer"
                newer.updated = moment(later)
                try PubNubManagedMember.insertOrUpdate(member: newer, forceWrite: true, into: db)
            }
            let before = try rig.rows()
            try await rig.data.syncRemoteChannel(.init(channel: Channel(id: "c")))
            try await rig.data.syncRemoteUsers(.init())
            try await rig.data.syncRemoteUserMembers(.init(channelId: "c"))
            try await rig.data.syncRemoteChannelMembersPagination(.init(userId: "u"))
            #expect(try rig.rows() == before)
        }
    }
}
