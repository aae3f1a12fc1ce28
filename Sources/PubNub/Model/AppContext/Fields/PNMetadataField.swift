/// A field of metadata that can be cleared.
public enum PNMetadataField: String, Sendable, Hashable, CaseIterable {
    /// The name of a user or channel.
    case name
    /// The identifier of a user in another system.
    case externalId
    /// Where the profile of a user is.
    case profileUrl
    /// The email address of a user.
    case email
    /// The description of a channel.
    case information = "description"
    /// The status of a user, channel or membership.
    case status
    /// The type of a user, channel or membership.
    case type
    /// The custom values of a user, channel or membership, all of them.
    case custom
}
