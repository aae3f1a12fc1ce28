package import NIOCore
import Synchronization

/// The facts about an open connection. Its event loop writes it, any thread may read it.
package final class ConnectionActivity: Sendable {
    /// Not a time of the clock: the connection serves a request.
    private static let busy: Int64 = -1
    /// Times are stored in units of 2³⁰ attoseconds, about a nanosecond: a shift takes less time than a division of 128 bits.
    private static let unitBits = 30

    package let channel: any Channel
    let address: AddressKey
    private let ending = Atomic<Bool>(false)
    private let leaving = Atomic<Bool>(false)
    private let idleUnits: Atomic<Int64>

    /// - Parameters:
    ///   - channel: The connection.
    ///   - address: Where it comes from.
    ///   - uptime: When it was accepted. It is idle from then on, until its first request has arrived.
    init(channel: any Channel, address: AddressKey, openedAt uptime: Duration) {
        self.channel = channel
        self.address = address
        idleUnits = Atomic(Self.units(uptime))
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

    private static func units(_ uptime: Duration) -> Int64 { Int64(clamping: max(0, uptime.attoseconds >> unitBits)) }

    /// Since when the connection serves no request, by the server's clock; nil while it serves one. A connection that is sending a
    /// request is idle: only a request that has arrived whole counts.
    package var idleSince: Duration? {
        let units = idleUnits.load(ordering: .relaxed)
        return units == Self.busy ? nil : Duration(attoseconds: Int128(units) << Self.unitBits)
    }

    /// A request has arrived.
    func becameBusy() { idleUnits.store(Self.busy, ordering: .relaxed) }

    /// The last request that was served has its response.
    func becameIdle(at uptime: Duration) { idleUnits.store(Self.units(uptime), ordering: .relaxed) }
}
