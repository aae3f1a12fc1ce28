/// An error of chat data. The associated string describes the cause and never contains message content.
public enum ChatError: Error, Hashable, Sendable {
    /// The entity does not support this operation.
    case notImplemented(String)
    /// A row could not be created, because one with its identifier exists.
    case entityCreationError(String)
    /// Required data is neither given nor stored.
    case missingRequiredData(String)
    /// The data does not have the required form.
    case wrongContentType(String)
    /// The file of a store cannot be used, and was left unchanged.
    case cannotOpenStore(String)
    /// The store cannot be written, for example because the disk is full. Nothing was written.
    case cannotWriteStore(String)
    /// The policy of the app does not let the current user do this: see ``ChatChangePolicy``. No request was sent.
    case notPermitted(String)
    /// Another client changed the same fields of a user or a channel in the meantime: see ``ChatConflictPolicy``. Nothing
    /// was changed.
    case conflict(fields: [String])
    /// The text is longer than the service accepts in this place. No request was sent.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes that would be sent, after encryption.
    ///   - limit: The maximum number of bytes.
    case tooLong(bytes: Int, limit: Int)
    /// The outbox has the maximum number of entries: ``ChatOutboxEntry/maxEntries``. Nothing was stored. The service receives
    /// entries that wait, and ``DataProvider/discard(_:)`` removes those that failed.
    case outboxFull(limit: Int)
}

extension ChatError: CustomStringConvertible {
    /// The error in one line.
    public var description: String {
        switch self {
        case .notImplemented(let text): "not implemented: \(text)"
        case .entityCreationError(let text): "cannot create: \(text)"
        case .missingRequiredData(let text): "missing data: \(text)"
        case .wrongContentType(let text): "wrong content: \(text)"
        case .cannotOpenStore(let text): "cannot open the store: \(text)"
        case .cannotWriteStore(let text): "cannot write the store: \(text)"
        case .notPermitted(let text): "not permitted: \(text)"
        case .conflict(let fields): "changed by another client: \(fields.joined(separator: ", "))"
        case .tooLong(let bytes, let limit): "too long: \(bytes) bytes, and the limit is \(limit)"
        case .outboxFull(let limit): "the outbox is full: \(limit) messages and other changes wait or failed"
        }
    }
}

extension ChatError {
    /// The error that a decoder threw, with the path of the field.
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
