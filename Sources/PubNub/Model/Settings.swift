import Dispatch
import Foundation

/// The values of a configuration at one moment, as the client works with them.
struct Settings: Sendable, Equatable {
    var origin = kPNOriginHost
    var publishKey = ""
    var subscribeKey = ""
    var secretKey: String?
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

    var subscribeVersion = PNSubscribeVersion.v2
    var suspendsWithProcess = false
    var fillsGapsFromHistory = false
    private var queue = QueueReference(queue: .main)
}

extension Settings {
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

extension Settings {
    /// What is wrong with the configuration; nil if a client can connect with it.
    var fault: PNError? {
        // At least one of the two keys is needed.
        if publishKey.isEmpty, subscribeKey.isEmpty { return PNError(code: kPNClientConfigurationError) }
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
    func requiresReconnect(to other: Settings) -> Bool {
        origin != other.origin
            || usesSecureConnection != other.usesSecureConnection
            || authorizationKey != other.authorizationKey
            || heartbeat.timeout != other.heartbeat.timeout
            || certificateAuthorityFile != other.certificateAuthorityFile
            || proxy != other.proxy
    }

    /// Whether messages have to be encrypted in another way than before.
    func requiresNewCipher(for other: Settings) -> Bool {
        cipherKey != other.cipherKey || encryptionFormat != other.encryptionFormat
    }
}

extension Settings: CustomStringConvertible {
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
