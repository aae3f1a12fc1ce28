import Foundation
import GRDB
import PubNub

@testable import PubNub
@testable import PubNubChat
@testable import PubNubMachines

/// A change that the application makes to a stored message.
enum AppChange: Equatable, Sendable {
    /// Adds or removes a reaction.
    case react(value: Int, isAdded: Bool)
    /// Edits an own message.
    case edit(text: Int)
    /// Deletes or restores an own message.
    case delete(isDeleted: Bool)
    /// Deletes an own message from history.
    case erase

    var type: String {
        switch self {
        case .react: "reaction"
        case .edit: EditAction.edited
        case .delete, .erase: EditAction.deleted
        }
    }

    /// The value of the message action.
    var value: String {
        switch self {
        case .react(let value, _): "w\(value)"
        case .edit(let text): "e\(text)"
        case .delete, .erase: EditAction.deleted
        }
    }

    /// Whether the service has the message action afterwards.
    var isAdded: Bool {
        switch self {
        case .react(_, let isAdded): isAdded
        case .edit, .erase: true
        case .delete(let isDeleted): isDeleted
        }
    }

    fileprivate func entry(of row: PubNubManagedMessage) -> OutboxChange {
        let kind: ChatOutboxEntry.Kind =
            switch self {
            case .react(_, let isAdded): isAdded ? .reaction : .reactionRemoval
            case .edit: .edit
            case .delete(let isDeleted): isDeleted ? .deletion : .restoration
            case .erase: .deletion
            }
        let value: String? =
            switch self {
            case .react, .edit: self.value
            case .delete: nil
            case .erase: ChatOutboxEntry.hard
            }
        return OutboxChange(
            kind: kind,
            channelId: row.pubnubChannelId ?? "",
            messageId: row.id,
            actionType: type,
            value: value
        )
    }
}

/// A message action that the application wants the service to have or not to have.
struct OutboxWish: Hashable, Sendable {
    let messageId: String
    let type: String
    /// nil for edits, of which the last one counts.
    let value: String?
}

/// The changes of the outbox other than messages.
extension SimulatedStore {
    /// Makes a change to a stored message. Edits and deletions are only of own messages.
    func ask(_ change: AppChange, _ pick: Int) async throws {
        let userId = userId
        let (_, row) = try await sender.add { db -> ([OutboxChange], PubNubManagedMessage?) in
            let rows = try PubNubManagedMessage.order(Column("id")).fetchAll(db).filter { row in
                row.pubnubChannelId != nil && (change.type == "reaction" || row.pubnubUserId == userId)
                    && row.sendState != .sending && row.timetoken > 0 || row.timetoken == 0 && change.type == "reaction"
            }
            guard !rows.isEmpty else { return ([], nil) }
            let row = rows[pick % rows.count]
            let own = try PubNubManagedMessageAction.messageActionsBy(messageId: row.id).fetchAll(db)
                .filter { $0.sourceType == change.type && $0.pubnubUserId == userId }
            // As the calls of a provider do.
            switch change {
            case .react(let value, let isAdded):
                guard own.contains(where: { $0.value == "w\(value)" }) != isAdded else { return ([], nil) }
            case .edit(let text):
                let message: ChatMessage<Model> = try row.convert(from: db)
                let newest = message.edits.last
                guard newest?.pubnubUserId != userId || newest?.value != "e\(text)" else { return ([], nil) }
            case .delete(let isDeleted): guard own.isEmpty == isDeleted else { return ([], nil) }
            case .erase: break
            }
            return ([change.entry(of: row)], row)
        }
        guard let row else { return }
        let key = OutboxWish(
            messageId: row.id,
            type: change.type,
            value: change.type == EditAction.edited ? nil : change.value
        )
        let isErased = try await isBeingErased(row.id)
        self.change { state in
            // A message that may be deleted from history already is restored only if the service refuses the deletion.
            if change.type == EditAction.deleted { state.erased.remove(row.id) }
            state.wishes[key] = isErased || change == .erase ? nil : change.isAdded ? change.value : ""
            let word = Self.word(change.isAdded ? "add" : "remove", row.id, change.type, change.value)
            state.asked[row.pubnubChannelId ?? "", default: []].append(word)
            guard change == .erase else { return }
            state.asked[row.pubnubChannelId ?? "", default: []].append("erase \(row.id)")
            state.erased.insert(row.id)
        }
        service.touch(key, number)
        try mistake.apply(.asked, to: store)
    }

