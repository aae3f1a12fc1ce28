/// Decides which channel to backfill when, so that nothing is missing in the local store.
///
/// The ledger records what is missing; the machine knows only which channels have gaps. A channel is either open or
/// closed. The gap of an open channel has no end yet, because the service time was not read since it was subscribed.
struct BackfillMachine: Sendable, Equatable {
    /// An action that the machine requests.
    enum Action: Sendable, Equatable {
        /// Read the time of the service.
        case readTime(round: Int)
        /// End the gaps of these channels at this time, unless a later round has opened them.
        case close([String], at: Timetoken, round: Int)
        /// Continue the tasks that wait for the subscription of these channels: their gaps have an end.
        case continueSubscribers([String])
        /// Fetch the missing data of a channel.
        case fill(String)
        case cancelFill(String)
        case startTimer(seconds: Int)
        case cancelTimer
        case report(ChatSyncEvent)
    }

    private enum Phase: Sendable, Equatable {
        case waiting
        case filling(isOutdated: Bool)
        /// Retried after a pause.
        case failed
        /// Retried with other access rights or another connection.
        case refused
    }

    private struct Channel: Sendable, Equatable {
        var isOpen: Bool
        var work: Phase = .waiting
        /// Whether the app was notified that data may be missing.
        var isReported = false
    }

    /// The maximum number of channels that are backfilled concurrently.
    static let width = 4
    /// The longest pause, in seconds.
    static let maxPause = 60

    private(set) var isConnected = false
    /// The reported reason why the client is not connected.
    private var reason: String?
    private var channels: [String: Channel] = [:]
    /// The channels in the order in which they became outdated.
    private var order: [String] = []
    /// The channels that the app shows. They are backfilled first.
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

    /// The client is not connected. Requests in flight fail independently.
    mutating func disconnected(_ reason: String?) -> [Action] {
        let wasConnected = isConnected
        isConnected = false
        failures = 0
        defer { self.reason = reason }
        let isNews = wasConnected || (reason != nil && reason != self.reason)
        return [.cancelTimer] + (isNews ? [.report(.disconnected(reason: reason))] : [])
    }

    /// These channels were subscribed, or subscribed again. Their messages arrive from now on.
    mutating func opened(_ names: [String], round: Int) -> [Action] {
        self.round = round
        let reports = fallBehind(names, isReported: true)
        for name in names { channels[name]?.isOpen = true }
        return reports + readTime()
    }

    /// Data is missing in these channels, in ranges with known ends.
    mutating func fellBehind(_ names: [String]) -> [Action] {
        fallBehind(names, isReported: true) + next()
    }

    /// The presence of this channel is unknown. It is fetched without a sync event.
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

    /// The service returned its time.
    mutating func timeCame(_ timetoken: Timetoken, round: Int) -> [Action] {
        guard round == self.round else { return [] }
        return [.close(order.filter { channels[$0]?.isOpen == true }, at: timetoken, round: round)]
    }

    /// The time of the service could not be read.
    mutating func timeFailed(_ reason: String, round: Int) -> [Action] {
        guard round == self.round, isConnected else { return [] }
        hasTimeFailed = true
        let names = order.filter { channels[$0]?.isOpen == true }
        return [.report(.incomplete(channels: names, reason: reason))] + pause()
    }

    /// The gaps of these channels have an end.
    mutating func closed(_ names: [String], round: Int) -> [Action] {
        guard round == self.round else { return [] }
        // The others were unsubscribed in the meantime.
        let subscribed = names.filter { channels[$0] != nil }
        for name in subscribed { channels[name]?.isOpen = false }
        return (subscribed.isEmpty ? [] : [.continueSubscribers(subscribed)]) + next()
    }

    /// The backfill of a channel ended. `isWhole` is true if the ledger has no gap of it.
    mutating func filled(_ name: String, isWhole: Bool) -> [Action] {
        guard let channel = channels[name], case .filling(let isOutdated) = channel.work else { return next() }
        failures = 0
        guard isWhole, !isOutdated, !channel.isOpen else {
            channels[name]?.work = .waiting
            return next()
        }
        channels[name] = nil
        order.removeAll { $0 == name }
        return (channel.isReported ? [.report(.upToDate(channels: [name]))] : []) + next()
    }

    /// The missing data of a channel could not be fetched.
    ///
    /// - Parameters:
    ///   - name: The channel.
    ///   - reason: The reason.
    ///   - isRefused: Whether the service refuses access, so that a retry after a pause does not help.
    /// - Returns: The actions to perform.
    mutating func fillFailed(_ name: String, _ reason: String, isRefused: Bool = false) -> [Action] {
        guard let channel = channels[name], case .filling(let isOutdated) = channel.work else { return next() }
        channels[name]?.work = !isRefused ? .failed : isOutdated ? .waiting : .refused
        guard isConnected else { return [] }
        let failure = [Action.report(.incomplete(channels: [name], reason: reason))]
        return failure + (isRefused ? [] : pause()) + next()
    }

    /// The access rights of the client changed, or the app requests a retry.
    mutating func rightsChanged() -> [Action] {
        for name in order where channels[name]?.work == .refused { channels[name]?.work = .waiting }
        return next()
    }

    /// Sets the channels that the app shows.
    mutating func show(_ names: Set<String>) {
        visible = names
    }

    /// The pause ended.
    mutating func timerFired() -> [Action] {
        guard isConnected else { return [] }
        return (hasTimeFailed ? readTime() : []) + retry()
    }

    private mutating func fallBehind(_ names: [String], isReported: Bool) -> [Action] {
        var outdated: [String] = []
        for name in names {
            if channels[name] == nil {
                channels[name] = Channel(isOpen: false)
                order.append(name)
            }
            if case .filling = channels[name]?.work { channels[name]?.work = .filling(isOutdated: true) }
            if case .refused = channels[name]?.work { channels[name]?.work = .waiting }
            if isReported, channels[name]?.isReported == false {
                channels[name]?.isReported = true
                outdated.append(name)
            }
        }
        return outdated.isEmpty ? [] : [.report(.outdated(channels: outdated))]
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
        let seconds = failures > 6 ? Self.maxPause : min(Self.maxPause, 1 << (failures - 1))
        return [.startTimer(seconds: seconds)]
    }
}
