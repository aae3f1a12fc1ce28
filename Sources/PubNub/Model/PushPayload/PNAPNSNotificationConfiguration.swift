public import Foundation

/// How Apple's push gateway is to deliver a notification, and to whom.
public final class PNAPNSNotificationConfiguration: Sendable {
    private let collapseID: String?
    private let expirationDate: Date?
    private let targets: [PNAPNSNotificationTarget]

    /// Makes a configuration that neither groups notifications nor lets them expire.
    ///
    /// - Parameter targets: Which apps get the notification; an empty list is ``PNAPNSNotificationTarget/default()``.
    public convenience init(targets: [PNAPNSNotificationTarget]) {
        self.init(collapseID: nil, expirationDate: nil, targets: targets)
    }

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - collapseId: What notifications have in common of which only the last is shown; nil or empty for none.
    ///   - date: Until when the gateway tries to deliver, to the second; nil to leave that to the service.
    ///   - targets: Which apps get the notification; an empty list is ``PNAPNSNotificationTarget/default()``.
    public init(collapseID collapseId: String?, expirationDate date: Date?, targets: [PNAPNSNotificationTarget]) {
        collapseID = collapseId
        expirationDate = date
        self.targets = targets.isEmpty ? [.default()] : targets
    }

    /// Makes a configuration with ``PNAPNSNotificationTarget/default()`` as its target.
    ///
    /// - Returns: The configuration.
    public static func `default`() -> PNAPNSNotificationConfiguration {
        PNAPNSNotificationConfiguration(targets: [])
    }

    /// The configuration as it stands in a payload.
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
