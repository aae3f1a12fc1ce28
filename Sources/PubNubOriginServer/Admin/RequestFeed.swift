import PubNubOrigin
import PubNubSupport
import PubNubWire

/// Keeps records of the newest requests, and hands each to the clients of the console that wait for it.
final class RequestFeed: OriginObserver {
    /// A record with its number, which counts from 1.
    struct RequestRecord: Sendable {
        let number: UInt64
        let record: OriginRequestRecord
    }

    /// What one client has yet to receive.
    fileprivate struct Listener {
        let filter: RequestFilter
        let wake: @Sendable () -> Void
        var waiting: [RequestRecord] = []
        var dropped = 0
        /// Whether `wake` was called since the client last took something.
        var isAwake = false
    }

    fileprivate struct State {
        /// The newest records, oldest first from `start` on.
        var recent: [RequestRecord] = []
        var start = 0
        var last: UInt64 = 0
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
    }

    /// The most records that a new client receives at its start.
    private static let maxRecent = 500
    /// The most records that wait for a client. Further ones are dropped and counted.
    private static let maxQueued = 2000
    /// The most clients at the same time.
    private static let maxListeners = 16

    private let state = Locked(State())

    func requestEnded(_ record: OriginRequestRecord) {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            state.last += 1
            let entry = RequestRecord(number: state.last, record: record)
            state.keep(entry, most: Self.maxRecent)
            // Most of the time no client listens.
            guard !state.listeners.isEmpty else { return [] }
            var wakes: [@Sendable () -> Void] = []
            for number in state.listeners.keys {
                if let wake = state.listeners[number]?.offer(entry, most: Self.maxQueued) { wakes.append(wake) }
            }
            return wakes
        }
        for wake in wakes { wake() }
    }

    /// Adds a client.
    ///
    /// - Parameters:
    ///   - filter: The records that it receives.
    ///   - number: The number of the last record that it has; nil for none.
    ///   - wake: Called on any thread when something waits, once until the next call of ``take(_:)``.
    /// - Returns: The client's number; nil if there are too many clients.
    func add(_ filter: RequestFilter, after number: UInt64?, wake: @escaping @Sendable () -> Void) -> Int? {
        let (id, hasSome) = state.withLock { state -> (Int?, Bool) in
            guard state.listeners.count < Self.maxListeners else { return (nil, false) }
            var listener = Listener(filter: filter, wake: wake)
            for entry in state.newest where entry.number > number ?? 0 {
                _ = listener.offer(entry, most: Self.maxQueued)
            }
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return (state.lastListener, !listener.waiting.isEmpty)
        }
        if hasSome { wake() }
        return id
    }

    /// What waits for a client, with the number of records that were dropped.
    func take(_ id: Int) -> (entries: [RequestRecord], dropped: Int) {
        state.withLock { state in
            guard var listener = state.listeners[id] else { return ([], 0) }
            let taken = (listener.waiting, listener.dropped)
            listener.waiting = []
            listener.dropped = 0
            listener.isAwake = false
            state.listeners[id] = listener
            return taken
        }
    }

    /// Forgets a client.
    func remove(_ id: Int) {
        state.withLock { $0.listeners[id] = nil }
    }
}

extension RequestFeed.State {
    /// The newest records, oldest first.
    fileprivate var newest: [RequestFeed.RequestRecord] { Array(recent[start...] + recent[..<start]) }

    /// Appends a record in place of the oldest if there are enough.
    fileprivate mutating func keep(_ entry: RequestFeed.RequestRecord, most: Int) {
        if recent.count < most { return recent.append(entry) }
        recent[start] = entry
        start = (start + 1) % most
    }
}

extension RequestFeed.Listener {
    /// Adds a record if the client wants it. Returns what is to be called, if the client has to learn of it.
    fileprivate mutating func offer(_ entry: RequestFeed.RequestRecord, most: Int) -> (@Sendable () -> Void)? {
        guard filter.accepts(entry.record) else { return nil }
        if waiting.count < most { waiting.append(entry) } else { dropped += 1 }
        guard !isAwake else { return nil }
        isAwake = true
        return wake
    }
}

/// The requests that a client of the console receives records of.
struct RequestFilter: Sendable, Equatable {
    /// The routes by their names; nil for all.
    var routes: Set<String>?
    /// The statuses; nil for all, and for requests without a response.
    var statuses: ClosedRange<Int>?

    init() {}

    /// The filter that the items `route` and `status` of a query describe: names with commas between them, and a status such as 503 or
    /// a class such as 5xx.
    init(_ query: OriginQuery) throws(ConsoleError) {
        let names = query.list("route")
        if !names.isEmpty {
            let known = Set(Route.allCases.map(\.rawValue)).union([OriginRequestRecord.unrouted])
            guard known.isSuperset(of: names) else { throw ConsoleError(400, "'route' has an unknown name.") }
            routes = Set(names)
        }
        guard let text = query.text("status") else { return }
        if let status = Int(text), (100...599).contains(status) {
            statuses = status...status
        } else if text.count == 3, text.hasSuffix("xx"), let digit = Int(text.prefix(1)), (1...5).contains(digit) {
            statuses = digit * 100...digit * 100 + 99
        } else {
            throw ConsoleError(400, "'status' takes a status such as 503 or a class such as 5xx.")
        }
    }

    /// Whether the client receives a record.
    func accepts(_ record: OriginRequestRecord) -> Bool {
        if let routes, !routes.contains(record.route) { return false }
        guard let statuses else { return true }
        return record.status.map { statuses.contains($0) } ?? false
    }
}

extension RequestFeed.RequestRecord {
    /// The record as a server-sent event. Values that may be private are masked.
    var event: String {
        let (seconds, attoseconds) = record.duration.components
        let json: JSON = [
            "number": JSON(number), "timetoken": .string("\(record.date)"), "method": .string(record.method),
            "target": .string(record.maskedTarget), "route": .string(record.route),
            "status": record.status.map { .integer(Int64($0)) } ?? .null,
            "receivedBytes": .integer(Int64(record.receivedBytes)), "sentBytes": .integer(Int64(record.sentBytes)),
            "microseconds": .integer(seconds * 1_000_000 + attoseconds / 1_000_000_000_000),
            "peer": .optional(record.peer),
        ]
        return "id: \(number)\ndata: \(json.text)\n\n"
    }
}
