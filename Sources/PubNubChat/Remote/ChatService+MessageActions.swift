import Foundation
import PubNub
import PubNubCore
import PubNubWire

import typealias PubNubTime.Timetoken

/// Reactions to messages.
extension ChatService {
    func addAction<Custom>(_ request: MessageActionSendRequest<Custom>) async throws -> ChatMessageAction<Custom> {
        let call = PNAddMessageActionRequest(
            channel: request.channelId,
            messageTimetoken: NSNumber(value: request.messageTimetoken)
        )
        call.type = request.actionType
        let cipher = EditCipher(pubnub)
        call.value = try Self.value(of: request.actionValue, request.actionType, cipher)
        return ChatMessageAction(try await value(of: call), channelId: request.channelId).opened(with: cipher)
    }

    /// Throws ``ChatError/tooLong(bytes:limit:)`` if the service would refuse an edit for its length.
    func checkLength(ofEdit text: String) throws { _ = try Self.value(of: text, EditAction.edited, EditCipher(pubnub)) }

    /// The value to send. An edit is encrypted if the client has a cipher key.
    ///
    /// - Throws: ``ChatError/tooLong(bytes:limit:)`` if the service would refuse an edit for its length.
    private static func value(of value: String, _ type: String, _ cipher: EditCipher?) throws -> String {
        guard type == EditAction.edited else { return value }
        let sent = try cipher?.value(of: value) ?? value
        let bytes = type.utf8.count + sent.utf8.count
        guard bytes <= EditAction.maxBytes else { throw ChatError.tooLong(bytes: bytes, limit: EditAction.maxBytes) }
        return sent
    }

    func removeAction(_ action: ChatMessageAction<some ChatCustomData>) async throws {
        let call = PNRemoveMessageActionRequest(
            channel: action.pubnubChannelId,
            messageTimetoken: NSNumber(value: action.parentTimetoken)
        )
        call.actionTimetoken = NSNumber(value: action.actionTimetoken)
        try await value(of: call)
    }

    /// A page of the reactions to the messages of a channel.
    ///
    /// - Parameter request: Selects the reactions.
    /// - Returns: The reactions, oldest first, and the request for older ones, which may find none after a full page; nil
    ///   if none exists.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func actions<Custom>(
        _ request: MessageActionFetchRequest
    ) async throws -> (actions: [ChatMessageAction<Custom>], next: MessageActionFetchRequest?) {
        let call = PNFetchMessageActionsRequest(channel: request.channel)
        let limit = ServiceLimits.actionsPage
        call.limit = UInt(min(max(request.limit ?? limit, 1), limit))
        call.start = request.start.map { NSNumber(value: $0) }
        call.end = request.end.map { NSNumber(value: $0) }
        let page = try await value(of: call)
        let next = page.older.flatMap { Timetoken($0) }.map { start in
            var next = request
            next.start = start
            next.end = page.prev.flatMap { Timetoken($0) } ?? request.end
            return next
        }
        let cipher = EditCipher(pubnub)
        return (page.items.map { ChatMessageAction($0, channelId: request.channel).opened(with: cipher) }, next)
    }
}
