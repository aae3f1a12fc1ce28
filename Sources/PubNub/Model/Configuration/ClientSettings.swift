import Dispatch
import Foundation
import PubNubWire

/// The values of a configuration at one moment, as the client works with them.
struct ClientSettings: Sendable, Equatable {
    /// The host, with its port if that is not the default port.
    var origin = ""
    var publishKey = ""
    var subscribeKey = ""
    var secretKey: String?
    /// Whether the secret key signs all requests, and not only those of the access manager and deletions of history.
    var signsRequests = false
    var cipherKey: String?
    var authorizationKey: String?
    /// nil for a client that makes an identifier of its own.
    var userID: String?

    var subscriptionRequestTimeout = kPNSubscriptionRequestTimeout
    var nonSubscriptionRequestTimeout = kPNNonSubscriptionRequestTimeout
    var heartbeat = HeartbeatSettings(timeout: kPNPresenceHeartbeatTimeout, interval: kPNPresenceHeartbeatInterval)

    var reconnectsAutomatically = kPNShouldAutoReconnectClient
    var keepsTimeTokenOnListChange = kPNShouldKeepTimeTokenOnChannelsListChange
    var resubscribesOnRestore = kPNShouldResubscribeOnConnectionRestore
    var restoresFromLastTimeToken = kPNShouldRestoreSubscriptionFromLastTimeToken

    var usesSecureConnection = kPNSecureConnectionRequired
    var reducesSecurityOnError = kPNShouldReduceSecurityLevelOnError
    var ignoresSecurityRequirement = kPNCanIgnoreSecureConnectionRequirement
    var acceptsCompressedResponses = kPNShouldAcceptCompressedResponse
    var encryptionFormat = PNEncryptionFormat.fixedVector
    var certificateAuthorityFile: String?
    var proxy: PNProxy?
    var outbox: PNOutbox?
    var publishesInFlight = 1
    var runsCallsInParallel = false

    var subscribeVersion = PNSubscribeVersion.v2
    var suspendsWithProcess = false
    var fillsGapsFromHistory = false
    var postsNotifications = true
    var sendsTextAsJSON = true
    private var queue = QueueReference(queue: .main)

    init() {
        setOrigin(nil)
    }
}

extension ClientSettings {
    /// Sets the origin, and the use of TLS if the origin has a scheme.
    ///
    /// - Parameter address: `host`, `host:port`, or these with `http://` or `https://` in front and possibly a slash at the end;
    ///   `nil` or empty for ``kPNOriginHost``.
    mutating func setOrigin(_ address: String?) {
        var host = Substring(address.flatMap { $0.isEmpty ? nil : $0 } ?? kPNOriginHost)
        for (scheme, isSecure) in [("http://", false), ("https://", true)] where host.lowercased().hasPrefix(scheme) {
            host = host.dropFirst(scheme.count)
            usesSecureConnection = isSecure
            if host.hasSuffix("/") { host = host.dropLast() }
            break
        }
        origin = String(host)
    }

    /// Why no request can be sent to the origin; `nil` if one can.
    private var originFault: String? {
        if origin.isEmpty { return "The origin has no host." }
        // It is not quoted: what stands before the sign may be a password.
        if origin.utf8.contains(UInt8(ascii: "@")) { return "The origin has a user name, which is not supported." }
        let isPart = { (byte: UInt8) in byte > 0x20 && byte != 0x7F && !"/\\?#".utf8.contains(byte) }
        if origin.utf8.allSatisfy(isPart) { return nil }
        return
            "The origin \(Validation.quoted(origin)) is not a host. Use host, host:port, http://host:port or https://host."
    }

    /// Warns once if a switch has no effect.
    func warnOfSwitches(_ warning: WarnOnce = Self.securityWarning) {
        guard ignoresSecurityRequirement, !reducesSecurityOnError else { return }
        warning.log(
            """
            canIgnoreSecureConnectionRequirement has no effect without shouldReduceSecurityLevelOnError: the client stops using \
            TLS only after TLS without verification has failed.
            """
        )
    }

    static let securityWarning = WarnOnce()
}

extension ClientSettings {
    /// `DispatchQueue` has no equality of its own here, and `.main` is another object each time it is asked for.
    private struct QueueReference: Sendable, Equatable {
        private static let mainLabel = DispatchQueue.main.label

