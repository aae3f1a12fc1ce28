import Foundation
public import PubNub

/// A request about one reaction: to remove it.
public struct MessageActionRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The reaction, which the user of this app added.
    public var messageAction: ChatMessageAction<Custom>

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(messageAction: ChatMessageAction<Custom>, config: PNConfiguration? = nil) {
        self.messageAction = messageAction
        self.config = config
    }
}
