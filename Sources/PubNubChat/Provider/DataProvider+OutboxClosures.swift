/// The outbox, reactions and the memberships of the current user, with closures.
extension DataProvider {
    /// Sends the outbox of the current user; see ``sendOutbox()``.
    ///
    /// - Parameter completion: Receives the number of entries that were sent and the failures, or the error if the store
    ///   cannot be written.
    public func sendOutbox(completion: ((Result<ChatSendReport, any Error>) -> Void)?) {
        start(completion) { try await self.sendOutbox() }
    }

    /// Queues refused entries again; see ``retry(_:)``.
    ///
    /// - Parameters:
    ///   - sequences: The entries; nil for all.
    ///   - completion: Receives the error if the store cannot be written, or nil.
    public func retry(_ sequences: [Int64]?, completion: (((any Error)?) -> Void)?) {
        startInOrder(completion) { try await self.retry(sequences) }
    }

    /// Removes entries that are queued or failed; see ``discard(_:)``.
    ///
    /// - Parameters:
    ///   - sequences: The entries.
    ///   - completion: Receives the removed entries, or the error if the store cannot be written.
    public func discard(_ sequences: [Int64], completion: ((Result<[Int64], any Error>) -> Void)?) {
        startInOrder(completion) { try await self.discard(sequences) }
    }

    /// Adds a reaction to a message; see ``addReaction(_:on:type:)``.
    ///
    /// - Parameters:
    ///   - value: The reaction.
    ///   - messageId: The identifier in the payload of the message.
    ///   - type: The type of the message action; `reactions` by default.
    ///   - completion: Receives the result or the error.
    public func addReaction(
        _ value: String,
        on messageId: String,
        type: String? = nil,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.addReaction(value, on: messageId, type: type) }
    }

    /// Removes a reaction of the current user; see ``removeReaction(_:on:type:)``.
    ///
    /// - Parameters:
    ///   - value: The reaction.
    ///   - messageId: The identifier in the payload of the message.
    ///   - type: The type of the message action; `reactions` by default.
    ///   - completion: Receives the result or the error.
    public func removeReaction(
        _ value: String,
        on messageId: String,
        type: String? = nil,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeReaction(value, on: messageId, type: type) }
    }

    /// Adds a reaction, or removes it if the message has it; see ``toggleReaction(_:on:type:)``.
    ///
    /// - Parameters:
    ///   - value: The reaction.
    ///   - messageId: The identifier in the payload of the message.
    ///   - type: The type of the message action; `reactions` by default.
    ///   - completion: Receives whether the message has the reaction now, or the error.
    public func toggleReaction(
        _ value: String,
        on messageId: String,
        type: String? = nil,
        completion: ((Result<Bool, any Error>) -> Void)?
    ) {
        start(completion) { try await self.toggleReaction(value, on: messageId, type: type) }
    }

    /// Ends memberships of the current user; see ``leave(_:)``.
    ///
    /// - Parameters:
    ///   - channelIds: The identifiers of the channels.
    ///   - completion: Receives the result or the error.
    public func leave(_ channelIds: [String], completion: ((Result<Void, any Error>) -> Void)?) {
        start(completion) { try await self.leave(channelIds) }
    }
}
