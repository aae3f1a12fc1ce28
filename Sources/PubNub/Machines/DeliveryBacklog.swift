import PubNubWire

/// How many messages wait for the application, and the long poll that waits until they are fewer.
///
/// An application that is slower than its messages would otherwise pile them up without bound. While the poll is kept back
/// the service keeps what is sent, as far as it does; the page that comes then shows whether that was enough.
struct DeliveryBacklog: Sendable, Equatable {
    struct Poll: Sendable, Equatable {
        let request: RequestID
        let names: FeedList.Names
        let cursor: Cursor
    }

    /// From so many waiting messages on, no more are asked for.
    static let limit = 2_000
    /// Once so few are left, the poll goes out.
    static let rest = 1_000

    private(set) var waiting = 0
    private(set) var held: Poll?

    /// So many messages were handed to the callback queue.
    mutating func handedOver(_ count: Int) { waiting += count }

    /// So many of them were told.
    ///
    /// - Returns: Whether the poll that is kept back may go out.
    mutating func told(_ count: Int) -> Bool {
        waiting -= count
        return held != nil && waiting <= Self.rest
    }

    /// Asks whether a poll may be sent; if not, it is kept back.
    mutating func maySend(_ poll: Poll) -> Bool {
        guard waiting >= Self.limit else { return true }
        held = poll
        return false
    }

    /// A request is not wanted any more.
    mutating func cancelled(_ request: RequestID) {
        if held?.request == request { held = nil }
    }

    /// Takes the poll that was kept back; nil when it was cancelled meanwhile.
    mutating func release() -> Poll? { held.take() }
}
