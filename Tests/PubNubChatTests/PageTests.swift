import GRDB
import PubNubChat
import PubNubSupport
import Testing

@Suite("Conversion of pages of rows")
struct PageTests {
    /// A channel with messages and reactions of many users.
    private func store(messages count: Int) throws -> ChatStore {
        let store = try storeWithBoth()
        try store.write { db in
            for number in 0..<count {
                let time = Timetoken(100 + number)
                let author = "author-\(number % 40)"
                let other = "other-\(number)"
                for id in [author, other] {
                    try PubNubManagedMember.insertOrUpdate(member: member("c", id), into: db)
                }
                let actions = [
                    action(2000 + time, user: other, parent: time), action(1000 + time, user: author, parent: time),
                ]
                try PubNubManagedMessage.insert(
                    message: message("m\(number)", timetoken: time, user: author, actions: actions),
                    into: db
                )
            }
        }
        return store
    }

    @Test("A page has the same values as its rows one by one, with authors, channels and reactions by age")
    func same() throws {
        try store(messages: 70).read { db in
            let messages = try PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: 70).fetchAll(db)
            let values: [Message] = try PubNubManagedMessage.convert(messages, from: db)
            #expect(try values == messages.map { try $0.convert(from: db) })
            #expect(values.first?.messageActions.map(\.actionTimetoken) == [1169, 2169])
            #expect(values.first?.userModel?.name == "Name")
            let actions = try PubNubManagedMessageAction.fetchAll(db)
            let reactions: [Action] = try PubNubManagedMessageAction.convert(actions, from: db)
            #expect(try reactions == actions.map { try $0.convert(from: db) } && reactions.count == 140)
            let rows = try PubNubManagedMember.membersBy(channelID: "c").fetchAll(db)
            let members: [Member] = try PubNubManagedMember.convert(rows, from: db)
            #expect(try members == rows.map { try $0.convert(from: db) } && members.count == 110)
            #expect(try (PubNubManagedMessage.convert([], from: db) as [Message]).isEmpty)
        }
    }

    @Test("A few statements read a page of any length", arguments: [5, 500])
    func statements(count: Int) throws {
        try store(messages: count).read { db in
            let messages = try PubNubManagedMessage.newestMessagesBy(pubnubChannelId: "c", limit: count).fetchAll(db)
            let actions = try PubNubManagedMessageAction.messageActionsBy(messageId: "m0").fetchAll(db)
            let members = try PubNubManagedMember.membersBy(channelID: "c").limit(count).fetchAll(db)
            #expect(messages.count == count && members.count == count && actions.count == 2)
            let statements = Locked(0)
            db.trace { _ in statements.withLock { $0 += 1 } }
            let _: [Message] = try PubNubManagedMessage.convert(messages, from: db)
            // Three statements read reactions, channels and users. The larger page has more users than one statement
            // takes.
            #expect(statements.withLock { $0 } == (count == 5 ? 3 : 4))
            statements.withLock { $0 = 0 }
            let _: [Action] = try PubNubManagedMessageAction.convert(actions, from: db)
            let _: [Member] = try PubNubManagedMember.convert(members, from: db)
            #expect(statements.withLock { $0 } == 5)
            db.trace(nil)
        }
    }
}
