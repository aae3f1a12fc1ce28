import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Stored channels, users and members")
struct EntityTests {
    @Test("Stores a channel and a user with every attribute, and returns them")
    func roundTrip() throws {
        let store = try storeWithBoth()
        #expect(try store.channel() == channel())
        #expect(try store.user() == user())
        #expect(try store.channel("other") == nil)
    }

    @Test("Storing again overwrites every attribute, also by nil, and creates no second row")
    func overwrites() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedChannel.insertOrUpdate(channel: Channel(id: "c"), into: db)
            try PubNubManagedUser.insertOrUpdate(user: User(id: "u"), into: db)
        }
        #expect(try store.channel() == Channel(id: "c"))
        #expect(try store.user() == User(id: "u"))
        #expect(try store.count("channel") == 1 && store.count("user") == 1)
    }

    @Test("Custom data that does not fit the type has its default value")
    func undecodable() throws {
        let store = try storeWithBoth()
        try store.write { try $0.execute(sql: "UPDATE user SET custom = X'5B31', name = NULL") }
        #expect(try store.user()?.custom == .init())
        try store.write { try $0.execute(sql: #"UPDATE channel SET custom = '{"topic":[1]}'"#) }
        #expect(try store.channel()?.custom == .init())
    }

    @Test("A row that SQL creates has the documented defaults")
    func defaults() throws {
        let store = try storeWithBoth()
        try store.write {
            try $0.execute(sql: "INSERT INTO channel (id) VALUES ('d'); INSERT INTO user (id) VALUES ('d')")
        }
        #expect(try store.channel("d") == Channel(id: "d"))
        #expect(try store.user("d") == User(id: "d"))
    }

    @Test("Removing returns the stored row, or nil")
    func remove() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            #expect(try PubNubManagedMember.remove(channelId: "c", userId: "u", from: db)?.id == "c:u")
            #expect(try PubNubManagedMember.remove(channelId: "c", userId: "u", from: db) == nil)
            #expect(try PubNubManagedChannel.remove(channelId: "c", from: db)?.name == "Name")
            #expect(try PubNubManagedChannel.remove(channelId: "c", from: db) == nil)
            #expect(try PubNubManagedUser.remove(userId: "u", from: db)?.email == "u@example.com")
            #expect(try PubNubManagedUser.remove(userId: "u", from: db) == nil)
        }
    }

    @Test("Members and messages of a removed channel or user stay, without it")
    func nullify() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            try PubNubManagedMessage.insertOrUpdate(
                message: message(actions: [action()]),
                processMessageActions: true,
                into: db
            )
            try PubNubManagedChannel.remove(channelId: "c", from: db)
            let row = try #require(try PubNubManagedMember.fetchOne(db, id: "c:u"))
            #expect(row.channelId == nil && row.userId == "u")
            #expect(try PubNubManagedMessage.fetchOne(db, id: "m")?.pubnubChannelId == nil)
            try PubNubManagedUser.remove(userId: "u", from: db)
            #expect(try PubNubManagedMember.fetchOne(db, id: "c:u")?.userId == nil)
            #expect(try PubNubManagedMessageAction.fetchOne(db, id: "u-100-200")?.pubnubUserId == nil)
            try PubNubManagedMessage.remove(messageId: "m", from: db)
            #expect(try PubNubManagedMessageAction.fetchOne(db, id: "u-100-200")?.pubnubParentId == nil)
        }
    }

    @Test("Converts rows without channel, author or message, and the rows next to them")
    func conversionsWithoutReferences() throws {
        let store = try storeWithBoth()
        let first = "a:b%"
        let second = "c"
        try store.write { db in
            for name in [first, second] {
                try PubNubManagedMember.insertOrUpdate(member: member(name, "it:s"), forceWrite: true, into: db)
                let reaction = Action(
                    actionTimetoken: 200,
                    parentTimetoken: 100,
                    sourceType: "reaction",
                    value: name,
                    pubnubUserId: "it:s",
                    pubnubChannelId: name
                )
                try PubNubManagedMessage.insert(
                    message: message(name, user: "it:s", channel: name, actions: name == first ? [reaction] : []),
                    into: db
                )
            }
            try PubNubManagedChannel.remove(channelId: first, from: db)
            try PubNubManagedUser.remove(userId: "it:s", from: db)
        }
        try store.read { db in
            let members: [Member] = try PubNubManagedMember.order(Column("id")).fetchAll(db).map {
                try $0.convert(from: db)
            }
            #expect(members.map(\.chatChannel) == [Channel(id: first), channel(second)])
            #expect(members.map(\.chatUser) == [User(id: "it:s"), User(id: "it:s")])
            #expect(members.map(\.status) == ["active", "active"])
            let messages: [Message] = try PubNubManagedMessage.order(Column("id")).fetchAll(db).map {
                try $0.convert(from: db)
            }
            #expect(messages.map(\.pubnubChannelId) == ["", second] && messages.map(\.pubnubUserId) == ["", ""])
            #expect(messages.allSatisfy { $0.userModel == nil } && messages[1].channelModel == channel(second))
            #expect(messages[0].messageActions.map(\.pubnubUserId) == ["it:s"])
        }
        try store.write { db in
            try PubNubManagedMessage.remove(messageId: first, from: db)
            let row = try #require(try PubNubManagedMessageAction.fetchOne(db))
            let reaction: Action = try row.convert(from: db)
            #expect(reaction.id == row.id && reaction.messageModel == nil && reaction.value == first)
        }
    }

    @Test("Reconnects a membership when its channel is stored again")
    func reconnect() throws {
        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            try PubNubManagedChannel.remove(channelId: "c", from: db)
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
        }
        #expect(try store.member() != nil && store.count("member") == 1)
    }

    /// The name in the member's channel, whether it comes from the service, whether it is forced, whether it is stored
    /// before, and the resulting name.
    private static let nestedRows: [(name: String?, isSynced: Bool, force: Bool, isStored: Bool, result: String?)] = [
        ("New", true, false, true, "New"), ("New", true, false, false, "New"), ("New", false, false, true, "Name"),
        ("New", false, false, false, "error"), ("New", false, true, true, "New"), ("New", false, true, false, "New"),
        (nil, false, true, true, "Name"), (nil, false, true, false, nil),
    ]

    @Test("Writes the channel and user of a member if they are synced or forced", arguments: nestedRows)
    func nested(name: String?, isSynced: Bool, force: Bool, isStored: Bool, result: String?) throws {
        let store = try ChatStore(configuration: .inMemory)
        if isStored {
            try store.write { db in
                try PubNubManagedChannel.insertOrUpdate(channel: channel(), into: db)
                try PubNubManagedUser.insertOrUpdate(user: user(), into: db)
            }
        }
        let update = Member(
            chatChannel: Channel(id: "c", name: name, updated: isSynced ? moment() : nil, eTag: isSynced ? "B" : nil),
            chatUser: User(id: "u", name: name, updated: isSynced ? moment() : nil, eTag: isSynced ? "B" : nil),
            status: "active"
        )
        if result == "error" {
            #expect(throws: ChatError.missingRequiredData("channel c")) {
                try store.write { try PubNubManagedMember.insertOrUpdate(member: update, forceWrite: force, into: $0) }
            }
            #expect(try store.count("member") == 0)
            return
        }
        try store.write { try PubNubManagedMember.insertOrUpdate(member: update, forceWrite: force, into: $0) }
        #expect(try store.channel()?.name == result)
        #expect(try store.user()?.name == result)
        #expect(try store.member()?.status == "active")
    }

    @Test("Retains, clears or replaces presence state")
    func presence() throws {
        let store = try storeWithBoth()
        func join(_ presence: MembershipPresence?) throws -> MembershipPresence? {
            var update = member()
            update.presence = presence
            try store.write { try PubNubManagedMember.insertOrUpdate(member: update, into: $0) }
            return try store.member()?.presence
        }
        let state = JSON.object(["mood": .array([.double(1.5), .null, .bool(true)])])
        #expect(try join(nil) == MembershipPresence(isPresent: false, presenceState: .none))
        #expect(try join(.init(isPresent: true, presenceState: .some(state)))?.presenceState == .some(state))
        #expect(try join(nil)?.isPresent == true)
        #expect(try join(.init(isPresent: false)) == .init(isPresent: false, presenceState: .some(state)))
        #expect(try join(.init(isPresent: true, presenceState: .none)) == .init(isPresent: true, presenceState: .none))
    }

    @Test("A channel counts its members and those who are present")
    func counts() throws {
        let store = try storeWithBoth()
        func counts(_ id: String = "c") throws -> [Int] {
            let row = try store.read { try PubNubManagedChannel.fetchOne($0, id: id) }
            return [row?.memberEntityCount ?? -1, row?.presentMemberEntityCount ?? -1]
        }
        var present = member("c", "v")
        present.presence = .init(isPresent: true)
        try store.write { [present] db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            try PubNubManagedMember.insertOrUpdate(member: present, into: db)
            try PubNubManagedChannel.insertOrUpdate(channel: channel(), into: db)
        }
        #expect(try counts() == [2, 1])
        try store.clearTransientData()
        #expect(try counts() == [2, 0])
        try store.write { try PubNubManagedMember.remove(channelId: "c", userId: "v", from: $0) }
        #expect(try counts() == [1, 0])
    }

    @Test("Finds members by channel, by user and by presence, optionally without one user")
    func requests() throws {
        let store = try storeWithBoth()
        let ids = try store.write { db in
            for (channelId, userId, isPresent) in [("c", "u", true), ("c", "v", false), ("d", "u", false)] {
                var update = member(channelId, userId)
                update.presence = .init(isPresent: isPresent)
                try PubNubManagedMember.insertOrUpdate(member: update, into: db)
            }
            let requests = [
                PubNubManagedMember.membersBy(channelID: "c"), PubNubManagedMember.membershipsBy(userId: "u"),
                PubNubManagedMember.membersBy(channelID: "c", excludingUserId: "u"),
                PubNubManagedMember.membersBy(channelID: "c", onlyPresent: true),
                PubNubManagedMember.membersBy(channelID: "c", excludingUserId: "u", onlyPresent: true),
            ]
            return try requests.map { try Set($0.fetchAll(db).map(\.id)) }
        }
        #expect(ids == [["c:u", "c:v"], ["c:u", "d:u"], ["c:v"], ["c:u"], []])
    }
}