        var queue: DispatchQueue

        private var isMain: Bool { queue.label == Self.mainLabel }

        static func == (left: Self, right: Self) -> Bool {
            left.queue === right.queue || (left.isMain && right.isMain)
        }
    }

    var callbackQueue: DispatchQueue {
        get { queue.queue }
        set { queue.queue = newValue }
    }
}

extension ClientSettings {
    /// The reason why the configuration is invalid; `nil` if a client can connect with it.
    var fault: PNError? {
        // At least one of the two keys is needed.
        if publishKey.isEmpty, subscribeKey.isEmpty {
            let message = "The publish key and the subscribe key are missing."
            return PNError(message: message, code: kPNClientConfigurationError)
        }
        if let originFault { return PNError(message: originFault, code: kPNClientConfigurationError) }
        if Validation.isDotSegment(publishKey) || Validation.isDotSegment(subscribeKey) {
            return PNError(message: "A key is \(Validation.dotSegments).", code: kPNClientConfigurationError)
        }
        return userID.flatMap(Validation.identifierFault).map { fault in
            PNError(message: fault, code: kPNClientConfigurationError)
        }
    }

    /// What goes in front of a path: scheme, host and port.
    var baseURL: String {
        "\(usesSecureConnection ? "https" : "http")://\(origin)"
    }

    /// Whether a connected client has to connect anew to take over `other`.
    func requiresReconnect(to other: ClientSettings) -> Bool {
        origin != other.origin
            || usesSecureConnection != other.usesSecureConnection
            || authorizationKey != other.authorizationKey
            || heartbeat.timeout != other.heartbeat.timeout
            || certificateAuthorityFile != other.certificateAuthorityFile
            || proxy != other.proxy
    }

    /// Whether messages have to be encrypted in another way than before.
    func requiresNewCipher(for other: ClientSettings) -> Bool {
        cipherKey != other.cipherKey || encryptionFormat != other.encryptionFormat
    }
}

extension ClientSettings: CustomStringConvertible {
    /// The values, with secrets hidden.
    var description: String {
        func hidden(_ key: String?) -> String { key == nil ? "none" : "hidden" }
        return "origin \(baseURL), publish key \(PNObfuscateString(publishKey)), subscribe key "
            + "\(PNObfuscateString(subscribeKey)), secret key \(hidden(secretKey)), cipher key \(hidden(cipherKey)), "
            + "authorization key \(hidden(authorizationKey)), timeouts \(subscriptionRequestTimeout) s and "
            + "\(nonSubscriptionRequestTimeout) s, heartbeat \(heartbeat.timeout) s every \(heartbeat.interval) s, "
            + "subscribe \(subscribeVersion), proxy \(proxy?.description ?? "none")"
    }
}

/// The time without a request after which the service reports a timeout, and the interval of heartbeats.
///
/// The service accepts at most 300 seconds. The client sends a heartbeat three seconds before the time is over, or
/// after a shorter interval if one is set, and at most every two seconds.
struct HeartbeatSettings: Sendable, Equatable {
    static let maximumTimeout = Int32(ServiceLimits.heartbeatSeconds.upperBound)
    static let minimumInterval: Int32 = 2
    static let margin: Int32 = 3

    private var askedInterval: Int32 = 0
    private var limitedTimeout: Int32 = 0

    /// Heartbeats with these seconds; off by default.
    init(timeout: Int32 = 0, interval: Int32 = 0) {
        self.timeout = timeout
        self.interval = interval
    }

    /// Seconds; 0 is off.
    var timeout: Int32 {
        get { limitedTimeout }
        set { limitedTimeout = min(max(newValue, 0), Self.maximumTimeout) }
    }

    /// Seconds; 0 while neither an interval nor a timeout is set.
    var interval: Int32 {
        get {
            if askedInterval > 0, timeout == 0 || askedInterval < min(timeout, Self.maximumTimeout) {
                return max(askedInterval, Self.minimumInterval)
            }
            return timeout > 0 ? max(timeout - Self.margin, Self.minimumInterval) : 0
        }
        set { askedInterval = newValue }
    }

    /// Whether heartbeats are sent at all.
    var isEnabled: Bool { timeout > 0 }
}
