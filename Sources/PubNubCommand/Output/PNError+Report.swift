import Foundation
import PubNub
import PubNubWire

extension PNError {
    /// The object under `error` that scripts read.
    var report: JSONValue { report(about: nil) }

    /// The same; `subject` is what the error is about unless it says so itself.
    func report(about subject: String?) -> JSONValue {
        let associated = Self.names(of: associatedObject)
        return .object([
            "code": .integer(Int64(code)),
            "domain": .string(domain),
            "description": .string(localizedDescription),
            "reason": .text(localizedFailureReason),
            "suggestion": .text(localizedRecoverySuggestion),
            "associated": associated.isNull ? .text(subject) : associated,
        ])
    }

    /// The name of a channel, group or identifier, a list of names, or null.
    private static func names(of object: Any?) -> JSONValue {
        switch object {
        case let channel as any PNChannelProtocol: .string(channel.name)
        case let message as PNMessage: .string(message.channel.name)
        case let change as PNChannelGroupChange: .string(change.group.name)
        case let client as PNClient: .text(client.identifier)
        case let options as PNAccessRightOptions where !options.channels.isEmpty: names(of: options.channels)
        case let text as String: .string(text)
        case let list as [Any] where !list.isEmpty: .array(list.map(names(of:)).filter { $0 != .null })
        default: .null
        }
    }
}
