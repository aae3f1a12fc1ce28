/// The triggers that keep the table of unread counts up to date. Each message costs one look-up by its channel, so a
/// count never reads the messages again.
enum UnreadTriggers {
    /// The user of the store; NULL for a store without an owner, which counts nothing.
    static let owner = "(SELECT userId FROM copyOwner)"

    /// The timetoken in the custom data of a membership; NULL if it has none.
    static func marker(_ row: String) -> String {
        let value = "json_extract(CAST(\(row).custom AS TEXT), '$.\(ReadMarker.key)')"
        return """
            CASE WHEN json_valid(CAST(\(row).custom AS TEXT)) AND \(value) GLOB '[0-9]*' THEN CAST(\(value) AS INTEGER) END
            """
    }

    /// Takes the marker of a membership over. The service does not move a marker back that it does not have yet.
    private static func take(_ row: String, from: String) -> String {
        """
        INSERT INTO unreadCount (id, lastRead) SELECT \(row).channelId, \(marker(row)) \(from)
            \(row).channelId IS NOT NULL AND \(row).userId = \(owner) AND (\(marker(row))) IS NOT NULL
            ON CONFLICT (id) DO UPDATE SET lastRead = excluded.lastRead
            WHERE NOT isPending OR excluded.lastRead > lastRead
        """
    }

    /// Whether a message counts for the channel's row: another user published it after the marker.
    private static func isUnread(_ row: String) -> String {
        """
        id = \(row).pubnubChannelId AND \(row).timetoken > countedAfter AND NOT \(row).isDeleted
            AND \(row).pubnubUserId IS NOT \(owner)
        """
    }

    private static let recount = """
        UPDATE unreadCount SET base = 0, countedAfter = NEW.lastRead, counted = (
            SELECT COUNT(*) FROM message WHERE pubnubChannelId = NEW.id AND timetoken > MAX(0, NEW.lastRead)
                AND NOT isDeleted AND pubnubUserId IS NOT \(owner)
        ) WHERE id = NEW.id
        """

    // The index has all columns that counting reads.
    static let sql = """
        DROP INDEX IF EXISTS messageByChannel;
        CREATE INDEX messageByChannel ON message (pubnubChannelId, timetoken, pubnubUserId, isDeleted);
        CREATE TRIGGER unreadCountAdded AFTER INSERT ON unreadCount BEGIN \(recount); END;
        CREATE TRIGGER unreadCountMoved AFTER UPDATE OF lastRead ON unreadCount WHEN OLD.lastRead <> NEW.lastRead BEGIN
            \(recount);
        END;
        CREATE TRIGGER unreadMarkerAdded AFTER INSERT ON member WHEN NEW.userId = \(owner) BEGIN
            \(take("NEW", from: "WHERE"));
        END;
        CREATE TRIGGER unreadMarkerChanged AFTER UPDATE OF custom, channelId, userId ON member
            WHEN NEW.userId = \(owner)
            AND (OLD.custom, OLD.channelId, OLD.userId) IS NOT (NEW.custom, NEW.channelId, NEW.userId) BEGIN
            DELETE FROM unreadCount WHERE id = NEW.channelId AND NOT isPending AND (\(marker("NEW"))) IS NULL;
            \(take("NEW", from: "WHERE"));
        END;
        CREATE TRIGGER unreadMarkerRemoved AFTER DELETE ON member WHEN OLD.userId = \(owner) BEGIN
            DELETE FROM unreadCount WHERE id = OLD.channelId;
        END;
        CREATE TRIGGER unreadOwnerAdded AFTER INSERT ON copyOwner BEGIN
            \(take("member", from: "FROM member WHERE"));
        END;
        CREATE TRIGGER unreadMessageAdded AFTER INSERT ON message WHEN NEW.timetoken > 0 BEGIN
            UPDATE unreadCount SET counted = counted + 1 WHERE \(isUnread("NEW"));
        END;
        CREATE TRIGGER unreadMessageRemoved AFTER DELETE ON message WHEN OLD.timetoken > 0 BEGIN
            UPDATE unreadCount SET counted = counted - 1 WHERE \(isUnread("OLD"));
        END;
        CREATE TRIGGER unreadMessageChanged AFTER UPDATE OF timetoken, pubnubChannelId, pubnubUserId, isDeleted ON message
            WHEN (OLD.timetoken, OLD.pubnubChannelId, OLD.pubnubUserId, OLD.isDeleted)
                IS NOT (NEW.timetoken, NEW.pubnubChannelId, NEW.pubnubUserId, NEW.isDeleted) BEGIN
            UPDATE unreadCount SET counted = counted - 1 WHERE OLD.timetoken > 0 AND \(isUnread("OLD"));
            UPDATE unreadCount SET counted = counted + 1 WHERE NEW.timetoken > 0 AND \(isUnread("NEW"));
        END;
        \(take("member", from: "FROM member WHERE"));
        """
}

/// The read marker in the custom data of a membership, as PubNub's Chat SDK writes it.
enum ReadMarker {
    /// The key; the value is a timetoken as a string.
    static let key = "lastReadMessageTimetoken"

    /// The marker in custom data; nil if it has none.
    static func timetoken(in custom: [String: JSON]) -> Timetoken? {
        guard case .string(let text)? = custom[key] else { return nil }
        return Timetoken(text)
    }
}
