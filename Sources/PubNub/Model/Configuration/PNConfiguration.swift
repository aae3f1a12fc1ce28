import Foundation
package import PubNubCore
import PubNubSupport

/// How a client reaches the service and behaves.
///
/// A client copies the values when the configuration is handed to it: later changes take effect when it is handed over
/// again. Safe to use from any thread.
public final class PNConfiguration: Sendable {
    private let values: Locked<ClientSettings>

    /// Makes a configuration of the settings of a client.
    package init(settings: ClientSettings) {
        values = Locked(settings)
    }

    /// Makes a configuration with the host of an origin.
    ///
    /// - Parameters:
    ///   - originHostName: The host, or `host:port`; `nil` is ``kPNOriginHost``. With `http://` or `https://` in front it also
    ///     sets ``shouldUseSecureConnection``.
    ///   - publishKey: The publish key; `nil` for a client that never publishes.
    ///   - subscribeKey: The subscribe key; `nil` for a client that never subscribes.
    ///   - secretKey: The secret key, for trusted servers only; `nil` for every other client.
    ///   - cipherKey: The key for encrypting messages; `nil` disables encryption.
    ///   - authorizationKey: The key that has access rights; `nil` for none. The default is ``kPNAuthorizationKey``.
    public convenience init(
        origin originHostName: String?,
        publishKey: String?,
        subscribeKey: String?,
        secretKey: String?,
        cipherKey: String?,
        authorizationKey: String? = kPNAuthorizationKey
    ) {
        var settings = ClientSettings(.current)
        settings.setOrigin(orDefault: originHostName)
        settings.publishKey = publishKey ?? ""
        settings.subscribeKey = subscribeKey ?? ""
        settings.secretKey = secretKey
        settings.cipherKey = cipherKey
        settings.authorizationKey = authorizationKey
        self.init(settings: settings)
    }

    /// Makes a configuration with the host of an origin; see
    /// ``init(origin:publishKey:subscribeKey:secretKey:cipherKey:authorizationKey:)``.
    ///
    /// - Parameters:
    ///   - originHostName: The host, or `host:port`; `nil` is ``kPNOriginHost``. With `http://` or `https://` in front it also
    ///     sets ``shouldUseSecureConnection``.
    ///   - publishKey: The publish key; `nil` for a client that never publishes.
    ///   - subscribeKey: The subscribe key; `nil` for a client that never subscribes.
    ///   - secretKey: The secret key, for trusted servers only; `nil` for every other client.
    ///   - cipherKey: The key for encrypting messages; `nil` disables encryption. The default is ``kPNCipherKey``.
    ///   - authorizationKey: The key that has access rights; `nil` for none. The default is ``kPNAuthorizationKey``.
    public convenience init(
        forOrigin originHostName: String?,
        publishKey: String?,
        subscribeKey: String?,
        secretKey: String?,
        cipherKey: String? = kPNCipherKey,
        authorizationKey: String? = kPNAuthorizationKey
    ) {
        self.init(
            origin: originHostName,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: secretKey,
            cipherKey: cipherKey,
            authorizationKey: authorizationKey
        )
    }

    /// Makes a configuration for the origin ``kPNOriginHost``, with the cipher key ``kPNCipherKey``.
    ///
    /// - Parameters:
    ///   - publishKey: The publish key; `nil` for a client that never publishes.
    ///   - subscribeKey: The subscribe key; `nil` for a client that never subscribes.
    ///   - secretKey: The secret key, for trusted servers only; `nil` for every other client.
    ///   - authorizationKey: The key that has access rights; `nil` for none. The default is ``kPNAuthorizationKey``.
    public convenience init(
        publishKey: String?,
        subscribeKey: String?,
        secretKey: String?,
        authorizationKey: String? = kPNAuthorizationKey
    ) {
        self.init(
            origin: nil,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: secretKey,
            cipherKey: kPNCipherKey,
            authorizationKey: authorizationKey
        )
    }

