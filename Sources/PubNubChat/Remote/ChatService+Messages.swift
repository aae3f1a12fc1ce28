import Foundation
import PubNub
import PubNubCore
import PubNubMachines
import PubNubWire

import typealias PubNubTime.Timetoken

/// Messages, their history, and signals.
extension ChatService {
    /// Publishes a message.
    ///
    /// Messages to one channel are published in the order of the calls.
    ///
    /// - Parameter request: The message, and its publish options.
    /// - Returns: Its timetoken.
    /// - Throws: `PNError` if it was not published, or if the outcome is unknown.
    func publish(_ request: SendMessageRequest<some ChatCustomData>) async throws -> Timetoken {
        let form = try request.published(isEncrypted: pubnub.configuration().cipherKey?.isEmpty == false)
        return try await answer { finish in
            pubnub.sendMessage(
                form.payload,
                applePushNotification: nil,
                googleCloudNotification: nil,
                to: PNChannel.exactly(named: request.message.pubnubChannelId),
                compressed: request.shouldCompress,
                storeInHistory: request.storeInHistory ?? true,
                metadata: form.metadata,
                hoursInHistory: request.ttl
            ) { state, object in
                if state == .sent, let sentAt = (object as? PNMessage)?.date?.timeToken.uint64Value {
                    finish(.success(sentAt))
                } else if state != .sending {
                    finish(.failure(object as? PNError ?? PNError.unknown))
                }
            }
        }
    }

    /// A page of history.
    ///
    /// The service returns messages with their reactions for one channel at a time, so such a request needs one call
    /// for each channel.
    ///
    /// - Parameter request: Selects the messages.
    /// - Returns: The messages, and the request for older ones.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without a channel; `PNError` or `CancellationError` if a call
    ///   fails.
    func history<Custom>(_ request: MessageHistoryRequest) async throws -> ChatHistoryPage<Custom> {
        guard !request.channels.isEmpty else { throw ChatError.missingRequiredData("channels") }
        let calls = request.actionsInResponse ? request.channels.map { [$0] } : [request.channels]
        var found: [String: [PNStoredMessage]] = [:]
        var isComplete = true
        for channels in calls {
            let data = try await stored(on: channels, request)
            found.merge(data.channels) { first, _ in first }
            // An empty page that has older pages does not say where it ends.
            if !data.isComplete || data.start != nil && data.channels.isEmpty { isComplete = false }
        }
        let cipher = EditCipher(pubnub)
        var (messages, failures): ([String: [ChatMessage<Custom>]], [UnreadableItem]) = ([:], [])
        for (id, page) in found {
            messages[id] = page.compactMap { stored in
                if ChatSDKPayload.isEvent(stored.payload) { return nil }
                do throws(ChatError) {
                    let message = try ChatMessage<Custom>(stored, channelId: id).opened(with: cipher)
                    ChatLog.mismatched("message \(message.timetoken)", message.content.defaultedFields)
                    return message
                } catch {
                    ChatLog.leftOut(error)
                    failures.append(UnreadableItem(error: error, timetoken: stored.timetoken.uint64Value))
                    return nil
                }
            }
        }
        let times = found.mapValues { $0.map(\.timetoken.uint64Value) }
        return ChatHistoryPage(
            messages: messages,
            failures: failures,
            timetokens: times,
            isComplete: isComplete,
            next: Self.request(after: request, times)
        )
    }

    private func stored(
        on channels: [String],
        _ request: MessageHistoryRequest
    ) async throws -> PNHistoryFetchData {
        let call = PNHistoryFetchRequest(channels: channels)
        let isSmall = request.actionsInResponse || channels.count > 1
        let limit = isSmall ? ServiceLimits.batchHistoryPage : ServiceLimits.historyPage
        call.max = UInt(min(max(request.limit ?? limit, 1), limit))
        // A time that the service does not know, such as `.max`, is after the newest message.
        call.start = request.start.flatMap { $0 > Timetoken(Int64.max) ? nil : NSNumber(value: $0) }
        call.end = request.end.map { NSNumber(value: $0) }
        // Quotes and mentions are metadata: without it, the store would lose them.
        call.includeMetadata = true
        call.includeUUID = request.uuidInResponse
        call.includeMessageType = request.messageTypeInResponse
        call.includeMessageActions = request.actionsInResponse
        // The closure receives the messages decrypted.
        return try await answer { finish in
            pubnub.fetchHistory(with: call) { found, status in
                finish(found.map { .success($0.data) } ?? .failure(status?.underlyingError ?? PNError.unknown))
            }
        }
    }

