import GRDB
import Logging
import PubNubSupport

/// A message of another user that the app should announce, for example with a sound or a notification.
public struct ChatArrival<Model: ChatCustomData>: Sendable {
    /// The message, with author, channel and reactions.
    public let message: ChatMessage<Model>
    /// Whether it mentions the current user.
    public let mentionsMe: Bool
}

/// Reports messages of other users once each, in the order of a channel. The store holds up to where, so that the next start of
/// the app continues there.
final class ArrivalFeed<Model: ChatCustomData>: Sendable {
    /// The maximum number of messages that wait for one listener. Beyond that, the oldest is dropped.
    private static var maxWaiting: Int { 1_024 }

    private struct Listener {
        /// The channels; nil for all.
        let channels: Set<String>?
        let receive: @Sendable (ChatArrival<Model>) -> Void
        let end: @Sendable () -> Void
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var lastID = 0
        /// The channels to look at.
        var noted: Set<String> = []
        /// The channels that the current write looks at. They are noted again if it fails.
        var taken: Set<String> = []
        var isScheduled = false
        var isClosed = false
    }

    private let writer: any DatabaseWriter
    /// The current user.
    private let owner: String
    private let state = Locked(State())

    init(_ writer: any DatabaseWriter, owner: String) {
        self.writer = writer
        self.owner = owner
    }

    deinit { close() }

    /// The arrivals that no earlier stream reported.
    func stream(on channels: [String]?) -> AsyncStream<ChatArrival<Model>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ChatArrival<Model>.self,
            bufferingPolicy: .bufferingNewest(Self.maxWaiting)
        )
        let id = listen(on: channels) {
            continuation.yield($0)
        } end: {
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in if let id { state.listeners[id] = nil } }
        }
        return stream
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels; nil for all.
    ///   - receive: Receives the arrivals that no earlier listener received, on the store's writer, after the transaction that
    ///     records them as reported.
    ///   - end: Called once when the feed is closed, immediately if it is closed already.
    /// - Returns: The number of the listener; nil if the feed is closed.
    @discardableResult
    func listen(
        on channels: [String]?,
        receive: @escaping @Sendable (ChatArrival<Model>) -> Void,
        end: @escaping @Sendable () -> Void
    ) -> Int? {
        let id = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            state.listeners[state.lastID] = Listener(channels: channels.map(Set.init), receive: receive, end: end)
            return state.lastID
        }
        guard let id else {
            end()
            return nil
        }
        // Messages that were stored before are not new, unless an earlier stream reported messages of the channel.
        writer.asyncWrite { db in
            try Ledger(db: db).beginArrivals()
        } completion: { [weak self] _, begun in
            guard let self, case .success(let known) = begun else { return }
            for channel in known { note(channel) }
        }
        return id
    }

    /// Messages of a channel were stored.
    func note(_ channel: String) {
        let isFirst = state.withLock { state in
            guard state.listeners.values.contains(where: { $0.channels?.contains(channel) ?? true }) else {
                return false
            }
            state.noted.insert(channel)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.end() }
    }

    /// Writes are performed one after the other, and so are their completions.
    private func schedule() {
        writer.asyncWrite { [weak self] db -> [ChatArrival<Model>] in
            guard let self else { return [] }
            let channels = state.withLock { state in
                state.isScheduled = false
                state.taken = state.noted
                state.noted = []
                return state.taken.sorted()
            }
            return try channels.flatMap { try take(from: $0, db) }
        } completion: { [weak self] _, taken in
            guard let self else { return }
            switch taken {
            case .success(let arrivals): deliver(arrivals)
            case .failure(let error):
                // The next message of any channel causes another attempt.
                state.withLock { $0.noted.formUnion($0.taken) }
                ChatLog.logger.error("Messages that arrived cannot be reported: \(error)")
            }
        }
    }

    private func deliver(_ arrivals: [ChatArrival<Model>]) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for arrival in arrivals {
            for listener in listeners where listener.channels?.contains(arrival.message.pubnubChannelId) ?? true {
                listener.receive(arrival)
            }
        }
    }

    private func take(from channel: String, _ db: Database) throws -> [ChatArrival<Model>] {
        let rows = try Ledger(db: db).takeArrivals(on: channel, for: owner)
        let messages: [ChatMessage<Model>] = try PubNubManagedMessage.convert(rows, from: db)
        return zip(messages, rows).map { message, row in
            ChatArrival(message: message, mentionsMe: row.mentions.contains { $0.userId == owner })
        }
    }
}

