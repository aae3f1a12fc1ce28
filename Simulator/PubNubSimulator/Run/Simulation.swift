@testable import PubNubMachines
@testable import PubNubWire

/// One run: a schedule drives the real machines of a client, and the invariants are checked after every input.
///
/// The simulation replaces the engine, the network, the service, the application and the clock. It has no thread and uses
/// no real time.
package final class Simulation {
    /// The number of inputs after which an endless run is aborted; a normal run takes some hundreds.
    private static let maxOccurrences = 100_000

    let schedule: Schedule
    var machine: ClientMachine
    var clock = VirtualClock<Occurrence>()
    /// The service of each keyset.
    var services: [ServiceModel]
    /// The keyset whose keys requests carry.
    var keysInUse = 0
    /// The keysets of configurations that the machine has received and requests do not use yet.
    var keysToAdopt: [Int] = []
    var link = Link.usual
    var faults: [Fault.Lane: [Fault]] = [:]
    var requests: [RequestID: SimulatedRequest] = [:]
    /// The times, in microseconds, for which the transport holds back the next calls.
    var holds: [Int] = []
    var timers: [TimerName: Int] = [:]
    /// The numbers that the machine assigned to the running timers.
    var timerNumbers: [TimerName: UInt64] = [:]
    /// A counter that makes requests and timers of the same name distinct.
    var serial = 0
    var configuration: Configuration
    var replies = DelegateReplies()
    var identifier = "client"
    /// Identifiers for which the application does not request missed messages.
    var skippingIdentifiers: Set<String> = []
    var changes: UInt64 = 0
    var callNumbers = 0
    /// The number of callers that wait until a suspension has begun.
    var waitingForSuspension = 0
    var outbox: OutboxModel
    var deferredInputs: [DeferredInput] = []
    var line = LineModel()
    /// The channels for which the service refuses messages of the outbox.
    var spoiled: Set<Int> = []
    var backlog: DeliveryBacklog
    /// The number of messages in each page that waits for the application.
    var inbox: [Int] = []
    var isTaking = false
    var iterations = IterationModel()
    /// The time, in microseconds, that the application takes for a message; nil if it processes none.
    var appetite: Int? = 0
    var largestPage = 0
    /// Whether any configuration of the run fills gaps.
    var mayFill: Bool

    var deliveryCheck: DeliveryCheck
    var callCheck = CallCheck()
    var paceCheck = PaceCheck()
    var changeCheck = ChangeCheck()
    var connectionCheck = ConnectionCheck()
    var lineCheck = LineCheck()
    var outboxCheck: OutboxCheck
    var iterationCheck = IterationCheck()
    var heartbeatCheck = HeartbeatCheck()
    var counts = RunCounts()

    let sabotage: Sabotage
    /// Whether the application changes its keys in this run.
    let usesOtherKeys: Bool
    /// The trace of the run, one line per event; nil if it is not recorded.
    private(set) var trace: [String]?
    /// Long polls and pages of the current input, checked after all of its actions.
    var polls: [(names: SubscriptionTargetList.Names, cursor: Cursor)] = []
    var pages: [SubscribePage] = []
    /// Whether the application chose with this input to continue from now, once its long polls are checked.
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
        services = (0..<World.keysets).map { ServiceModel(schedule.behaviour, keyset: $0) }
        machine = ClientMachine()
        outbox = OutboxModel(schedule.outbox, seed: schedule.seed)
        outboxCheck = OutboxCheck(schedule.outbox)
        backlog = schedule.backlog.machine
        mayFill = schedule.configuration.fillsGaps
        deliveryCheck = DeliveryCheck(
            // Version 1 has no timetoken per message, so equal messages cannot be distinguished.
            isStrict: !schedule.behaviour.isVersion1,
            hasShortPages: schedule.behaviour.pageLimit < ServiceLimits.messageBuffer
        )
        trace = isTraced ? [] : nil
        machine = makeMachine(process: 0)
        var time = 0
        for (index, timed) in schedule.steps.enumerated() {
            time += timed.wait
            clock.plan(.step(index), after: time)
        }
        clock.plan(.finalPhase(.faultsEnd), after: time + .seconds(1))
    }

    /// The service for the keys that requests carry now.
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
        counts.seeds = 1
        counts.steps = schedule.steps.count
        counts.sent = services.reduce(0) { $0 + $1.messages }
        counts.delivered = deliveryCheck.delivered
        counts.gaps = deliveryCheck.gapCount
        counts.overrunInShortPages = deliveryCheck.overrunInShortPages
        counts.calls = callCheck.ended
        counts.outboxMessages = outboxCheck.sent
        counts.outboxCopies = outboxCheck.copies
        counts.iterationMessages = iterationCheck.delivered
        counts.olderMessages = iterationCheck.withheld
        return Outcome(violation: violation, counts: counts, trace: trace ?? [])
    }

    private func runAll() throws(Violation) {
        for _ in 0..<Self.maxOccurrences {
            guard !isOver, let occurrence = clock.next() else { return }
            try handle(occurrence)
            try tellNews()
        }
        throw Violation(.stuck, "it never comes to rest")
    }

    /// Passes an input to the machines, performs their actions and checks the invariants.
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
        counts.inputs += 1
        var actions: ClientActions = []
        decide(&machine, &actions)
        sabotage.client(&actions)
        // With the decision: once a later page has been received, the position is that of the page.
        try confirmIterations()
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
            line: lineCheck,
            isPollHeld: backlog.held != nil
        )
        try heartbeatCheck.check(machine, interval: configuration.heartbeat, at: clock.now)
    }

    /// Throws if a cursor of other keys is used.
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

/// The result of a run.
package struct Outcome: Sendable {
    /// nil if every invariant held.
    package let violation: Violation?
    package let counts: RunCounts
    /// The trace, one line per event, if it was requested.
    package let trace: [String]
}
