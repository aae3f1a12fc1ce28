import Foundation

/// A request to publish a message.
public struct SendMessageRequest<Custom: ChatCustomData>: Sendable {
    /// Names the request in logs; requests for further pages keep it.
    public let requestId = UUID().uuidString.lowercased()

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
    public init(
        message: ChatMessage<Custom>,
        storeInHistory: Bool? = nil,
        shouldCompress: Bool = false,
        ttl: Int? = nil,
        metadata: ChatJSON? = nil
    ) {
        self.message = message
        self.storeInHistory = storeInHistory
        self.shouldCompress = shouldCompress
        self.ttl = ttl
        self.metadata = metadata
    }
}
