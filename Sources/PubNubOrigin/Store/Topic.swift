/// One channel of one keyset.
struct Topic: Hashable, Sendable {
    /// The subscribe key the channel belongs to.
    let keyset: String
    /// The channel's name, with `-pnpres` for the presence channel beside it.
    let name: String
}
