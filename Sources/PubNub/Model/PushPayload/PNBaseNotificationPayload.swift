public import Foundation

/// What the notification payloads of all services have in common. Not to be used from several threads at once.
public class PNBaseNotificationPayload {
    /// The payload as far as it was put together; more can be added. What is made for a service is a copy.
    public let payload = NSMutableDictionary()

    init() {}

    /// What is made for the service; nil when there is nothing to notify of.
    var representation: [String: Any]? { nil }

    /// The members of a dictionary of the payload as values of Swift; none for anything else.
    static func members(of any: Any?) -> [String: Any] {
        guard let members = any as? [AnyHashable: Any] else { return [:] }
        return members.reduce(into: [:]) { result, member in
            result["\(member.key.base)"] = plain(member.value)
        }
    }

    private static func plain(_ any: Any) -> Any {
        switch any {
        case is [AnyHashable: Any]: members(of: any)
        case let elements as [Any]: elements.map(plain)
        default: any
        }
    }
}
