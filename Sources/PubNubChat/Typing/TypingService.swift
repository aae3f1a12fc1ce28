import Dispatch
import PubNub
import PubNubLocks

/// Who is typing on which channel. Nothing of it is stored.
///
/// Somebody who types is on the list for 6 seconds after the last signal, and until a message or a signal that they stopped.
public final class TypingService: Sendable {
    private let machine = Locked(TypingMachine())
    /// Where all inputs of the machine are, so that what it wants is done in the same order.
    private let queue = DispatchQueue(label: "pubnub.chat.typing")
    private let broadcasts = Locked([String: Broadcast<[String]>]())
    private let timers: any ChatTimers<TypingMachine.Timer>
    private let isOwn: @Sendable (String) -> Bool
    private let signal: @Sendable (TypingSignal, String) async throws -> Void

    /// - Parameters:
    ///   - timers: What lets time pass.
    ///   - isOwn: Whether a user is the one of this client, who is on no list.
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

    /// The identifiers of those who are typing on a channel, in the order in which they began.
    ///
    /// - Parameter channel: The identifier of the channel.
    /// - Returns: The identifiers; never the one of this client.
    public func members(on channel: String) -> [String] {
        machine.withLock { $0.members(on: channel) }
    }

    /// Who is typing on a channel: now, and after each change.
    ///
    /// - Parameter channel: The identifier of the channel.
    /// - Returns: The identifiers, in the order in which they began. Who is late gets the latest list only.
    public func changes(on channel: String) -> AsyncStream<[String]> {
        broadcast(channel).stream()
    }

    /// Tells the others on a channel that the user of this client is typing, or is not any more.
    ///
    /// Call it for every key: the others are told again after 3 seconds at the earliest, and of the end only when they were told of the beginning.
    ///
    /// - Parameters:
    ///   - isTyping: Whether the user is typing.
    ///   - channel: The identifier of the channel.
    /// - Throws: Why the service did not take the signal.
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

    /// A signal of somebody came.
    func received(_ user: String, on channel: String, isTyping: Bool) {
        guard !isOwn(user) else { return }
        let typist = TypingMachine.Typist(channel: channel, user: user)
        queue.async { [self] in
            perform(machine.withLock { isTyping ? $0.began(typist) : $0.ended(typist) })
        }
    }

    /// Lists end with their provider.
    func close() {
        timers.end()
        for broadcast in broadcasts.withLock({ $0 }).values { broadcast.finish() }
    }

    private func perform(_ actions: [TypingMachine.Action]) {
        for action in actions {
            switch action {
            case .report(let channel, let users): broadcast(channel).send(users)
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
        broadcasts.withLock { broadcasts in
            if let broadcast = broadcasts[channel] { return broadcast }
            let broadcast = Broadcast<[String]>(limit: 1, first: [])
            broadcasts[channel] = broadcast
            return broadcast
        }
    }
}

/// The member `type` of a signal that tells whether somebody is typing.
enum TypingSignal: String, Sendable {
    case on = "typing_on"
    case off = "typing_off"
}
