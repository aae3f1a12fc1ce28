import Foundation

@testable import PubNubWire

extension Reference {
    /// The content of the envelope.
    static func content(_ json: Any) -> [String: Any]? {
        guard var members = json as? [String: Any] else { return nil }
        if let payload = members["payload"], !(payload is NSNull) { return payload as? [String: Any] }
        for name in ["service", "status", "error", "message", "warning", "payload"] { members[name] = nil }
        return members
    }

    /// The strings of a list; nil if it contains anything else.
    static func texts(_ list: Any?) -> [String]? {
        list as? [String]
    }

    /// A client's state by channel: of the requested channel, or of all channels in the response.
    static func states(_ json: Any, of only: String?) -> [String: JSON]? {
        guard let envelope = json as? [String: Any], let content = content(json) else { return nil }
        let state = envelope["payload"] is [String: Any] ? value(content) : [:]
        if let only { return [only: state] }
        if let states = content["channels"] as? [String: Any] { return states.mapValues(value) }
        return (envelope["channel"] as? String).map { [$0: state] }
    }

    /// The groups of a namespace, whether or not the response names the namespace.
    static func groups(_ json: Any) -> [String]? {
        texts(content(json)?["groups"])
    }

    /// Whether a change of push channels was accepted.
    static func acknowledged(_ json: Any) -> Bool? {
        (json as? [Any])?.first as? Int == 1 ? true : nil
    }
}
