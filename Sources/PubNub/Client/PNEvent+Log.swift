extension PNEvent {
    /// How many names of a list a log record holds.
    private static let shownNames = 20

    /// The name of the event, without its values.
    var name: String {
        if case .outcome = self, let kind = posting.kind { return "\(kind)" }
        let text = Mirror(reflecting: self).children.first?.label
        return text ?? "\(self)"
    }

    /// The event as the log shows it: its name, its subject and its error, without the content of messages and states.
    var logText: String {
        let error = posting.payload as? PNError
        let details = [subject, error.map { "\($0)" }].compactMap(\.self).filter { !$0.isEmpty }
        return details.isEmpty ? name : "\(name): \(details.joined(separator: "; "))"
    }

    /// The subject of the event; `nil` if its name is enough.
    private var subject: String? {
        switch self {
        case .connectionFailed(let origin, _), .willDisconnect(let origin, _), .didDisconnectWithError(let origin, _):
            origin
        case .sendFailed(let message, _): "\(message)"
        case .gap(let start, let end): "\(start) to \(end)"
        case .outcome(let outcome): outcome.logText
        case .error: nil
        default: Self.logText(of: posting.payload)
        }
    }

    /// A value as the log shows it: names of channels and groups, but no participants and no content of messages.
    static func logText(of value: Any?) -> String? {
        switch value {
        // Also matches the optional namespace of a request for groups.
        case let text as String?: text
        case is Void, is PNHereNow, is PNWhereNow: nil
        case let object as any PNChannelProtocol: object.name
        case let objects as [any PNChannelProtocol]: list(objects.map(\.name))
        case let names as [String]: list(names)
        case let change as PNChannelGroupChange: "\(change.group.name), " + list(change.channels.map(\.name))
        case let page as PNMessagesHistory: "\(page.messages.count) messages"
        case let value?: "\(value)"
        case nil: nil
        }
    }

    private static func list(_ names: [String]) -> String {
        let rest = names.count - shownNames
        return names.prefix(shownNames).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