    /// Whether an entry waits that deletes a message from history.
    private func isBeingErased(_ id: String) async throws -> Bool {
        try await store.read { db in
            try ChatOutboxEntry.entriesBy(messageId: id).fetchAll(db)
                .contains { $0.kind == .deletion && $0.value == ChatOutboxEntry.hard }
        }
    }

    var outboxCalls: OutboxCalls<Model> {
        var calls = OutboxCalls<Model>()
        addMemberCalls(to: &calls)
        calls.addAction = { [self] request in
            try await call(
                "add",
                request.channelId,
                request.messageTimetoken,
                request.actionType,
                request.actionValue
            )
        }
        calls.removeAction = { [self] action in
            _ = try await call(
                "remove",
                action.pubnubChannelId,
                action.parentTimetoken,
                action.sourceType,
                action.value
            )
        }
        calls.deleteMessage = { [self] channel, timetoken in
            guard let id = service.state.publication(on: channel, at: timetoken)?.id else { return }
            let flight = try begin("erase \(id)", on: channel)
            service.erase(id)
            try await end(flight)
        }
        calls.actions = { [self] channel, timetoken in
            guard !current.isTokenEnded else { throw PNError.tokenEnded }
            let range = TimetokenRange(after: timetoken - 1, upTo: timetoken)
            return service.state.messages(on: channel, in: range, showsDeleted: false).items.first?.messageActions ?? []
        }
        calls.record = { [journal] in journal.record($0) }
        return calls
    }

    /// The words for a call. A restoration removes all own deletions, also those that another client added.
    private static func word(_ verb: String, _ id: String, _ type: String, _ value: String) -> String {
        type == EditAction.deleted ? "\(verb) \(id) \(type)" : "\(verb) \(id) \(type) \(value)"
    }

    private func call(
        _ verb: String,
        _ channel: String,
        _ timetoken: Timetoken,
        _ type: String,
        _ value: String
    ) async throws -> ChatMessageAction<Model> {
        let id = service.state.publication(on: channel, at: timetoken)?.id
        let flight = try id.map { try begin(Self.word(verb, $0, type, value), on: channel) }
        guard !current.isTokenEnded else { throw PNError.tokenEnded }
        let result = service.change(verb == "add", channel, timetoken, userId, type, value)
        if let flight { try await end(flight) }
        return try result.get()
    }

    /// Compares what the application wanted with the service, which nothing else changed.
    func checkWishes() throws {
        let service = service.state
        let left = try store.read { try ChatOutboxEntry.fetchAll($0) }
        // A message that the service deleted or the application removed cannot be changed.
        let gone = left.filter { entry in
            if case .failed(let reason, _, _) = entry.state { reason.contains("not stored any more") } else { false }
        }
        let deleted = Set(service.deleted.map(\.id) + gone.compactMap(\.messageId))
        for (wish, value) in current.wishes.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            guard service.touched[wish] == [number], !deleted.contains(wish.messageId),
                let first = service.publications(of: wish.messageId).first
            else { continue }
            let own = service.publications(of: wish.messageId).flatMap(\.reactions)
                .filter { $0.user == userId && $0.type == wish.type }.sorted { $0.at < $1.at }
            let isRight =
                wish.value.map { value in own.contains { $0.value == value } != current.wishes[wish]?.isEmpty }
                ?? (own.last?.value == value)
            guard isRight else {
                let text = "store \(number): \(first.id) has \(own), not \(wish) \(value)"
                throw ChatViolation(invariant: .outbox, text: text)
            }
        }
        for id in current.erased.subtracting(deleted).subtracting(current.removed).sorted() {
            let key = OutboxWish(messageId: id, type: EditAction.deleted, value: EditAction.deleted)
            guard service.touched[key] == [number], !service.publications(of: id).isEmpty else { continue }
            throw ChatViolation(invariant: .outbox, text: "store \(number): \(id) is still in history")
        }
        for entry in left where !entry.state.isFailed || entry.messageId.map({ !deleted.contains($0) }) != false {
            throw ChatViolation(invariant: .outbox, text: "store \(number): \(entry) is left")
        }
    }
}

extension SimulatedStore.State {
    /// The changes of a message end with it.
    mutating func forget(_ messageId: String) {
        wishes = wishes.filter { $0.key.messageId != messageId }
        erased.remove(messageId)
    }
}
