import Dispatch
import Foundation
import GRDB
import PubNubChat
import PubNubSupport
import Testing

/// An observed request of the default entities about the channel `c`, the user `u` and the message `m`.
struct WatchedRequest: Sendable, CustomTestStringConvertible {
    /// Counts the activity of an observation.
    final class Counts: Sendable {
        let reads = Locked(0)
        /// Receives the number of delivered changes so far.
        private let onChange: @Sendable (Int) -> Void
        private let changes = Locked(0)

        init(onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
            self.onChange = onChange
        }

        func changed() {
            onChange(
                changes.withLock { changes in
                    changes += 1
                    return changes
                }
            )
        }
    }

    /// A write to the store of ``WatchedRequestTests``: one statement, or one that moves a row and one that moves it
    /// back.
    enum Write: String {
        case newMessage = """
            INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId)
            VALUES ('n', 150, 0, 'New', 'u', 'c')
            """
        case newAction = """
            INSERT INTO messageAction (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken,
                pubnubParentId, pubnubUserId)
            VALUES ('b', 210, 'reaction', 'smile', 'c', 100, 'm', 'u')
            """
        case newMember = "INSERT INTO member (id, channelId, userId) VALUES ('c:w', 'c', 'w')"
        case newMembership = "INSERT INTO member (id, channelId, userId) VALUES ('other:u', 'other', 'u')"

        case edit = "UPDATE message SET text = 'New' WHERE id = 'm'"
        case editUnsent = "UPDATE message SET text = 'New' WHERE id = 'unsent'"
        case editAction = "UPDATE messageAction SET value = 'New' WHERE pubnubUserId = 'u'"
        case present = "UPDATE member SET isPresent = 1 WHERE userId = 'u'"
        case rename = "UPDATE user SET name = 'New' WHERE id = 'u'"
        case renameNewMember = "UPDATE user SET name = 'New' WHERE id = 'w'"
        case renameChannel = "UPDATE channel SET name = 'New' WHERE id = 'c'"
        case publishUnsent = "UPDATE message SET timetoken = 400 WHERE id = 'unsent'"
        case ageNewMessage = "UPDATE message SET timetoken = 1 WHERE id = 'n'"

        case republish = """
            UPDATE message SET timetoken = 101 WHERE id = 'm';
            UPDATE message SET timetoken = 100 WHERE id = 'm'
            """
        case unpublish = """
            UPDATE message SET timetoken = 0 WHERE id = 'm';
            UPDATE message SET timetoken = 100 WHERE id = 'm'
            """
        case changeAuthor = """
            UPDATE message SET pubnubUserId = 'v' WHERE id = 'm';
            UPDATE message SET pubnubUserId = 'u' WHERE id = 'm'
            """
        case moveMessage = """
            UPDATE message SET pubnubChannelId = 'other' WHERE id = 'm';
            UPDATE message SET pubnubChannelId = 'c' WHERE id = 'm'
            """
        case moveAction = """
            UPDATE messageAction SET pubnubParentId = 'x' WHERE id = 'b';
            UPDATE messageAction SET pubnubParentId = 'm' WHERE id = 'b'
            """
        case changeParentTimetoken = """
            UPDATE messageAction SET pubnubParentTimetoken = 101 WHERE id = 'b';
            UPDATE messageAction SET pubnubParentTimetoken = 100 WHERE id = 'b'
            """
        case republishAction = """
            UPDATE messageAction SET published = 211 WHERE id = 'b';
            UPDATE messageAction SET published = 210 WHERE id = 'b'
            """
        case moveMember = """
            UPDATE member SET channelId = 'other' WHERE id = 'c:w';
            UPDATE member SET channelId = 'c' WHERE id = 'c:w'
            """

        case begin = "INSERT INTO draft (id, text, updated) VALUES ('c', 'Hi', 0)"
        case writeOn = "UPDATE draft SET text = 'Hello' WHERE id = 'c'"
        case discardDraft = "DELETE FROM draft WHERE id = 'c'"
        case read = "INSERT INTO unreadCount (id, lastRead) VALUES ('c', 50)"
        case readOn = "UPDATE unreadCount SET lastRead = 100 WHERE id = 'c'"
        case queue = "INSERT INTO outbox (kind, userId, channelId, memberId) VALUES ('join', 'u', 'c', 'u')"
        case attempt = "UPDATE outbox SET attempts = 1 WHERE channelId = 'c'"
        case finish = "DELETE FROM outbox WHERE channelId = 'c'"

        case leave = "DELETE FROM member WHERE channelId = 'c' AND userId = 'u'"
        case removeUser = "DELETE FROM user WHERE id = 'u'"
        case removeNewMember = "DELETE FROM user WHERE id = 'w'"
        case removeChannel = "DELETE FROM channel WHERE id = 'c'"
        case removeMessage = "DELETE FROM message WHERE id = 'm'"
        case removeAction = "DELETE FROM messageAction WHERE pubnubUserId = 'u'"
        case removeActionsOfMessage = "DELETE FROM messageAction WHERE pubnubParentId = 'm'"

        /// The statements, each of which is its own transaction.
        var statements: [String] { rawValue.components(separatedBy: ";\n") }
    }

    let testDescription: String
    /// Statements, each of which changes the result of the request in the store of ``WatchedRequestTests``.
    let concerning: [String]
    /// Observes the request, and counts how often its statement runs. The store in memory has one connection.
    let observe: @Sendable (ChatStore, Counts) throws -> AnyDatabaseCancellable

    init<Entity: ManagedChatEntity>(
        _ name: String,
        _ request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>,
        watching scope: ChatScope,
        concerning: Write...
    ) {
        // A condition that is always true distinguishes the statement from those of writes.
        let mark = "'observed' = 'observed'"
        testDescription = name
        self.concerning = concerning.flatMap(\.statements)
        observe = { store, counts in
            try store.write { db in
                db.trace { event in
                    guard case .statement(let statement) = event, statement.sql.contains(mark) else { return }
                    counts.reads.withLock { $0 += 1 }
                }
            }
            return store.observe(
                request().filter(sql: mark),
                watching: scope,
                on: DispatchQueue(label: "test.watched-request"),
                onError: { Issue.record("\($0)") },
                onChange: { _ in counts.changed() }
            )
        }
    }
}
