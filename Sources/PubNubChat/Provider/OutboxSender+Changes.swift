import Foundation
import GRDB
import Logging
import PubNub
import PubNubWire

import typealias PubNubTime.Timetoken

/// An entry that was added to the outbox.
struct AddedEntry: Sendable {
    let channel: String
    let sequence: Int64
}

/// Makes the changes of the outbox at the service, and stores the results.
extension OutboxSender {
    /// Adds changes to the outbox, and shows their effects.
    ///
    /// - Parameters:
    ///   - isAwaited: Whether the caller takes the results from ``waits``.
    ///   - make: Returns the changes. It runs in the transaction that adds them.
    /// - Returns: The entries, without those that need not be sent, and the value of `make`.
    /// - Throws: The error of `make`, or ``ChatError/cannotWriteStore(_:)``. Nothing is added then.
    func add<Value: Sendable>(
        isAwaited: Bool = false,
        _ make: @escaping @Sendable (Database) throws -> ([OutboxChange], Value)
    ) async throws -> (entries: [AddedEntry], value: Value) {
        let (userId, waits) = (userId, waits)
        try await queueOtherRows()
        return try await write { db in
            let (changes, value) = try make(db)
            let entries = try changes.compactMap { change in
                try Ledger(db: db).add(change, by: userId).map { AddedEntry(channel: change.channelId, sequence: $0) }
            }
            if isAwaited { for entry in entries { waits.begin(entry.sequence) } }
            return (entries, value)
        }
    }

    /// Makes a change at the service, and removes its entry.
    func perform(_ entry: ChatOutboxEntry) async throws {
        switch entry.kind {
        case .message: break
        case .edit: try await edit(entry)
        case .reaction: try await addAction(of: entry)
        case .thread:
            if let thread = entry.value.flatMap({ ChatThread(id: $0) }) { try await calls.describeThread(thread) }
            try await addAction(of: entry)
        case .editRemoval, .restoration, .reactionRemoval: try await removeActions(of: entry)
        case .deletion: try await delete(entry)
        case .join:
            let isNew = try await calls.join(entry.channelId)
            waits.note(entry.sequence, .success(isNew))
            try await finish(entry)
        case .membership:
            if let user = entry.memberId, let change = entry.change {
                let change = try JSONDecoder().decode(MembershipChange.self, from: change)
                try await calls.changeMember(entry.channelId, user, change)
            }
            try await finish(entry)
        case .marker:
            try await calls.sendMarker(entry.channelId)
            try await finish(entry)
        case .leave:
            try await calls.leave(entry.channelId)
            try await finish(entry) { [calls] db in
                let storage = ChatStorage<Model, Entities>(db: db)
                calls.record(try storage.endMember(entry.userId, of: entry.channelId))
            }
        }
    }

