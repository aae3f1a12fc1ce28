import PubNubSupport
package import PubNubMachines
package import PubNubWire

/// The calls of the client for tasks. Each ends immediately when its task is cancelled, with the code
/// ``ErrorCode/abandoned``.
extension ClientEngine {
    /// The time of the service.
    package func serverTime() async throws(Failure) -> Timetoken {
        try await value(of: TimeEndpoints.time())
    }

    /// How a message is published.
    package struct Publication: Sendable {
        package var isCompressed = false
        package var isStored = true
        package var metadata: JSON?
        /// The hours for which history stores the message; `nil` for the key's own setting.
        package var hoursStored: Int?
        package var customType: String?

        package init() {}
    }

    /// Publishes JSON and waits until the service has accepted it, or the outbox has ended with it.
    ///
    /// A message in the outbox stays there when the task is cancelled.
    package func publish(
        json: [UInt8],
        to channel: String,
        _ publication: Publication
    ) async throws(Failure) -> Timetoken {
        let channel = try Validation.channel(channel)
        try Validation.customType(publication.customType)
        let payload: RawJSON
        do throws(JSONError) {
            payload = try RawJSON(validating: json)
        } catch {
            throw Failure(unsent: ErrorCode.invalidJSON, cause: .json(error))
        }
        let options = PublishOptions(
            isCompressed: publication.isCompressed,
            isStored: publication.isStored,
            metadata: publication.metadata,
            hoursStored: publication.hoursStored
        )
        let usesOutbox = try prepareOutbox()
        let (stored, call) = try composed(payload, to: channel, options, id: usesOutbox ? Self.newMark() : "")
        try checkSize(of: call)
        guard usesOutbox else {
            return try await value(of: call.typed(publication.customType), order: channel, as: .publish)
        }
        return try await sendWhenPossible(stored)
    }

    /// Sends a signal.
    package func signal(json: [UInt8], to channel: String, type: String?) async throws(Failure) -> Timetoken {
        let channel = try Validation.channel(channel)
        try Validation.customType(type)
        guard RawJSON.isValid(json) else { throw Failure(unsent: ErrorCode.invalidJSON) }
        try Validation.check(signal: json)
        return try await value(of: MessagingEndpoints.signal(payload: json, channel: channel, type: type))
    }

    /// A page of a channel's history in the order of publishing, which begins after `start`.
    package func history(
        of channel: String,
        after start: Timetoken,
        through end: Timetoken?,
        limit: Int
    ) async throws(Failure) -> HistoryPage {
        let channel = try Validation.channel(channel)
        return try await value(
            of: HistoryEndpoints.page(
                channel: channel,
                start: start,
                end: end,
                count: limit,
                reverse: true,
                includeToken: true,
                includeMetadata: true
            )
        )
    }

    /// The newest stored messages of a channel in a range, oldest first.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: Messages before this time; `nil` for no bound.
    ///   - end: Messages at this time or after it; `nil` for no bound.
    ///   - limit: The most messages.
    /// - Returns: The messages, not decrypted.
    /// - Throws: The error of the call.
    package func storedMessages(
        of channel: String,
        before start: Timetoken?,
        downTo end: Timetoken?,
        limit: Int
    ) async throws(Failure) -> [StoredPage.Item] {
        let channel = try Validation.channel(channel)
        let query = StoredPage.Query(
            start: start,
            end: end,
            limit: limit,
            includesMetadata: true,
            includesKinds: true,
            includesPublishers: true
        )
        let page = try await value(of: HistoryEndpoints.stored(on: NameList([channel]), query))
        return page.channels[NameKey(channel)] ?? []
    }

    /// Decrypts a stored message if there is a cipher key.
    ///
    /// - Returns: The message, and whether it could not be decrypted and is what the sender sent.
    package func decrypted(_ message: RawJSON) -> (payload: RawJSON, isUndecryptable: Bool) {
        let decrypted = MessageDecryptor.decrypt(message, with: read { $0.cryptor })
        return decrypted.failure == nil ? (decrypted.payload, false) : (message, true)
    }

    /// Deletes stored messages after `start` and through `end`.
    package func deleteMessages(
        in channel: String,
        after start: Timetoken?,
        through end: Timetoken?
    )
        async throws(Failure)
    {
        let channel = try Validation.channel(channel)
        try await value(of: HistoryEndpoints.deletion(of: channel, start: start, end: end))
    }
}

extension ClientEngine {
    /// Adds a message to the outbox and waits for its end. Cancellation ends the wait only.
    private func sendWhenPossible(_ stored: OutboxRecord.StoredMessage) async throws(Failure) -> Timetoken {
        let wait = FirstResult<Result<Timetoken, Failure>>()
        let result: Result<Timetoken, Failure> = await withTaskCancellationHandler {
            await withHandover(of: Result<Timetoken, Failure>.self, throwing: Never.self) { handover in
                guard wait.begin(handover) else { return }
                keep(stored, ended: { wait.end($0) })
            }
        } onCancel: {
            var failure = Failure(.local, code: ErrorCode.abandoned)
            failure.isOutcomeUnknown = true
            wait.end(.failure(failure))
        }
        return try result.get()
    }
}

extension Call {
    /// The call with a type for its message.
    fileprivate func typed(_ type: String?) -> Call {
        guard let type else { return self }
        return Call(
            route: route,
            arguments: arguments,
            query: query + [.text("custom_message_type", type)],
            body: body,
            bodyForm: bodyForm,
            isRepeatable: isRepeatable,
            decode: decode
        )
    }
}
