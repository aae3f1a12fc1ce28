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

    /// Whether pages of the file are damaged or missing, so that only another file helps.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
            || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
    }

    /// Whether other connections are the cause, so that the same statement may succeed later.
    static func isTemporary(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_BUSY || code == .SQLITE_LOCKED || code == .SQLITE_PROTOCOL
    }
}
