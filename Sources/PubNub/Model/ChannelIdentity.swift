/// What makes two channel objects the same one: the kind of thing and its name on the wire.
struct ChannelIdentity: Hashable, Sendable {
    enum Kind: Sendable {
        case channel, presence, group, groupPresence, namespace
    }

    let kind: Kind
    let name: String
}
