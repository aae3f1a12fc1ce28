import Dispatch
import Logging
import PubNub
import PubNubAsync
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import Testing

/// A client on a transport and timers that the test controls. The first requests for the time succeed by themselves, so that
/// the client connects with its first call.
struct ScriptedService {
    let transport: ScriptedTransport
    let timers = ManualTimers()
    let pubnub: PubNub
    let client: PubNubClient

    /// - Parameters:
    ///   - propagatesTraceContext: Whether publishes carry their trace.
    ///   - reportsEvents: Whether the 3.x interface of the client reports events.
    ///   - metrics: Receives the metrics of the client.
    ///   - times: How many requests for the time succeed by themselves; later ones wait for the test.
    ///   - respond: Responds to other requests; nil lets them wait.
    ///   - adjust: Changes the configuration.
    ///   - adjustEngine: Changes the configuration of the engine that follows from it.
    init(
        propagatesTraceContext: Bool = false,
        reportsEvents: Bool = false,
        metrics: MetricsBackend = .current,
        times: Int = .max,
        respond: ScriptedTransport.Responder? = nil,
        adjust: (inout PubNubClientConfiguration) -> Void = { _ in },
        adjustEngine: (PNConfiguration) -> Void = { _ in }
    ) {
        var configuration = PubNubClientConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "me")
        configuration.origin = "test.example"
        adjust(&configuration)
        let answered = Locked(0)
        transport = ScriptedTransport { request in
            guard request.path.hasPrefix("/time/") else { return respond?(request) }
            let mayAnswer = answered.withLock { answered in
                answered += 1
                return answered <= times
            }
            return mayAnswer ? Self.ok("[15000000000000000]") : nil
        }
        let engine = PNConfiguration(settings: configuration.settings)
        engine.callbackQueue = DispatchQueue(label: "com.pubnub.async")
        adjustEngine(engine)
        pubnub = PubNub(
            configuration: engine,
            transport: transport,
            timers: timers,
            seed: 1,
            reportsEvents: reportsEvents
        )
        client = PubNubClient(
            pubnub,
            ownsEngine: true,
            propagatesTraceContext: propagatesTraceContext,
            metrics: metrics,
            logger: Logger(label: "test")
        )
    }

    static func ok(_ body: String) -> Result<TransportResponse, TransportFailure> {
        .success(TransportResponse(status: 200, contentType: "text/javascript", body: Array(body.utf8)))
    }

    /// Waits until a request is waiting whose path begins with `path`.
    func request(_ path: String) async throws -> TransportRequest {
        try await request { $0.path.hasPrefix(path) }
    }

    /// Waits until a request is waiting.
    func request(where matches: (TransportRequest) -> Bool) async throws -> TransportRequest {
        var found: TransportRequest?
        try await until {
            found = transport.waiting.first(where: matches)
            return found != nil
        }
        return try #require(found)
    }

    /// Ends the request for messages without a response, and lets the client send it again.
    func loseResponse() async throws {
        _ = try await request("/v2/subscribe/")
        transport.fail("/v2/subscribe/", .reset)
        try await until { timers.fire(.poll) }
    }

    /// Waits for the request for messages and responds to it.
    @discardableResult
    func page(_ timetoken: Int, _ envelopes: String = "") async throws -> TransportRequest {
        let request = try await request("/v2/subscribe/")
        transport.reply("/v2/subscribe/", "{\"t\":{\"t\":\"\(timetoken)\",\"r\":1},\"m\":[\(envelopes)]}")
        return request
    }

    /// An envelope of a message.
    static func envelope(_ channel: String, _ payload: String, at timetoken: Int) -> String {
        "{\"a\":\"1\",\"f\":0,\"i\":\"other\",\"p\":{\"t\":\"\(timetoken)\",\"r\":1},\"k\":\"sub\",\"c\":\"\(channel)\",\"d\":\(payload)}"
    }

    /// Envelopes of messages that consist of their timetoken.
    static func timetokens(_ channel: String, _ timetokens: ClosedRange<Int>) -> String {
        timetokens.map { envelope(channel, "\($0)", at: $0) }.joined(separator: ",")
    }

    /// Envelopes of numbered messages.
    static func envelopes(_ channel: String, _ numbers: Range<Int>) -> String {
        numbers.map { envelope(channel, "\($0)", at: 15_000_000_000_000_000 + $0) }.joined(separator: ",")
    }
}
