package import NIOCore
import Synchronization

/// The facts about an open connection. Its event loop writes it, any thread may read it.
package final class ConnectionActivity: Sendable {
    /// Not a time of the clock: the connection serves a request.
    private static let busy: Int64 = -1
    /// Times are stored in units of 2³⁰ attoseconds, about a nanosecond: a shift takes less time than a division of 128 bits.
    private static let unitBits = 30

    package let channel: any Channel
    /// The address of the peer, or of the client that the header of the PROXY protocol names; nil if it is not known.
    package let address: IPAddress?
    /// The port that belongs to the address; nil if it is not known.
    package let port: Int?
    /// The address whose limit of connections counts this one; nil for a proxy, whose connections belong to clients of many addresses.
    let countedAddress: AddressKey?
    private let ending = Atomic<Bool>(false)
    private let leaving = Atomic<Bool>(false)
    private let idleUnits: Atomic<Int64>

    /// - Parameters:
    ///   - channel: The connection.
    ///   - address: Where it comes from; nil if that is not known.
    ///   - port: The port that belongs to the address; nil if it is not known.
    ///   - isCounted: Whether the limit of connections of an address counts it.
    ///   - uptime: When it was accepted. It is idle from then on, until its first request has arrived.
    init(channel: any Channel, address: IPAddress?, port: Int?, isCounted: Bool, openedAt uptime: Duration) {
        self.channel = channel
        self.address = address
        self.port = port
        countedAddress = isCounted ? address.map { AddressKey($0) } ?? AddressKey(nil) : nil
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

    /// The same connection, once a header has named its client.
    func identified(as client: IPAddress, port: Int, at uptime: Duration) -> ConnectionActivity {
        let identified = ConnectionActivity(
            channel: channel,
            address: client,
            port: port,
            isCounted: true,
            openedAt: idleSince ?? uptime
        )
        if isEnding { identified.startEnding() }
        if isLeaving { identified.startLeaving() }
        return identified
    }

    /// A request has arrived.
    func becameBusy() { idleUnits.store(Self.busy, ordering: .relaxed) }

    /// The last request that was served has its response.
    func becameIdle(at uptime: Duration) { idleUnits.store(Self.units(uptime), ordering: .relaxed) }
}
