/// The counts of members and of present users, which tell members and visitors apart, and what is left of a channel that
/// was removed and stored again.
enum MemberSchema {
    /// Whether a row is a membership: that of a visitor has only presence.
    private static func isMember(_ row: String) -> String { "(\(row).standing > 0 AND \(row).userId IS NOT NULL)" }

    private static func count(_ row: String, _ sign: String) -> String {
        """
        UPDATE channel SET memberCount = memberCount \(sign) \(isMember(row)),
                presentMemberCount = presentMemberCount \(sign) (\(row).isPresent AND \(isMember(row))),
                presentCount = presentCount \(sign) \(row).isPresent WHERE id = \(row).channelId
        """
    }

    static let visitors = """
        ALTER TABLE channel ADD COLUMN presentCount INTEGER NOT NULL DEFAULT 0;
        DROP TRIGGER memberCountedIn;
        DROP TRIGGER memberCountedOut;
        DROP TRIGGER memberCountedAgain;
        UPDATE channel SET
            memberCount = (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND \(isMember("member"))),
            presentMemberCount = (
                SELECT COUNT(*) FROM member WHERE channelId = channel.id AND isPresent AND \(isMember("member"))
            ),
            presentCount = (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND isPresent);
        CREATE INDEX memberAbsentVisitor ON member (channelId) WHERE standing = 0 AND NOT isPresent;
        CREATE TRIGGER memberCountedIn AFTER INSERT ON member BEGIN
            \(count("NEW", "+"));
        END;
        CREATE TRIGGER memberCountedOut AFTER DELETE ON member BEGIN
            \(count("OLD", "-"));
        END;
        CREATE TRIGGER memberCountedAgain AFTER UPDATE OF channelId, userId, isPresent, standing ON member
            WHEN (OLD.channelId, OLD.userId, OLD.isPresent, OLD.standing)
                IS NOT (NEW.channelId, NEW.userId, NEW.isPresent, NEW.standing) BEGIN
            \(count("OLD", "-"));
            \(count("NEW", "+"));
        END;
        """

    // A reference to a removed channel is NULL. Members have the identifier of their channel in their own.
    static let links = """
        ALTER TABLE message ADD COLUMN formerChannelId TEXT;
        CREATE INDEX messageByFormerChannel ON message (formerChannelId) WHERE formerChannelId IS NOT NULL;
        CREATE TRIGGER messageUnlinked AFTER UPDATE OF pubnubChannelId ON message
            WHEN OLD.pubnubChannelId IS NOT NULL AND NEW.pubnubChannelId IS NULL BEGIN
            UPDATE message SET formerChannelId = OLD.pubnubChannelId WHERE id = NEW.id;
        END;
        CREATE TRIGGER messageLinked AFTER UPDATE OF pubnubChannelId ON message
            WHEN OLD.pubnubChannelId IS NULL AND NEW.pubnubChannelId IS NOT NULL AND NEW.formerChannelId IS NOT NULL BEGIN
            UPDATE message SET formerChannelId = NULL WHERE id = NEW.id;
        END;
        CREATE TRIGGER channelLinked AFTER INSERT ON channel BEGIN
            UPDATE message SET pubnubChannelId = NEW.id WHERE formerChannelId = NEW.id;
            UPDATE member SET channelId = NEW.id WHERE channelId IS NULL
                AND id > replace(replace(NEW.id, '%', '%25'), ':', '%3A') || ':'
                AND id < replace(replace(NEW.id, '%', '%25'), ':', '%3A') || ';';
        END;
        """

    // A column, because a screen shows who has read each message. `custom` is the service's and may be any text.
    static let markers = """
        ALTER TABLE member ADD COLUMN lastRead INTEGER;
        UPDATE member SET lastRead = \(UnreadTriggers.marker("member")) WHERE custom <> X'7B7D';
        CREATE INDEX memberByMarker ON member (channelId, lastRead) WHERE lastRead IS NOT NULL;
        CREATE TRIGGER memberMarkerAdded AFTER INSERT ON member WHEN NEW.custom <> X'7B7D' BEGIN
            UPDATE member SET lastRead = \(UnreadTriggers.marker("NEW")) WHERE id = NEW.id;
        END;
        CREATE TRIGGER memberMarkerChanged AFTER UPDATE OF custom ON member WHEN OLD.custom IS NOT NEW.custom BEGIN
            UPDATE member SET lastRead = \(UnreadTriggers.marker("NEW")) WHERE id = NEW.id;
        END;
        """
}
