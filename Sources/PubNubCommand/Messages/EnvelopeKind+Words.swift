import PubNubWire

extension EnvelopeKind {
    /// What scripts read as the kind of event; a file is a message.
    var word: String {
        switch self {
        case .message, .file: "message"
        case .signal: "signal"
        case .object: "object"
        case .action: "action"
        }
    }

    /// The member that holds the content.
    var contentKey: String {
        switch self {
        case .message, .signal, .file: "message"
        case .object, .action: "data"
        }
    }
}
