import PubNub
import PubNubSupport

/// The calls of the service by which an outbox sends changes other than messages. Closures stand for the client, so that
/// simulations run the same code. Each is repeatable: an unknown outcome is repeated.
struct OutboxCalls<Model: ChatCustomData>: Sendable {
    /// Adds a message action. Status 409 says that the service has it.
    var addAction: @Sendable (MessageActionSendRequest<Model>) async throws -> ChatMessageAction<Model> = { _ in
        throw ChatError.notImplemented("message actions")
    }
    /// Gives the channel of a thread metadata, which PubNub's Chat SDK needs to find it.
    var describeThread: @Sendable (ChatThread) async throws -> Void = { _ in }
    /// Removes a message action. Status 404 says that the service does not have it.
    var removeAction: @Sendable (ChatMessageAction<Model>) async throws -> Void = { _ in
        throw ChatError.notImplemented("message actions")
    }
    /// Returns all actions of a message.
    var actions: @Sendable (_ channel: String, _ timetoken: Timetoken) async throws -> [ChatMessageAction<Model>] = {
        _,
        _ in []
    }
    /// Deletes a message from history.
    var deleteMessage: @Sendable (_ channel: String, _ timetoken: Timetoken) async throws -> Void = { _, _ in
        throw ChatError.notImplemented("deletion from history")
    }
    /// Makes the user a member, stores the membership, and leaves an existing one as it is. Returns whether it is new.
    var join: @Sendable (_ channel: String) async throws -> Bool = { _ in
        throw ChatError.notImplemented("memberships")
    }
    /// Ends the membership of the user. Succeeds if none exists.
    var leave: @Sendable (_ channel: String) async throws -> Void = { _ in
        throw ChatError.notImplemented("memberships")
    }
    /// Changes a membership, and stores it as the service has it then.
    var changeMember: @Sendable (_ channel: String, _ user: String, MembershipChange) async throws -> Void = {
        _,
        _,
        _ in
        throw ChatError.notImplemented("memberships")
    }
    /// Sends the read marker of a channel that the service does not have, unless the service has a later one.
    var sendMarker: @Sendable (_ channel: String) async throws -> Void = { _ in
        throw ChatError.notImplemented("read markers")
    }
    /// Records a change that this client made, which a response in flight must not undo. Called in the transaction that
    /// stores it.
    var record: @Sendable (LiveChange<Model>) -> Void = { _ in }
}

/// The results of the entries for which calls of the app wait.
final class OutboxWaits: Sendable {
    /// Whether the service had to change something, or the error of a permanent refusal; nil until the entry has ended.
    private let results = Locked<[Int64: Result<Bool, any Error>?]>([:])

    /// Begins to wait for an entry. Call it in the transaction that adds it, so that no result is missed.
    func begin(_ sequence: Int64) { results.withLock { _ = $0.updateValue(nil, forKey: sequence) } }

    /// Records the end of an entry, unless it is recorded.
    func note(_ sequence: Int64, _ result: Result<Bool, any Error>) {
        results.withLock { results in
            guard let known = results[sequence], known == nil else { return }
            results.updateValue(result, forKey: sequence)
        }
    }

    /// Ends the waiting, and returns the result; nil if this program did not see the end of the entry.
    func end(_ sequence: Int64) -> Result<Bool, any Error>? {
        results.withLock { $0.removeValue(forKey: sequence) } ?? nil
    }
}
