@testable import PubNubMachines

/// Generates the schedule of a seed.
package struct ScheduleMaker {
    private var random: SplitMix64
    private let seed: UInt64
    private var identifiers = 0
    /// The share of steps that are faults, in percent.
    private var faultPercent = 0

    package init(seed: UInt64) {
        self.seed = seed
        // Neighbouring seeds must not give shifted copies of the same sequence.
        var mixer = SplitMix64(state: seed)
        random = SplitMix64(state: mixer.next())
    }

    package mutating func make() -> Schedule {
        var schedule = Schedule(seed: seed)
        schedule.configuration = configuration()
        schedule.behaviour.isVersion1 = chance(12)
        schedule.behaviour.namesRefused = !chance(25)
        if chance(20) { schedule.behaviour.pageLimit = [1, 10, 60, 100][below(4)] }
        faultPercent = [0, 10, 25, 40][below(4)]
        if !chance(5) { schedule.steps.append(.init(wait: 0, step: .connect)) }
        if !chance(10) { schedule.steps.append(.init(wait: wait(), step: .change(.subscribe, entries(most: 3)))) }
        for _ in 0..<(10 + below(45)) {
            schedule.steps.append(.init(wait: wait(), step: step()))
        }
        var extras = ExtraStepMaker(seed: seed)
        extras.add(to: &schedule)
        return schedule
    }

    private mutating func step() -> ScheduleStep {
        if below(100) < faultPercent { return chance(45) ? weather() : fault() }
        switch below(100) {
        case ..<34: return publish()
        case ..<46: return .change(.subscribe, entries(most: 3))
        case ..<53: return .change(.unsubscribe, entries(most: 3))
        case ..<59: return .change(chance(60) ? .enablePresence : .disablePresence, entries(most: 2, plain: true))
        case ..<63: return identify()
        case ..<75: return .call(order: chance(75) ? below(3) : nil, isRepeatable: chance(40))
        case ..<80: return .replies(replies())
        case ..<83: return .disconnect
        case ..<88: return .connect
        case ..<91: return .suspend
        case ..<94: return .resume
        case ..<97: return .reconfigure(configuration(), requiresReconnect: chance(70))
        default: return chance(50) ? .networkBecameAvailable : .networkChanged
        }
    }

    private mutating func weather() -> ScheduleStep {
        switch below(20) {
        case ..<8: .link(.good(latency: [200, .milliseconds(20), .milliseconds(300), .seconds(2)][below(4)]))
        case ..<10: .link(.refused)
        case ..<11: .link(.unnamed)
        case ..<13: .link(.insecure(evenReduced: chance(40)))
        case ..<14: .link(.silent)
        case ..<17: .cut
        case ..<19: .revoke(anyName())
        default: .grantAll
        }
    }

    private mutating func fault() -> ScheduleStep {
        let lane: Fault.Lane =
            switch below(100) {
            case ..<45: .poll
            case ..<65: .join
            case ..<75: .leave
            case ..<82: .call
            case ..<86: .history
            case ..<95: .probe
            default: .heartbeat
            }
        let fault: Fault =
            switch below(100) {
            case ..<14: .dropBefore
            case ..<30: .dropAfter
            case ..<42: .malformed
            case ..<54: .serverError
            case ..<60: .refusal
            case ..<66: .forbidden(named: chance(60))
            case ..<74: .stall
            case ..<84: .delay([.milliseconds(300), .seconds(3), .seconds(30)][below(3)])
            case ..<93: .repeatPage(1 + below(5))
            default: .rewind(1 + below(4))
            }
        return .fault(fault, lane, count: chance(70) ? 1 : 2 + below(6))
    }

    private mutating func publish() -> ScheduleStep {
        let count = chance(88) ? 1 + below(3) : [20, 70, 99, 100, 101, 150][below(6)]
        return .publish(stream: below(chance(75) ? World.channels.count : World.streams), count: count)
    }

    private mutating func identify() -> ScheduleStep {
        identifiers += 1
        return .change(.identify("client-\(identifiers)", catchUp: chance(60)), [])
    }

    /// Returns the entries of a call that changes the subscription, each target once.
    private mutating func entries(most: Int, plain: Bool = false) -> [SubscriptionChange.Entry] {
        var targets = World.targets
        return (0..<(1 + below(most))).map { _ in
            let target = targets.remove(at: below(targets.count))
            guard !plain, chance(30) else { return .init(target: target) }
            return chance(70) ? .init(target: target, presence: chance(60)) : .init(target: target, messages: false)
        }
    }

    private mutating func replies() -> DelegateReplies {
        guard !chance(30) else { return DelegateReplies() }
        return DelegateReplies(
            reconnect: !chance(30),
            keepTimetoken: !chance(40),
            resubscribe: !chance(25),
            restoreFromLastTimetoken: !chance(35),
            runInBackground: chance(20),
            delay: chance(60) ? 0 : [.milliseconds(50), .seconds(2), .seconds(40)][below(3)],
            work: chance(80) ? [0, .seconds(1), .seconds(9)][below(3)] : nil
        )
    }

    private mutating func configuration() -> Configuration {
        let mayReduce = chance(30)
        return Configuration(
            heartbeat: chance(40) ? [20, 60, 297][below(3)] : nil,
            mayReduceSecurity: mayReduce,
            mayGoPlain: mayReduce ? chance(50) : chance(10),
            fillsGaps: chance(40)
        )
    }

    private mutating func anyName() -> String {
        let target = World.targets[below(World.targets.count)]
        return chance(25) ? "\(target.name)-pnpres" : target.name
    }

    private mutating func wait() -> Int {
        switch below(100) {
        case ..<15: 0
        case ..<50: below(.milliseconds(100))
        case ..<80: below(.seconds(3))
        case ..<95: below(.seconds(40))
        default: below(.seconds(400))
        }
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func chance(_ hundredths: Int) -> Bool { below(100) < hundredths }
}
