/// What has to be done so that nothing is missing in the local store, channel by channel.
///
/// What is missing is in the ledger; the machine knows only that something is, and decides when which channel is worked on.
/// A channel is either open (its hole has no end yet, for nobody asked the service's time since it was subscribed) or closed.
struct BackfillMachine: Sendable, Equatable {
    /// What the machine wants done.
    enum Action: Sendable, Equatable {
        /// Ask the service for its time.
        case readTime(round: Int)
        /// End the holes of these channels at this time, unless a later round has opened them.
        case close([String], at: Timetoken, round: Int)
        /// Fetch what is missing in a channel.
        case fill(String)
        case cancelFill(String)
        case startTimer(seconds: Int)
        case cancelTimer
        case report(ChatNews)
    }

    private enum Work: Sendable, Equatable {
        case waiting
        case filling(isOutdated: Bool)
        /// Tried again after a pause.
        case failed
        /// Tried again with other access rights or another connection.
        case refused
    }

    private struct Channel: Sendable, Equatable {
        var isOpen: Bool
        var work: Work = .waiting
        /// Whether the app was told that something may be missing.
        var isReported = false
    }

    /// How many channels are worked on at a time.
    static let width = 4
    /// No pause is longer.
    static let longestPause = 60

    private(set) var isConnected = false
    /// Why it is not connected, as the app was told.
    private var reason: String?
    private var channels: [String: Channel] = [:]
    /// The channels in the order in which they fell behind.
    private var order: [String] = []
    /// The channels that the app shows; they are worked on first.
    private var visible: Set<String> = []
    private var round = 0
    private var hasTimeFailed = false
    private var failures = 0

    /// The client connected.
    mutating func connected() -> [Action] {
        let isNew = !isConnected
        isConnected = true
        self.reason = nil
        return (isNew ? [.report(.connected)] : []) + again() + readTime()
    }

    /// The client is not connected. What was under way fails by itself.
    mutating func disconnected(_ reason: String?) -> [Action] {
        let wasConnected = isConnected
        isConnected = false
        failures = 0
        defer { self.reason = reason }
        let isNews = wasConnected || (reason != nil && reason != self.reason)
        return [.cancelTimer] + (isNews ? [.report(.disconnected(reason: reason))] : [])
    }

    /// These channels were subscribed, or subscribed again: from now on messages arrive.
    mutating func opened(_ names: [String], round: Int) -> [Action] {
        self.round = round
        let reports = fallBehind(names, isReported: true)
        for name in names { channels[name]?.isOpen = true }
        return reports + readTime()
    }

    /// Something is missing in these channels, between times that are known.
    mutating func fellBehind(_ names: [String]) -> [Action] {
        fallBehind(names, isReported: true) + next()
    }

    /// Who is there on this channel is not known. That is asked without a word.
    mutating func presenceOutdated(_ name: String) -> [Action] {
        fallBehind([name], isReported: false) + next()
    }

    /// These channels are not subscribed any more.
    mutating func unsubscribed(_ names: [String]) -> [Action] {
        var actions: [Action] = []
        for name in names {
            if case .filling = channels.removeValue(forKey: name)?.work { actions.append(.cancelFill(name)) }
        }
        order.removeAll { names.contains($0) }
        return actions + next()
    }

    /// The service told its time.
    mutating func timeCame(_ timetoken: Timetoken, round: Int) -> [Action] {
        guard round == self.round else { return [] }
        return [.close(order.filter { channels[$0]?.isOpen == true }, at: timetoken, round: round)]
    }

    /// The service did not tell its time.
    mutating func timeFailed(_ reason: String, round: Int) -> [Action] {
        guard round == self.round, isConnected else { return [] }
        hasTimeFailed = true
        let names = order.filter { channels[$0]?.isOpen == true }
        return [.report(.incomplete(channels: names, reason: reason))] + pause()
    }

