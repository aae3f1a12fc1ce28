import PubNubMachines
import PubNubWire

/// Logs one request and its end.
///
/// No record contains a message, a state, a key, a signature or a token: the route of the request determines the parts
/// that may be shown. The packet dump also contains the bodies of replies, and with them the messages of other clients.
struct ExchangeLog: Sendable {
    private let route: Route?
    private let verb: Verb
    private let url: String
    /// The head and the size of the body; `nil` unless packets are logged, because copying the whole request is
    /// expensive.
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
        guard ClientLog.logsPackets else {
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
        ClientLog.log(.connectionInfo, "\(verb.rawValue) \(shownURL)")
    }

    func ended(_ outcome: Result<TransportResponse, TransportFailure>) {
        switch outcome {
        case .success(let response):
            ClientLog.log(
                .connectionInfo,
                "\(response.status), \(response.body.count) bytes for \(verb.rawValue) \(shownURL)"
            )
            ClientLog.log(
                .packets,
                packetText(response, content: "\(response.body.count) bytes: \(Redaction.shape(of: response.body))")
            )
            ClientLog.dumpPacket(packetText(response, content: Redaction.response(response.body, to: url, of: route)))
        case .failure(let failure) where failure.reason == .cancelled:
            ClientLog.log(.connectionInfo, "Cancelled: \(verb.rawValue) \(shownURL)")
        case .failure(let failure):
            ClientLog.log(.connectionError, "\(failure) for \(verb.rawValue) \(shownURL)")
        }
    }

    /// Request and response with their heads; only the size of the request's body.
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
    /// The stages of a call.
    enum Stage {
        /// It waits for the connection or for the calls ahead of it.
        case waiting
        case sent
        case finished
        /// Its request failed and is repeated.
        case repeated(Failure)
        /// A request of the client itself failed.
        case interrupted(Failure)
        /// It ended with an error.
        case failed(Failure)

        var level: ClientLogLevel {
            switch self {
            case .waiting, .sent, .finished: .callInfo
            case .repeated: .callWarning
            // A cancellation by the client is not a failure.
            case .interrupted(let failure) where failure.kind == .local: .callInfo
            case .interrupted, .failed: .callError
            }
        }

        fileprivate var text: String {
            switch self {
            case .waiting: "waits to be sent"
            case .sent: "sent"
            case .finished: "finished"
            case .repeated(let failure): "\(failure.kind), error \(failure.code); the request is repeated"
            case .interrupted(let failure): "\(failure.kind), error \(failure.code)"
            case .failed(let failure): "failed; \(failure.line)"
            }
        }
    }

    /// Logs a stage of a call. If its level is off, no string is created.
    static func log(_ stage: Stage, of route: Route) {
        ClientLog.log(stage.level, "\(route.rawValue): \(stage.text)")
    }

    /// Logs that a reply was read.
    static func logRead(_ response: TransportResponse, of route: Route) {
        ClientLog.log(.replyInfo, "\(route.rawValue): read \(response.body.count) bytes")
    }

    /// Logs a reply other than the result of its call: a refusal of the service, or a body that cannot be read.
    static func logUnread(_ response: TransportResponse, of route: Route, _ failure: Failure) {
        let type = response.contentType ?? "no type"
        if failure.kind == .malformed {
            ClientLog.log(
                .replyError,
                "\(route.rawValue): \(response.body.count) bytes of \(type) with status \(response.status) cannot be read"
            )
        } else {
            ClientLog.log(
                .replyInfo,
                "\(route.rawValue): the service refused with status \(response.status), error \(failure.code)"
            )
        }
    }
}
