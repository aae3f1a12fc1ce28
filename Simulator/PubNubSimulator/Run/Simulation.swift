import PubNubMachines
import PubNubWire

/// One run: the real machines of a client, driven by a schedule, and held to the invariants after every input.
///
/// It is the engine, the network, the service, the application and the clock in one, with no thread and no time of its own.
package final class Simulation {
    /// Inputs after which a run that does not end is given up; a run takes some hundreds.
    private static let mostOccurrences = 100_000

    let schedule: Schedule
    var machine: ClientMachine
    var clock = VirtualClock<Occurrence>()
    /// The service as each keyset sees it.
    var services: [ServiceModel]
    /// The keyset whose keys requests are sent with.
    var keysInUse = 0
    /// The keysets of configurations that the machine knows and requests are not sent with yet.
    var keysToAdopt: [Int] = []
    var link = Link.usual
    var faults: [Fault.Lane: [Fault]] = [:]
    var requests: [RequestID: SimulatedRequest] = [:]
    /// For how many microseconds the transport holds back each of the next calls.
    var holds: [Int] = []
    var timers: [TimerName: Int] = [:]
    /// The numbers that the machine gave to the timers that run.
    var timerNumbers: [TimerName: UInt64] = [:]
    /// Counts requests and timers, to tell one from another of the same name.
    var serial = 0
    var configuration: Configuration
    var opinions = Opinions()
    var identifier = "client"
    /// Identifiers under which the application does not want what it missed.
    var skippingIdentifiers: Set<String> = []
    var changes: UInt64 = 0
    var callNumbers = 0
    /// How many wait for the end of a suspension's beginning.
    var waitingForSuspension = 0
    var outbox: OutboxModel
    var news: [OutboxModel.News] = []
    /// The channels to which the service lets nothing be sent.
    var spoiled: Set<Int> = []
    var backlog: DeliveryBacklog
    /// How many messages came with each page that waits for the application.
    var inbox: [Int] = []
    var isTaking = false
    /// Microseconds that the application takes for a message; nil when it takes none.
    var appetite: Int? = 0
    var largestPage = 0
    /// Whether gaps were ever to be filled.
    var mayFill: Bool

    var deliveryCheck: DeliveryCheck
    var callCheck = CallCheck()
    var paceCheck = PaceCheck()
    var changeCheck = ChangeCheck()
    var connectionCheck = ConnectionCheck()
    var outboxCheck: OutboxCheck
    var heartbeatCheck = HeartbeatCheck()
    var tally = Tally()

    let sabotage: Sabotage
    /// Whether the application changes its keys in this run.
    let usesOtherKeys: Bool
    /// What happened, line by line; nil when nobody wants to read it.
    private(set) var trace: [String]?
    /// Long polls and pages of the present input, checked when all of its actions are done.
    var polls: [(names: SubscriptionTargetList.Names, cursor: Cursor)] = []
    var pages: [SubscribePage] = []
    /// Whether the application chose with this input to go on from now, once its long polls are checked.
    var maySkip = false
    var isOver = false

    package convenience init(_ schedule: Schedule, isTraced: Bool = false) {
        self.init(schedule, isTraced: isTraced, sabotage: Sabotage())
    }

    init(_ schedule: Schedule, isTraced: Bool = false, sabotage: Sabotage) {
        self.schedule = schedule
        self.sabotage = sabotage
        usesOtherKeys = schedule.steps.contains { if case .changeKeys = $0.step { true } else { false } }
        configuration = schedule.configuration
        services = (0..<World.keysets).map { ServiceModel(schedule.manners, keyset: $0) }
        machine = ClientMachine()
        outbox = OutboxModel(schedule.outbox, seed: schedule.seed)
        outboxCheck = OutboxCheck(schedule.outbox)
        backlog = schedule.backlog.machine
        mayFill = schedule.configuration.fillsGaps
        deliveryCheck = DeliveryCheck(
            // Without a time of its own a message cannot be told from its like.
            isStrict: !schedule.manners.isVersion1,
            hasShortPages: schedule.manners.pageLimit < ServiceLimits.messageBuffer
        )
        trace = isTraced ? [] : nil
        machine = makeMachine(process: 0)
        var time = 0
        for (index, timed) in schedule.steps.enumerated() {
            time += timed.wait
            clock.plan(.step(index), after: time)
        }
        clock.plan(.calm(.begins), after: time + .seconds(1))
    }

    /// The service as the client sees it now.
    var service: ServiceModel {
        get { services[keysInUse] }
        _modify { yield &services[keysInUse] }
    }

    /// Runs to the end, or to the first violation.
    package func run() -> Outcome {
        var violation: Violation?
        do throws(Violation) {
            try runAll()
        } catch {
            violation = error
            note("VIOLATION of \(error)")
        }
        tally.seeds = 1
        tally.steps = schedule.steps.count
        tally.sent = services.reduce(0) { $0 + $1.messages }
        tally.delivered = deliveryCheck.delivered
        tally.gaps = deliveryCheck.gapCount
        tally.overrunInShortPages = deliveryCheck.overrunInShortPages
        tally.calls = callCheck.ended
        tally.outboxMessages = outboxCheck.sent
        tally.outboxCopies = outboxCheck.copies
        return Outcome(violation: violation, tally: tally, trace: trace ?? [])
    }

    private func runAll() throws(Violation) {
        for _ in 0..<Self.mostOccurrences {
            guard !isOver, let occurrence = clock.next() else { return }
            try handle(occurrence)
            try tellNews()
        }
        throw Violation(.stuck, "it never comes to rest")
    }

    /// Lets the machines decide, does what they say, then looks whether everything is as it should be.
    func input(
        _ text: @autoclosure () -> String,
        _ decide: (inout ClientMachine, inout ClientActions) -> Void
    ) throws(Violation) {
        _ = try inputWithActions(text(), decide)
    }

    @discardableResult
    func inputWithActions(
        _ text: @autoclosure () -> String,
        _ decide: (inout ClientMachine, inout ClientActions) -> Void
    ) throws(Violation) -> ClientActions {
        note("> \(text())")
        tally.inputs += 1
        var actions: ClientActions = []
        decide(&machine, &actions)
        sabotage.client(&actions)
        for action in actions {
            note("    \(action.words)")
            try perform(action)
        }
        try finishInput()
        return actions
    }

    private func finishInput() throws(Violation) {
        let isOpen = machine.gaps.isFilling || machine.subscription.isCatchingUp
        for poll in polls {
            try checkKeys(of: poll.cursor)
            try deliveryCheck.pollSent(poll.names, from: poll.cursor, by: service, isOpen: isOpen)
        }
        if !isOpen { try deliveryCheck.caughtUp() }
        if maySkip { deliveryCheck.skipAllowed() }
        maySkip = false
        for page in pages { try deliveryCheck.checkWanted(page) }
        polls = []
        pages = []
        if machine.subscription.list.isEmpty { deliveryCheck.forgot() }
        try callCheck.check(machine, at: clock.now)
        try RequestCheck.check(
            machine,
            requests: requests,
            timers: timers,
            calls: callCheck,
            isPollHeld: backlog.held != nil
        )
        try heartbeatCheck.check(machine, interval: configuration.heartbeat, at: clock.now)
    }

    /// No place of other keys is gone on from.
    private func checkKeys(of cursor: Cursor) throws(Violation) {
        let token = cursor.timetoken.rawValue
        guard token > service.latest, services.contains(where: { token <= $0.latest }) else { return }
        throw Violation(.keys, "polls from \(token), where other keys are")
    }

    func note(_ text: @autoclosure () -> String) {
        guard trace != nil else { return }
        trace?.append("\(clock.now.secondsText)  \(text())")
    }
}

/// How a run ended.
package struct Outcome: Sendable {
    /// nil when every invariant held.
    package let violation: Violation?
    package let tally: Tally
    /// What happened, line by line, where it was asked for.
    package let trace: [String]
}
