import PubNubMachines
import PubNubWire

/// Writes one request and its end into the log.
///
/// No record holds a message, a state, a key, a signature or a token: the route of the request says what may be shown. The packet
/// dump also holds the bodies of replies, and with them what other clients published.
struct ExchangeLog: Sendable {
    private let route: Route?
    private let verb: Verb
    private let url: String
    /// The head and the size of the body; nil unless packets are logged. Copying the whole request would cost every request.
    private let packet: Packet?

    private struct Packet: Sendable {
        let lines: [String]
        let bodyBytes: Int
    }

    /// Begins the record of `request`.
    init(_ request: TransportRequest) {
        route = request.route
        verb = request.verb
        url = request.url
        guard PNLogger.logsPackets else {
            packet = nil
            return
        }
        let lines = RequestHead.fields(of: request).map { "\($0.name): \($0.value)" }
        packet = Packet(lines: lines, bodyBytes: request.body?.count ?? 0)
    }

    /// Whether the record needs the head of the response.
    var needsHead: Bool { packet != nil }

    /// The URL as a log may show it.
    private var shownURL: String { Redaction.url(url, of: route) }

    func sent() {
        PNLogger.log(.connectionLayerInfoLevel, "\(verb.rawValue) \(shownURL)")
    }

    func ended(_ outcome: Result<TransportResponse, TransportFailure>) {
        switch outcome {
        case .success(let response):
            PNLogger.log(
                .connectionLayerInfoLevel,
                "\(response.status), \(response.body.count) bytes for \(verb.rawValue) \(shownURL)"
            )
            PNLogger.log(
                .connectionLayerHTTPLoggingLevel,
                packetText(response, content: "\(response.body.count) bytes: \(Redaction.shape(of: response.body))")
            )
            PNLogger.dumpPacket(packetText(response, content: Redaction.answer(response.body, to: url, of: route)))
        case .failure(.cancelled):
            PNLogger.log(.connectionLayerInfoLevel, "Cancelled: \(verb.rawValue) \(shownURL)")
        case .failure(let failure):
            PNLogger.log(.connectionLayerErrorLevel, "\(failure) for \(verb.rawValue) \(shownURL)")
        }
    }

    /// Request and response, head by head; the body of the request by its size only.
    private func packetText(_ response: TransportResponse, content: String) -> String {
        var lines = ["\(verb.rawValue) \(shownURL)"]
        lines += (packet?.lines ?? []).map { Redaction.header($0) }
        if let bytes = packet?.bodyBytes, bytes > 0 { lines += ["", "(\(bytes) bytes)"] }
        lines.append("")
        let head = response.head?.split(whereSeparator: \.isNewline).map { Redaction.header($0) }
        lines += head ?? ["\(response.status)"]
        return (lines + ["", content]).joined(separator: "\n")
    }
}

extension ExchangeLog {
    /// What becomes of a call on its way to its end.
    enum Stage {
        /// It waits for the connection or for the calls ahead of it.
        case waiting
        case sent
        case finished
        /// Its request failed and is repeated.
        case repeated(Failure)
        /// A request of the client's own failed.
        case interrupted(Failure)
        /// It ended with an error.
        case failed(PNError)

        /// The level at which it is logged.
        var level: PNLogLevel {
            switch self {
            case .waiting, .sent, .finished: .communicationChannelLayerInfoLevel
            case .repeated: .communicationChannelLayerWarnLevel
            // What the client cancelled itself is no failure.
            case .interrupted(let failure) where failure.kind == .local: .communicationChannelLayerInfoLevel
            case .interrupted, .failed: .communicationChannelLayerErrorLevel
            }
        }

        fileprivate var text: String {
            switch self {
            case .waiting: "waits to be sent"
            case .sent: "sent"
            case .finished: "finished"
            case .repeated(let failure): "\(failure.kind), error \(failure.code); the request is repeated"
            case .interrupted(let failure): "\(failure.kind), error \(failure.code)"
            case .failed(let error): "failed; \(error)"
            }
        }
    }

    /// Logs what becomes of a call. Without its level nothing is made: no text, and no reference to the client.
    static func log(_ stage: Stage, of route: Route, from client: @autoclosure () -> PubNub?) {
        PNLogger.log(stage.level, from: client(), "\(route.rawValue): \(stage.text)")
    }

    /// Logs that a reply was read.
    static func logRead(_ response: TransportResponse, of route: Route) {
        PNLogger.log(.deserializerInfoLevel, "\(route.rawValue): read \(response.body.count) bytes")
    }

    /// Logs a reply that is not the result of its call: a refusal of the service, or nothing that can be read.
    static func logUnread(_ response: TransportResponse, of route: Route, _ failure: Failure) {
        let type = response.contentType ?? "no type"
        if failure.kind == .malformed {
            PNLogger.log(
                .deserializerErrorLevel,
                "\(route.rawValue): \(response.body.count) bytes of \(type) with status \(response.status) cannot be read"
            )
        } else {
            PNLogger.log(
                .deserializerInfoLevel,
                "\(route.rawValue): the service refused with status \(response.status), error \(failure.code)"
            )
        }
    }
}
