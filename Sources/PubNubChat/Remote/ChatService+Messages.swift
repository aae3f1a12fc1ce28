import Foundation
import PubNub
import PubNubWire

/// Messages, their past, and signals.
extension ChatService {
    /// Publishes a message.
    ///
    /// Messages to one channel are published in the order of the calls.
    ///
    /// - Parameter request: What to publish, and how.
    /// - Returns: When the service took it.
    /// - Throws: Why it did not, or why that is not known.
    func publish(_ request: SendMessageRequest<some ChatCustomData>) async throws -> Timetoken {
        let payload = try request.message.servicePayload()
        return try await answer { finish in
            pubnub.sendMessage(
                payload,
                applePushNotification: nil,
                googleCloudNotification: nil,
                to: PNChannel.channel(withName: request.message.pubnubChannelId),
                compressed: request.shouldCompress,
                storeInHistory: request.storeInHistory ?? true,
                metadata: request.metadata?.wire,
                hoursInHistory: request.ttl
            ) { state, object in
                if state == .sent, let sentAt = (object as? PNMessage)?.date?.timeToken.uint64Value {
                    finish(.success(sentAt))
                } else if state != .sending {
                    finish(.failure(object as? PNError ?? PNError(code: kPNUnknownError)))
                }
            }
        }
    }

    /// A page of the past.
    ///
    /// The service gives messages with their reactions for one channel at a time; that is asked for channel by channel.
    ///
    /// - Parameter request: What is wanted.
    /// - Returns: The messages, and the request for older ones.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` without a channel, or why a call failed.
    func history<Custom>(_ request: MessageHistoryRequest) async throws -> HistoryPage<Custom> {
        guard !request.channels.isEmpty else { throw ChatError.missingRequiredData("channels") }
        let calls = request.actionsInResponse ? request.channels.map { [$0] } : [request.channels]
        var found: [String: [PNStoredMessage]] = [:]
        var isComplete = true
        for channels in calls {
            let data = try await stored(on: channels, request)
            found.merge(data.channels) { first, _ in first }
            // A page that is empty and has older pages does not tell where it ends.
            if !data.isComplete || data.start != nil && data.channels.isEmpty { isComplete = false }
        }
        var (messages, failures): ([String: [ChatMessage<Custom>]], [BackfillFault]) = ([:], [])
        for (id, page) in found {
            messages[id] = page.compactMap { stored in
                do throws(ChatError) {
                    let message = try ChatMessage<Custom>(stored, channelId: id)
                    ChatLog.mismatched("message \(message.timetoken)", message.content.defaultedFields)
                    return message
                } catch {
                    ChatLog.leftOut(error)
                    failures.append(BackfillFault(error: error, timetoken: stored.timetoken.uint64Value))
                    return nil
                }
            }
        }
        let times = found.mapValues { $0.map(\.timetoken.uint64Value) }
        return HistoryPage(
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
        let result: PNHistoryFetchResult = try await fetch { finish in
            let call = PNHistoryFetchRequest(channels: channels)
            let isSmall = request.actionsInResponse || channels.count > 1
            let limit = isSmall ? ServiceLimits.batchHistoryPage : ServiceLimits.historyPage
            call.max = UInt(min(max(request.limit ?? limit, 1), limit))
            call.start = request.start.map { NSNumber(value: $0) }
            call.end = request.end.map { NSNumber(value: $0) }
            call.includeMetadata = request.metaInResponse
            call.includeUUID = request.uuidInResponse
            call.includeMessageType = request.messageTypeInResponse
            call.includeMessageActions = request.actionsInResponse
            pubnub.fetchHistory(with: call, completion: finish)
        }
        return result.data
    }

    /// The request for what is older than a page; nil when there is nothing.
    ///
    /// It has the channels of which there was something. One with many messages may have some that are younger than the oldest of another channel, so the
    /// walk goes on at the youngest of what is the oldest of each channel; what the other channels give a second time is the same.
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

    /// Tells the others on a channel whether the user of this client is typing.
    ///
    /// - Parameters:
    ///   - typing: What is told.
    ///   - channelId: Where it is told.
    /// - Returns: When the service took it.
    /// - Throws: Why it did not.
    @discardableResult
    func signal(_ typing: TypingSignal, on channelId: String) async throws -> Timetoken {
        let status: PNSignalStatus = try await change { finish in
            let request = PNSignalRequest(channel: channelId, signal: ["type": typing.rawValue])
            pubnub.sendSignal(with: request, completion: finish)
        }
        return status.data.timetoken?.uint64Value ?? 0
    }
}