    /// The holes of these channels have an end.
    mutating func closed(_ names: [String], round: Int) -> [Action] {
        guard round == self.round else { return [] }
        for name in names { channels[name]?.isOpen = false }
        return next()
    }

    /// A channel was worked on; `isWhole` when the ledger has no hole of it.
    mutating func filled(_ name: String, isWhole: Bool) -> [Action] {
        guard let channel = channels[name], case .filling(let isOutdated) = channel.work else { return next() }
        failures = 0
        guard isWhole, !isOutdated, !channel.isOpen else {
            channels[name]?.work = .waiting
            return next()
        }
        channels[name] = nil
        order.removeAll { $0 == name }
        return (channel.isReported ? [.report(.whole(channels: [name]))] : []) + next()
    }

    /// What is missing in a channel could not be fetched.
    ///
    /// - Parameters:
    ///   - name: The channel.
    ///   - reason: Why not.
    ///   - isRefused: Whether the service refuses access to it, so that a pause does not help.
    /// - Returns: What is to be done.
    mutating func fillFailed(_ name: String, _ reason: String, isRefused: Bool = false) -> [Action] {
        guard let channel = channels[name], case .filling(let isOutdated) = channel.work else { return next() }
        channels[name]?.work = !isRefused ? .failed : isOutdated ? .waiting : .refused
        guard isConnected else { return [] }
        let news = [Action.report(.incomplete(channels: [name], reason: reason))]
        return news + (isRefused ? [] : pause()) + next()
    }

    /// What the client may access changed, or the app says so.
    mutating func rightsChanged() -> [Action] {
        for name in order where channels[name]?.work == .refused { channels[name]?.work = .waiting }
        return next()
    }

    /// The app shows these channels, and no others.
    mutating func show(_ names: Set<String>) {
        visible = names
    }

    /// The pause is over.
    mutating func timerFired() -> [Action] {
        guard isConnected else { return [] }
        return (hasTimeFailed ? readTime() : []) + retry()
    }

    private mutating func fallBehind(_ names: [String], isReported: Bool) -> [Action] {
        var news: [String] = []
        for name in names {
            if channels[name] == nil {
                channels[name] = Channel(isOpen: false)
                order.append(name)
            }
            if case .filling = channels[name]?.work { channels[name]?.work = .filling(isOutdated: true) }
            if case .refused = channels[name]?.work { channels[name]?.work = .waiting }
            if isReported, channels[name]?.isReported == false {
                channels[name]?.isReported = true
                news.append(name)
            }
        }
        return news.isEmpty ? [] : [.report(.behind(channels: news))]
    }

    private mutating func readTime() -> [Action] {
        hasTimeFailed = false
        guard isConnected, channels.values.contains(where: \.isOpen) else { return [] }
        return [.readTime(round: round)]
    }

    private mutating func again() -> [Action] {
        failures = 0
        for name in order where channels[name]?.work == .refused { channels[name]?.work = .waiting }
        return [.cancelTimer] + retry()
    }

    private mutating func retry() -> [Action] {
        for name in order where channels[name]?.work == .failed { channels[name]?.work = .waiting }
        return next()
    }

    private mutating func next() -> [Action] {
        guard isConnected else { return [] }
        var free = Self.width
        for channel in channels.values { if case .filling = channel.work { free -= 1 } }
        let waiting = order.filter { channels[$0]?.work == .waiting && channels[$0]?.isOpen == false }
        let shownFirst = waiting.filter { visible.contains($0) } + waiting.filter { !visible.contains($0) }
        let ready = shownFirst.prefix(max(0, free))
        for name in ready { channels[name]?.work = .filling(isOutdated: false) }
        return ready.map { .fill($0) }
    }

    private mutating func pause() -> [Action] {
        failures += 1
        let seconds = failures > 6 ? Self.longestPause : min(Self.longestPause, 1 << (failures - 1))
        return [.startTimer(seconds: seconds)]
    }
}
