import Foundation
import PubNub
import PubNubWire

/// Reactions to messages.
extension ChatService {
    func addAction<Custom>(_ request: MessageActionSendRequest<Custom>) async throws -> ChatMessageAction<Custom> {
        let status: PNAddMessageActionStatus = try await change { finish in
            let call = PNAddMessageActionRequest(
                channel: request.channelId,
                messageTimetoken: NSNumber(value: request.messageTimetoken)
            )
            call.type = request.actionType
            call.value = request.actionValue
            pubnub.addMessageAction(with: call, completion: finish)
        }
        guard let action = status.data.action else {
            throw ChatError.missingRequiredData("reaction to \(request.messageTimetoken) in the response")
        }
        return ChatMessageAction(action, channelId: request.channelId)
    }

    func removeAction(_ action: ChatMessageAction<some ChatCustomData>) async throws {
        try await acknowledge { finish in
            let call = PNRemoveMessageActionRequest(
                channel: action.pubnubChannelId,
                messageTimetoken: NSNumber(value: action.parentTimetoken)
            )
            call.actionTimetoken = NSNumber(value: action.actionTimetoken)
            pubnub.removeMessageAction(with: call, completion: finish)
        }
    }

    /// A page of the reactions to the messages of a channel.
    ///
    /// - Parameter request: Selects the reactions.
    /// - Returns: The reactions, oldest first, and the request for older ones; nil if none exists.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func actions<Custom>(
        _ request: MessageActionFetchRequest
    ) async throws -> (actions: [ChatMessageAction<Custom>], next: MessageActionFetchRequest?) {
        let result: PNFetchMessageActionsResult = try await fetch { finish in
            let call = PNFetchMessageActionsRequest(channel: request.channel)
            let limit = ServiceLimits.actionsPage
            call.limit = UInt(min(max(request.limit ?? limit, 1), limit))
            call.start = request.start.map { NSNumber(value: $0) }
            call.end = request.end.map { NSNumber(value: $0) }
            pubnub.fetchMessageActions(with: call, completion: finish)
        }
        let next = result.data.start.map { start in
            var next = request
            next.start = start.uint64Value
            next.end = result.data.end?.uint64Value ?? request.end
            return next
        }
        return (result.data.actions.map { ChatMessageAction($0, channelId: request.channel) }, next)
    }
}
