import PubNubMachines

/// What callers leave for the transport's thread to do.
enum TransportJob: Sendable {
    case start(TransportOrder)
    case cancel(RequestID)
    case notice(NetworkNotice, number: UInt64)
    case stop
}
