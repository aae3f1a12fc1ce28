/// What App Context keeps metadata of.
enum ObjectKind: Int, Sendable, Hashable, CaseIterable {
    case user
    case channel

    /// As the first word of a sentence.
    var title: String { self == .user ? "User" : "Channel" }

    /// As the first part of a location in a body.
    var word: String { self == .user ? "user" : "channel" }

    /// As events, and entries of lists of relations, name it.
    var wireName: String { self == .user ? "uuid" : "channel" }

    /// The kind at the other end of a membership.
    var other: ObjectKind { self == .user ? .channel : .user }

    /// The fields that an answer always has, in its order.
    var plainFields: [MetadataField] {
        self == .user ? [.name, .externalId, .profileUrl, .email] : [.name, .description]
    }

    /// All fields that hold a text, in the order of an answer.
    var fields: [MetadataField] { plainFields + [.type, .status] }
}
