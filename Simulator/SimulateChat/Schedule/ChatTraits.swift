/// The types of steps in the runs of a campaign.
struct ChatTraits: OptionSet, Sendable {
    let rawValue: Int

    /// Reactions are also added to republications.
    static let reactionsToRepublications = Self(rawValue: 1 << 0)
    /// Another author publishes the identifier of a message.
    static let otherAuthors = Self(rawValue: 1 << 1)
    /// Metadata of users and channels is removed.
    static let removedMetadata = Self(rawValue: 1 << 2)
    /// The application forces memberships that the service does not have.
    static let forcedMembers = Self(rawValue: 1 << 3)
    /// Payload fields have another type than in the schema.
    static let mismatchingFields = Self(rawValue: 1 << 4)
    /// The content of a message is compared with the published one.
    static let rawContent = Self(rawValue: 1 << 5)
    /// Messages are deleted at the service.
    static let deletedMessages = Self(rawValue: 1 << 6)
    /// The application stores messages and sends them later.
    static let unsentMessages = Self(rawValue: 1 << 7)
    /// Former members stay present.
    static let presentFormerMembers = Self(rawValue: 1 << 8)
    /// The program of a store is killed and starts again.
    static let killedPrograms = Self(rawValue: 1 << 9)
    /// The application sets read markers.
    static let readMarkers = Self(rawValue: 1 << 10)
    /// The application stores drafts.
    static let drafts = Self(rawValue: 1 << 11)
    /// The application removes old messages from the store.
    static let retention = Self(rawValue: 1 << 12)
    /// The application edits and deletes messages and reacts to them, also without a connection.
    static let changes = Self(rawValue: 1 << 13)
    /// Both stores may be of one user.
    static let devices = Self(rawValue: 1 << 14)
    /// The application joins and leaves channels and gives members a status, also without a connection.
    static let memberships = Self(rawValue: 1 << 15)
    /// Messages are deleted from history through the outbox.
    static let erasures = Self(rawValue: 1 << 16)
    /// Others act while a request is in flight, and events arrive before its response.
    static let lateResponses = Self(rawValue: 1 << 17)
    /// Tokens end.
    static let tokens = Self(rawValue: 1 << 18)
    /// The clock of a device jumps.
    static let clocks = Self(rawValue: 1 << 19)
    /// Channels become direct chats after they were joined.
    static let directs = Self(rawValue: 1 << 20)
    /// Edits look like encrypted ones, and cannot be read.
    static let sealedEdits = Self(rawValue: 1 << 21)
    /// All types of steps.
    static let everything = Self(rawValue: (1 << 22) - 1)

    /// The default of a campaign.
    static let checked = Self.everything
}
