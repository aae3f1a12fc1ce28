/// Tracks who is typing on which channel. A user is listed until a timeout or an event; this client sends signals often
/// enough to stay on the lists of others.
struct TypingMachine: Sendable, Equatable {
    /// A user on a channel.
    struct Typist: Sendable, Hashable {
        var channel: String
        var user: String
    }

    /// A timer, by its purpose.
    enum Timer: Sendable, Hashable {
        /// Removes a user from the list.
        case forget(Typist)
        /// Ends the pause after which the next signal may be sent.
        case rest(String)
    }

    /// An action that the machine requests.
    enum Action: Sendable, Equatable {
        case report(channel: String, users: [String])
        case start(Timer, seconds: Int)
        case cancel(Timer)
        case send(isTyping: Bool, channel: String)
    }

    /// The time in seconds that a user stays on the list without another signal.
    static let timeout = 6
    /// The minimum time in seconds between two signals of this client.
    static let interval = 3
    /// The maximum number of users on the list of a channel. A user beyond it is listed with the first signal after another one
    /// left the list, so that a flood of signals with invented users costs no more.
    static let maxTypists = 100

    private var users: [String: [String]] = [:]
    private var resting: Set<String> = []
    private var announced: Set<String> = []

    /// The users who are typing on a channel, in the order in which they began.
    func members(on channel: String) -> [String] {
        users[channel] ?? []
    }

    /// A user sent a signal that they are typing.
    mutating func began(_ typist: Typist) -> [Action] {
        let restart = Action.start(.forget(typist), seconds: Self.timeout)
        let listed = members(on: typist.channel)
        guard !listed.contains(typist.user) else { return [restart] }
        guard listed.count < Self.maxTypists else { return [] }
        users[typist.channel, default: []].append(typist.user)
        return [restart, .report(channel: typist.channel, users: members(on: typist.channel))]
    }

    /// A user stopped typing, sent a message or left.
    mutating func ended(_ typist: Typist) -> [Action] {
        guard users[typist.channel]?.contains(typist.user) == true else { return [] }
        return [.cancel(.forget(typist))] + forget(typist)
    }

    /// A timer fired.
    mutating func fired(_ timer: Timer) -> [Action] {
        switch timer {
        case .forget(let typist): return forget(typist)
        case .rest(let channel):
            resting.remove(channel)
            return []
        }
    }

    /// The user of this client typed something.
    mutating func typed(on channel: String) -> [Action] {
        guard resting.insert(channel).inserted else { return [] }
        announced.insert(channel)
        return [.send(isTyping: true, channel: channel), .start(.rest(channel), seconds: Self.interval)]
    }

    /// The user of this client stopped typing, or sent the message.
    mutating func stopped(on channel: String) -> [Action] {
        guard announced.remove(channel) != nil else { return [] }
        resting.remove(channel)
        return [.cancel(.rest(channel)), .send(isTyping: false, channel: channel)]
    }

    /// The user of this client published a message: others end the typing themselves, and the next key is announced again.
    mutating func spoke(on channel: String) -> [Action] {
        guard announced.remove(channel) != nil else { return [] }
        resting.remove(channel)
        return [.cancel(.rest(channel))]
    }

    /// This client left a channel.
    mutating func left(_ channel: String) -> [Action] {
        let typists = members(on: channel).map { Typist(channel: channel, user: $0) }
        return spoke(on: channel) + typists.flatMap { ended($0) }
    }

    /// The client ends: others learn that its user stopped typing.
    mutating func closed() -> [Action] { announced.sorted().flatMap { stopped(on: $0) } }

    private mutating func forget(_ typist: Typist) -> [Action] {
        guard users[typist.channel]?.contains(typist.user) == true else { return [] }
        users[typist.channel]?.removeAll { $0 == typist.user }
        if users[typist.channel]?.isEmpty == true { users[typist.channel] = nil }
        return [.report(channel: typist.channel, users: members(on: typist.channel))]
    }
}
