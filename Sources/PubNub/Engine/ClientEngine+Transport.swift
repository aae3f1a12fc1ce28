import PubNubWire

/// Handing requests to the transport, and writing into the log what went and what came.
extension ClientEngine {
    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        PNLogger.log(.connectionLayerInfoLevel, "\(request.verb.rawValue) \(Redaction.url(request.url))")
        transport.start(request) { outcome in
            Self.log(outcome, of: request)
            completion(outcome)
        }
    }

    private static func log(_ outcome: Result<TransportResponse, TransportFailure>, of request: TransportRequest) {
        switch outcome {
        case .success(let response):
            PNLogger.log(
                .connectionLayerHTTPLoggingLevel,
                "\(response.status), \(response.body.count) bytes for \(Redaction.url(request.url))"
            )
            PNLogger.dumpPacket(
                "\(request.verb.rawValue) \(Redaction.url(request.url))\n"
                    + "\(response.status)\n"
                    + Redaction.answer(response.body, to: request.url)
            )
        case .failure(.cancelled):
            PNLogger.log(.connectionLayerInfoLevel, "Cancelled: \(Redaction.url(request.url))")
        case .failure(let failure):
            PNLogger.log(.connectionLayerErrorLevel, "\(failure) for \(Redaction.url(request.url))")
        }
    }

    /// Writes down where a connection stands.
    func log(_ event: ConnectionMachine.Event) {
        switch event {
        case .willConnect, .didConnect, .didDisconnect:
            PNLogger.log(.reachabilityLevel, from: client, "\(event)")
        case .alreadyConnecting, .connectionFailed, .willDisconnect, .didDisconnectWithError:
            PNLogger.log(.communicationChannelLayerErrorLevel, from: client, "\(event)")
        }
    }
}
