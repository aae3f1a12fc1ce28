public import Foundation
import PubNubWire

/// A request to add an action to a message.
///
/// A request is read when the call is made; changing it afterwards changes later calls only. It belongs to whoever made it,
/// and is not to be used from several threads at a time.
public final class PNAddMessageActionRequest {
    /// The name of the channel of the message.
    public let channel: String

    /// The time token of the message.
    public let messageTimetoken: NSNumber

    /// What kind of thing is added: 1 to 15 characters. Empty at first, which is an error.
    public var type = ""

    /// What is added: a text that is not empty. Empty at first, which is an error.
    public var value = ""

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel of the message.
    ///   - messageTimetoken: The time token of the message, as history and received messages have it.
    public init(channel: String, messageTimetoken: NSNumber) {
        self.channel = channel
        self.messageTimetoken = messageTimetoken
    }

    func call() throws(PNError) -> Call<PNMessageAction> {
        let message = try Validation.actionTarget(messageTimetoken, "messageTimetoken")
        guard !type.isEmpty else { throw PNError(input: "'type' is missing.") }
        guard type.count <= ServiceLimits.maxActionType else {
            throw PNError(input: "'type' has more than \(ServiceLimits.maxActionType) characters.")
        }
        guard !value.isEmpty else { throw PNError(input: "'value' is missing.") }
        let channel = try Validation.channel(PNChannel(name: channel)).name
        return MessageActionEndpoints.add(type, value, to: message, on: channel)
    }
}
