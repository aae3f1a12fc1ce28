import Foundation
import GRDB
import PubNub
import PubNubWire

/// How messages are to be published, and which were refused.
extension Ledger {
    /// Keeps how a message is to be published; it waits from now on.
    func store(_ request: SendMessageRequest<some ChatCustomData>) throws {
        let sql = """
            INSERT OR REPLACE INTO unsentMessage (id, storeInHistory, shouldCompress, ttl, metadata) VALUES (?, ?, ?, ?, ?)
            """
        let metadata = request.metadata.map { Data($0.wire.serialized()) }
        try db.execute(
            sql: sql,
            arguments: [request.message.id, request.storeInHistory, request.shouldCompress, request.ttl, metadata]
        )
    }

    /// How a message is to be published, and what became of it.
    func unsent(_ id: String) throws -> ChatUnsentMessage? {
        try ChatUnsentMessage.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM unsentMessage WHERE id = ?"),
            arguments: [id]
        )
    }

    /// A message was refused for good.
    func park(unsent id: String, _ error: any Error, at date: Date) throws {
        let sql = """
            INSERT INTO unsentMessage (id, attempts, errorCode, error, failedAt) VALUES (?, 1, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET attempts = attempts + 1, errorCode = excluded.errorCode, error = excluded.error,
                failedAt = excluded.failedAt
            """
        let code = (error as? PNError)?.code ?? 0
        let text = (error as? PNError)?.localizedDescription ?? "\(error)"
        try db.execute(sql: sql, arguments: [id, code, text, date.timeIntervalSince1970])
    }

    /// Messages that were refused wait again; all for nil.
    func unpark(unsent ids: [String]?) throws {
        let reset = "UPDATE unsentMessage SET errorCode = NULL, error = NULL, failedAt = NULL"
        guard let ids else { return try db.execute(sql: reset + " WHERE failedAt IS NOT NULL") }
        for id in ids { try db.execute(sql: reset + " WHERE id = ?", arguments: [id]) }
    }

    /// A message was published or removed.
    func forget(unsent id: String) throws {
        try db.cachedStatement(sql: "DELETE FROM unsentMessage WHERE id = ?").execute(arguments: [id])
    }
}
