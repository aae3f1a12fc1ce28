import PubNubOrigin
import GRDB

/// Errors of SQLite as a log may show them.
enum StorageError {
    /// The code and the message, without the statement and its arguments.
    static func text(_ error: any Error) -> String {
        if case .cannotOpen(let text)? = error as? OriginError { return text }
        guard let error = error as? DatabaseError else { return "\(type(of: error))" }
        return "SQLite error \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
    }

    /// Whether other connections are the cause, so that the same statement may succeed later.
    static func isTemporary(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_BUSY || code == .SQLITE_LOCKED || code == .SQLITE_PROTOCOL
    }
}
