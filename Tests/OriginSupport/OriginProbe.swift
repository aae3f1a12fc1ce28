import PubNubSupport
import PubNubTestSupport

@testable import PubNubOrigin

/// An origin without sockets whose clock stands still: requests and replies are passed directly. With a secret key its
/// access manager is enabled. Presence events are published with their changes, unless a test gives them a delay.
final class OriginProbe: Sendable {
    /// A request that was sent, and its reply if it has one.
    final class Exchange: Sendable {
        private let replies = Locked<[OriginReply]>([])
        let id = Locked<OriginRequestID?>(nil)

        /// All replies; the origin sends at most one.
        var all: [OriginReply] { replies.withLock { $0 } }

        /// The body of the response; nil while the request is held.
        var body: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
        var status: Int? { response?.status }
        var response: OriginResponse? {
            guard case .response(let response, _)? = all.first else { return nil }
            return response
        }

        func take(_ reply: OriginReply) { replies.withLock { $0.append(reply) } }
    }

    let clock = OriginManualClock()
    private let archive: any MessageArchive
    let core: OriginCore

    init(
        limits: OriginLimits = OriginLimits(),
        faults: FaultPlan = FaultPlan(),
        keys: (publish: String, subscribe: String)? = nil,
        secretKey: String? = nil,
        appContext: AppContextSettings = AppContextSettings(),
        keysets: [OriginKeyset] = [],
        announcementDelay: Duration = .zero
    ) {
        var limits = limits
        limits.presenceAnnouncementDelay = announcementDelay
        var configuration = OriginConfiguration(
            publishKey: keys?.publish,
            subscribeKey: keys?.subscribe,
            secretKey: secretKey,
            accessManager: secretKey != nil,
            appContext: appContext,
            limits: limits,
            faults: faults,
            clock: clock
        )
        configuration.keysets = keysets
        let storage = OpenedStorage.memory(configuration)
        archive = storage.archive
        core = OriginCore(configuration: configuration, storage: storage)
    }

    /// Puts a message into history, past the log.
    func store(_ message: StoredMessage, in topic: Topic) {
        archive.write([.message(TopicMessage(message: message, topic: topic))], at: .start, latest: 0)
    }

    /// Sends a request. The exchange has its response on return unless the origin holds the request.
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

    /// Closes the connection of a request's client.
    func abandon(_ exchange: Exchange) {
        if let id = exchange.id.withLock({ $0 }) { core.cancel(id) }
    }

    /// Advances the clock and runs everything that is due, on this thread: the alarm of the server, on another one, might still be passing on a
    /// response when the test goes on. Tasks that sleep, which delay responses, wait for ``OriginManualClock/advance(by:)``.
    func advance(by duration: Duration) {
        clock.move(by: duration)
        core.timePassed()
    }
}
