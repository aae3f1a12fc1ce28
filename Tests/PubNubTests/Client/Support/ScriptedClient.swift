import Dispatch
import Foundation
import PubNubTestSupport

@testable import PubNub
@testable import PubNubCore

/// A client with a transport and timers that the test controls: keys `pub` and `sub`, identifier `me`, origin
/// `origin.test`. After each call below the client is idle.
final class ScriptedClient {
    let transport: ScriptedTransport
    let timers = ManualTimers()
    let delegate = RecordingDelegate()
    let queue = DispatchQueue(label: "test.callbacks")
    let client: PubNub
    private var forgotten = 0

    init(
        _ configuration: PNConfiguration = .scripted(),
        transport: ScriptedTransport = ScriptedTransport(),
        process: ProcessSuspension = .shared,
        network: NetworkWatch? = nil,
        isConfigured: Bool = true,
        _ configure: (PNConfiguration) -> Void = { _ in }
    ) {
        configuration.callbackQueue = queue
        configure(configuration)
        self.transport = transport
        client = PubNub(
            configuration: configuration,
            delegate: delegate,
            transport: transport,
            timers: timers,
            seed: 7,
            process: process,
            network: network,
            isConfigured: isConfigured
        )
        client.setClientIdentifier("me")
    }

    /// The delegate's events since the last read, errors with their codes.
    var reported: [String] {
        settle()
        defer { delegate.forget() }
        return delegate.words
    }

    /// The requests since the last read, without the origin and the name of the library.
    var requested: [String] {
        settle()
        let all = transport.requests
        defer { forgotten = all.count }
        return all[forgotten...].map(\.brief)
    }

    /// The requests without a response.
    var waiting: [String] { transport.waiting.map(\.brief) }

    /// Runs callbacks and their effects.
    func settle() {
        client.drainCallbacks()
    }

    /// Responds to the oldest waiting request whose path begins with `path`.
    ///
    /// - Returns: The request; nil if none was waiting.
    @discardableResult
    func reply(_ path: String, status: Int = 200, retryAfter: Duration? = nil, _ body: String) -> String? {
        // Code on the callback queue may be about to make the request.
        settle()
        let request = transport.reply(path, status: status, retryAfter: retryAfter, body)
        settle()
        return request?.brief
    }

    /// Lets the oldest waiting request whose path begins with `path` fail.
    ///
    /// - Returns: The request; nil if none was waiting.
    @discardableResult
    func fail(_ path: String, _ failure: TransportFailure) -> String? {
        let request = transport.fail(path, failure)
        settle()
        return request?.brief
    }

    /// Advances the time.
    func wait(_ duration: Duration) {
        timers.advance(by: duration)
        settle()
    }

    /// Connects, or responds to the request that checks whether the origin is back.
    func connect() {
        if !waiting.contains(where: { $0.hasPrefix(Path.time) }) { client.connect() }
        reply(Path.time, "[15000000000000000]")
    }

    /// Responds to the first request with a new list.
    func join(_ timetoken: UInt64 = 100) {
        reply(Path.subscribe, Page.empty(timetoken))
    }

    /// Subscribes, and forgets the events and requests.
    func subscribe(_ names: [String], at timetoken: UInt64 = 100) {
        client.subscribe(on: names.map { PNChannel.separate(named: $0, observesPresence: false) })
        settle()
        join(timetoken)
        forget()
    }

    /// A client that is connected and subscribed, without recorded events or requests.
    static func subscribed(
        _ names: String...,
        at timetoken: UInt64 = 100,
        configured configure: (PNConfiguration) -> Void = { _ in }
    ) -> ScriptedClient {
        let scripted = connected(.scripted(), configure)
        scripted.subscribe(names, at: timetoken)
        return scripted
    }

    /// A client with this configuration that is connected and subscribed, without recorded events or requests.
    static func subscribedWith(_ configuration: PNConfiguration, _ names: String...) -> ScriptedClient {
        let scripted = connected(configuration)
        scripted.subscribe(names)
        return scripted
    }

    /// A client that is connected, without recorded events or requests.
    static func connected(
        _ configuration: PNConfiguration = .scripted(),
        _ configure: (PNConfiguration) -> Void = { _ in }
    ) -> ScriptedClient {
        let scripted = ScriptedClient(configuration, configure)
        scripted.connect()
        scripted.forget()
        return scripted
    }

    /// Forgets the events and requests so far.
    func forget() {
        _ = reported
        _ = requested
    }
}

/// The beginnings of paths by which a test finds a request.
enum Path {
    static let time = "/time/0"
    static let subscribe = "/v2/subscribe/sub/"
    static let subscribeV1 = "/subscribe/sub/"
    static let publish = "/publish/pub/sub/0/"
    static let history = "/v2/history/sub-key/sub/channel/"
    static let presence = "/v2/presence/sub-key/sub"
    static func leave(_ names: String) -> String { "/v2/presence/sub-key/sub/channel/\(names)/leave" }
}

extension PNConfiguration {
    /// The configuration of a ``ScriptedClient``.
    static func scripted(
        origin: String = "origin.test",
        publishKey: String? = "pub",
        subscribeKey: String? = "sub",
        secretKey: String? = nil,
        cipherKey: String? = nil,
        authorizationKey: String? = nil
    ) -> PNConfiguration {
        PNConfiguration(
            origin: origin,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: secretKey,
            cipherKey: cipherKey,
            authorizationKey: authorizationKey
        )
    }
}

extension TransportRequest {
    /// Path and query without the name of the library, which is in every request.
    var brief: String {
        let parts = path.split(separator: "?", maxSplits: 1)
        let query = parts.count > 1 ? parts[1].split(separator: "&").filter { !$0.hasPrefix("pnsdk=") } : []
        return query.isEmpty ? String(parts[0]) : "\(parts[0])?\(query.joined(separator: "&"))"
    }
}
