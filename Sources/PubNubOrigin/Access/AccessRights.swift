/// What may be done with a channel, a group or everything.
struct AccessRights: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Subscribing, presence and history.
    static let read = AccessRights(rawValue: 1)
    /// Publishing.
    static let write = AccessRights(rawValue: 2)
    /// Changing and listing channel groups, and changing the members of channels.
    static let manage = AccessRights(rawValue: 4)
    /// Deleting stored messages, users and channels.
    static let delete = AccessRights(rawValue: 8)
    /// Reading the metadata of users and channels.
    static let get = AccessRights(rawValue: 32)
    /// Changing the metadata of users and channels.
    static let update = AccessRights(rawValue: 64)
    /// Making users members of channels.
    static let join = AccessRights(rawValue: 128)

    /// The rights that version 1 knows, by the names they have in queries and answers.
    static let named: [(name: String, right: AccessRights)] = [("r", .read), ("w", .write), ("m", .manage)]
    /// Those that version 2 adds.
    static let namedLater: [(name: String, right: AccessRights)] = [
        ("d", .delete), ("g", .get), ("u", .update), ("j", .join),
    ]
}
