/// One thing a client can listen to: a channel (or wildcard) or a channel group, by its name on the wire.
struct Feed: Sendable, Hashable {
    /// Without `-pnpres`; a group in a namespace reads `namespace:group`.
    let name: String
    let isGroup: Bool
}
