import Foundation

/// A request about one reaction: to remove it.
public struct MessageActionRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The reaction, which the user of this app added.
    public var messageAction: ChatMessageAction<Custom>

    /// Makes a request.
    ///
    /// - Parameter messageAction: The reaction.
    public init(messageAction: ChatMessageAction<Custom>) {
        self.messageAction = messageAction
    }
}
