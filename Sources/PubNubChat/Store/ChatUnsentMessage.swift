public import Foundation
public import GRDB

/// How a stored message that is not published yet is to be published, and why it was not.
///
/// There is a row for a message that was loaded with options, or that the service refused. It goes when the message is published or removed. Rows can be queried
/// and observed like those of the entities: `try ChatUnsentMessage.parked().fetchAll(db)`.
public struct ChatUnsentMessage: Identifiable, Hashable, Sendable {
    /// Whether a message is sent by the next `sendUnsentMessages`.
    public enum State: Hashable, Sendable {
        /// It is sent by the next call.
        case waiting
        /// It was refused for good, and is left out until `retryUnsentMessages` is called: the code is that of the `PNError`, or 0 for another error.
        case parked(code: Int, reason: String)
    }

    /// The identifier in the payload of the message.
    public let id: String
    /// Whether history keeps it; nil leaves that to the settings of the keys.
    public let storeInHistory: Bool?
    /// Whether it travels compressed.
    public let shouldCompress: Bool
    /// How many hours history keeps it; nil leaves that to the settings of the keys.
    public let ttl: Int?
    /// What filters of subscribers are applied to, as JSON; nil for nothing.
    public let metadata: Data?
    /// How often it was refused.
    public let attempts: Int
    /// When it was parked; nil for a message that waits.
    public let failedAt: Date?
    /// The code of the error; nil for a message that waits.
    let errorCode: Int?
    /// What was wrong; nil for a message that waits.
    let error: String?

    /// Whether it waits or is parked, and why.
    public var state: State {
        failedAt == nil ? .waiting : .parked(code: errorCode ?? 0, reason: error ?? "")
    }
}

extension ChatUnsentMessage: FetchableRecord, TableRecord {
    /// The name of the table.
    public static let databaseTableName = "unsentMessage"

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        id = row["id"]
        storeInHistory = row["storeInHistory"]
        shouldCompress = row["shouldCompress"]
        ttl = row["ttl"]
        metadata = row["metadata"]
        attempts = row["attempts"]
        failedAt = (row["failedAt"] as Double?).map { Date(timeIntervalSince1970: $0) }
        errorCode = row["errorCode"]
        error = row["error"]
    }

    /// A request for the messages that were refused for good.
    ///
    /// - Returns: The request, in the order in which they were refused.
    public static func parked() -> QueryInterfaceRequest<ChatUnsentMessage> {
        filter(Column("failedAt") != nil).order(Column("failedAt"), Column("id"))
    }

    /// A request for one message.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: The request.
    public static func unsentBy(messageId: String) -> QueryInterfaceRequest<ChatUnsentMessage> {
        filter(id: messageId)
    }
}
