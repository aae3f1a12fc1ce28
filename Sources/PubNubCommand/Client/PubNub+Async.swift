import Foundation
import PubNub
import PubNubWire

/// The library's calls as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// A page of history, or all of it.
    struct History: Sendable {
        let messages: [PNMessage]
        let start: PNDate?
        let end: PNDate?
    }

    /// Returns when connected; fails with a timeout error after `limit` seconds when one is given.
    func connected(within limit: Double?) async throws {
        try await answer(within: limit) { (once: Once<Void>) in
            connect(
                successBlock: { _ in once.resume(.success(())) },
                // Without an error there is no network yet; a command does not wait for one.
                errorBlock: { once.fail($0 ?? PNError(code: kPNClientConnectionFailedOnInternetFailureError)) }
            )
        }
    }

    func serverTime() async throws -> NSNumber {
        try await answer { once in
            requestServerTimeToken { token, error in once.resume(token, error) }
        }
    }

    func send(_ message: Any, to channel: PNChannel, _ options: SendOptions) async throws -> PNMessage {
        try await answer { once in
            sendMessage(
                message,
                applePushNotification: options.apns?.mapValues(\.object),
                googleCloudNotification: options.gcm?.mapValues(\.object),
                to: channel,
                compressed: options.isCompressed,
                storeInHistory: options.isStored,
                metadata: options.metadata,
                hoursInHistory: options.hoursStored
            ) { state, result in
                switch state {
                case .sent: once.resume(result as? PNMessage, nil)
                case .sendingError: once.fail(result as? PNError)
                default: break
                }
            }
        }
    }

    func history(
        of channel: PNChannel,
        from start: PNDate?,
        to end: PNDate?,
        limit: UInt,
        reversed: Bool,
        withTokens: Bool
    ) async throws -> History {
        try await answer { once in
            requestHistory(
                for: channel,
                from: start,
                to: end,
                limit: limit,
                reverseHistory: reversed,
                includingTimeToken: withTokens
            ) { messages, _, start, end, error in
                once.resume(messages.map { History(messages: $0, start: start, end: end) }, error)
            }
        }
    }

    /// Who is in `objects`, or everywhere when there are none.
    func participants(
        of objects: [any PNChannelProtocol],
        withIdentifiers: Bool,
        withState: Bool
    ) async throws -> PNHereNow {
        try await answer { once in
            guard !objects.isEmpty else {
                requestParticipantsList(withClientIdentifiers: withIdentifiers, clientState: withState) {
                    found,
                    _,
                    error in
                    once.resume(found, error)
                }
                return
            }
            requestParticipantsList(
                for: objects,
                clientIdentifiersRequired: withIdentifiers,
                clientState: withState
            ) { found, _, error in
                once.resume(found, error)
            }
        }
    }

    func channels(of identifier: String) async throws -> [PNChannel] {
        try await answer { once in
            requestParticipantChannelsList(identifier) { _, channels, error in once.resume(channels, error) }
        }
    }

    func state(of identifier: String, in object: any PNChannelProtocol) async throws -> PNClient {
        try await answer { once in
            requestClientState(identifier, forObject: object) { client, error in once.resume(client, error) }
        }
    }

    func changedState(
        of identifier: String,
        to state: [String: JSONValue],
        in object: any PNChannelProtocol
    ) async throws -> PNClient {
        try await answer { once in
            updateClientState(identifier, state: state.mapValues(\.object), forObject: object) { client, error in
                once.resume(client, error)
            }
        }
    }

    /// Subscribes; fails with a timeout error after `limit` seconds if a limit is given.
    func subscribed(to objects: [any PNChannelProtocol], within limit: Double?) async throws {
        try await answer(within: limit) { (once: Once<Void>) in
            subscribe(on: objects) { _, _, error in
                if let error { once.fail(error) } else { once.resume(.success(())) }
            }
        }
    }

    /// Makes a call and waits for its outcome.
    ///
    /// - Parameters:
    ///   - limit: The seconds after which the wait ends with a timeout error; `nil` for no limit.
    ///   - ask: Makes the call, and resumes with its outcome.
    /// - Returns: The value of the outcome.
    /// - Throws: The error of the outcome.
    func answer<Value: Sendable>(within limit: Double? = nil, _ ask: (Once<Value>) -> Void) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let once = Once<Value>(continuation)
            if let limit {
                configuration().callbackQueue.asyncAfter(deadline: .now() + limit) {
                    once.fail(PNError(code: kPNRequestExecutionFailedByTimeoutError))
                }
            }
            ask(once)
        }
    }
}

extension Once {
    /// The value of a callback, or its error; a callback with neither is an unknown error.
    func resume(_ value: Value?, _ error: PNError?) {
        guard error == nil, let value else { return fail(error) }
        resume(.success(value))
    }

    func fail(_ error: PNError?) {
        resume(.failure(error ?? PNError(code: kPNUnknownError)))
    }
}
