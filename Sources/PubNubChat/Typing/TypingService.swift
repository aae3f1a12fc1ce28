import Dispatch
import PubNub
import PubNubSupport

/// Tracks who is typing on which channel. Nothing of it is stored.
///
/// A typing user is listed for 6 seconds after the last signal, or until they send a message or a signal that they
/// stopped. At most 100 users are listed for a channel.
public final class TypingService: Sendable {
    private let machine = Locked(TypingMachine())
    /// The queue of all inputs of the machine, which performs its actions in the same order.
    private let queue = DispatchQueue(label: "pubnub.chat.typing")
    private struct State {
        /// The lists of the channels that the app asked for.
        var broadcasts: [String: Broadcast<[String]>] = [:]
        var isClosed = false
    }

    private let state = Locked(State())
    private let timers: any ChatTimers<TypingMachine.Timer>
    private let isOwn: @Sendable (String) -> Bool
    private let signal: @Sendable (TypingSignal, String) async throws -> Void

    /// - Parameters:
    ///   - timers: Runs the timers.
    ///   - isOwn: Whether a user is that of this client, who is never listed.
    ///   - signal: Sends a signal to a channel.
    init(
        timers: any ChatTimers<TypingMachine.Timer> = TaskTimers<TypingMachine.Timer>(),
        isOwn: @escaping @Sendable (String) -> Bool,
        signal: @escaping @Sendable (TypingSignal, String) async throws -> Void
    ) {
        self.timers = timers
        self.isOwn = isOwn
        self.signal = signal
    }

    deinit { timers.end() }

    /// Returns the identifiers of the users who are typing on a channel, in the order in which they began.
    ///
    /// - Parameter channel: The identifier of the channel.
    /// - Returns: The identifiers; never that of this client.
    public func members(on channel: String) -> [String] {
        machine.withLock { $0.members(on: channel) }
    }

    /// Returns the users who are typing on a channel: now, and after each change.
    ///
    /// - Parameter channel: The identifier of the channel.
    /// - Returns: The identifiers, in the order in which they began. A slow consumer receives only the latest list.
    public func changes(on channel: String) -> AsyncStream<[String]> {
        broadcast(channel).stream()
    }

    /// Sends a signal to a channel that the user of this client is typing or stopped.
    ///
    /// Call it for every key. A signal is sent at most every 3 seconds, and the end only if the beginning was sent.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user is typing.
    ///   - channel: The identifier of the channel.
    /// - Throws: `PNError` if the service did not accept the signal.
    public func send(isTyping: Bool, on channel: String) async throws {
        let actions = await withCheckedContinuation { continuation in
            queue.async { [self] in
                let actions = machine.withLock { isTyping ? $0.typed(on: channel) : $0.stopped(on: channel) }
                perform(actions)
                continuation.resume(returning: actions)
            }
        }
        for case .send(let isTyping, let channel) in actions {
            try await signal(isTyping ? .on : .off, channel)
        }
    }

    /// A typing signal arrived.
    func received(_ user: String, on channel: String, isTyping: Bool) {
        guard !isOwn(user) else { return }
        let typist = TypingMachine.Typist(channel: channel, user: user)
        queue.async { [self] in
            perform(machine.withLock { isTyping ? $0.began(typist) : $0.ended(typist) })
        }
    }

    /// The user of this client published a message.
    func spoke(on channel: String) {
        queue.async { [self] in perform(machine.withLock { $0.spoke(on: channel) }) }
    }

    /// This client left channels.
    func left(_ channels: [String]) {
        queue.async { [self] in
            for channel in channels { perform(machine.withLock { $0.left(channel) }) }
        }
    }

    /// Sends a signal to each channel on which this client announced typing, and ends all streams.
    func close() async {
        for case .send(let isTyping, let channel) in machine.withLock({ $0.closed() }) {
            try? await signal(isTyping ? .on : .off, channel)
        }
        timers.end()
        let broadcasts = state.withLock { state in
            state.isClosed = true
            return state.broadcasts.values
        }
        for broadcast in broadcasts { broadcast.finish() }
    }

    private func perform(_ actions: [TypingMachine.Action]) {
        for action in actions {
            switch action {
            case .report(let channel, let users): state.withLock { $0.broadcasts[channel] }?.send(users)
            case .start(let timer, let seconds):
                timers.start(timer, seconds: seconds) { [weak self] in
                    self?.fired(timer)
                }
            case .cancel(let timer): timers.cancel(timer)
            case .send: break
            }
        }
    }

    private func fired(_ timer: TypingMachine.Timer) {
        queue.async { [self] in perform(machine.withLock { $0.fired(timer) }) }
    }

    private func broadcast(_ channel: String) -> Broadcast<[String]> {
        state.withLock { state in
            if let broadcast = state.broadcasts[channel] { return broadcast }
            // A change that the queue has not reported yet is reported to this broadcast, after it.
            let broadcast = Broadcast(limit: 1, first: members(on: channel))
            if state.isClosed { broadcast.finish() }
            state.broadcasts[channel] = broadcast
            return broadcast
        }
    }
}

/// A typing signal, as PubNub's Chat SDK sends it: `{"type":"typing","value":true}`. The raw values are the types of the signals
/// of earlier versions of this layer.
enum TypingSignal: String, Sendable {
    case on = "typing_on"
    case off = "typing_off"

    /// The member `type`.
    static let type = "typing"
}
