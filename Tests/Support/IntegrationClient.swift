import Dispatch
package import Foundation
package import PubNub
import PubNubCore
package import PubNubOrigin

/// A real client of a local origin, with its own callback queue and awaitable calls.
package final class IntegrationClient: Sendable {
    package let pubnub: PubNub
    /// The events that the delegate received.
    package let events = IntegrationInbox<IntegrationEvent>()
    private let delegate: RecordingDelegate

    /// A client that is not connected.
    ///
    /// - Parameters:
    ///   - address: The address of the origin.
    ///   - identifier: The client identifier; nil, the default, lets the client generate one.
    ///   - secretKey: The key that signs changes of access rights; nil by default.
    ///   - transport: The transport; by default the one that all clients of the process share.
    ///   - clock: The clock of an origin to use; nil, the default, means the system's.
    ///   - ahead: How many seconds the client's clock is ahead of that; 0 by default.
    ///   - adjust: Changes the configuration before the client is created; does nothing by default.
    package init(
        _ address: OriginAddress,
        as identifier: String? = nil,
        secretKey: String? = nil,
        transport: any Transport = CurlTransport.shared,
        clock: (any OriginClock)? = nil,
        ahead: TimeInterval = 0,
        adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) {
        let configuration = Self.configuration(address, secretKey: secretKey)
        adjust(configuration)
        SecretWatch.shared.add(configuration)
        delegate = RecordingDelegate(events)
        pubnub = .patient(
            configuration,
            delegate: delegate,
            transport: transport,
            now: {
                let date = clock.map { Date(timeIntervalSince1970: Double($0.date) / 10_000_000) } ?? Date()
                return date + ahead
            }
        )
        if let identifier { pubnub.setClientIdentifier(identifier) }
    }

    /// A client that is connected.
    package static func connected(
        _ address: OriginAddress,
        as identifier: String? = nil,
        secretKey: String? = nil,
        clock: (any OriginClock)? = nil,
        ahead: TimeInterval = 0,
        adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) async throws -> IntegrationClient {
        let client = IntegrationClient(
            address,
            as: identifier,
            secretKey: secretKey,
            clock: clock,
            ahead: ahead,
            adjust: adjust
        )
        try await client.connect()
        return client
    }

    /// The configuration of a client of an origin on this machine.
    package static func configuration(_ address: OriginAddress, secretKey: String? = nil) -> PNConfiguration {
        let configuration = PNConfiguration(
            origin: "\(address.host):\(address.port)",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: secretKey,
            cipherKey: nil
        )
        configuration.shouldUseSecureConnection = false
        // A slow machine must not fail a test, unless the test sets a limit itself.
        configuration.nonSubscriptionRequestTimeout = IntegrationSilence.patience
        configuration.callbackQueue = DispatchQueue(label: "integration client")
        return configuration
    }

    /// Changes the current configuration.
    package func reconfigure(_ adjust: @Sendable (PNConfiguration) -> Void) {
        let configuration = pubnub.configuration()
        adjust(configuration)
        SecretWatch.shared.add(configuration)
        pubnub.setConfiguration(configuration)
    }

    package func connect() async throws {
        pubnub.connect()
        _ = try await events.next("didConnect", \.origin)
    }

    /// The next message.
    package func message() async throws -> PNMessage {
        try await events.next("message", \.message)
    }

    /// The next messages.
    package func messages(_ count: Int) async throws -> [PNMessage] {
        try await events.next(count, "message", \.message)
    }

    package func subscribe(_ names: String...) async throws {
        try await subscribe(names.map { PNChannel.separate(named: $0, observesPresence: false) })
    }

    package func subscribe(_ objects: [any PNChannelProtocol], state: [String: Any]? = nil) async throws {
        try await call("subscribe") { finish in
            pubnub.subscribe(on: objects, withClientState: state) { _, _, error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    package func unsubscribe(_ names: String...) async throws {
        try await call("unsubscribe") { finish in
            pubnub.unsubscribe(from: PNChannel.channels(withNames: names)) { _, error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    package func observePresence(_ names: String...) async throws {
        try await call("enable presence") { finish in
            pubnub.enablePresenceObservation(for: PNChannel.channels(withNames: names)) { _, error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Sends a message and waits until the service has it.
    @discardableResult
    package func publish(
        _ message: Any?,
        to channel: String,
        compressed: Bool = false,
        stored: Bool = true
    ) async throws -> PNMessage {
        try await call("publish") { finish in
            pubnub.sendMessage(
                message,
                to: PNChannel.channel(withName: channel),
                compressed: compressed,
                storeInHistory: stored
            ) { state, object in
                if let message = object as? PNMessage, state == .sent { finish(.success(message)) }
                if let error = object as? PNError { finish(.failure(error)) }
            }
        }
    }

    package func time() async throws -> UInt64 {
        try await call("time") { finish in
            pubnub.requestServerTimeToken { token, error in
                finish(error.map { .failure($0) } ?? .success(token?.uint64Value ?? 0))
            }
        }
    }

    package func hereNow(
        _ objects: [any PNChannelProtocol] = [],
        identifiers: Bool = true,
        state: Bool = false
    ) async throws -> PNHereNow {
        try await call("here now") { finish in
            pubnub.requestParticipantsList(
                for: objects,
                clientIdentifiersRequired: identifiers,
                clientState: state
            ) { answer, _, error in
                if let answer { finish(.success(answer)) } else if let error { finish(.failure(error)) }
            }
        }
    }

    /// Makes one call and waits for its end.
    ///
    /// - Throws: The error of the call, or ``IntegrationSilence`` if it never ended.
    package func call<Value: Sendable>(
        _ name: String,
        _ body: (@escaping @Sendable (Result<Value, PNError>) -> Void) -> Void
    ) async throws -> Value {
        let ending = IntegrationInbox<Result<Value, PNError>>()
        body { result in
            if case .failure(let error) = result { SecretWatch.shared.look(atAll: error, in: "the error of \(name)") }
            ending.put(result)
        }
        return try await ending.next(name) { $0 }.get()
    }
}
