/// One thing a client can listen to: a channel (or wildcard) or a channel group, by its name on the wire.
package struct Feed: Sendable, Hashable {
    /// Without `-pnpres`; a group in a namespace reads `namespace:group`.
    package let name: String
    package let isGroup: Bool

    package init(name: String, isGroup: Bool) {
        self.name = name
        self.isGroup = isGroup
    }
}
