import Foundation
import PubNubCodec
import PubNubLocks
import PubNubMachines
package import PubNubWire

/// The calls of the client for tasks. Each ends immediately when its task is cancelled, with the code
/// ``ErrorCode/abandoned``.
extension PubNub {
    /// Makes the call of a request and waits for its result.
    package func value<Request: CallRequest>(of request: Request) async throws(PNError) -> Request.Reply {
        try await engine.value(of: try request.call(for: clientIdentifier()))
    }

    /// The time of the service.
    package func serverTime() async throws(PNError) -> Timetoken {
        try await engine.value(of: TimeEndpoints.time())
    }

    /// How a message is published.
    package struct Publication: Sendable {
        package var isCompressed = false
        package var isStored = true
        package var metadata: JSONValue?
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
    ) async throws(PNError) -> Timetoken {
        try await engine.publish(json: json, to: PNChannel(name: channel), publication)
    }

    /// Sends a signal.
    package func signal(json: [UInt8], to channel: String, type: String?) async throws(PNError) -> Timetoken {
        let channel = try Validation.channel(PNChannel(name: channel)).name
        guard RawJSON.isValid(json) else { throw PNError(code: kPNInvalidJSONError) }
        guard json.count <= ServiceLimits.maxSignalBytes else {
            let limit = ServiceLimits.maxSignalBytes
            throw PNError(input: "The signal has more than \(limit) bytes as JSON.", code: kPNTooLongMessageError)
        }
        return try await engine.value(of: MessagingEndpoints.signal(payload: json, channel: channel, type: type))
    }

    /// A page of a channel's history in the order of publishing, which begins after `start`.
    package func history(
        of channel: String,
        after start: Timetoken,
        through end: Timetoken?,
        limit: Int
    ) async throws(PNError) -> HistoryPage {
        let channel = try Validation.channel(PNChannel(name: channel)).name
        return try await engine.value(
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
    ) async throws(PNError) -> [StoredPage.Item] {
        let channel = try Validation.channel(PNChannel(name: channel)).name
        let query = StoredPage.Query(
            start: start,
            end: end,
            limit: limit,
            includesMetadata: true,
            includesKinds: true,
            includesPublishers: true
        )
        let page = try await engine.value(of: HistoryEndpoints.stored(on: NameList([channel]), query))
        return page.channels[channel] ?? []
    }

    /// Decrypts a stored message if there is a cipher key.
    ///
    /// - Returns: The message, and whether it could not be decrypted.
    package func decrypted(_ message: RawJSON) -> (payload: RawJSON, isUndecryptable: Bool) {
        let decrypted = MessageDecryptor.decrypt(message, with: engine.read { $0.cryptor })
        return (decrypted.payload, decrypted.failure != nil)
    }

    /// Deletes stored messages after `start` and through `end`.
    package func deleteMessages(
        in channel: String,
        after start: Timetoken?,
        through end: Timetoken?
    )
        async throws(PNError)
    {
        let channel = try Validation.channel(PNChannel(name: channel)).name
        try await engine.value(of: HistoryEndpoints.deletion(of: channel, start: start, end: end))
    }
}

extension ClientEngine {
    fileprivate func publish(
        json: [UInt8],
        to channel: PNChannel,
        _ publication: PubNub.Publication
    ) async throws(PNError) -> Timetoken {
        let channel = try Validation.channel(channel)
        let payload: RawJSON
        do throws(JSONError) {
            payload = try RawJSON(validating: json)
        } catch {
            throw PNError(code: kPNInvalidJSONError).caused(by: error)
        }
        let options = PublishOptions(
            isCompressed: publication.isCompressed,
            isStored: publication.isStored,
            metadata: publication.metadata,
            hoursStored: publication.hoursStored
        )
        let usesOutbox = try prepareOutbox()
        let outgoing = PNMessage.Outgoing(isCompressed: options.isCompressed, isStored: options.isStored)
        let message = PNMessage(payload: payload, channel: channel, outgoing: outgoing)
        let (stored, call) = try composed(message, options, id: usesOutbox ? Self.newMark() : "")
        try checkSize(of: call)
        guard usesOutbox else {
            return try await value(of: call.typed(publication.customType), order: channel.name, as: .publish)
        }
        return try await keep(stored, message)
    }

    /// Adds a message to the outbox and waits for its end. Cancellation ends the wait only.
    private func keep(_ stored: OutboxRecord.StoredMessage, _ message: PNMessage) async throws(PNError) -> Timetoken {
        let wait = FirstResult<Result<Timetoken, PNError>>()
        let result: Result<Timetoken, PNError> = await withTaskCancellationHandler {
            await withHandover(of: Result<Timetoken, PNError>.self, throwing: Never.self) { handover in
                guard wait.begin(handover) else { return }
                let handler = EventHandler.all { event in
                    switch event {
                    case .didSend(let message): wait.end(.success(message.timetoken ?? .zero))
                    case .sendFailed(_, let error): wait.end(.failure(error))
                    default: return false
                    }
                    return true
                }
                keep(stored, message, Completion(handler))
            }
        } onCancel: {
            var failure = Failure(.local, code: ErrorCode.abandoned)
            failure.isOutcomeUnknown = true
            wait.end(.failure(PNError(failure)))
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

/// The first of several possible results for a task.
final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        // Can become: waiting, ended.
        case idle
        // Can become: ended.
        case waiting(Handover<Value, Never>)
        case ended(Value)
        // The task continues.
        case over
    }

    private let state = Locked(State.idle)

    /// The task waits.
    ///
    /// - Returns: Whether the task waits. If a result is there already, the task continues with it.
    func begin(_ handover: Handover<Value, Never>) -> Bool {
        let early = state.withLock { state -> Value? in
            guard case .ended(let value) = state else {
                state = .waiting(handover)
                return nil
            }
            state = .over
            return value
        }
        if let early { handover.resume(returning: early) }
        return early == nil
    }

    /// Gives the task a result, unless it has one.
    func end(_ value: Value) {
        let waiting = state.withLock { state -> Handover<Value, Never>? in
            switch state {
            case .idle:
                state = .ended(value)
                return nil
            case .waiting(let handover):
                state = .over
                return handover
            case .ended, .over: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
