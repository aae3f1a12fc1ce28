/// What happened to the network or to the machine, in the terms of a client.
///
/// One notice tells of everything that happened in a burst of changes.
package struct NetworkNotice: Sendable, Equatable {
    /// A link, an address or a default route appeared: what could not be reached may be reachable now.
    package var isAvailable = false

    /// Something that a connection may depend on went away or was replaced.
    package var isChanged = false

    /// The process was stopped for a while, or the clock was set: the other side may have given the client up.
    package var wasAway = false

    /// The machine slept, and every connection that it had is most likely gone.
    package var hasSlept = false

    /// The addresses of this machine that it no longer has, or had to take up again: 4 or 16 bytes each.
    package var lostAddresses: Set<[UInt8]> = []

    package init() {}

    var isEmpty: Bool { self == NetworkNotice() }

    mutating func merge(_ other: NetworkNotice) {
        isAvailable = isAvailable || other.isAvailable
        isChanged = isChanged || other.isChanged
        wasAway = wasAway || other.wasAway
        hasSlept = hasSlept || other.hasSlept
        lostAddresses.formUnion(other.lostAddresses)
    }
}
