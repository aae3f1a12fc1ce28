import Foundation
public import PubNub

/// A request to publish a message.
public struct SendMessageRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

    /// The configuration with which the service is asked, in place of that of the client; nil, the default, for that of the client.
    public var config: PNConfiguration?

    /// The message; its channel is where it is published.
    public var message: ChatMessage<Custom>
    /// Whether history keeps it; nil leaves that to the settings of the keys.
    public var storeInHistory: Bool?
    /// Whether it travels compressed.
    public var shouldCompress: Bool
    /// How many hours history keeps it; nil leaves that to the settings of the keys.
    public var ttl: Int?
    /// What filters of subscribers are applied to; nil for nothing.
    public var metadata: ChatJSON?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - storeInHistory: Whether history keeps it.
    ///   - shouldCompress: Whether it travels compressed.
    ///   - ttl: How many hours history keeps it.
    ///   - metadata: What filters of subscribers are applied to.
    ///   - config: The configuration with which the service is asked, in place of that of the client.
    public init(
        message: ChatMessage<Custom>,
        storeInHistory: Bool? = nil,
        shouldCompress: Bool = false,
        ttl: Int? = nil,
        metadata: ChatJSON? = nil,
        config: PNConfiguration? = nil
    ) {
        self.message = message
        self.storeInHistory = storeInHistory
        self.shouldCompress = shouldCompress
        self.ttl = ttl
        self.metadata = metadata
        self.config = config
    }
}
