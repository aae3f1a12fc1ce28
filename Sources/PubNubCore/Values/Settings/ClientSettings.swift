package import Dispatch
package import PubNubMachines
import PubNubWire

/// The values of a configuration at one moment, as the client works with them.
package struct ClientSettings: Sendable, Equatable {
    /// The host, with its port if that is not the default port.
    package var origin = "pubsub.pubnub.com"
    package var publishKey = ""
    package var subscribeKey = ""
    package var secretKey: String?
    /// Whether the secret key signs all requests, and not only those of the access manager and deletions of history.
    package var signsRequests = false
    package var cipherKey: String?
    package var authorizationKey: String?
    /// nil for a client that makes an identifier of its own.
    package var userID: String?

    /// The time limit of a subscribe request, in seconds.
    package var subscriptionRequestTimeout: Double = 310
    /// The time limit of any other request, in seconds.
    package var nonSubscriptionRequestTimeout: Double = 15
    package var heartbeat = HeartbeatSettings()

    package var reconnectsAutomatically = true
    package var keepsTimeTokenOnListChange = true
    package var resubscribesOnRestore = true
    package var restoresFromLastTimeToken = true

    package var usesSecureConnection = true
    package var reducesSecurityOnError = false
    package var ignoresSecurityRequirement = false
    package var acceptsCompressedResponses = true
    package var encryptionFormat = EncryptionFormat.fixedVector
    package var certificateAuthorityFile: String?
    package var proxy: HTTPProxy?
    package var outbox: OutboxSettings?
    package var publishesInFlight = 1
    package var runsCallsInParallel = false

    package var subscribeVersion = SubscribeVersion.v2
    package var suspendsWithProcess = false
    package var fillsGapsFromHistory = false
    package var postsNotifications = true
    package var sendsTextAsJSON = true
    private var queue = QueueReference(queue: .main)

    /// Settings without keys.
    package init() {}
}

extension ClientSettings {
    /// Sets the origin, and the use of TLS if the origin has a scheme.
    ///
    /// - Parameter address: `host`, `host:port`, or these with `http://` or `https://` in front and possibly a slash at the end.
    package mutating func setOrigin(_ address: String) {
        var host = address[...]
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
        if origin.utf8.allSatisfy(isPart), hasHostAndPort { return nil }
        return
            "The origin \(Validation.quoted(origin)) is not a host. Use host, host:port, http://host:port or https://host."
    }

    /// Whether the origin is a host, or a host and a port from 1 to 65535. An IPv6 address is in brackets.
    private var hasHostAndPort: Bool {
        let host = origin.hasPrefix("[") ? origin.prefix { $0 != "]" } + "]" : origin.prefix { $0 != ":" }
        guard !host.isEmpty, origin.hasPrefix(host) else { return false }
        let rest = origin.dropFirst(host.count)
        guard let sign = rest.first else { return true }
        let digits = rest.dropFirst()
        guard sign == ":", digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return false }
        return UInt16(digits).map { $0 > 0 } ?? false
    }

    /// Warns once if a switch has no effect.
    package func warnOfSwitches(_ warning: WarnOnce = Self.securityWarning) {
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

    package var callbackQueue: DispatchQueue {
        get { queue.queue }
        set { queue.queue = newValue }
    }
}

extension ClientSettings {
    /// The reason why the configuration is invalid; `nil` if a client can connect with it.
    package var fault: Failure? {
        // At least one of the two keys is needed.
        if publishKey.isEmpty, subscribeKey.isEmpty {
            let message = "The publish key and the subscribe key are missing."
            return Failure(unsent: ErrorCode.configurationMissing, message)
        }
        if let originFault { return Failure(unsent: ErrorCode.configurationMissing, originFault) }
        if Validation.isDotSegment(publishKey) || Validation.isDotSegment(subscribeKey) {
            return Failure(unsent: ErrorCode.configurationMissing, "A key is \(Validation.dotSegments).")
        }
        return userID.flatMap(Validation.identifierFault).map { fault in
            Failure(unsent: ErrorCode.configurationMissing, fault)
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
    package func requiresNewCipher(for other: ClientSettings) -> Bool {
        cipherKey != other.cipherKey || encryptionFormat != other.encryptionFormat
    }
}

extension ClientSettings: CustomStringConvertible {
    /// The values, with secrets hidden.
    package var description: String {
        func hidden(_ key: String?) -> String { key == nil ? "none" : "hidden" }
        return "origin \(baseURL), publish key \(Redaction.shortened(publishKey)), subscribe key "
            + "\(Redaction.shortened(subscribeKey)), secret key \(hidden(secretKey)), cipher key \(hidden(cipherKey)), "
            + "authorization key \(hidden(authorizationKey)), timeouts \(subscriptionRequestTimeout) s and "
            + "\(nonSubscriptionRequestTimeout) s, heartbeat \(heartbeat.timeout) s every \(heartbeat.interval) s, "
            + "subscribe \(subscribeVersion), proxy \(proxy?.description ?? "none")"
    }
}
