import PubNubMachines
import PubNubWire

/// Handing requests to the transport, and writing into the log what went and what came.
extension ClientEngine {
    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        let log = ExchangeLog(request)
        log.sent()
        let end: TransportCompletion = { outcome in
            log.ended(outcome)
            completion(outcome)
        }
        guard log.needsHead else { return transport.start(request, completion: end) }
        // A copy of the request that only logging pays for.
        var request = request
        request.keepsHead = true
        transport.start(request, completion: end)
    }

    /// Writes down where a connection stands.
    func log(_ event: ConnectionMachine.Event) {
        switch event {
        case .willConnect, .didConnect, .didDisconnect, .waitingForNetwork:
            PNLogger.log(.reachabilityLevel, from: client, "\(event)")
        case .alreadyConnecting, .connectionFailed, .willDisconnect, .didDisconnectWithError:
            PNLogger.log(.connectionLayerErrorLevel, from: client, "\(event)")
        }
    }
}
