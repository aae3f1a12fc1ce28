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

    var type: String {
        switch self {
        case .react: "reaction"
        case .edit: EditAction.edited
        case .delete: EditAction.deleted
        }
    }

    /// The value of the message action.
    var value: String {
        switch self {
        case .react(let value, _): "w\(value)"
        case .edit(let text): "e\(text)"
        case .delete: EditAction.deleted
        }
    }

    /// Whether the service has the message action afterwards.
    var isAdded: Bool {
        switch self {
        case .react(_, let isAdded): isAdded
        case .edit: true
        case .delete(let isDeleted): isDeleted
        }
    }

    fileprivate func entry(of row: PubNubManagedMessage) -> OutboxChange {
        let kind: ChatOutboxEntry.Kind =
            switch self {
            case .react(_, let isAdded): isAdded ? .reaction : .reactionRemoval
            case .edit: .edit
            case .delete(let isDeleted): isDeleted ? .deletion : .restoration
            }
        var hasValue = true
        if case .delete = self { hasValue = false }
        return OutboxChange(
            kind: kind,
            channelId: row.pubnubChannelId ?? "",
            messageId: row.id,
            actionType: type,
            value: hasValue ? value : nil
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
                guard own.max(by: { $0.published < $1.published })?.value != "e\(text)" else { return ([], nil) }
            case .delete(let isDeleted):
                guard own.isEmpty == isDeleted, !isDeleted || !row.isDeleted else { return ([], nil) }
            }
            return ([change.entry(of: row)], row)
        }
        guard let row else { return }
        let key = OutboxWish(
            messageId: row.id,
            type: change.type,
            value: change.type == EditAction.edited ? nil : change.value
        )
        self.change { state in
            state.wishes[key] = change.isAdded ? change.value : ""
            let word = "\(change.isAdded ? "add" : "remove") \(row.id) \(change.type) \(change.value)"
            state.asked[row.pubnubChannelId ?? "", default: []].append(word)
        }
        service.touch(key, number)
        try mistake.apply(.asked, to: store)
    }

    var outboxCalls: OutboxCalls<Model> {
        var calls = OutboxCalls<Model>()
        calls.addAction = { [self] request in
            try call("add", request.channelId, request.messageTimetoken, request.actionType, request.actionValue) { $0 }
        }
        calls.removeAction = { [self] action in
            _ = try call("remove", action.pubnubChannelId, action.parentTimetoken, action.sourceType, action.value) {
                $0
            }
        }
        calls.actions = { [service] channel, timetoken in
            let range = TimetokenRange(after: timetoken - 1, upTo: timetoken)
            return service.state.messages(on: channel, in: range, showsDeleted: false).items.first?.messageActions ?? []
        }
        calls.record = { [journal] in journal.record($0) }
        return calls
    }

    /// Records a call of the sender, which must follow the order of the application's changes.
    ///
    /// - Returns: The outcome of the call.
    func begin(_ word: String, on channel: String, _ more: @Sendable (inout State) -> Void = { _ in }) -> SendOutcome {
        change { state in
            more(&state)
            state.calls.append(word)
            let asked = state.asked[channel] ?? []
            let done = state.done[channel] ?? 0
            if let index = asked.indices.first(where: { $0 >= done && asked[$0] == word }) {
                state.done[channel] = index
            } else if !state.isReplacing(word) {
                let text =
                    "store \(number): sends \"\(word)\" to \(channel), which follows \(asked.prefix(done + 1).suffix(1))"
                state.violation = state.violation ?? ChatViolation(invariant: .outbox, text: text)
            }
            defer { state.outcome = .delivered }
            return state.outcome
        }
    }

    private func call(
        _ verb: String,
        _ channel: String,
        _ timetoken: Timetoken,
        _ type: String,
        _ value: String,
        _ body: (ChatMessageAction<Model>) -> ChatMessageAction<Model>
    ) throws -> ChatMessageAction<Model> {
        let id = service.state.publications.first { $0.at == timetoken && $0.channel == channel }?.id ?? "deleted"
        let outcome = id == "deleted" ? .delivered : begin("\(verb) \(id) \(type) \(value)", on: channel)
        guard outcome != .refused else { throw PNError(httpStatusCode: 403) }
        let result = service.change(verb == "add", channel, timetoken, userId, type, value)
        switch outcome {
        case .refused, .delivered: break
        case .lost, .repeated:
            var failure = Failure(.timedOut, code: kPNRequestExecutionFailedOnInternetFailureError)
            failure.isOutcomeUnknown = true
            throw PNError(failure)
        case .killed:
            change { $0.isKilled = true }
            try allowWriting(false)
            throw CancellationError()
        }
        return body(try result.get())
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
        for entry in left where !entry.state.isFailed || entry.messageId.map({ !deleted.contains($0) }) == true {
            throw ChatViolation(invariant: .outbox, text: "store \(number): \(entry) is left")
        }
    }
}

extension SimulatedStore.State {
    /// The changes of a message end with it.
    mutating func forget(_ messageId: String) { wishes = wishes.filter { $0.key.messageId != messageId } }

    /// Whether a call removes an older edit with the same text, which the service refuses to add again.
    fileprivate func isReplacing(_ word: String) -> Bool {
        word.hasPrefix("remove ") && word.contains(" \(EditAction.edited) ")
    }
}
