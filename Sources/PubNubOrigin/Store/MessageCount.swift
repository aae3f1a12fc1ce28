/// How many messages there are on a channel after a timetoken.
struct MessageCount: Sendable, Equatable {
    var count = 0
    /// The timetoken of the last one counted; nil when there is none.
    var last: UInt64?
    /// Whether there are more that were not counted.
    var isMore = false
}
