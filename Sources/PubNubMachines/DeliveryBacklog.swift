package import PubNubWire

/// Counts the messages that wait for the application, and holds the long poll back while there are too many.
///
/// Without it, messages would accumulate without bound in an application that processes them more slowly than they
/// arrive. While the poll is held back, the service stores the messages within its limits. The next page shows whether
/// any were lost.
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

    /// A receiver of messages. Each has a queue of its own, so the slowest one decides.
    package enum Consumer: Sendable, Hashable {
        /// The callback queue.
        case callbacks
        /// The iteration of a subscription, by its number.
        case iteration(UInt64)
        /// A listener of the engine, by its number.
        case listener(UInt64)
    }

    /// Polling pauses from this many messages on that wait for one consumer.
    package static let limit = 2_000
    /// Polling continues when this many messages are left for each consumer.
    package static let rest = 1_000

    private let limit: Int
    private let rest: Int
    private var counts: [Consumer: Int] = [:]
    /// The number of consumers with at least `limit` messages.
    private var consumersAtLimit = 0
    /// The number of consumers with more than `rest` messages.
    private var consumersBehind = 0
    package private(set) var held: Poll?

    package init(limit: Int = Self.limit, rest: Int = Self.rest) {
        self.limit = limit
        self.rest = rest
    }

    /// The messages that wait for all consumers.
    package var waiting: Int { counts.values.reduce(0, +) }

    /// Counts messages that were handed to a consumer's queue.
    package mutating func handedOver(_ count: Int, to consumer: Consumer = .callbacks) {
        change(consumer, by: count)
    }

    /// Counts messages that a consumer has processed. A consumer that ended may still process what it has taken; that counts
    /// for nothing.
    ///
    /// - Returns: Whether the held poll may be sent.
    package mutating func delivered(_ count: Int, to consumer: Consumer = .callbacks) -> Bool {
        guard counts[consumer] != nil else { return false }
        change(consumer, by: -count)
        return mayRelease
    }

    /// A consumer ended; its messages are dropped.
    ///
    /// - Returns: Whether the held poll may be sent.
    package mutating func ended(_ consumer: Consumer) -> Bool {
        change(consumer, by: -(counts[consumer] ?? 0))
        counts[consumer] = nil
        return mayRelease
    }

    /// Whether a poll may be sent. If not, it is held back.
    package mutating func maySend(_ poll: Poll) -> Bool {
        guard consumersAtLimit > 0 else { return true }
        held = poll
        return false
    }

    /// Drops the held poll if it has this identifier.
    package mutating func cancelled(_ request: RequestID) {
        if held?.request == request { held = nil }
    }

    /// Returns the held poll; `nil` if it was cancelled.
    package mutating func release() -> Poll? { held.take() }

    private var mayRelease: Bool { held != nil && consumersBehind == 0 }

    private mutating func change(_ consumer: Consumer, by difference: Int) {
        let before = counts[consumer] ?? 0
        let after = before + difference
        counts[consumer] = after
        if (before >= limit) != (after >= limit) { consumersAtLimit += after >= limit ? 1 : -1 }
        if (before > rest) != (after > rest) { consumersBehind += after > rest ? 1 : -1 }
    }
}
