public import Foundation

/// A request to remove an action from a message. Only who added it can remove it.
///
/// A request is read when the call is made; changing it afterwards changes later calls only. It belongs to whoever made it,
/// and is not to be used from several threads at a time.
public final class PNRemoveMessageActionRequest {
    /// The name of the channel of the message.
    public let channel: String

    /// The time token of the message.
    public let messageTimetoken: NSNumber

    /// The time token of the action. Zero at first, which is an error.
    public var actionTimetoken: NSNumber = 0

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel of the message.
    ///   - messageTimetoken: The time token of the message.
    public init(channel: String, messageTimetoken: NSNumber) {
        self.channel = channel
        self.messageTimetoken = messageTimetoken
    }

    func call() throws(PNError) -> Call<Void> {
        let message = try Validation.actionTarget(messageTimetoken, "messageTimetoken")
        let action = try Validation.actionTarget(actionTimetoken, "actionTimetoken")
        let channel = try Validation.channel(PNChannel(name: channel)).name
        return MessageActionEndpoints.remove(action, from: message, on: channel)
    }
}
