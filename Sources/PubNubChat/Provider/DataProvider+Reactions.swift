import GRDB
import PubNub

/// Reactions of the current user to stored messages, published or not.
///
/// Each call stores the change in the outbox first, and the rows show its effect immediately: see ``ChatOutboxEntry``. If the
/// client is connected, the call then waits until the service has the change, and throws if the service refuses it. Without a
/// connection, or if the service fails, the call returns: the change is sent later. A reaction to a message that is not
/// published is sent after it. ``sendRemoteMessageAction(_:)`` and ``removeRemoteMessageAction(_:)-method`` send
/// immediately instead, and throw without a connection.
extension DataProvider {
    /// Adds a reaction. Succeeds if the current user has added it already; the service decides that, as another device may have
    /// removed it.
    ///
    /// - Parameters:
    ///   - value: The reaction, such as an emoji.
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - type: The type of the message action: 1 to 15 characters. nil, the default, is `reactions`, which PubNub's Chat SDK
    ///     reads; a reaction of the type `reaction`, which earlier versions added, counts as the same.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the reaction,
    ///   which is undone in the store then.
    public func addReaction(_ value: String, on messageId: String, type: String? = nil) async throws {
        _ = try await setReaction(value, on: messageId, type) { _ in true }
    }

    /// Removes a reaction of the current user. Succeeds if it does not exist. If it was not sent, it is
    /// removed from the outbox.
    ///
    /// - Parameters:
    ///   - value: The reaction.
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - type: The type of the message action; nil, the default, for the one of the reaction that exists, `reactions` or
    ///     `reaction`.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the removal,
    ///   which is undone in the store then.
    public func removeReaction(_ value: String, on messageId: String, type: String? = nil) async throws {
        _ = try await setReaction(value, on: messageId, type) { _ in false }
    }

    /// Adds a reaction, or removes it if the row of the message has it: what a tap on it does. Two taps that were not sent
    /// cancel each other.
    ///
    /// - Parameters:
    ///   - value: The reaction, such as an emoji.
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - type: The type of the message action: 1 to 15 characters. nil, the default, is `reactions`, which PubNub's Chat SDK
    ///     reads; a reaction of the type `reaction`, which earlier versions added, counts as the same.
    /// - Returns: Whether the message has the reaction now.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the change,
    ///   which is undone in the store then.
    @discardableResult
    public func toggleReaction(_ value: String, on messageId: String, type: String? = nil) async throws -> Bool {
        try await setReaction(value, on: messageId, type) { !$0 }
    }

    /// Adds or removes a reaction.
    ///
    /// - Returns: Whether the message has it.
    private func setReaction(
        _ value: String,
        on messageId: String,
        _ type: String?,
        _ decide: @escaping @Sendable (_ isSet: Bool) -> Bool
    ) async throws -> Bool {
        let userId = pubnubProvider.clientIdentifier()
        return try await change { db in
            let message = try Self.changeable(messageId, in: db)
            let types = type.map { [$0] } ?? ReactionType.all
            let queued = try Ledger(db: db).changes(of: messageId, by: userId).last { entry in
                types.contains(entry.actionType ?? "") && entry.value == value
            }
            let inRow = types.first { type in message.actions(type, of: userId).contains { $0.value == value } }
            let isSet = queued.map { $0.kind == .reaction } ?? (inRow != nil)
            let type = inRow ?? queued?.actionType ?? types.first ?? ReactionType.own
            let isWanted = decide(isSet)
            // Another device may have changed the reaction, and its event has not arrived. Only what waits here is certain.
            guard isWanted != isSet || queued == nil || !isWanted else { return (nil, true) }
            return (OutboxChange(isWanted ? .reaction : .reactionRemoval, of: message, type, value), isWanted)
        }
    }
}