/// Up to where messages were reported as arrivals.
extension Ledger {
    /// The maximum number of reported messages after a gap that are recorded for a channel.
    private static let maxReported = 1_000

    /// Records for subscribed channels that everything that is stored now is old, unless messages of the channel were reported
    /// before.
    ///
    /// - Returns: The channels whose messages were reported before.
    func beginArrivals() throws -> [String] {
        let known = try String.fetchAll(db, sql: "SELECT channelId FROM arrivalPosition")
        try db.execute(
            sql: """
                INSERT INTO arrivalPosition (channelId, floor) SELECT channelId, storedThrough FROM copyProgress
                    WHERE TRUE ON CONFLICT (channelId) DO NOTHING
                """
        )
        return known
    }

    /// Returns the messages of other users that were not reported, oldest first, and records them as reported.
    ///
    /// Up to the floor, everything was reported or is old. It rises as far as no message is missing. Messages after it are
    /// reported as they come, those that fill a gap too. A message whose earlier publication fills a gap was reported already.
    func takeArrivals(on channel: String, for owner: String) throws -> [PubNubManagedMessage] {
        // Nothing before the first subscription is new.
        let begin = try db.cachedStatement(
            sql: """
                INSERT INTO arrivalPosition (channelId, floor)
                    SELECT channelId, IFNULL(since, storedThrough) FROM copyProgress WHERE channelId = ?
                    ON CONFLICT (channelId) DO NOTHING
                """
        )
        try begin.execute(arguments: [channel])
        let floorStatement = try db.cachedStatement(sql: "SELECT floor FROM arrivalPosition WHERE channelId = ?")
        guard let floor = try Int64.fetchOne(floorStatement, arguments: [channel]) else { return [] }
        let marker = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT lastRead FROM unreadCount WHERE id = ?"),
            arguments: [channel]
        )
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM message WHERE pubnubChannelId = ?1 AND timetoken > ?2 AND NOT isDeleted
                    AND pubnubUserId IS NOT ?3 AND NOT EXISTS (
                        SELECT 1 FROM arrivalReported WHERE channelId = ?1 AND arrivalReported.timetoken = message.timetoken
                    ) AND NOT EXISTS (
                        SELECT 1 FROM messageCopy JOIN arrivalReported
                            ON channelId = ?1 AND arrivalReported.timetoken = messageCopy.timetoken
                            WHERE messageCopy.messageId = message.id
                    ) ORDER BY timetoken
                """
        )
        let found = try PubNubManagedMessage.fetchPrepared(
            statement,
            arguments: [channel, max(floor, marker ?? floor), owner]
        )
        try record(found, on: channel, after: floor)
        return found
    }

    private func record(_ found: [PubNubManagedMessage], on channel: String, after floor: Int64) throws {
        let gap = try gaps(of: channel, .messages).ranges.first { Int64(clamping: $0.upTo) > floor }
        let newest = try max(floor, Int64(clamping: progress(of: channel) ?? 0))
        // Everything up to the first gap is stored, and so is reported or old.
        let end = gap.map { min(max(floor, Int64(clamping: $0.after)), newest) } ?? newest
        for message in found where Int64(clamping: message.timetoken) > end {
            try db.run(
                "INSERT INTO arrivalReported (channelId, timetoken) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [channel, Int64(clamping: message.timetoken)]
            )
        }
        let bound = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT timetoken FROM arrivalReported WHERE channelId = ?
                        ORDER BY timetoken DESC LIMIT 1 OFFSET \(Self.maxReported)
                    """
            ),
            arguments: [channel]
        )
        let raised = max(end, bound ?? end)
        guard raised > floor else { return }
        try db.run("UPDATE arrivalPosition SET floor = ? WHERE channelId = ?", [raised, channel])
        try db.run("DELETE FROM arrivalReported WHERE channelId = ? AND timetoken <= ?", [channel, raised])
    }
}
