public import Foundation

/// A request to add an action to a message.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNAddMessageActionRequest {
    /// The name of the channel of the message.
    public let channel: String

    /// The timetoken of the message.
    public let messageTimetoken: NSNumber

    /// The kind of action: 1 to 15 characters. The default is empty, which is an error.
    public var type = ""

    /// The value of the action: a string that is not empty. The default is empty, which is an error.
    public var value = ""

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel of the message.
    ///   - messageTimetoken: The timetoken of the message, as history and received messages contain it.
    public init(channel: String, messageTimetoken: NSNumber) {
        self.channel = channel
        self.messageTimetoken = messageTimetoken
    }
}

/// A request to remove an action from a message. Only the client that added an action can remove it.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNRemoveMessageActionRequest {
    /// The name of the channel of the message.
    public let channel: String

    /// The timetoken of the message.
    public let messageTimetoken: NSNumber

    /// The timetoken of the action. The default is 0, which is an error.
    public var actionTimetoken: NSNumber = 0

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel of the message.
    ///   - messageTimetoken: The timetoken of the message.
    public init(channel: String, messageTimetoken: NSNumber) {
        self.channel = channel
        self.messageTimetoken = messageTimetoken
    }
}

/// A request for a page of the actions on the messages of a channel.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public final class PNFetchMessageActionsRequest {
    /// The name of the channel.
    public let channel: String

    /// The timetoken before which the page ends, that of an action. `nil`, the default, starts with the newest action.
    public var start: NSNumber?

    /// The timetoken of the oldest action to fetch. `nil`, the default, sets no end.
    public var end: NSNumber?

    /// The maximum number of actions of the page: 1 to 100, or 0 for the limit of the service. The default is 100.
    public var limit: UInt = 100

    /// Creates a request.
    ///
    /// - Parameter channel: The name of the channel.
    public init(channel: String) {
        self.channel = channel
    }
}
