/// What the client was doing when the transport failed, which decides the error it reports.
enum TransportPhase: Sendable, Hashable {
    /// Opening its connection.
    case connecting

    /// Being connected, with the failure meaning that it no longer is.
    case connected

    /// Waiting for one reply, with the connection as such not in question.
    case requesting
}
