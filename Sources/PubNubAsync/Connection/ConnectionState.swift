import Logging
import PubNubCore
import PubNubSupport

/// The state of a client's connection to the service.
public enum ConnectionState: Sendable {
    /// Not connected: nothing has connected the client yet, the connection was lost, or the client is closed. The error is
    /// the reason of a loss. After a loss the client reconnects.
    case disconnected(PubNubError?)
    /// The client has sent its first request, and waits for the response.
    case connecting
    /// The service responded. In the events of a subscription it also means that its channels are subscribed.
    case connected

    /// Whether the client is connected.
    public var isConnected: Bool { if case .connected = self { true } else { false } }
}

/// Hands the states of the connection to any number of sequences, each of which keeps the latest ones.
final class ConnectionStateSource: Sendable {
    private struct State {
        var latest = ConnectionState.disconnected(nil)
        var receivers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
        var last = 0
        var isFinished = false
    }

    /// How many states a sequence keeps for its consumer.
    private static let kept = 16

    private let state = Locked(State())
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    func sequence() -> AsyncStream<ConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ConnectionState.self,
            bufferingPolicy: .bufferingNewest(Self.kept)
        )
        let number = state.withLock { state -> Int? in
            continuation.yield(state.latest)
            guard !state.isFinished else { return nil }
            state.last += 1
            state.receivers[state.last] = continuation
            return state.last
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.receivers.removeValue(forKey: number) }
        }
        return stream
    }

    func report(_ new: ConnectionState) {
        switch new {
        case .connected: logger.info("Connected")
        case .connecting: logger.debug("Connecting")
        case .disconnected(let error?): logger.warning("Disconnected: \(error)")
        case .disconnected(nil): logger.info("Disconnected")
        }
        let receivers = state.withLock { state in
            state.latest = new
            return Array(state.receivers.values)
        }
        for receiver in receivers { receiver.yield(new) }
    }

    func finish() {
        let receivers = state.withLock { state in
            state.isFinished = true
            return Array(state.receivers.values)
        }
        for receiver in receivers { receiver.finish() }
    }
}
