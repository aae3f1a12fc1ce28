import NIOCore
import Synchronization

/// The facts about an open connection. Its event loop writes it, any thread may read it.
final class ConnectionActivity: Sendable {
    /// Not a time of the clock: the connection serves a request.
    private static let busy: Int64 = -1

    let channel: any Channel
    let address: AddressKey
    private let ending = Atomic<Bool>(false)
    private let leaving = Atomic<Bool>(false)
    private let idleNanoseconds: Atomic<Int64>

    /// - Parameters:
    ///   - channel: The connection.
    ///   - address: Where it comes from.
    ///   - uptime: When it was accepted. It is idle from then on, until its first request has arrived.
    init(channel: any Channel, address: AddressKey, openedAt uptime: Duration) {
        self.channel = channel
        self.address = address
        idleNanoseconds = Atomic(uptime.nanoseconds)
    }

    var id: ObjectIdentifier { ObjectIdentifier(channel) }

    /// Whether the server stops, so that the next response is the connection's last.
    var isEnding: Bool { ending.load(ordering: .relaxed) }

    /// Whether it is being closed for a new connection.
    var isLeaving: Bool { leaving.load(ordering: .relaxed) }

    /// The server stops.
    func startEnding() { ending.store(true, ordering: .relaxed) }

    /// The connection is closed for a new one.
    func startLeaving() { leaving.store(true, ordering: .relaxed) }

    /// Since when the connection serves no request, in nanoseconds of the server's clock; nil while it serves one. A connection
    /// that is sending a request is idle: only a request that has arrived whole counts.
    var idleSince: Int64? {
        let value = idleNanoseconds.load(ordering: .relaxed)
        return value == Self.busy ? nil : value
    }

    /// A request has arrived.
    func becameBusy() { idleNanoseconds.store(Self.busy, ordering: .relaxed) }

    /// The last request that was served has its response.
    func becameIdle(at uptime: Duration) { idleNanoseconds.store(uptime.nanoseconds, ordering: .relaxed) }
}

extension Duration {
    /// The nanoseconds, not below zero. Exact for some months, and then to a few nanoseconds, which is as good for comparing.
    fileprivate var nanoseconds: Int64 {
        // A division of doubles, as a connection asks for each request, and one of 128 bits takes long.
        Int64(min(max(0, self / .nanoseconds(1)), 9e18))
    }
}
