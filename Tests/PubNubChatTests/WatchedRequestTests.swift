import Foundation
import GRDB
import PubNubChat
import PubNubSupport
import PubNubTestSupport
import Testing

@Suite("Observed requests: which writes cause a read")
struct WatchedRequestTests {
    private let store: ChatStore

    /// In the channel `c`, the user `u` reacted to their own message; likewise `v` in `other`. Each is a member of one
    /// channel.
    init() throws {
        store = try ChatStore(configuration: .inMemory)
        try store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member("c", "u"), into: db)
            try PubNubManagedMember.insertOrUpdate(member: member("other", "v"), into: db)
            try PubNubManagedUser.insertOrUpdate(user: user("w"), into: db)
            try PubNubManagedMessage.insert(message: message(), into: db)
            try PubNubManagedMessage.insert(message: message("unsent", timetoken: 0), into: db)
            try PubNubManagedMessage.insert(message: Self.elsewhere, into: db)
            try PubNubManagedMessageAction.insert(messageAction: action(), into: db)
            try PubNubManagedMessageAction.insert(messageAction: Self.actionElsewhere(200), into: db)
        }
    }

    private static var elsewhere: Message { message("x", timetoken: 300, user: "v", channel: "other") }

    private static func actionElsewhere(_ timetoken: Timetoken) -> Action {
        var action = action(timetoken, user: "v", parent: 300)
        action.pubnubChannelId = "other"
        return action
    }

    private static let mine = PubNubManagedMessage(row: row("message"))

    private static let messages: [WatchedRequest] = {
        typealias Row = PubNubManagedMessage
        return [
            WatchedRequest(
                "messageBy(messageId:)",
                Row.messageBy(messageId: "m"),
                watching: .message("m"),
                concerning: .edit,
                .removeChannel
            ),
            WatchedRequest(
                "messageBy(pubnubTimetoken:channelId:)",
                Row.messageBy(pubnubTimetoken: 100, channelId: "c"),
                watching: .messages(inChannel: "c"),
                concerning: .edit,
                .republish,
                .removeMessage
            ),
            WatchedRequest(
                "messagesBy(pubnubUserId:)",
                Row.messagesBy(pubnubUserId: "u"),
                watching: .messages(byUser: "u"),
                concerning: .edit,
                .newMessage,
                .changeAuthor,
                .removeUser
            ),
            WatchedRequest(
                "messagesBy(pubnubChannelId:)",
                Row.messagesBy(pubnubChannelId: "c"),
                watching: .messages(inChannel: "c"),
                concerning: .edit,
                .newMessage,
                .moveMessage,
                .removeChannel
            ),
            WatchedRequest(
                "newestMessagesBy(pubnubChannelId:limit:)",
                Row.newestMessagesBy(pubnubChannelId: "c", limit: 50),
                watching: .messages(inChannel: "c"),
                concerning: .edit,
                .newMessage,
                .moveMessage,
                .publishUnsent,
                .removeMessage,
                .removeChannel
            ),
            WatchedRequest(
                "unsentMessagesBy(pubnubUserId:)",
                Row.unsentMessagesBy(pubnubUserId: "u"),
                watching: .messages(byUser: "u"),
                concerning: .editUnsent,
                .unpublish,
                .removeUser
            ),
            WatchedRequest(
                "managedMessages of a channel",
                PubNubManagedChannel(row: row("channel")).managedMessages,
                watching: .messages(inChannel: "c"),
                concerning: .edit,
                .removeChannel
            ),
            WatchedRequest(
                "managedMessages of a user",
                PubNubManagedUser(row: row("user")).managedMessages,
                watching: .messages(byUser: "u"),
                concerning: .edit,
                .removeUser
            ),
            WatchedRequest(
                "managedMessage of a reaction",
                PubNubManagedMessageAction(row: row("messageAction")).managedMessage,
                watching: .message("m"),
                concerning: .edit,
                .removeMessage
            ),
        ]
    }()

    private static let actions: [WatchedRequest] = {
        typealias Row = PubNubManagedMessageAction
        return [
            WatchedRequest(
                "messageActionsBy(pubnubUserId:)",
                Row.messageActionsBy(pubnubUserId: "u"),
                watching: .reactions(byUser: "u"),
                concerning: .newAction,
                .editAction,
                .removeUser
            ),
            WatchedRequest(
                "messageActionsBy(messageId:)",
                Row.messageActionsBy(messageId: "m"),
                watching: .reactions(toMessage: "m"),
                concerning: .newAction,
                .moveAction,
                .removeMessage
            ),
            WatchedRequest(
                "messageActionsBy(messageTimetoken:channelId:)",
                Row.messageActionsBy(messageTimetoken: 100, channelId: "c"),
                watching: .reactions(inChannel: "c"),
                concerning: .newAction,
                .changeParentTimetoken,
                .removeAction
            ),
            WatchedRequest(
                "messageActionsBy(pubnubChannelId:after:upTo:)",
                Row.messageActionsBy(pubnubChannelId: "c", after: 190, upTo: 210),
                watching: .reactions(inChannel: "c"),
                concerning: .newAction,
                .editAction,
                .republishAction,
                .removeAction
            ),
            WatchedRequest(
                "messageActionBy(messageAction:)",
                Row.messageActionBy(messageAction: action()),
                watching: .reactions(byUser: "u"),
                concerning: .editAction,
                .removeAction
            ),
            WatchedRequest(
                "messageActionBy(messageActionId:)",
                Row.messageActionBy(messageActionId: action().id),
                watching: .reactions(toMessage: "m"),
                concerning: .editAction,
                .removeUser,
                .removeActionsOfMessage
            ),
            WatchedRequest(
                "newestMessageActionsBy(pubnubChannelId:messages:)",
                Row.newestMessageActionsBy(pubnubChannelId: "c", messages: 2),
                watching: .newestReactions(inChannel: "c"),
                concerning: .newAction,
                .editAction,
                .newMessage,
                .ageNewMessage,
                .moveMessage,
                .removeMessage
            ),
            WatchedRequest(
                "managedActions of a user",
                PubNubManagedUser(row: row("user")).managedActions,
                watching: .reactions(byUser: "u"),
                concerning: .newAction,
                .removeUser
            ),
            WatchedRequest(
                "managedActions of a message",
                mine.managedActions,
                watching: .reactions(toMessage: "m"),
                concerning: .newAction,
                .removeMessage
            ),
        ]
    }()

    private static let members: [WatchedRequest] = {
        typealias Row = PubNubManagedMember
        return [
            WatchedRequest(
                "membershipsBy(userId:)",
                Row.membershipsBy(userId: "u"),
                watching: .memberships(ofUser: "u"),
                concerning: .present,
                .newMembership,
                .leave,
                .removeUser
            ),
            WatchedRequest(
                "membersBy(channelID:)",
                Row.membersBy(channelID: "c"),
                watching: .members(ofChannel: "c"),
                concerning: .present,
                .newMember,
                .moveMember,
                .removeUser,
                .removeChannel
            ),
            WatchedRequest(
                "membersBy(channelID:excludingUserId:onlyPresent:)",
                Row.membersBy(channelID: "c", excludingUserId: "w", onlyPresent: true),
                watching: .members(ofChannel: "c"),
                concerning: .present,
                .leave
            ),
            WatchedRequest(
                "memberBy(pubnubChannelId:pubnubUserId:)",
                Row.memberBy(pubnubChannelId: "c", pubnubUserId: "u"),
                watching: .memberships(ofUser: "u"),
                concerning: .present,
                .removeUser
            ),
            WatchedRequest(
                "managedMembers of a channel",
                PubNubManagedChannel(row: row("channel")).managedMembers,
                watching: .members(ofChannel: "c"),
                concerning: .present,
                .newMember,
                .removeChannel
            ),
            WatchedRequest(
                "managedMemberships of a user",
                PubNubManagedUser(row: row("user")).managedMemberships,
                watching: .memberships(ofUser: "u"),
                concerning: .present,
                .newMembership,
                .removeUser
            ),
        ]
    }()

    private static let usersAndChannels: [WatchedRequest] = [
        WatchedRequest(
            "userBy(userId:)",
            PubNubManagedUser.userBy(userId: "u"),
            watching: .user("u"),
            concerning: .rename,
            .removeUser
        ),
        WatchedRequest(
            "userBy(pubnubId:)",
            PubNubManagedUser.userBy(pubnubId: "u"),
            watching: .user("u"),
            concerning: .rename,
            .removeUser
        ),
        WatchedRequest(
            "usersBy(channelID:)",
            PubNubManagedUser.usersBy(channelID: "c"),
            watching: .users(ofChannel: "c"),
            concerning: .rename,
            .newMember,
            .renameNewMember,
            .moveMember,
            .removeNewMember,
            .leave
        ),
        WatchedRequest(
            "managedUser of a message",
            mine.managedUser,
            watching: .user("u"),
            concerning: .rename,
            .removeUser
        ),
        WatchedRequest(
            "managedUser of a member",
            PubNubManagedMember(row: row("member")).managedUser,
            watching: .user("u"),
            concerning: .rename,
            .removeUser
        ),
        WatchedRequest(
            "managedUser of a reaction",
            PubNubManagedMessageAction(row: row("messageAction")).managedUser,
            watching: .user("u"),
            concerning: .rename,
            .removeUser
        ),
        WatchedRequest(
            "managedUser of a message without author",
            PubNubManagedMessage(row: row("orphan")).managedUser,
            watching: .user("")
        ),
        WatchedRequest(
            "channelBy(channelID:)",
            PubNubManagedChannel.channelBy(channelID: "c"),
            watching: .channel("c"),
            concerning: .renameChannel,
            .newMember,
            .present,
            .removeChannel
        ),
        WatchedRequest(
            "channelBy(pubnubId:)",
            PubNubManagedChannel.channelBy(pubnubId: "c"),
            watching: .channel("c"),
            concerning: .renameChannel,
            .removeChannel
        ),
        WatchedRequest(
            "managedChannel of a message",
            mine.managedChannel,
            watching: .channel("c"),
            concerning: .renameChannel,
            .removeChannel
        ),
        WatchedRequest(
            "managedChannel of a member",
            PubNubManagedMember(row: row("member")).managedChannel,
            watching: .channel("c"),
            concerning: .renameChannel,
            .removeChannel
        ),
    ]

    private static let ofTheUser: [WatchedRequest] = [
        WatchedRequest(
            "draftBy(channelId:)",
            ChatDraft.draftBy(channelId: "c"),
            watching: .draft(inChannel: "c"),
            concerning: .begin,
            .writeOn,
            .discardDraft
        ),
        WatchedRequest(
            "unreadCountBy(channelId:)",
            ChatUnreadCount.unreadCountBy(channelId: "c"),
            watching: .unread(inChannel: "c"),
            concerning: .read,
            .readOn
        ),
        WatchedRequest(
            "entriesBy(channelId:)",
            ChatOutboxEntry.entriesBy(channelId: "c"),
            watching: .outbox(ofChannel: "c"),
            concerning: .queue,
            .attempt,
            .finish
        ),
    ]

    /// A row of the default entities about the channel `c`, the user `u` and the message `m`.
    private static func row(_ table: String) -> Row {
        var row: [String: (any DatabaseValueConvertible)?] = [
            "id": ["channel": "c", "user": "u", "member": "c:u", "messageAction": action().id][table] ?? "m",
            "type": "default", "custom": Data("{}".utf8), "content": Data("{}".utf8), "memberCount": 1,
            "presentMemberCount": 0, "isPresent": false, "timetoken": 100, "dateCreated": 0.0, "text": "",
            "contentType": "", "published": 200, "sourceType": "reaction", "value": "", "pubnubParentTimetoken": 100,
            "pubnubParentId": "m", "pubnubUserId": "u", "pubnubChannelId": "c", "channelId": "c", "userId": "u",
        ]
        if table == "orphan" { row["pubnubUserId"] = .some(nil) }
        return Row(row)
    }

    /// Returns after all waiting database accesses, and their consequences.
    private func settle() async throws {
        for _ in 0..<5 { try await store.write { _ in } }
    }

    /// Writes all types of rows about another channel, by another user.
    private func writeElsewhere() async throws {
        try await store.write { db in
            try PubNubManagedMessage.insert(message: message("y", timetoken: 0, user: "v", channel: "other"), into: db)
        }
        try await store.write { db in
            let published = message("y", text: "Edited", timetoken: 301, user: "v", channel: "other")
            try PubNubManagedMessage.insertOrUpdate(message: published, processMessageActions: true, into: db)
            try PubNubManagedMessageAction.insert(messageAction: Self.actionElsewhere(310), into: db)
            try PubNubManagedUser.insertOrUpdate(user: user("v", name: "New"), into: db)
            try PubNubManagedChannel.insertOrUpdate(channel: channel("other", name: "New"), into: db)
            try PubNubManagedMember.insertOrUpdate(member: member("other", "w"), into: db)
            var present = member("other", "v")
            present.presence = MembershipPresence(isPresent: true)
            try PubNubManagedMember.insertOrUpdate(member: present, into: db)
            try db.execute(
                sql: """
                    INSERT INTO draft (id, text, updated) VALUES ('other', 'Hi', 0);
                    INSERT INTO outbox (kind, userId, channelId, memberId) VALUES ('join', 'u', 'other', 'u');
                    INSERT INTO unreadCount (id, lastRead) VALUES ('other', 1)
                    """
            )
        }
        try await store.write { db in
            try PubNubManagedMessageAction.remove(messageActionId: Self.actionElsewhere(310).id, from: db)
            try PubNubManagedMember.remove(channelId: "other", userId: "w", from: db)
            try PubNubManagedUser.remove(userId: "w", from: db)
            try PubNubManagedMessage.remove(messageId: "x", from: db)
            try PubNubManagedChannel.remove(channelId: "other", from: db)
            try PubNubManagedUser.remove(userId: "v", from: db)
        }
    }

    /// Stores all rows again with equal values.
    private func writeTheSame() async throws {
        try await store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member("c", "u"), forceWrite: true, into: db)
            try PubNubManagedMessage.insertOrUpdate(message: message(), processMessageActions: false, into: db)
            try PubNubManagedMessageAction.insertOrUpdate(messageAction: action(), into: db)
            try PubNubManagedMessageAction.fetchAll(db).forEach { try $0.upsert(db) }
        }
    }

    @Test(
        "Writes about another channel by another user cause no read, and neither does storing equal rows",
        arguments: messages + actions + members + usersAndChannels + ofTheUser
    )
    func elsewhere(_ request: WatchedRequest) async throws {
        let counts = WatchedRequest.Counts()
        let unchecked = store.withoutScopeChecks()
        let observation = try request.observe(store, counts)
        defer { withExtendedLifetime(unchecked) { observation.cancel() } }
        try await settle()
        let before = counts.reads.withLock(\.self)
        try await writeElsewhere()
        try await writeTheSame()
        try await settle()
        #expect(before > 0 && counts.reads.withLock(\.self) == before)
    }

    @Test(
        "A write that concerns a request, and each move of a row, causes one read and one delivery",
        arguments: messages + actions + members + usersAndChannels + ofTheUser
    )
    func concerning(_ request: WatchedRequest) async throws {
        let changes = IntegrationInbox<Int>()
        let counts = WatchedRequest.Counts { changes.put($0) }
        let unchecked = store.withoutScopeChecks()
        let observation = try request.observe(store, counts)
        defer { withExtendedLifetime(unchecked) { observation.cancel() } }
        _ = try await changes.next("first result") { $0 }
        try await settle()
        for (number, sql) in request.concerning.enumerated() {
            let before = counts.reads.withLock(\.self)
            try await store.write { try $0.execute(sql: sql) }
            try await settle()
            #expect(counts.reads.withLock(\.self) == before + 1, "\(sql)")
            #expect(try await changes.next("\(sql)") { $0 } == number + 2, "\(sql)")
        }
    }

    @Test("Edits of messages cause no read for reactions to the newest messages")
    func editedMessage() async throws {
        let request = try #require(Self.actions.first { $0.testDescription.hasPrefix("newestMessageActionsBy") })
        let counts = WatchedRequest.Counts()
        let unchecked = store.withoutScopeChecks()
        let observation = try request.observe(store, counts)
        defer { withExtendedLifetime(unchecked) { observation.cancel() } }
        try await settle()
        let before = counts.reads.withLock(\.self)
        try await store.write { try $0.execute(sql: WatchedRequest.Write.edit.rawValue) }
        try await settle()
        #expect(counts.reads.withLock(\.self) == before)
    }
}
