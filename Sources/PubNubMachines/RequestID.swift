/// The identifier of one request, from its start to its completion.
///
/// Clients share one transport, so no two clients may use the same identifier. ``RequestIDs`` makes them.
package struct RequestID: Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// Makes the numbers of the requests of one machine of one client.
///
/// The high bits name the client, because clients share a transport, and the low bits the machine; so no two requests
/// of a process share a number before a machine has sent 2³⁴ of them.
struct RequestIDs: Sendable, Equatable {
    enum Source: UInt64, Sendable {
        case queue, subscribe, connection, heartbeat
    }

    private let base: UInt64
    private var last: UInt64 = 0

    init(_ source: Source, client: UInt64) {
        base = client << RequestID.clientShift | source.rawValue
    }

    mutating func next() -> RequestID {
        last &+= 1
        return RequestID(rawValue: base | last << 2)
    }
}

extension RequestID {
    fileprivate static let clientShift = 36

    /// The client that sends the request.
    package var client: UInt64 { rawValue >> Self.clientShift }
}
