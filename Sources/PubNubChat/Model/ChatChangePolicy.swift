/// The users whose changes of a message count in addition to those of its author.
///
/// The user of a message action is what its client states. Only access tokens that authorise one user bind it, and a
/// status of a membership is reliable only if users cannot write their own memberships.
public struct ChatModeration: Hashable, Sendable {
    /// Whether the changes of every user count.
    var isOpen = false
    var users: Set<String> = []
    var statuses: Set<String> = []

    /// Only the author of each message.
    public static let authorsOnly = Self()

    /// Every user, as in PubNub's Chat SDK.
    public static let anyone = Self(isOpen: true)

    /// These users, in every channel.
    ///
    /// - Parameter ids: The identifiers of the users.
    /// - Returns: The users.
    public static func users(_ ids: Set<String>) -> Self { Self(users: ids) }

    /// The members of the channel of the message that have one of these statuses at the service.
    ///
    /// - Parameter statuses: The statuses of their memberships, such as `moderator`.
    /// - Returns: The users.
    public static func members(withStatus statuses: Set<String>) -> Self { Self(statuses: statuses) }

    /// Returns the users of both.
    ///
    /// - Parameter other: Other users.
    /// - Returns: Both.
    public func union(_ other: Self) -> Self {
        Self(
            isOpen: isOpen || other.isOpen,
            users: users.union(other.users),
            statuses: statuses.union(other.statuses)
        )
    }
}

/// The users whose edits and deletions of a message count. Those of its author always do.
///
/// Edits and deletions are message actions, and each user who may publish to a channel can add them. Those that do not
/// count are stored and change nothing: ``PubNubManagedMessage/ignoredChanges`` has their number,
/// `ignoredChangesBy(pubnubChannelId:)` of ``PubNubManagedMessageAction`` finds them, and
/// ``ChatSyncEvent/ignored(channel:messageId:userId:type:)`` reports each once.
public struct ChatChangePolicy: Hashable, Sendable {
    /// The users whose edits count in addition to those of the author.
    public var edits: ChatModeration
    /// The users whose deletions count in addition to those of the author.
    public var deletions: ChatModeration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - edits: The users whose edits count in addition to those of the author; only the author's by default.
    ///   - deletions: The users whose deletions count in addition to those of the author; only the author's by default.
    public init(edits: ChatModeration = .authorsOnly, deletions: ChatModeration = .authorsOnly) {
        self.edits = edits
        self.deletions = deletions
    }
}
