import GRDB

/// What can go wrong with chat data. The text says what it was about, and never holds message content.
public enum ChatError: Error, Hashable, Sendable {
    /// The entity does not offer this.
    case notImplemented(String)
    /// A row could not be made, for one with its identifier exists.
    case entityCreationError(String)
    /// Something that is needed is neither given nor stored.
    case missingRequiredData(String)
    /// Data that does not have the form it has to have.
    case wrongContentType(String)
    /// The file of a store cannot be used, and was left as it is.
    case cannotOpenStore(String)
    /// A store that cannot be written, as with a full disk; nothing was.
    case cannotWriteStore(String)
}

extension ChatError: CustomStringConvertible {
    /// The problem in one line.
    public var description: String {
        switch self {
        case .notImplemented(let text): "not implemented: \(text)"
        case .entityCreationError(let text): "cannot create: \(text)"
        case .missingRequiredData(let text): "missing data: \(text)"
        case .wrongContentType(let text): "wrong content: \(text)"
        case .cannotOpenStore(let text): "cannot open the store: \(text)"
        case .cannotWriteStore(let text): "cannot write the store: \(text)"
        }
    }
}

extension ChatError {
    /// What an app is told of an error: what SQLite has against a write becomes an error of this type, others stay.
    static func of(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return Self.cannotWriteStore(error.message ?? "\(error.resultCode)")
    }

    /// The problem that a decoder found, by the path of the field.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .missingRequiredData(Self.path(context.codingPath + [key]))
        case .valueNotFound(_, let context):
            self = .missingRequiredData(Self.path(context.codingPath))
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            self = .wrongContentType(Self.path(context.codingPath))
        @unknown default:
            self = .wrongContentType("payload")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "payload" : keys.map(\.stringValue).joined(separator: ".")
    }
}
