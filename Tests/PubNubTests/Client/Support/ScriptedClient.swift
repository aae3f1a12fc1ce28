import Dispatch
import Foundation
import PubNubTestSupport

@testable import PubNub

/// A client on a network that the test writes by hand, with time made by hand too: keys `pub` and `sub`, identifier
/// `me`, origin `origin.test`. After each call below everything has happened that can happen.
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
            network: network
        )
        client.setClientIdentifier("me")
    }

    /// What the delegate was told since the last time this was read, errors with their codes.
    var told: [String] {
        settle()
        defer { delegate.forget() }
        return delegate.words
    }

    /// The requests that were made since the last time this was read, without the origin and the name of the library.
    var requested: [String] {
        settle()
        let all = transport.requests
        defer { forgotten = all.count }
        return all[forgotten...].map(\.brief)
    }

    /// The requests that wait for an answer.
    var waiting: [String] { transport.waiting.map(\.brief) }

    /// Lets callbacks run, and what they cause.
    func settle() {
        client.drainCallbacks()
    }

    /// Answers the oldest waiting request whose path begins with `path`.
    ///
    /// - Returns: The request; nil when none was waiting.
    @discardableResult
    func reply(_ path: String, status: Int = 200, retryAfter: Duration? = nil, _ body: String) -> String? {
        // A request may be made on the callback queue, by whoever performs there at that moment.
        settle()
        let request = transport.reply(path, status: status, retryAfter: retryAfter, body)
        settle()
        return request?.brief
    }

    /// Lets the oldest waiting request whose path begins with `path` fail.
    ///
    /// - Returns: The request; nil when none was waiting.
    @discardableResult
    func fail(_ path: String, _ failure: TransportFailure) -> String? {
        let request = transport.fail(path, failure)
        settle()
        return request?.brief
    }

    /// Lets time pass.
    func wait(_ duration: Duration) {
        timers.advance(by: duration)
        settle()
    }

    /// Connects, or answers the question whether the origin is back.
    func connect() {
        if !waiting.contains(where: { $0.hasPrefix(Path.time) }) { client.connect() }
        reply(Path.time, "[15000000000000000]")
    }

    /// Answers the first request with a new list.
    func join(_ timetoken: UInt64 = 100) {
        reply(Path.subscribe, Page.empty(timetoken))
    }

    /// Subscribes, and forgets how.
    func subscribe(_ names: [String], at timetoken: UInt64 = 100) {
        client.subscribe(on: PNChannel.channels(withNames: names))
        settle()
        join(timetoken)
        forget()
    }

    /// A client that is connected and subscribed, with nothing told or requested yet.
    static func subscribed(
        _ names: String...,
        at timetoken: UInt64 = 100,
        configured configure: (PNConfiguration) -> Void = { _ in }
    ) -> ScriptedClient {
        let scripted = connected(.scripted(), configure)
        scripted.subscribe(names, at: timetoken)
        return scripted
    }

    /// A client with this configuration that is connected and subscribed, with nothing told or requested yet.
    static func subscribedWith(_ configuration: PNConfiguration, _ names: String...) -> ScriptedClient {
        let scripted = connected(configuration)
        scripted.subscribe(names)
        return scripted
    }

    /// A client that is connected, with nothing told or requested yet.
    static func connected(
        _ configuration: PNConfiguration = .scripted(),
        _ configure: (PNConfiguration) -> Void = { _ in }
    ) -> ScriptedClient {
        let scripted = ScriptedClient(configuration, configure)
        scripted.connect()
        scripted.forget()
        return scripted
    }

    /// Forgets what was told and requested so far.
    func forget() {
        _ = told
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
