/// Who is typing where: a user until a time-out or a word, and this client often enough to stay on the lists of others.
struct TypingMachine: Sendable, Equatable {
    /// Somebody on a channel.
    struct Typist: Sendable, Hashable {
        var channel: String
        var user: String
    }

    /// A timer, by what it is for.
    enum Timer: Sendable, Hashable {
        /// To take somebody off the list.
        case forget(Typist)
        /// To tell others again.
        case rest(String)
    }

    /// What the machine wants done.
    enum Action: Sendable, Equatable {
        case report(channel: String, users: [String])
        case start(Timer, seconds: Int)
        case cancel(Timer)
        case send(isTyping: Bool, channel: String)
    }

    /// How long somebody is on the list without another word.
    static let timeout = 6
    /// How long others are not told again.
    static let interval = 3

    private var users: [String: [String]] = [:]
    private var resting: Set<String> = []
    private var announced: Set<String> = []

    /// Who is typing on a channel, in the order in which they began.
    func members(on channel: String) -> [String] {
        users[channel] ?? []
    }

    /// Somebody told that they are typing.
    mutating func began(_ typist: Typist) -> [Action] {
        let restart = Action.start(.forget(typist), seconds: Self.timeout)
        guard users[typist.channel]?.contains(typist.user) != true else { return [restart] }
        users[typist.channel, default: []].append(typist.user)
        return [restart, .report(channel: typist.channel, users: members(on: typist.channel))]
    }

    /// Somebody stopped, sent a message or left.
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

    /// The user of this client gave up, or sent what was typed.
    mutating func stopped(on channel: String) -> [Action] {
        guard announced.remove(channel) != nil else { return [] }
        resting.remove(channel)
        return [.cancel(.rest(channel)), .send(isTyping: false, channel: channel)]
    }

    private mutating func forget(_ typist: Typist) -> [Action] {
        guard users[typist.channel]?.contains(typist.user) == true else { return [] }
        users[typist.channel]?.removeAll { $0 == typist.user }
        if users[typist.channel]?.isEmpty == true { users[typist.channel] = nil }
        return [.report(channel: typist.channel, users: members(on: typist.channel))]
    }
}
