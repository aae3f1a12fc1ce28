/// Which group of connections a request travels on.
package enum Lane: Sendable, Hashable {
    /// Long polls, which may be held for minutes.
    case subscribe
    /// Everything that is answered at once.
    case service
}
