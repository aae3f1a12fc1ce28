import Dispatch
import PubNub

/// Which service a provider talks to, for apps that need nothing else of the client.
public struct ChatServiceAddress: Hashable, Sendable {
    /// The key that publishes.
    public var publishKey: String
    /// The key that subscribes.
    public var subscribeKey: String
    /// The host of the service, with its port where it has an unusual one; the public service when nil.
    public var origin: String?
    /// Whether the connection is secured with TLS; only for tests should it not be.
    public var isSecure: Bool

    /// Makes an address.
    ///
    /// - Parameters:
    ///   - publishKey: The key that publishes.
    ///   - subscribeKey: The key that subscribes.
    ///   - origin: The host of the service, with its port where it has an unusual one; the public service when nil.
    ///   - isSecure: Whether the connection is secured with TLS.
    public init(publishKey: String, subscribeKey: String, origin: String? = nil, isSecure: Bool = true) {
        self.publishKey = publishKey
        self.subscribeKey = subscribeKey
        self.origin = origin
        self.isSecure = isSecure
    }

    /// A client of the service with a queue of its own for its callbacks, which is not connected.
    func client(of userId: String) -> PubNub {
        let configuration = PNConfiguration(
            origin: origin,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: nil,
            cipherKey: nil
        )
        configuration.shouldUseSecureConnection = isSecure
        configuration.callbackQueue = DispatchQueue(label: "pubnub.chat.client")
        let client = PubNub(configuration: configuration)
        client.setClientIdentifier(userId)
        return client
    }
}
