import Foundation
import GRDB

@testable import PubNubChat
@testable import struct PubNubWire.RawJSON
@testable import simulate_chat

/// Mistakes in the rules about deletions at the service, and about data that the service cannot know.
extension PlantedMistake {
    static let rules: [Self] = [
        Self(
            "A fill removes members that the application forced",
            [.members],
            .members,
            onFill("DELETE FROM member WHERE status = 'forced'")
        ),
        Self(
            "The end of a channel's metadata takes its messages away",
            [.messages, .rows],
            .metadata,
            onArrival { db, arrival in
                guard case .object(let object) = arrival.event, object.type == "channel", object.isDelete else {
                    return
                }
                try db.execute(sql: "UPDATE message SET pubnubChannelId = NULL")
            }
        ),
        Self(
            "The end of a membership ends presence",
            [.presence],
            .members,
            onArrival { db, arrival in
                guard case .object(let object) = arrival.event, object.type == "membership", object.isDelete else {
                    return
                }
                try db.execute(sql: "UPDATE member SET isPresent = 0")
            }
        ),
        Self(
            "Somebody else takes over the identifier of a message",
            [.messages],
            nil,
            onArrival { db, arrival in
                guard case .message(let author, _, _) = arrival.event, let id = try republication(arrival, db) else {
                    return
                }
                try db.execute(sql: "INSERT OR IGNORE INTO user (id) VALUES (?)", arguments: [author])
                try db.execute(sql: "UPDATE message SET pubnubUserId = ? WHERE id = ?", arguments: [author, id])
            }
        ),
        Self(
            "A store forgets which publications it refused",
            [.messages, .reactions],
            nil,
            onArrival { db, _ in try db.execute(sql: "DELETE FROM refusedPublication") }
        ),
        Self(
            "A deleted message is shown again",
            [.messages],
            nil,
            ChatMistake(showsDeleted: true)
        ),
        Self(
            "A fill shows the published texts of edited messages",
            [.edits],
            .outbox,
            onFill("UPDATE message SET editedText = NULL")
        ),
        Self(
            "A fill takes the edits of other users for those of the author",
            [.edits],
            .reactions,
            onFill("UPDATE messageAction SET verdict = 1 WHERE verdict = 0")
        ),
        Self(
            "A thread is in another channel than its message derives",
            [.threads],
            .reactions,
            onFill(
                """
                UPDATE message SET threadId = 'v4' WHERE id IN
                    (SELECT pubnubParentId FROM messageAction WHERE sourceType = 'threadRootId')
                """
            )
        ),
        Self(
            "A visitor counts as a member",
            [.members],
            .presence,
            onFill("UPDATE channel SET memberCount = (SELECT COUNT(*) FROM member WHERE channelId = channel.id)")
        ),
        Self(
            "A message of a killed program stays marked as being sent",
            [.queue],
            .queue,
            ChatMistake { db, moment in
                guard case .restarted = moment else { return }
                try db.execute(sql: "UPDATE outbox SET stage = 1 WHERE stage = 0")
            }
        ),
        Self(
            "A change of the outbox is forgotten",
            [.outbox],
            .outbox,
            onRequest("DELETE FROM outbox WHERE kind = 'reaction'")
        ),
        Self(
            "A request to leave a channel is forgotten",
            [.memberships],
            .memberships,
            onRequest("DELETE FROM outbox WHERE kind = 'leave'")
        ),
        Self(
            "A read marker stays on the device",
            [.memberships, .unread],
            .memberships,
            onRequest("DELETE FROM outbox WHERE kind = 'marker'")
        ),
        Self(
            "A deletion from history becomes one that can be restored",
            [.outbox],
            .outbox,
            onRequest("UPDATE outbox SET value = NULL WHERE kind = 'deletion'")
        ),
        Self(
            "Messages wait in the order of the clock of the device",
            [.queue],
            .queue,
            ChatMistake { db, moment in
                guard case .queued = moment else { return }
                try db.execute(
                    sql: """
                        UPDATE message SET sequence = (
                            SELECT COUNT(*) FROM message AS other
                                WHERE other.timetoken = 0 AND (other.dateCreated, other.id) < (message.dateCreated, message.id)
                        ) WHERE timetoken = 0
                        """
                )
            }
        ),
        Self(
            "An edit of another user that nobody can read marks the message",
            [.edits],
            .reactions,
            onFill(
                """
                UPDATE message SET hasUnreadableEdit = 1 WHERE id IN
                    (SELECT pubnubParentId FROM messageAction WHERE encryption = 2)
                """
            )
        ),
        Self(
            "A fill forgets which channels are direct chats",
            [.metadata, .channelRows],
            .directs,
            onFill("UPDATE channel SET type = 'default'")
        ),
        Self(
            "A later change is sent before an earlier one",
            [.outbox, .reactions],
            .outbox,
            onRequest("UPDATE outbox SET sequence = -sequence WHERE kind IN ('reaction', 'edit')")
        ),
        Self(
            "A change that is not sent counts as one of the service",
            [.reactions, .edits],
            .outbox,
            onRequest("UPDATE messageAction SET pending = NULL")
        ),
        Self(
            "A fetched message counts twice as unread",
            [.unread],
            .ownData,
            onFill("UPDATE unreadCount SET counted = counted + 1")
        ),
        Self(
            "A search does not find fetched messages",
            [.search],
            nil,
            onFill("DELETE FROM searchedMessage")
        ),
        Self(
            "A fill forgets the threads of messages",
            [.threads],
            .reactions,
            onFill("UPDATE message SET threadId = NULL")
        ),
        Self(
            "A killed program loses its drafts",
            [.drafts],
            .ownData,
            ChatMistake { db, moment in
                if case .restarted = moment { try db.execute(sql: "DELETE FROM draft") }
            }
        ),
        Self(
            "The removal of old messages takes one more",
            [.retention],
            .retention,
            onRemoval("DELETE FROM message WHERE timetoken = (SELECT MAX(timetoken) FROM message WHERE timetoken > 0)")
        ),
        Self(
            "The removal of old messages forgets which ranges it removed",
            [.local, .messages],
            .retention,
            onRemoval("DELETE FROM copyHole WHERE kind = 'older'")
        ),
        Self(
            "Content that has no type is lost",
            [.content],
            nil,
            onFill("UPDATE message SET content = X'7B7D'")
        ),
        Self(
            "A field of another type costs the whole message",
            [.messages, .local],
            nil,
            ChatMistake { db, moment in
                guard case .delivered(let arrivals) = moment else { return }
                for arrival in arrivals {
                    guard case .message(_, let payload, _) = arrival.event,
                        payload.text.contains(PayloadForm.numericType.fields)
                    else { continue }
                    let time = Int64(clamping: arrival.timetoken)
                    try db.execute(sql: "DELETE FROM message WHERE timetoken = ?", arguments: [time])
                }
            }
        ),
    ]
}
