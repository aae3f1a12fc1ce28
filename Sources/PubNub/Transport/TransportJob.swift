/// What callers leave for the transport's thread to do.
enum TransportJob: Sendable {
    case start(TransportRequest, TransportCompletion)
    case cancel(RequestID)
    case stop
}
