import Foundation
import GRDB

@testable import PubNubChat
@testable import PubNubWire
@testable import simulate_chat

/// A mistake in a store, and the invariant that must detect it.
struct PlantedMistake: Sendable, CustomStringConvertible {
    let description: String
    let invariants: Set<ChatInvariant>
    /// The steps that show the mistake, so that few seeds are needed; nil if most schedules show it.
    let focus: ChatFocus?
    let mistake: ChatMistake

    init(
        _ description: String,
        _ invariants: Set<ChatInvariant>,
        _ focus: ChatFocus?,
        _ mistake: ChatMistake
    ) {
        self.description = description
        self.invariants = invariants
        self.focus = focus
        self.mistake = mistake
    }

    /// Changes rows after events arrived.
    static func onArrival(
        _ change: @escaping @Sendable (Database, LiveArrival) throws -> Void
    ) -> ChatMistake {
        ChatMistake { db, moment in
            guard case .delivered(let arrivals) = moment else { return }
            for arrival in arrivals { try change(db, arrival) }
        }
    }

    /// Changes rows after a channel was backfilled.
    static func onFill(_ sql: String) -> ChatMistake {
        ChatMistake { db, moment in
            if case .filled = moment { try db.execute(sql: sql) }
        }
    }

    /// Changes rows after the application added a change to the outbox.
    static func onRequest(_ sql: String) -> ChatMistake {
        ChatMistake { db, moment in
            if case .asked = moment { try db.execute(sql: sql) }
        }
    }

    /// Changes rows after the application removed old messages.
    static func onRemoval(_ sql: String) -> ChatMistake {
        ChatMistake { db, moment in
            if case .removed = moment { try db.execute(sql: sql) }
        }
    }

    /// The identifier of the arrived message if it is a republication of a stored one.
    static func republication(_ arrival: LiveArrival, _ db: Database) throws -> String? {
        guard case .message(_, let payload, _) = arrival.event, let id = payload.first("id")?.value().string
        else { return nil }
        let sql = "SELECT id FROM message WHERE id = ? AND timetoken > 0 AND timetoken < ?"
        return try String.fetchOne(db, sql: sql, arguments: [id, Int64(clamping: arrival.timetoken)])
    }

    static let all: [Self] = [
        Self(
            "A republication deletes its reactions",
            [.reactions],
            .reactions,
            onArrival { db, arrival in
                guard let id = try republication(arrival, db) else { return }
                try db.execute(sql: "DELETE FROM messageAction WHERE pubnubParentId = ?", arguments: [id])
            }
        ),
        Self(
            "The second publication of a message replaces the first",
            [.messages],
            nil,
            onArrival { db, arrival in
                guard let id = try republication(arrival, db) else { return }
                let arguments: StatementArguments = [Int64(clamping: arrival.timetoken), id]
                try db.execute(sql: "UPDATE message SET timetoken = ? WHERE id = ?", arguments: arguments)
            }
        ),
        Self(
            "A removed reaction stays",
            [.reactions],
            .reactions,
            ChatMistake(keepsBack: { arrival in
                if case .reaction(let reaction) = arrival.event { reaction.isRemoved } else { false }
            })
        ),
        Self(
            "Visitors are forgotten after a fill",
            [.presence],
            .presence,
            onFill("UPDATE member SET isPresent = 0 WHERE eTag IS NULL")
        ),
        Self(
            "A former member stays a member",
            [.members],
            .members,
            ChatMistake(keepsBack: { arrival in
                if case .object(let object) = arrival.event {
                    object.type == "membership" && object.isDelete
                } else {
                    false
                }
            })
        ),
        Self(
            "New metadata is not stored",
            [.metadata],
            .metadata,
            ChatMistake(keepsBack: { arrival in
                if case .object(let object) = arrival.event { object.type == "channel" } else { false }
            })
        ),
        Self(
            "What was lost is not fetched",
            [.messages, .reactions, .members, .presence, .metadata, .local, .upToDate],
            .absences,
            ChatMistake { db, moment in
                if case .lost = moment { try db.execute(sql: "DELETE FROM copyHole") }
            }
        ),
        Self(
            "A refused query counts as succeeded",
            [.upToDate, .messages, .local],
            .absences,
            ChatMistake(ignoresRefusals: true)
        ),
        Self(
            "What could not be fetched is never asked for again",
            [.rest],
            .absences,
            ChatMistake(neverRetries: true)
        ),
        Self(
            "A message that was sent counts as unsent",
            [.messages, .queue],
            .queue,
            ChatMistake { db, moment in
                guard case .filled = moment else { return }
                try db.execute(sql: "UPDATE message SET timetoken = 0 WHERE pubnubUserId = 'u0' AND length(id) > 2")
            }
        ),
    ]
}
