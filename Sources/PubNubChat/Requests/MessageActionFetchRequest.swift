import Foundation
public import PubNub

/// A request for a page of the reactions to the messages of a channel, the newest of those asked for.
public struct MessageActionFetchRequest: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The identifier of the channel.
    public var channel: String
    /// How many reactions a page has at most; nil, and more than the service gives, for as many as it gives.
    public var limit: Int?
    /// Only reactions that were published before this moment; nil begins with the newest.
    public var start: Timetoken?
    /// Only reactions that were published from this moment on; nil reaches to the oldest.
    public var end: Timetoken?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The identifier of the channel.
    ///   - limit: How many reactions a page has at most.
    ///   - start: Only reactions that were published before this moment.
    ///   - end: Only reactions that were published from this moment on.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        channel: String,
        limit: Int? = nil,
        start: Timetoken? = nil,
        end: Timetoken? = nil,
        config: PNConfiguration? = nil
    ) {
        self.channel = channel
        self.limit = limit
        self.start = start
        self.end = end
        self.config = config
    }
}
