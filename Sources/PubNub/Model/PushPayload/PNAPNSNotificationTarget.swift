public import Foundation
import PubNubCore
import PubNubSupport

/// The environment of Apple's push gateway.
public enum PNAPNSEnvironment: UInt, Sendable {
    /// The environment for apps in development.
    case development = 0

    /// The environment for distributed apps.
    case production = 1

    /// The name in a payload.
    var name: String {
        switch self {
        case .development: "development"
        case .production: "production"
        }
    }
}

/// The app that receives a notification, and the devices that do not.
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

    /// Creates a target in the development environment.
    ///
    /// - Parameter topic: The topic: the bundle identifier of the app. An empty string means ``defaultTopic``.
    public convenience init(forTopic topic: String) {
        self.init(forTopic: topic, in: .development, withExcludedDevices: nil)
    }

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - topic: The topic: the bundle identifier of the app. An empty string means ``defaultTopic``.
    ///   - environment: The environment that knows the devices.
    ///   - excludedDevices: The tokens of devices that receive no notification; `nil` for none.
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

    /// Creates a target in the development environment with the topic ``defaultTopic``.
    ///
    /// - Returns: The target.
    public static func `default`() -> PNAPNSNotificationTarget {
        PNAPNSNotificationTarget(topic: nil, environment: .development, excludedDevices: [])
    }

    /// The topic of targets without a topic. The default is the bundle identifier of the process. A program on Linux rarely
    /// has one, so it must set the topic of the app; otherwise payloads have no topic, and the client logs a warning.
    public static var defaultTopic: String? {
        get { topicOfProcess.withLock { $0 } ?? Bundle.main.bundleIdentifier }
        set { topicOfProcess.withLock { $0 = newValue } }
    }

    /// The target as part of a payload.
    var representation: [String: Any] {
        var fields: [String: Any] = ["environment": environment.name]
        if let topic = topic ?? Self.defaultTopic {
            fields["topic"] = topic
        } else {
            PNLogger.warn("A push notification has no topic: set PNAPNSNotificationTarget.defaultTopic")
        }
        if !excludedDevices.isEmpty {
            fields["excluded_devices"] = excludedDevices.map { RegisteredDevice(token: $0).token }
        }
        return fields
    }
}

/// The delivery settings and targets of a notification through Apple's push gateway.
public final class PNAPNSNotificationConfiguration: Sendable {
    private let collapseID: String?
    private let expirationDate: Date?
    private let targets: [PNAPNSNotificationTarget]

    /// Creates a configuration that neither groups notifications nor lets them expire.
    ///
    /// - Parameter targets: The apps that receive the notification; an empty list means ``PNAPNSNotificationTarget/default()``.
    public convenience init(targets: [PNAPNSNotificationTarget]) {
        self.init(collapseID: nil, expirationDate: nil, targets: targets)
    }

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - collapseId: The identifier of a group of which only the last notification is shown; `nil` or empty for none.
    ///   - date: The time, in whole seconds, at which the gateway stops trying; `nil` for the default of the service.
    ///   - targets: The apps that receive the notification; an empty list means ``PNAPNSNotificationTarget/default()``.
    public init(collapseID collapseId: String?, expirationDate date: Date?, targets: [PNAPNSNotificationTarget]) {
        collapseID = collapseId
        expirationDate = date
        self.targets = targets.isEmpty ? [.default()] : targets
    }

    /// Creates a configuration with ``PNAPNSNotificationTarget/default()`` as its target.
    ///
    /// - Returns: The configuration.
    public static func `default`() -> PNAPNSNotificationConfiguration {
        PNAPNSNotificationConfiguration(targets: [])
    }

    /// The configuration as part of a payload.
    var representation: [String: Any] {
        var fields: [String: Any] = ["targets": targets.map(\.representation), "version": "v2"]
        if let collapseID, !collapseID.isEmpty { fields["collapse_id"] = collapseID }
        if let expirationDate {
            let seconds = expirationDate.timeIntervalSince1970.rounded(.down)
            fields["expiration"] = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        }
        return fields
    }
}