    private func finish(
        _ entry: ChatOutboxEntry,
        _ storing: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws {
        try await write { db in
            // A membership that ends must not be hidden by its own entry.
            try Ledger(db: db).finish(entry)
            try storing(db)
        }
    }

    /// The message of an entry, which is published.
    private func message(of entry: ChatOutboxEntry) async throws -> ChatMessage<Model> {
        let message = try await store.read { db -> ChatMessage<Model>? in
            guard let id = entry.messageId else { return nil }
            return try Entities.Message.messageBy(messageId: id).fetchOne(db)?.convert(from: db)
        }
        guard let message, message.timetoken != 0 else {
            throw ChatError.missingRequiredData("message \(entry.messageId ?? ""), which is not stored any more")
        }
        return message
    }

    /// The actions of the user among those of a message that the service has, oldest first.
    private func ownActions(_ type: String?, of message: ChatMessage<Model>) -> [ChatMessageAction<Model>] {
        message.actions(type, of: userId).filter { !$0.isPending }
    }

    private func edit(_ entry: ChatOutboxEntry) async throws {
        guard let text = entry.value else { return try await finish(entry) }
        let message = try await message(of: entry)
        let newest = message.edits.last { !$0.isPending }
        if let newest, newest.pubnubUserId.hasSameBytes(as: userId), newest.value == text, try await serviceHas(newest)
        {
            return try await finish(entry)
        }
        let edits = ownActions(EditAction.edited, of: message)
        // The service refuses a second action with the same value, and the older one would stay below later edits.
        for former in edits where former.value == text && !former.isEncrypted { try await remove(former) }
        try await addAction(of: entry)
    }

    /// Whether the service still has a stored action. It may be one of an earlier change that is removed since, and the event
    /// of its removal has not arrived.
    private func serviceHas(_ action: ChatMessageAction<Model>) async throws -> Bool {
        try await calls.actions(action.pubnubChannelId, action.parentTimetoken).contains { $0.id == action.id }
    }

    private func addAction(of entry: ChatOutboxEntry) async throws {
        let message = try await message(of: entry)
        try await add(entry, EditAction.deleted, to: message)
    }

    /// Adds the action of an entry, or of a deletion.
    private func add(_ entry: ChatOutboxEntry, _ deleted: String, to message: ChatMessage<Model>) async throws {
        let request = MessageActionSendRequest<Model>(
            channelId: message.pubnubChannelId,
            messageTimetoken: message.timetoken,
            actionType: entry.actionType ?? "",
            actionValue: entry.kind == .deletion ? deleted : entry.value ?? ""
        )
        let action: ChatMessageAction<Model>?
        do {
            action = try await calls.addAction(request)
        } catch let error as PNError where error.statusCode == 409 {
            action = try await calls.actions(message.pubnubChannelId, message.timetoken).first { known in
                known.sourceType == request.actionType && known.value == request.actionValue
                    && known.pubnubUserId.hasSameBytes(as: userId)
            }
        }
        let isKept = entry.kind == .deletion && entry.value == ChatOutboxEntry.hard
        try await write { [calls] db in
            if let action {
                _ = try db.fault {
                    try ChatStorage<Model, Entities>(db: db).store(action)
                    return nil
                }
                calls.record(.reaction(action))
            }
            // A permanent deletion continues.
            if !isKept { try Ledger(db: db).finish(entry) }
        }
    }

    private func delete(_ entry: ChatOutboxEntry) async throws {
        let isHard = entry.value == ChatOutboxEntry.hard
        let message: ChatMessage<Model>
        do {
            message = try await self.message(of: entry)
        } catch ChatError.missingRequiredData(_) where isHard && entry.isTried {
            // It was removed before the program ended.
            return try await finish(entry)
        }
        do {
            // Others hide the message immediately, also if it is then removed from history.
            let deletion = message.messageActions.first { action in
                action.sourceType == EditAction.deleted && !action.isPending && action.verdict == .counted
                    && (isHard || action.pubnubUserId.hasSameBytes(as: userId))
            }
            let isDeleted = if let deletion { try await serviceHas(deletion) } else { false }
            if !isDeleted {
                try await add(entry, EditAction.deleted, to: message)
            } else if !isHard {
                try await finish(entry)
            }
        } catch let error as PNError where isHard && error.isFeatureOff {
            ChatLog.logger.debug("Other clients notice the deletion when they read history: \(error)")
        }
        guard isHard else { return }
        let later = try await store.read { db in
            let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db)
            return try (row as? PubNubManagedMessage)?.republications(in: db) ?? []
        }
        let channel = message.pubnubChannelId
        for timetoken in [message.timetoken] + later {
            try await calls.deleteMessage(channel, timetoken)
            try await write { db in
                try Entities.Message.removeMessages(
                    pubnubChannelId: channel,
                    after: timetoken - 1,
                    upTo: timetoken,
                    except: [],
                    from: db
                )
            }
        }
        try await finish(entry)
    }

    private func removeActions(of entry: ChatOutboxEntry) async throws {
        let message = try await message(of: entry)
        var actions = try await store.read { db in
            try Ledger(db: db).hiddenActions(Model.self, of: entry.sequence, on: message)
        }
        // The rows of an app are not hidden, and another device may have added the reaction.
        if actions.isEmpty { actions = ownActions(entry.actionType, of: message).filter { entry.removes($0) } }
        if actions.isEmpty {
            actions = try await calls.actions(message.pubnubChannelId, message.timetoken).filter { action in
                action.pubnubUserId.hasSameBytes(as: userId) && action.sourceType == entry.actionType
                    && entry.removes(action)
            }
        }
        for action in actions { try await remove(action) }
        try await finish(entry)
    }

    /// Removes an action, which may have been removed already.
    private func remove(_ action: ChatMessageAction<Model>) async throws {
        do {
            try await calls.removeAction(action)
        } catch let error as PNError where error.isNotFound {
            ChatLog.logger.debug("Action \(action.id) was removed before")
        }
        try await write { [calls] db in
            calls.record(.reactionRemoved(action))
            try ChatStorage<Model, Entities>(db: db).remove(action)
        }
    }
}

extension ChatOutboxEntry {
    /// Whether an entry that removes the actions of its type removes one with this value.
    fileprivate func removes(_ action: ChatMessageAction<some ChatCustomData>) -> Bool {
        value == nil || value == action.value
    }
}

extension Ledger {
    /// The message actions that an entry hides.
    fileprivate func hiddenActions<Model: ChatCustomData>(
        _: Model.Type,
        of sequence: Int64,
        on message: ChatMessage<Model>
    ) throws -> [ChatMessageAction<Model>] {
        guard let entry = try entry(sequence), let removed = entry.removed else { return [] }
        let sql = """
            SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
                json_extract(value, '$[3]') FROM json_each(?)
            """
        return try Row.fetchAll(db, sql: sql, arguments: [removed]).map { row in
            var action = ChatMessageAction<Model>(
                actionTimetoken: Timetoken(clamping: row[0] as Int64),
                parentTimetoken: Timetoken(clamping: row[1] as Int64),
                sourceType: entry.actionType ?? "",
                value: row[2],
                pubnubUserId: entry.userId,
                pubnubChannelId: message.pubnubChannelId
            )
            action.encryption = ActionEncryption(rawValue: row[3])
            return action
        }
    }
}
