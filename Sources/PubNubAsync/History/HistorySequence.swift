import PubNubCore
import PubNubMachines
import PubNubWire

public import typealias PubNubTime.Timetoken

/// A bound of a range of stored messages.
public struct HistoryBound: Sendable, Hashable {
    let timetoken: Timetoken
    let isInclusive: Bool

    /// Returns a bound at a time. The range includes a message with this timetoken.
    ///
    /// - Parameter timetoken: The time.
    /// - Returns: The bound.
    public static func at(_ timetoken: Timetoken) -> HistoryBound {
        HistoryBound(timetoken: timetoken, isInclusive: true)
    }

    /// Returns a bound after which the range begins.
    ///
    /// - Parameter timetoken: The time.
    /// - Returns: The bound.
    public static func after(_ timetoken: Timetoken) -> HistoryBound {
        HistoryBound(timetoken: timetoken, isInclusive: false)
    }

    /// Returns a bound before which the range ends.
    ///
    /// - Parameter timetoken: The time.
    /// - Returns: The bound.
    public static func before(_ timetoken: Timetoken) -> HistoryBound {
        HistoryBound(timetoken: timetoken, isInclusive: false)
    }

    /// Before the oldest message.
    public static let oldest = HistoryBound(timetoken: 0, isInclusive: true)
}

/// The stored messages of a channel. The iteration requests pages of up to 100 messages.
///
/// A range that begins at an earlier time is read from the oldest message to the newest one, any other range from the newest
/// to the oldest. Messages in the order from the oldest have no publisher and no type, which the service does not return then.
public struct HistorySequence: AsyncSequence, Sendable {
    /// A message.
    public typealias Element = Message
    /// The error that ends the iteration.
    public typealias Failure = PubNubError

    let client: PubNubClient
    let channel: String
    let from: HistoryBound?
    let to: HistoryBound?
    let limit: Int?

    /// Begins an iteration, which sends its first request with its first step.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// The iterator of stored messages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum Direction {
            case ascending(after: PubNubTimetoken, through: PubNubTimetoken?)
            case descending(before: PubNubTimetoken?, downTo: PubNubTimetoken?)
        }

        private let history: HistorySequence
        private var direction: Direction
        private var page: [Message] = []
        private var index = 0
        private var remaining: Int
        private var isLastPage = false

        fileprivate init(_ history: HistorySequence) {
            self.history = history
            remaining = Swift.max(0, history.limit ?? .max)
            direction = Self.direction(history.from, history.to)
        }

        /// Waits for the next message.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The message; `nil` after the last one.
        /// - Throws: ``PubNubError``.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> Message? {
            guard remaining > 0 else { return nil }
            if index == page.count {
                guard !isLastPage else { return nil }
                try await load()
            }
            guard index < page.count else { return nil }
            defer {
                index += 1
                remaining -= 1
            }
            return page[index]
        }

        private static func direction(_ from: HistoryBound?, _ to: HistoryBound?) -> Direction {
            if let from, to.map({ $0.timetoken >= from.timetoken }) ?? true {
                let after = from.isInclusive ? from.timetoken &- 1 : from.timetoken
                let through = to.map { $0.isInclusive ? $0.timetoken : Swift.max($0.timetoken, 1) - 1 }
                return .ascending(
                    after: PubNubTimetoken(from.timetoken == 0 ? 0 : after),
                    through: through.map { PubNubTimetoken($0) }
                )
            }
            let before = from.map { $0.isInclusive ? $0.timetoken &+ 1 : $0.timetoken }
            let downTo = to.map { $0.isInclusive ? $0.timetoken : $0.timetoken &+ 1 }
            return .descending(
                before: before.map { PubNubTimetoken($0) },
                downTo: downTo.flatMap { $0 == 0 ? nil : PubNubTimetoken($0) }
            )
        }

        private mutating func load(isolation actor: isolated (any Actor)? = #isolation) async throws(PubNubError) {
            let client = history.client
            let count = Swift.min(remaining, ServiceLimits.historyPage)
            switch direction {
            case .ascending(let after, let through):
                page = try await ascending(client, after, through, count)
            case .descending(let before, let downTo):
                page = try await descending(client, before, downTo, count)
            }
            index = 0
            isLastPage = page.count < count
        }

        private mutating func ascending(
            _ client: PubNubClient,
            _ after: PubNubTimetoken,
            _ through: PubNubTimetoken?,
            _ count: Int,
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> [Message] {
            let channel = history.channel
            let items = try await client.call { engine async throws(PubNubMachines.Failure) in
                try await engine.history(of: channel, after: after, through: through, limit: count).items
            }
            if let last = items.last?.timetoken { direction = .ascending(after: last, through: through) }
            return items.map { item in
                let (payload, isUndecryptable) = client.engine.decrypted(item.message)
                return Message(
                    channel: channel,
                    payload: payload,
                    isUndecryptable: isUndecryptable,
                    timetoken: item.timetoken ?? .zero,
                    metadata: item.metadata,
                    // The service does not say it in this order, so the content decides.
                    isAboutFile: true
                )
            }
        }

        private mutating func descending(
            _ client: PubNubClient,
            _ before: PubNubTimetoken?,
            _ downTo: PubNubTimetoken?,
            _ count: Int,
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> [Message] {
            let channel = history.channel
            let found = try await client.call { engine async throws(PubNubMachines.Failure) in
                try await engine.storedMessages(
                    of: channel,
                    before: before,
                    downTo: downTo,
                    limit: count
                )
            }
            if let oldest = found.first?.timetoken { direction = .descending(before: oldest, downTo: downTo) }
            return found.reversed().map { item in
                let (payload, isUndecryptable) = client.engine.decrypted(item.message)
                return Message(
                    channel: channel,
                    payload: payload,
                    isUndecryptable: isUndecryptable,
                    timetoken: item.timetoken,
                    metadata: item.metadata.map { RawJSON($0) },
                    publisher: item.publisher,
                    customType: item.customType,
                    isAboutFile: item.kind == EnvelopeKind.file.rawValue
                )
            }
        }
    }
}
