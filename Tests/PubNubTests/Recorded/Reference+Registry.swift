import Foundation

@testable import PubNubWire

extension Reference {
    /// What is inside of the envelope.
    static func content(_ json: Any) -> [String: Any]? {
        guard var members = json as? [String: Any] else { return nil }
        if let payload = members["payload"], !(payload is NSNull) { return payload as? [String: Any] }
        for name in ["service", "status", "error", "message", "warning", "payload"] { members[name] = nil }
        return members
    }

    /// The texts of a list; nil when anything else is in it.
    static func texts(_ list: Any?) -> [String]? {
        list as? [String]
    }

    /// A client's state by channel: of the one that was asked about, or of all those that the answer names.
    static func states(_ json: Any, of only: String?) -> [String: JSONValue]? {
        guard let content = content(json) else { return nil }
        if let only { return [only: value(content)] }
        return (content["channels"] as? [String: Any])?.mapValues(value)
    }

    /// The groups of a namespace, for which the answer has to name the namespace.
    static func groups(_ json: Any) -> [String]? {
        guard let content = content(json), content["namespace"] is String else { return nil }
        return texts(content["groups"])
    }

    /// Whether a change of push channels was accepted.
    static func acknowledged(_ json: Any) -> Bool? {
        (json as? [Any])?.first as? Int == 1 ? true : nil
    }
}
