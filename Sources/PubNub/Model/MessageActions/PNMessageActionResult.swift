// Unchecked because it derives: it adds only constants of Sendable types.

/// That an action was added to a message, or removed from it.
public final class PNMessageActionResult: PNResult, @unchecked Sendable {
    /// What happened, and to which message.
    public let data: PNMessageActionEventData

    init(data: PNMessageActionEventData) {
        self.data = data
    }
}

extension PNMessageActionResult: CustomStringConvertible {
    /// What happened to what type of action, and where.
    public var description: String {
        "PNMessageActionResult(\(data.event) \(data.action.type) on \(data.channel))"
    }
}
