import Foundation
public import PubNub

extension ChatMessageAction {
    /// Reads a reaction; its author has an identifier alone.
    ///
    /// - Parameters:
    ///   - action: What the service has.
    ///   - channelId: The channel of the message.
    public init(_ action: PNMessageAction, channelId: String) {
        self.init(
            actionTimetoken: action.actionTimetoken.uint64Value,
            parentTimetoken: action.messageTimetoken.uint64Value,
            sourceType: action.type,
            value: action.value,
            pubnubUserId: action.uuid,
            userModel: ChatUser(id: action.uuid),
            pubnubChannelId: channelId
        )
    }
}