    /// The request for messages that are older than a page; nil if none exists.
    ///
    /// It contains the channels that had messages in the page. A channel with many messages may have messages that are
    /// newer than the oldest one of another channel. So the next page starts at the newest of the channels' oldest
    /// messages; repeated messages of the other channels are identical.
    static func request(
        after request: MessageHistoryRequest,
        _ timetokens: [String: [Timetoken]]
    ) -> MessageHistoryRequest? {
        let oldest = timetokens.compactMapValues { $0.min() }
        guard let start = oldest.values.max(), start > request.end ?? 0 else { return nil }
        var next = request
        next.channels = request.channels.filter { oldest[$0] != nil }
        next.start = start
        return next
    }

    /// The numbers of stored messages of channels after a timetoken each.
    func messageCounts(_ timetokens: [String: Timetoken]) async throws -> [String: Int] {
        let channels = timetokens.keys.sorted()
        // The service accepts no timetoken of 0.
        let bounds = channels.map { NSNumber(value: max(1, timetokens[$0] ?? 1)) }
        return NameKey.strings(
            try await value(of: PNHistoryMessagesCountRequest(channels: channels, timetokens: bounds))
        )
    }

    /// Deletes the message with this timetoken from history.
    func deleteMessage(on channelId: String, at timetoken: Timetoken) async throws {
        try await logged {
            try await pubnub.reporting { client async throws(Failure) in
                try await client.deleteMessages(
                    in: channelId,
                    after: PubNubWire.Timetoken(rawValue: timetoken - 1),
                    through: PubNubWire.Timetoken(rawValue: timetoken)
                )
            }
        }
    }

    /// Sends a typing signal to a channel.
    ///
    /// - Parameters:
    ///   - typing: The signal.
    ///   - channelId: The channel.
    /// - Returns: Its timetoken.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    @discardableResult
    func signal(_ typing: TypingSignal, on channelId: String) async throws -> Timetoken {
        let signal: [String: Any] = ["type": TypingSignal.type, "value": typing == .on]
        return try await value(of: PNSignalRequest(channel: channelId, signal: signal)).rawValue
    }
}

extension SendMessageRequest {
    /// The payload and the metadata to publish. The quote and the mentions are metadata, unless they must be encrypted
    /// or the metadata of the app has no place for them.
    fileprivate func published(isEncrypted: Bool) throws -> (payload: Any, metadata: JSON?) {
        if isEncrypted { return try encrypted() }
        let annotations = PayloadExtra(message.content.extraJSON).metadata
        var members: [String: JSON] = [:]
        switch metadata {
        case nil, .null?: break
        case .object(let own)?: members = own
        default: return (try message.servicePayload(), metadata)
        }
        let moved = annotations.filter { members[$0.key] == nil }
        guard !moved.isEmpty else { return (try message.servicePayload(), metadata) }
        members.merge(moved) { own, _ in own }
        return (try message.servicePayload(without: Set(moved.keys)), .object(members))
    }

    /// The payload and the metadata for a client with a cipher key, which encrypts only payloads: members of the app's
    /// metadata that contain parts of the text are members of the payload.
    private func encrypted() throws -> (payload: Any, metadata: JSON?) {
        guard case .object(let own)? = metadata else { return (try message.servicePayload(), metadata) }
        let text = own.filter { PayloadExtra.annotations.contains($0.key) }
        guard !text.isEmpty else { return (try message.servicePayload(), metadata) }
        var message = message
        message.content.addMissing(text)
        let rest = own.filter { text[$0.key] == nil }
        return (try message.servicePayload(), rest.isEmpty ? nil : .object(rest))
    }
}
