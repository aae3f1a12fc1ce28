/// What may happen in the runs of a campaign.
struct ChatTraits: OptionSet, Sendable {
    let rawValue: Int

    /// Reactions are added to later copies, too.
    static let reactionsToCopies = Self(rawValue: 1 << 0)
    /// Somebody else publishes under the identifier of a message.
    static let otherAuthors = Self(rawValue: 1 << 1)
    /// Metadata of users and channels is removed.
    static let removedMetadata = Self(rawValue: 1 << 2)
    /// The application forces memberships that the service does not have.
    static let forcedMembers = Self(rawValue: 1 << 3)
    /// Fields of a payload have another type than the schema says.
    static let mismatchingFields = Self(rawValue: 1 << 4)
    /// The content of a message is compared with what was published.
    static let rawContent = Self(rawValue: 1 << 5)
    /// Messages are deleted at the service.
    static let deletedMessages = Self(rawValue: 1 << 6)
    /// The application stores messages and sends them later.
    static let unsentMessages = Self(rawValue: 1 << 7)
    /// Users who are no members any more stay present.
    static let presentFormerMembers = Self(rawValue: 1 << 8)
    /// Nothing is left out.
    static let everything = Self(rawValue: (1 << 9) - 1)

    /// What a campaign runs by default.
    static let checked = Self.everything
}
