public import GRDB

// The columns of the default rows, for an app's own requests.

extension PubNubManagedMessage {
    /// The columns of the table.
    public enum Columns {
        /// The identifier in the payload.
        public static let id = Column("id")
        /// The timetoken; 0 until the message is published.
        public static let timetoken = Column("timetoken")
        /// The position in the channel: published messages by timetoken, then unpublished ones in the order in which they
        /// were stored.
        public static let position = Column("position")
        /// The creation date, in seconds since 2001.
        public static let dateCreated = Column("dateCreated")
        /// The published text.
        public static let text = Column("text")
        /// The text after the newest edit; NULL without an edit.
        public static let editedText = Column("editedText")
        /// The timetoken of the newest edit; NULL if none exists.
        public static let editTimetoken = Column("editTimetoken")
        /// Whether the message was deleted softly.
        public static let isDeleted = Column("isDeleted")
        /// The channel of its thread; NULL if none exists.
        public static let threadId = Column("threadId")
        /// The number of edits and deletions that do not count.
        public static let ignoredChanges = Column("ignoredChanges")
        /// The type of the extra content; empty for none.
        public static let contentType = Column("contentType")
        /// The extra content as JSON.
        public static let content = Column("content")
        /// The custom data as JSON.
        public static let custom = Column("custom")
        /// The author; NULL if the row was removed.
        public static let pubnubUserId = Column("pubnubUserId")
        /// The channel; NULL if the row was removed.
        public static let pubnubChannelId = Column("pubnubChannelId")
    }
}

extension PubNubManagedMessageAction {
    /// The columns of the table.
    public enum Columns {
        /// The identifier.
        public static let id = Column("id")
        /// The timetoken of the action.
        public static let published = Column("published")
        /// The type of the action.
        public static let sourceType = Column("sourceType")
        /// The value.
        public static let value = Column("value")
        /// The channel of the message.
        public static let pubnubChannelId = Column("pubnubChannelId")
        /// The timetoken of the publication that the action was added to.
        public static let pubnubParentTimetoken = Column("pubnubParentTimetoken")
        /// The message; NULL if the row was removed.
        public static let pubnubParentId = Column("pubnubParentId")
        /// The author; NULL if the row was removed.
        public static let pubnubUserId = Column("pubnubUserId")
    }
}

extension PubNubManagedMember {
    /// The columns of the table.
    public enum Columns {
        /// The identifiers of channel and user, joined.
        public static let id = Column("id")
        /// The channel; NULL if the row was removed.
        public static let channelId = Column("channelId")
        /// The user; NULL if the row was removed.
        public static let userId = Column("userId")
        /// The status of the membership.
        public static let status = Column("status")
        /// The custom data as JSON.
        public static let custom = Column("custom")
        /// The time of the last change at the service, in seconds since 2001.
        public static let lastUpdated = Column("lastUpdated")
        /// Whether the user is present.
        public static let isPresent = Column("isPresent")
    }
}

extension PubNubManagedUser {
    /// The columns of the table.
    public enum Columns {
        /// The identifier.
        public static let id = Column("id")
        /// The name.
        public static let name = Column("name")
        /// The type.
        public static let type = Column("type")
        /// The status.
        public static let status = Column("status")
        /// The identifier in another system.
        public static let externalId = Column("externalId")
        /// The address of the picture.
        public static let avatarURL = Column("avatarURL")
        /// The email address.
        public static let email = Column("email")
        /// The custom data as JSON.
        public static let custom = Column("custom")
        /// The time of the last change at the service, in seconds since 2001.
        public static let lastUpdated = Column("lastUpdated")
    }
}

extension PubNubManagedChannel {
    /// The columns of the table.
    public enum Columns {
        /// The identifier.
        public static let id = Column("id")
        /// The name.
        public static let name = Column("name")
        /// The type.
        public static let type = Column("type")
        /// The status.
        public static let status = Column("status")
        /// The description.
        public static let details = Column("details")
        /// The address of the picture.
        public static let avatarURL = Column("avatarURL")
        /// The custom data as JSON.
        public static let custom = Column("custom")
        /// The time of the last change at the service, in seconds since 2001.
        public static let lastUpdated = Column("lastUpdated")
        /// The number of stored memberships.
        public static let memberCount = Column("memberCount")
        /// The number of present members.
        public static let presentMemberCount = Column("presentMemberCount")
        /// The number of present users: members and visitors.
        public static let presentCount = Column("presentCount")
    }
}
