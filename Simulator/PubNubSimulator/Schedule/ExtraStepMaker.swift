@testable import PubNubMachines

/// Adds steps of an outbox and of a slow application to a schedule, and the end of their process.
///
/// It has its own random numbers, so that all other steps of a seed's schedule stay the same.
struct ExtraStepMaker {
    private var random: SplitMix64

    init(seed: UInt64) {
        var mixer = SplitMix64(state: ~seed)
        random = SplitMix64(state: mixer.next())
    }

    mutating func add(to schedule: inout Schedule) {
        if chance(60) { addOutbox(to: &schedule) }
        if chance(35) { addBacklog(to: &schedule) }
        if chance(15) {
            for _ in 0..<(1 + below(2)) { insert(.kill, into: &schedule) }
        }
        // An outbox belongs to one keyset.
        let hasOutbox = schedule.steps.contains { if case .give = $0.step { true } else { false } }
        if !hasOutbox, chance(50) { addKeyChanges(to: &schedule) }
        if schedule.configuration.heartbeat != nil, chance(60) { addHeartbeatFaults(to: &schedule) }
        if chance(40) { addLoad(to: &schedule) }
        if chance(45) { for _ in 0..<(1 + below(4)) { addLine(to: &schedule) } }
        if chance(40) { for _ in 0..<(2 + below(10)) { insert(.iterate(iterationStep()), into: &schedule) } }
    }

    private mutating func iterationStep() -> IterationModel.Step {
        switch below(100) {
        case ..<60:
            var targets = World.targets
            let held = (0..<(1 + below(3))).map { _ in targets.remove(at: below(targets.count)) }
            let back: [Int?] = [nil, nil, nil, 0, .milliseconds(50), .seconds(3), .seconds(60)]
            return .begin(held, hasPresence: chance(25), goesBack: back[below(back.count)])
        case ..<75: return .end(below(8))
        case ..<90: return .add(World.targets[below(World.targets.count)], to: below(8))
        default: return .remove(World.targets[below(World.targets.count)], from: below(8))
        }
    }

    /// Adds an overloaded service and a transport with too many requests.
    private mutating func addLoad(to schedule: inout Schedule) {
        let lanes: [Fault.Lane] = [.probe, .join, .poll, .leave, .heartbeat, .call, .call, .call]
        let waits: [Int?] = [nil, 0, .milliseconds(500), .seconds(3), .seconds(20), .seconds(90)]
        for _ in 0..<(1 + below(4)) {
            let isRateLimit = chance(50)
            let fault = Fault.busy(isRateLimit: isRateLimit, retryAfter: waits[below(waits.count)])
            insert(.fault(fault, lanes[below(lanes.count)], count: 1 + below(5)), into: &schedule)
        }
        for _ in 0..<below(3) {
            let time: Int = [.milliseconds(50), .seconds(5), .seconds(40)][below(3)]
            insert(.holdBack(count: 1 + below(6), time: time), into: &schedule)
        }
        for _ in 0..<below(12) {
            insert(.call(order: chance(75) ? below(3) : nil, isRepeatable: chance(50)), into: &schedule)
        }
    }

    private mutating func addOutbox(to schedule: inout Schedule) {
        schedule.outbox.isStored = chance(75)
        schedule.outbox.messages = [2, 5, 20, 100][below(4)]
        schedule.outbox.diskDelay = [0, .milliseconds(1), .milliseconds(200), .seconds(5)][below(4)]
        for _ in 0..<(2 + below(16)) {
            insert(.give(channel: below(World.channels.count), count: chance(70) ? 1 : 1 + below(8)), into: &schedule)
        }
        for _ in 0..<below(4) {
            switch below(100) {
            case ..<30: insert(.spoil(channel: below(World.channels.count)), into: &schedule)
            case ..<50: insert(.fillDisk(writes: 1 + below(3)), into: &schedule)
            case ..<65: insert(.clearOutbox, into: &schedule)
            default: insert(.fault(fault(), .call, count: 1 + below(4)), into: &schedule)
            }
        }
    }

    private mutating func addBacklog(to schedule: inout Schedule) {
        schedule.backlog.limit = [1, 5, 40, 200][below(4)]
        schedule.backlog.rest = below(schedule.backlog.limit)
        for _ in 0..<(1 + below(5)) {
            let paces: [Int?] = [nil, nil, .milliseconds(1), .milliseconds(20), .milliseconds(100), 0]
            insert(.take(eachAfter: paces[below(paces.count)]), into: &schedule)
        }
        for _ in 0..<below(4) {
            insert(.publish(stream: below(World.streams), count: 1 + below(120)), into: &schedule)
        }
    }

    private mutating func addKeyChanges(to schedule: inout Schedule) {
        for _ in 0..<(1 + below(4)) { insert(.changeKeys(keyset: below(World.keysets)), into: &schedule) }
    }

    private mutating func addHeartbeatFaults(to schedule: inout Schedule) {
        let faults: [Fault] = [.stall, .stall, .dropAfter, .serverError, .delay(.seconds(30))]
        for _ in 0..<(1 + below(2)) {
            insert(.fault(faults[below(faults.count)], .heartbeat, count: 1 + below(4)), into: &schedule)
        }
    }

    /// Adds calls that the application makes in consecutive lines.
    private mutating func addLine(to schedule: inout Schedule) {
        let changesKeys = schedule.steps.contains { if case .changeKeys = $0.step { true } else { false } }
        let index = below(schedule.steps.count + 1)
        let wait = index < schedule.steps.count ? schedule.steps[index].wait : below(.seconds(3))
        if index < schedule.steps.count { schedule.steps[index].wait = 0 }
        for number in 0..<(2 + below(6)) {
            let step = ScheduleStep.inLine(lineStep(schedule, changesKeys: changesKeys))
            schedule.steps.insert(.init(wait: number == 0 ? wait : 0, step: step), at: index + number)
        }
    }

    private mutating func lineStep(_ schedule: Schedule, changesKeys: Bool) -> LineStep {
        let target = World.targets[below(World.targets.count)]
        let entries = [SubscriptionChange.Entry(target: target, presence: chance(30) ? true : nil)]
        switch below(100) {
        case ..<45: return .requests(chance(75) ? 1 : 2 + below(3))
        case ..<65: return .change(.subscribe, entries)
        case ..<75: return .change(.unsubscribe, entries)
        case ..<80: return .change(.enablePresence, [.init(target: target)])
        case ..<84: return .change(.identify("guest-\(below(2))", catchUp: chance(50)), [])
        case ..<90: return .connect
        case ..<95: return .disconnect
        case ..<97 where changesKeys: return .changeKeys(keyset: below(World.keysets))
        default: return .reconfigure(schedule.configuration, requiresReconnect: chance(70))
        }
    }

    private mutating func fault() -> Fault {
        let faults: [Fault] = [
            .dropBefore, .dropAfter, .dropAfter, .malformed, .serverError, .stall, .refusal, .delay(.seconds(20)),
        ]
        return faults[below(faults.count)]
    }

    /// Inserts a step at a random position; the times of the other steps do not change.
    private mutating func insert(_ step: ScheduleStep, into schedule: inout Schedule) {
        let index = below(schedule.steps.count + 1)
        guard index < schedule.steps.count else {
            return schedule.steps.append(.init(wait: below(.seconds(3)), step: step))
        }
        let wait = below(schedule.steps[index].wait + 1)
        schedule.steps[index].wait -= wait
        schedule.steps.insert(.init(wait: wait, step: step), at: index)
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func chance(_ hundredths: Int) -> Bool { below(100) < hundredths }
}
