package import PubNubWire

/// How many messages wait for the application, and the long poll that waits until they are fewer.
///
/// An application that is slower than its messages would otherwise pile them up without bound. While the poll is kept back
/// the service keeps what is sent, as far as it does; the page that comes then shows whether that was enough.
package struct DeliveryBacklog: Sendable, Equatable {
    package struct Poll: Sendable, Equatable {
        package let request: RequestID
        package let names: SubscriptionTargetList.Names
        package let cursor: Cursor

        package init(request: RequestID, names: SubscriptionTargetList.Names, cursor: Cursor) {
            self.request = request
            self.names = names
            self.cursor = cursor
        }
    }

    /// From so many waiting messages on, no more are asked for.
    package static let limit = 2_000
    /// Once so few are left, the poll goes out.
    package static let rest = 1_000

    private let limit: Int
    private let rest: Int
    package private(set) var waiting = 0
    package private(set) var held: Poll?

    package init(limit: Int = Self.limit, rest: Int = Self.rest) {
        self.limit = limit
        self.rest = rest
    }

    /// So many messages were handed to the callback queue.
    package mutating func handedOver(_ count: Int) { waiting += count }

    /// So many of them were told.
    ///
    /// - Returns: Whether the poll that is kept back may go out.
    package mutating func delivered(_ count: Int) -> Bool {
        waiting -= count
        return held != nil && waiting <= rest
    }

    /// Asks whether a poll may be sent; if not, it is kept back.
    package mutating func maySend(_ poll: Poll) -> Bool {
        guard waiting >= limit else { return true }
        held = poll
        return false
    }

    /// A request is not wanted any more.
    package mutating func cancelled(_ request: RequestID) {
        if held?.request == request { held = nil }
    }

    /// Takes the poll that was kept back; nil when it was cancelled meanwhile.
    package mutating func release() -> Poll? { held.take() }
}
