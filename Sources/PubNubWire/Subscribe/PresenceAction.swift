/// What a presence event reports.
package enum PresenceAction: String, Sendable, Hashable, CaseIterable {
    /// A client came.
    case join
    /// A client left.
    case leave
    /// A client was not heard of in time.
    case timeout
    /// A client's state was set.
    case stateChange = "state-change"
    /// Only the number of clients changed, in today's form, which may list who came and went.
    case interval
    /// Only the number of clients changed, in the old form, which has no action; also any action not known here.
    case changed
}
