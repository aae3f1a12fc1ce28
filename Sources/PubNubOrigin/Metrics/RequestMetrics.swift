import PubNubWire
import Synchronization

/// How a request ended, as metrics count it.
enum RequestOutcome: Sendable, Equatable {
    /// The server sent a response with this status.
    case status(Int)
    /// The client closed the connection before its response.
    case canceled
    /// An injected fault closed the connection without a response.
    case dropped

    /// The status; nil without a response.
    var status: Int? {
        if case .status(let status) = self { status } else { nil }
    }
}

/// The requests of one route: how many ended with each status, and how long they took.
package final class RouteMetrics: Sendable {
    /// The upper ends of the ranges of durations, in nanoseconds: from half a millisecond to the five minutes of a long poll.
    static let durationBounds: [UInt64] = [
        500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
        500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000, 60_000_000_000, 300_000_000_000,
    ]

    /// The statuses that the server sends, each with a counter of its own. Others share the last counter.
    private static let statuses = [
        200, 204, 206, 301, 302, 304, 400, 401, 402, 403, 404, 405, 408, 409, 410, 411, 412, 413, 414, 415, 417, 421,
        422,
        425, 429, 431, 481, 500, 501, 502, 503, 504, 505,
    ]
    private static let labels = statuses.map(String.init) + ["canceled", "dropped", "other"]
    private static let canceled = statuses.count
    private static let dropped = statuses.count + 1
    private static let other = statuses.count + 2
    /// The counter of each status below 600.
    private static let slots: [UInt8] = (0..<600).map { status in
        UInt8(clamping: statuses.firstIndex(of: status) ?? other)
    }

    /// How long requests took, in nanoseconds.
    package let durations = Histogram(bounds: durationBounds)
    private let counts: InlineArray<40, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }

    /// Counts a request.
    func add(_ outcome: RequestOutcome, nanoseconds: UInt64) {
        counts[Self.slot(of: outcome)].wrappingAdd(1, ordering: .relaxed)
        durations.add(nanoseconds)
    }

    /// How many requests ended with a status.
    func count(ofStatus status: Int) -> UInt64 { counts[Self.slot(of: .status(status))].load(ordering: .relaxed) }

    /// The outcomes that occurred, by their labels, with how many requests had them.
    package var outcomes: [(label: String, count: UInt64)] {
        Self.labels.enumerated().compactMap { slot, label in
            let count = counts[slot].load(ordering: .relaxed)
            return count == 0 ? nil : (label, count)
        }
    }

    private static func slot(of outcome: RequestOutcome) -> Int {
        switch outcome {
        case .status(let status): slots.indices.contains(status) ? Int(slots[status]) : other
        case .canceled: canceled
        case .dropped: dropped
        }
    }
}

/// The requests of all routes.
package final class RequestMetrics: Sendable {
    private let routes: [Route: RouteMetrics]
    private let others = RouteMetrics()

    init() {
        routes = Dictionary(uniqueKeysWithValues: Route.allCases.map { ($0, RouteMetrics()) })
    }

    /// The metrics of a route; those of requests without a route for nil.
    subscript(route: Route?) -> RouteMetrics { route.flatMap { routes[$0] } ?? others }

    /// All routes in the order of the table, then the requests without a route.
    package var all: [(label: String, metrics: RouteMetrics)] {
        Route.allCases.map { ($0.rawValue, self[$0]) } + [(OriginRequestRecord.unrouted, others)]
    }

    /// How many requests of the given routes ended with a status.
    func count(ofStatus status: Int, _ routes: [Route]) -> UInt64 {
        routes.reduce(0) { $0 &+ self[$1].count(ofStatus: status) }
    }

    /// How many requests of any kind ended with a status.
    package func count(ofStatus status: Int) -> UInt64 {
        all.reduce(0) { $0 &+ $1.metrics.count(ofStatus: status) }
    }
}
