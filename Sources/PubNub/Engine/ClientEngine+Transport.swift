import PubNubWire

/// Handing requests to the transport, and writing into the log what went and what came.
extension ClientEngine {
    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        PNLogger.log(.connectionLayerInfoLevel, "\(request.verb.rawValue) \(Redaction.url(request.url))")
        // Not the whole request: it would be copied once more.
        transport.start(request) { [verb = request.verb, url = request.url] outcome in
            Self.log(outcome, of: verb, url)
            completion(outcome)
        }
    }

    private static func log(
        _ outcome: Result<TransportResponse, TransportFailure>,
        of verb: Verb,
        _ url: String
    ) {
        switch outcome {
        case .success(let response):
            PNLogger.log(
                .connectionLayerHTTPLoggingLevel,
                "\(response.status), \(response.body.count) bytes for \(Redaction.url(url))"
            )
            PNLogger.dumpPacket(
                "\(verb.rawValue) \(Redaction.url(url))\n"
                    + "\(response.status)\n"
                    + Redaction.answer(response.body, to: url)
            )
        case .failure(.cancelled):
            PNLogger.log(.connectionLayerInfoLevel, "Cancelled: \(Redaction.url(url))")
        case .failure(let failure):
            PNLogger.log(.connectionLayerErrorLevel, "\(failure) for \(Redaction.url(url))")
        }
    }

    /// Writes down where a connection stands.
    func log(_ event: ConnectionMachine.Event) {
        switch event {
        case .willConnect, .didConnect, .didDisconnect, .waitingForNetwork:
            PNLogger.log(.reachabilityLevel, from: client, "\(event)")
        case .alreadyConnecting, .connectionFailed, .willDisconnect, .didDisconnectWithError:
            PNLogger.log(.communicationChannelLayerErrorLevel, from: client, "\(event)")
        }
    }
}