    /// Makes a configuration for a client with this identifier, with the keys ``kPNCipherKey`` and ``kPNAuthorizationKey``.
    ///
    /// - Parameters:
    ///   - publishKey: The publish key; empty for a client that never publishes.
    ///   - subscribeKey: The subscribe key; empty for a client that never subscribes.
    ///   - userID: The identifier of the client, at most 92 characters, neither `.` nor `..`; with any other, connecting
    ///     fails with ``kPNClientConfigurationError``. Empty makes the client generate one.
    ///   - originHostName: The host, or `host:port`; `nil`, the default, is ``kPNOriginHost``. With `http://` or `https://` in
    ///     front it also sets ``shouldUseSecureConnection``.
    public convenience init(
        publishKey: String,
        subscribeKey: String,
        userID: String,
        origin originHostName: String? = nil
    ) {
        self.init(forOrigin: originHostName, publishKey: publishKey, subscribeKey: subscribeKey, secretKey: nil)
        change { $0.userID = userID.isEmpty ? nil : userID }
    }

    /// Makes a configuration of nothing but defaults, with the public demonstration keys.
    ///
    /// - Returns: A new configuration.
    public class func `default`() -> PNConfiguration {
        PNConfiguration(
            origin: kPNOriginHost,
            publishKey: kPNPublishKey,
            subscribeKey: kPNSubscriptionKey,
            secretKey: kPNSecretKey,
            cipherKey: kPNCipherKey,
            authorizationKey: kPNAuthorizationKey
        )
    }

    /// Makes a configuration with another origin and other keys, and with all other settings of this one.
    ///
    /// - Parameters:
    ///   - originHostName: The host, or `host:port`; `nil` is ``kPNOriginHost``. With `http://` or `https://` in front it also
    ///     sets ``shouldUseSecureConnection``.
    ///   - publishKey: The publish key; `nil` for none.
    ///   - subscribeKey: The subscribe key; `nil` for none.
    ///   - secretKey: The secret key; `nil` for none.
    ///   - cipherKey: The cipher key; `nil` for none.
    ///   - authorizationKey: The authorization key; `nil` for none.
    /// - Returns: A new configuration.
    public func updatedConfiguration(
        withOrigin originHostName: String?,
        publishKey: String?,
        subscribeKey: String?,
        secretKey: String?,
        cipherKey: String?,
        authorizationKey: String?
    ) -> PNConfiguration {
        var settings = settings
        settings.setOrigin(orDefault: originHostName)
        settings.publishKey = publishKey ?? ""
        settings.subscribeKey = subscribeKey ?? ""
        settings.secretKey = secretKey
        settings.cipherKey = cipherKey
        settings.authorizationKey = authorizationKey
        return PNConfiguration(settings: settings)
    }

    /// All values as they are now.
    var settings: ClientSettings {
        values.withLock { $0 }
    }

    func change(_ change: (inout ClientSettings) -> Void) {
        values.withLock { change(&$0) }
    }
}

extension PNConfiguration: Hashable {
    /// Configurations are equal when all their values are.
    public static func == (left: PNConfiguration, right: PNConfiguration) -> Bool {
        left === right || left.settings == right.settings
    }

    /// Hashes origin and keys.
    public func hash(into hasher: inout Hasher) {
        let settings = settings
        hasher.combine(settings.origin)
        hasher.combine(settings.publishKey)
        hasher.combine(settings.subscribeKey)
    }

    /// Returns whether another object is a configuration with the same values.
    ///
    /// - Parameter object: Anything; `nil` is never equal.
    /// - Returns: `true` for a ``PNConfiguration`` whose values are all equal.
    public func isEqual(_ object: Any?) -> Bool {
        (object as? PNConfiguration) == self
    }
}

extension PNConfiguration: CustomStringConvertible {
    /// The settings, without secret, cipher and authorization keys.
    public var description: String {
        "PNConfiguration(\(settings))"
    }
}

/// Which subscribe protocol a client speaks.
public enum PNSubscribeVersion: Sendable, Hashable, CaseIterable {
    /// The protocol of 3.7.8: one timetoken for all messages that arrive together, and messages only.
    case v1

    /// Today's protocol: a timetoken for every message, and every kind of event.
    case v2
}

extension PNSubscribeVersion {
    init(_ version: SubscribeVersion) {
        self =
            switch version {
            case .v1: .v1
            case .v2: .v2
            }
    }

    /// The version with which the client works.
    var setting: SubscribeVersion {
        switch self {
        case .v1: .v1
        case .v2: .v2
        }
    }
}
