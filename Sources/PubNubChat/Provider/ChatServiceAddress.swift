import Dispatch
import PubNub

/// The service that a provider uses, for apps that need no other configuration of the client.
public struct ChatServiceAddress: Hashable, Sendable {
    /// The publish key.
    public var publishKey: String
    /// The subscribe key.
    public var subscribeKey: String
    /// The host of the service, with its port unless it is the default one; nil for the public service.
    public var origin: String?
    /// Whether connections use TLS. Disable it only for tests.
    public var isSecure: Bool

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - publishKey: The publish key.
    ///   - subscribeKey: The subscribe key.
    ///   - origin: The host of the service, with its port unless it is the default one; nil, the default, for the
    ///     public service.
    ///   - isSecure: Whether connections use TLS; true by default.
    public init(publishKey: String, subscribeKey: String, origin: String? = nil, isSecure: Bool = true) {
        self.publishKey = publishKey
        self.subscribeKey = subscribeKey
        self.origin = origin
        self.isSecure = isSecure
    }

    /// A client of the service with its own callback queue, which is not connected.
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
