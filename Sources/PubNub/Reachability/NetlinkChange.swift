/// One change of the kernel's network that matters to a client; what concerns only this machine is not told.
enum NetlinkChange: Sendable, Equatable {
    /// A network interface that can or cannot carry anything; `isNew` when it did not exist before.
    case link(Int32, isUp: Bool, isNew: Bool)
    /// The interface exists no more.
    case linkGone(Int32)
    /// An address by which others reach this machine.
    case address([UInt8], isThere: Bool)
    /// The way to everybody who is not a neighbour.
    case defaultRoute(isThere: Bool)
}
