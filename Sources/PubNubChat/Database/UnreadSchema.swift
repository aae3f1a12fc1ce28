/// The columns and triggers of unread counts since the store tells apart markers that move forward and back, and
/// memberships without a marker.
///
/// `base` is the estimate for messages that are not stored, and `countedAfter` is the marker.
enum UnreadSchema {
    /// Takes the marker of a membership over. The service decides, unless a marker is pending: one that moves forward waits
    /// for a later one, and one that moves back ends when another device has moved the marker in the meantime.
    ///
    /// - Parameters:
    ///   - row: The row of the membership.
    ///   - from: The beginning of its selection.
    ///   - knowsOwn: Whether the column of the own markers exists. They do not say that another device moved the marker.
    /// - Returns: The statement.
    private static func take(_ row: String, from: String, knowsOwn: Bool) -> String {
        let end = knowsOwn ? ", own = NULL" : ""
        let isForeign =
            knowsOwn
            ? " AND NOT EXISTS (SELECT 1 FROM json_each(unreadCount.own) WHERE value = excluded.lastRead)"
            : ""
        return """
            INSERT INTO unreadCount (id, lastRead) SELECT \(row).channelId, \(UnreadTriggers.marker(row)) \(from)
                    \(row).channelId IS NOT NULL AND \(row).userId = \(UnreadTriggers.owner)
                    AND (\(UnreadTriggers.marker(row))) IS NOT NULL
                    ON CONFLICT (id) DO UPDATE SET lastRead = excluded.lastRead, isPending = 0, isAssumed = 0\(end)
                    WHERE CASE
                        WHEN NOT isPending THEN TRUE
                        WHEN kind = 0 THEN excluded.lastRead >= lastRead
                        ELSE excluded.lastRead IS NOT seen\(isForeign)
                    END
            """
    }

    /// The date of a membership as a timetoken.
    private static func date(_ row: String) -> String {
        "CAST((\(row).lastUpdated + 978307200.0) * 10000000 AS INTEGER)"
    }

    /// Counts from the date of a membership that has no marker.
    private static func assume(_ row: String, _ timetoken: String, from: String) -> String {
        """
        INSERT INTO unreadCount (id, lastRead, isAssumed) SELECT \(row).channelId, \(timetoken), 1 \(from)
                \(row).channelId IS NOT NULL AND \(row).userId = \(UnreadTriggers.owner) AND \(row).standing = 2
                AND \(row).lastUpdated IS NOT NULL AND (\(UnreadTriggers.marker(row))) IS NULL
                ON CONFLICT (id) DO NOTHING
        """
    }

    static let columns = """
        ALTER TABLE unreadCount ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE unreadCount ADD COLUMN seen INTEGER;
        ALTER TABLE unreadCount ADD COLUMN isAssumed INTEGER NOT NULL DEFAULT 0;
        """

    private static let newest = """
        IFNULL((SELECT MAX(timetoken) FROM message WHERE pubnubChannelId = member.channelId AND timetoken > 0), \(date("member")))
        """

    private static let removal = """
        DROP TRIGGER unreadMarkerAdded;
        DROP TRIGGER unreadMarkerChanged;
        DROP TRIGGER unreadOwnerAdded;
        """

    private static func creation(knowsOwn: Bool) -> String {
        """
        CREATE TRIGGER unreadMarkerAdded AFTER INSERT ON member WHEN NEW.userId = \(UnreadTriggers.owner) BEGIN
            \(take("NEW", from: "WHERE", knowsOwn: knowsOwn));
            \(assume("NEW", date("NEW"), from: "WHERE"));
        END;
        CREATE TRIGGER unreadMarkerChanged AFTER UPDATE OF custom, channelId, userId, lastUpdated, standing ON member
            WHEN NEW.userId = \(UnreadTriggers.owner)
            AND (OLD.custom, OLD.channelId, OLD.userId, OLD.lastUpdated, OLD.standing)
                IS NOT (NEW.custom, NEW.channelId, NEW.userId, NEW.lastUpdated, NEW.standing) BEGIN
            DELETE FROM unreadCount WHERE id = NEW.channelId AND (
                NEW.standing = 0 OR NOT isPending AND NOT isAssumed AND (\(UnreadTriggers.marker("NEW"))) IS NULL
            );
            \(take("NEW", from: "WHERE", knowsOwn: knowsOwn));
            \(assume("NEW", date("NEW"), from: "WHERE"));
        END;
        CREATE TRIGGER unreadOwnerAdded AFTER INSERT ON copyOwner BEGIN
            \(take("member", from: "FROM member WHERE", knowsOwn: knowsOwn));
            \(assume("member", date("member"), from: "FROM member WHERE"));
        END;
        """
    }

    // Old messages must not become unread.
    static let triggers = """
        \(removal)
        UPDATE unreadCount SET base = 0, countedAfter = lastRead, counted = (
            SELECT COUNT(*) FROM message WHERE pubnubChannelId = unreadCount.id AND timetoken > MAX(0, lastRead)
                AND NOT isDeleted AND pubnubUserId IS NOT \(UnreadTriggers.owner)
        ) WHERE base > 0;
        \(assume("member", newest, from: "FROM member WHERE"));
        \(creation(knowsOwn: false))
        """

    // The markers of this store that were replaced before the service confirmed one, as a JSON array: it may have any of them.
    static let ownMarkers = "ALTER TABLE unreadCount ADD COLUMN own TEXT;"

    // The unread messages in the estimate that this store removed, as JSON.
    static let removedMessages = "ALTER TABLE unreadCount ADD COLUMN removed TEXT;"

    static let triggersWithOwn = "\(removal)\n\(creation(knowsOwn: true))"
}
