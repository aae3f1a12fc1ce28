public import Foundation
import PubNubLocks

/// Which app gets a notification, and which of its devices do not.
public final class PNAPNSNotificationTarget: Sendable {
    private static let topicOfProcess = Locked<String?>(nil)

    private let topic: String?
    private let environment: PNAPNSEnvironment
    private let excludedDevices: [Data]

    private init(topic: String?, environment: PNAPNSEnvironment, excludedDevices: [Data]) {
        self.topic = topic
        self.environment = environment
        self.excludedDevices = excludedDevices
    }

    /// Makes a target in the development environment.
    ///
    /// - Parameter topic: The topic: the bundle identifier of the app. Empty for ``defaultTopic``.
    public convenience init(forTopic topic: String) {
        self.init(forTopic: topic, in: .development, withExcludedDevices: nil)
    }

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - topic: The topic: the bundle identifier of the app. Empty for ``defaultTopic``.
    ///   - environment: Which gateway knows the devices.
    ///   - excludedDevices: Tokens of devices that get no notification; nil for none.
    public convenience init(
        forTopic topic: String,
        in environment: PNAPNSEnvironment,
        withExcludedDevices excludedDevices: [Data]?
    ) {
        self.init(
            topic: topic.isEmpty ? nil : topic,
            environment: environment,
            excludedDevices: excludedDevices ?? []
        )
    }

    /// Makes a target in the development environment whose topic is ``defaultTopic``.
    ///
    /// - Returns: The target.
    public static func `default`() -> PNAPNSNotificationTarget {
        PNAPNSNotificationTarget(topic: nil, environment: .development, excludedDevices: [])
    }

    /// The topic of targets that name none: the app's bundle identifier, unless it is set to something else. A program on
    /// Linux seldom has one, so one that notifies an app has to set it; without it, a payload names no topic, and a
    /// warning is logged.
    public static var defaultTopic: String? {
        get { topicOfProcess.withLock { $0 } ?? Bundle.main.bundleIdentifier }
        set { topicOfProcess.withLock { $0 = newValue } }
    }

    /// The target as it stands in a payload.
    var representation: [String: Any] {
        var fields: [String: Any] = ["environment": environment.name]
        if let topic = topic ?? Self.defaultTopic {
            fields["topic"] = topic
        } else {
            PNLogger.warn("A push notification names no topic: PNAPNSNotificationTarget.defaultTopic is not set")
        }
        if !excludedDevices.isEmpty {
            fields["excluded_devices"] = excludedDevices.map { PushEndpoints.Device(token: $0).token }
        }
        return fields
    }
}
