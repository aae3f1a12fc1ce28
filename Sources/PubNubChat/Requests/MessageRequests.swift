import Foundation
public import PubNub

/// A request for a page of the messages of channels, the newest of those asked for.
public struct MessageHistoryRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifiers of the channels, at least one.
    public var channels: [String]
    /// Whether messages come with their reactions, which then become the stored ones.
    public var actionsInResponse: Bool
    /// Whether the service is asked for the metadata of messages.
    public var metaInResponse: Bool
    /// Whether the service is asked who published messages; the author of a message that is new to the store is the user with an empty identifier otherwise.
    public var uuidInResponse: Bool
    /// Whether the service is asked for the kind of messages.
    public var messageTypeInResponse: Bool
    /// How many messages of each channel at most; nil, and more than the service gives, for as many as it gives: 25 with reactions or of several channels,
    /// 100 otherwise.
    public var limit: Int?
    /// Only messages before this moment; nil begins with the newest.
    public var start: Timetoken?
    /// Only messages from this moment on; nil reaches to the oldest.
    public var end: Timetoken?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels.
    ///   - actionsInResponse: Whether messages come with their reactions.
    ///   - metaInResponse: Whether the service is asked for the metadata of messages.
    ///   - uuidInResponse: Whether the service is asked who published messages.
    ///   - messageTypeInResponse: Whether the service is asked for the kind of messages.
    ///   - limit: How many messages of each channel at most.
    ///   - start: Only messages before this moment.
    ///   - end: Only messages from this moment on.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        channels: [String],
        actionsInResponse: Bool = true,
        metaInResponse: Bool = false,
        uuidInResponse: Bool = true,
        messageTypeInResponse: Bool = true,
        limit: Int? = nil,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        config: PNConfiguration? = nil
    ) {
        self.channels = channels
        self.actionsInResponse = actionsInResponse
        self.metaInResponse = metaInResponse
        self.uuidInResponse = uuidInResponse
        self.messageTypeInResponse = messageTypeInResponse
        self.limit = limit
        self.start = start
        self.end = end
        self.config = config
    }
}
