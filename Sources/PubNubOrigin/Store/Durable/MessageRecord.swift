import Foundation
import GRDB

/// A message as a row of the data file.
struct MessageRecord: FetchableRecord {
    let topic: Topic
    let message: StoredMessage

    init(message: StoredMessage, topic: Topic) {
        self.message = message
        self.topic = topic
    }

    init(row: Row) {
        topic = Topic(keyset: row["keyset"], name: row["channel"])
        message = StoredMessage(
            timetoken: UInt64(clamping: row["timetoken"] as Int64),
            payload: Array(row["payload"] as Data),
            publisher: row["publisher"],
            metadata: (row["metadata"] as Data?).map { Array($0) },
            kind: row["kind"],
            customType: row["customType"],
            sequence: row["sequence"],
            origination: (row["origination"] as Int64?).map { UInt64(clamping: $0) },
            expiry: (row["expiry"] as Int64?).map { UInt64(clamping: $0) },
            isTransient: row["isTransient"]
        )
    }

    func insert(_ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO message (timetoken, keyset, channel, payload, publisher, metadata, kind, customType,
                    sequence, origination, expiry, isTransient) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            Int64(clamping: message.timetoken), topic.keyset, topic.name, Data(message.payload), message.publisher,
            message.metadata.map { Data($0) }, message.kind, message.customType, message.sequence,
            message.origination.map { Int64(clamping: $0) }, message.expiry.map { Int64(clamping: $0) },
            message.isTransient,
        ])
    }
}
