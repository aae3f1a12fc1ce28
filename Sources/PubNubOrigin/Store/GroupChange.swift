/// A change of the channel groups of a keyset. Groups are named as on the wire.
enum GroupChange: Sendable, Equatable {
    case add([String], to: Topic)
    case remove([String], from: Topic)
    case removeGroup(Topic)
    case removeNamespace(String, keyset: String)
}
