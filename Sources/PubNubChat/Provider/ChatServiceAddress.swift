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
    /// Whether connections use TLS, unless the origin has a scheme. Disable it only for tests.
    public var isSecure: Bool

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - publishKey: The publish key.
    ///   - subscribeKey: The subscribe key.
    ///   - origin: The host of the service, with its port unless it is the default one; nil, the default, for the
    ///     public service. `http://` or `https://` may stand in front, and then decides in place of `isSecure`.
    ///   - isSecure: Whether connections use TLS; true by default.
    public init(publishKey: String, subscribeKey: String, origin: String? = nil, isSecure: Bool = true) {
        self.publishKey = publishKey
        self.subscribeKey = subscribeKey
        self.origin = origin
        self.isSecure = isSecure
    }

    /// A client of the service with its own callback queue, which is not connected.
    func client(of userId: String) -> PubNub {
        let keys = PNConfiguration(publishKey: publishKey, subscribeKey: subscribeKey, secretKey: nil)
        keys.shouldUseSecureConnection = isSecure
        let configuration = keys.updatedConfiguration(
            withOrigin: origin,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: nil,
            cipherKey: nil,
            authorizationKey: nil
        )
        configuration.callbackQueue = DispatchQueue(label: "pubnub.chat.client")
        let client = PubNub(configuration: configuration)
        client.setClientIdentifier(userId)
        return client
    }
}
