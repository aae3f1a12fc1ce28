/// The columns that say what the store knows about the metadata of a user or channel.
enum MetadataSchema {
    private static func columns(of table: String) -> String {
        """
        ALTER TABLE \(table) ADD COLUMN metadataState INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE \(table) ADD COLUMN metadataAsked REAL;
        UPDATE \(table) SET metadataState = 0 WHERE eTag IS NOT NULL OR name IS NOT NULL;
        CREATE INDEX \(table)Wanted ON \(table) (metadataState) WHERE metadataState > 0;
        """
    }

    static let sql = columns(of: "user") + "\n" + columns(of: "channel")
}

/// The knowledge of a store about the metadata of a user or channel. The numbers are stored.
public enum ChatMetadataState: Int, Hashable, Sendable {
    /// The row has the metadata of the service, or that which the app stored.
    case known = 0
    /// Only the identifier is known, from a message, a membership or presence. A ``ChatProvider`` fetches the rest.
    case wanted = 1
    /// The service has no metadata of this identifier. It is asked again after a day.
    case absent = 2
    /// The service refused the metadata. It is asked again with the next connection.
    case forbidden = 3
}

extension ChatMetadataState {
    init(stored: Int?) { self = stored.flatMap { Self(rawValue: $0) } ?? .known }
}
