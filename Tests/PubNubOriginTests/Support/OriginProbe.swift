import PubNubLocks
import PubNubTestSupport

@testable import PubNubOrigin

/// An origin without sockets whose time stands still: requests in, replies out, all at once. With a secret key its
/// access manager is on.
final class OriginProbe: Sendable {
    /// A request that was sent, and its reply once there is one.
    final class Exchange: Sendable {
        private let replies = Locked<[OriginReply]>([])
        let id = Locked<RequestID?>(nil)

        /// Every reply that came: at most one, if the origin keeps its word.
        var all: [OriginReply] { replies.withLock { $0 } }

        /// The answer's body; nil while there is none.
        var body: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
        var status: Int? { response?.status }
        var response: OriginResponse? {
            guard case .response(let response, _)? = all.first else { return nil }
            return response
        }

        func take(_ reply: OriginReply) { replies.withLock { $0.append(reply) } }
    }

    let clock = OriginManualClock()
    let archive: MemoryArchive
    let core: OriginCore

    init(
        limits: OriginLimits = OriginLimits(),
        faults: FaultPlan = FaultPlan(),
        keys: (publish: String, subscribe: String)? = nil,
        secretKey: String? = nil,
        appContext: AppContextSettings = AppContextSettings()
    ) {
        let configuration = OriginConfiguration(
            publishKey: keys?.publish,
            subscribeKey: keys?.subscribe,
            secretKey: secretKey,
            accessManager: secretKey != nil,
            appContext: appContext,
            limits: limits,
            faults: faults,
            clock: clock
        )
        archive = MemoryArchive(limits: limits)
        core = OriginCore(configuration: configuration, archive: archive)
    }

    /// Sends a request. Its answer is in the exchange at once unless the origin holds it.
    @discardableResult
    func send(_ request: OriginRequest) -> Exchange {
        let exchange = Exchange()
        let id = core.submit(request) { exchange.take($0) }
        exchange.id.withLock { $0 = id }
        return exchange
    }

    @discardableResult
    func get(_ target: String) -> Exchange { send(OriginRequest(target: target)) }

    @discardableResult
    func post(_ target: String, _ body: [UInt8], encoding: String? = nil) -> Exchange {
        send(OriginRequest(method: "POST", target: target, contentEncoding: encoding, body: body))
    }

    @discardableResult
    func publish(_ json: String, to channel: String, _ query: String = "") -> Exchange {
        post("/publish/demo/demo/0/\(channel)/0\(query)", Array(json.utf8))
    }

    /// The client of a request goes away.
    func abandon(_ exchange: Exchange) {
        if let id = exchange.id.withLock({ $0 }) { core.cancel(id) }
    }

    /// Lets time pass, and has done what is due.
    func advance(by duration: Duration) {
        clock.advance(by: duration)
        core.timePassed()
    }
}
