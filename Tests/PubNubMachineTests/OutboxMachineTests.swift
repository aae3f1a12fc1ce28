import PubNubWire
import Testing

@testable import PubNubMachines

/// The outbox: bounded, in order per channel; each message stays until the service has stored or refused it.
@Suite struct OutboxMachineTests {
    private static let time = Timetoken(rawValue: 15_000_000_000_000_000)
    private static let interrupted = Failure(.interrupted, code: ErrorCode.connectionClosedByServer)
    private static var status408: Failure {
        var failure = Failure(.refused, code: ErrorCode.unknown)
        failure.isRequestTimeout = true
        return failure
    }

    private var machine = OutboxMachine(limits: .init(messages: 4, bytes: 100), seed: 1)

    private mutating func give(_ ticket: UInt64, _ line: String = "a", bytes: Int = 10) -> [ClientAction] {
        machine.submit(ticket, line: line, bytes: bytes, isStored: false)
    }

    @Test mutating func oneOfALineIsUnderWayAndLinesDoNotWaitForEachOther() {
        #expect(give(1) == [.acceptMessage(1), .sendMessage(1)])
        #expect(give(2) == [.acceptMessage(2)])
        #expect(give(3, "b") == [.acceptMessage(3), .sendMessage(3)])
        #expect(machine.sent(1, at: Self.time) == [.endMessage(1, .sent(Self.time)), .sendMessage(2)])
        #expect(machine.sent(3, at: Self.time) == [.endMessage(3, .sent(Self.time))])
        #expect(machine.sent(2, at: Self.time) == [.endMessage(2, .sent(Self.time))])
        #expect(machine.count == 0)
        #expect(machine.bytes == 0)
    }

    @Test(arguments: [
        Failure(.interrupted, code: ErrorCode.connectionClosedByServer),
        Failure(.timedOut, code: ErrorCode.requestTimedOut),
        Failure(.serverError, code: ErrorCode.unknown), Failure(.malformed, code: ErrorCode.responseMalformed),
        Failure(.unreachable, code: ErrorCode.requestFailedWithoutNetwork),
        Failure(.insecure, code: ErrorCode.connectionNotSecured),
        Failure(.refused, code: ErrorCode.responseNotText), Failure(.refused, code: ErrorCode.rateExceeded),
        Failure(.local, code: ErrorCode.connectionSetUpFailed), status408,
    ]) mutating func whatMayHaveArrivedIsSentAgainBeforeTheNext(_ failure: Failure) {
        _ = give(1)
        _ = give(2)
        var pauses: [Duration] = []
        for _ in 0..<8 {
            let actions = machine.failed(1, failure)
            for case .startTimer(.outbox(1), let pause?, _) in actions { pauses.append(pause) }
            #expect(machine.timerFired(1) == [.sendMessage(1)])
        }
        #expect(pauses.count == 8)
        #expect(pauses[0] < .seconds(0.2) && pauses[7] > .seconds(20) && pauses[7] < .seconds(40))
        #expect(machine.sent(1, at: Self.time) == [.endMessage(1, .sent(Self.time)), .sendMessage(2)])
    }

    /// The application can act on repeated failures; a single lost response is not reported.
    @Test mutating func reportsEachBlockingFailureFromTheSecondOn() {
        let server = Failure(.serverError, code: ErrorCode.unknown)
        let offline = Failure(.local, code: ErrorCode.notConnected)
        _ = give(1)
        var reported: [[ClientAction]] = []
        for failure in [server, offline, server, Self.interrupted, offline] {
            reported.append(machine.failed(1, failure).filter { if case .warnOfMessage = $0 { true } else { false } })
            _ = machine.opened()
        }
        #expect(reported == [[], [], [.warnOfMessage(1, server)], [.warnOfMessage(1, Self.interrupted)], []])
        #expect(machine.failed(1, server).count == 2, "and there is a pause before it is tried again")
        #expect(machine.cleared() == [.cancelTimer(.outbox(1)), .endMessage(1, .cleared)])
    }

    @Test(arguments: [
        ErrorCode.requestFailedWithoutNetwork, ErrorCode.notConnected,
        ErrorCode.suspended,
    ]) mutating func withoutAConnectionItWaitsForOneWithoutATimer(_ code: Int) {
        _ = give(1)
        _ = give(2)
        _ = give(3, "b")
        #expect(machine.failed(1, Failure(.local, code: code)) == [])
        #expect(machine.failed(3, Failure(.local, code: code)) == [])
        #expect(machine.opened() == [.sendMessage(1), .sendMessage(3)])
        #expect(machine.opened() == [], "what is under way is not sent a second time")
        #expect(machine.sent(1, at: Self.time) == [.endMessage(1, .sent(Self.time)), .sendMessage(2)])
    }

    @Test mutating func aConnectionEndsThePause() {
        _ = give(1)
        _ = machine.failed(1, Self.interrupted)
        #expect(machine.opened() == [.cancelTimer(.outbox(1)), .sendMessage(1)])
        #expect(machine.timerFired(1) == [], "a late timer changes nothing")
    }

    @Test("A connection does not end a pause that the service asked for")
    mutating func retryAfter() {
        var busy = Failure(.serverError, code: ErrorCode.unknown)
        busy.retryAfter = .seconds(60)
        _ = give(1)
        var pauses: [Duration] = []
        for case .startTimer(_, let pause?, _) in machine.failed(1, busy) { pauses.append(pause) }
        #expect(pauses.count == 1 && pauses[0] >= .seconds(60) && pauses[0] <= .seconds(75))
        #expect(machine.opened() == [])
        #expect(machine.timerFired(1) == [.sendMessage(1)])
        _ = machine.failed(1, Self.interrupted)
        #expect(machine.opened() == [.cancelTimer(.outbox(1)), .sendMessage(1)])
    }

    @Test(arguments: [
        Failure(.forbidden, code: ErrorCode.accessForbidden), Failure(.refused, code: ErrorCode.messageTooLong),
        Failure(.refused, code: ErrorCode.invalidJSON),
    ]) mutating func whatIsRefusedEndsAndTheNextGoes(_ failure: Failure) {
        _ = give(1)
        _ = give(2)
        #expect(machine.failed(1, failure) == [.endMessage(1, .refused(failure)), .sendMessage(2)])
        #expect(machine.failed(1, failure) == [], "it is reported once")
        #expect(machine.sent(1, at: Self.time) == [])
    }

    @Test mutating func refusesMessagesAndBytesBeyondItsLimitsImmediately() {
        for ticket in 1...4 as ClosedRange<UInt64> { _ = give(ticket) }
        #expect(give(5) == [.endMessage(5, .full)])
        #expect(machine.count == 4)
        _ = machine.sent(1, at: Self.time)
        #expect(give(6, bytes: 71) == [.endMessage(6, .full)])
        #expect(give(7, bytes: 70) == [.acceptMessage(7)])
        #expect(machine.bytes == 100)
    }

    @Test mutating func sendsAMessageOnlyAfterItIsStored() {
        #expect(machine.submit(1, line: "a", bytes: 1, isStored: true) == [.storeMessage(1)])
        #expect(machine.submit(2, line: "a", bytes: 1, isStored: true) == [.storeMessage(2)])
        #expect(machine.opened() == [])
        #expect(machine.stored(1) == [.acceptMessage(1), .sendMessage(1)])
        #expect(machine.stored(1) == [], "once")
        #expect(machine.storingFailed(2) == [.endMessage(2, .notStored)])
        #expect(machine.sent(1, at: Self.time) == [.endMessage(1, .sent(Self.time))])
        #expect(machine.count == 0)
    }

    @Test mutating func aMessageThatIsNotStoredDoesNotHoldUpTheLine() {
        _ = machine.submit(1, line: "a", bytes: 1, isStored: true)
        _ = machine.submit(2, line: "a", bytes: 1, isStored: true)
        #expect(machine.stored(2) == [.acceptMessage(2)], "the one before it is not decided on yet")
        #expect(machine.storingFailed(1) == [.endMessage(1, .notStored), .sendMessage(2)])
    }

    @Test mutating func keepsStoredMessagesBeyondItsLimits() {
        for ticket in 1...6 as ClosedRange<UInt64> {
            let expected: [ClientAction] =
                ticket == 1 ? [.acceptMessage(1), .sendMessage(1)] : [.acceptMessage(ticket)]
            #expect(machine.restore(ticket, line: "a", bytes: 50) == expected)
        }
        #expect(machine.count == 6)
        #expect(give(7) == [.endMessage(7, .full)])
    }

    @Test mutating func clearingEndsWaitingMessagesAndNotThoseInFlight() {
        _ = give(1)
        _ = give(2)
        _ = give(3, "b")
        _ = machine.failed(3, Self.interrupted)
        _ = machine.submit(4, line: "c", bytes: 1, isStored: true)
        #expect(
            machine.cleared() == [
                .endMessage(2, .cleared), .cancelTimer(.outbox(3)), .endMessage(3, .cleared), .endMessage(4, .cleared),
            ]
        )
        #expect(machine.stored(4) == [] && machine.timerFired(3) == [] && machine.opened() == [])
        #expect(machine.failed(1, Self.interrupted) == [.endMessage(1, .refused(Self.interrupted))], "not sent again")
        #expect(machine.count == 0)
        #expect(machine.bytes == 0)
        #expect(give(5) == [.acceptMessage(5), .sendMessage(5)], "and it goes on")
    }

    @Test mutating func clearingOneLineLeavesTheOthers() {
        _ = give(1)
        _ = give(2)
        _ = give(3, "b")
        _ = give(4, "b")
        _ = machine.failed(3, Self.interrupted)
        #expect(machine.cleared(line: "none") == [])
        #expect(
            machine.cleared(line: "b") == [
                .cancelTimer(.outbox(3)), .endMessage(3, .cleared), .endMessage(4, .cleared),
            ]
        )
        #expect(give(5, "b") == [.acceptMessage(5), .sendMessage(5)])
        #expect(machine.sent(1, at: Self.time) == [.endMessage(1, .sent(Self.time)), .sendMessage(2)])
    }

    @Test("Clearing some messages of a line sends the next one that remains")
    mutating func clearingSome() {
        _ = give(1)
        _ = give(2)
        _ = give(3, "b")
        _ = give(4, "b")
        _ = machine.failed(1, Failure(.local, code: ErrorCode.notConnected))
        #expect(machine.cleared([1, 3]) == [.endMessage(1, .cleared), .sendMessage(2)])
        #expect(machine.failed(3, Self.interrupted) == [.endMessage(3, .refused(Self.interrupted)), .sendMessage(4)])
    }

    /// Random failures, connections and clearings: each message ends once, in the order of its channel, one at a time.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func everythingEndsOnceAndInOrder(_ seed: UInt64) {
        var random = SplitMix64(state: seed)
        var machine = OutboxMachine(limits: .init(messages: 50, bytes: 10_000), seed: seed)
        var lines: [UInt64: String] = [:]
        var underWay: Set<UInt64> = []
        var ended: [UInt64] = []
        var inOrder: [UInt64] = []
        var paused: Set<UInt64> = []
        func perform(_ actions: [ClientAction]) {
            for action in actions {
                switch action {
                case .sendMessage(let ticket):
                    #expect(underWay.allSatisfy { lines[$0] != lines[ticket] }, "one of a line at a time")
                    underWay.insert(ticket)
                case .endMessage(let ticket, let ending):
                    ended.append(ticket)
                    if ending != .full { inOrder.append(ticket) }
                case .startTimer(.outbox(let ticket), _, _): paused.insert(ticket)
                case .cancelTimer(.outbox(let ticket)): paused.remove(ticket)
                default: break
                }
            }
        }
        func answer(_ ticket: UInt64, _ roll: Int) {
            underWay.remove(ticket)
            switch roll {
            case 0: perform(machine.failed(ticket, Self.interrupted))
            case 1: perform(machine.failed(ticket, Failure(.local, code: ErrorCode.notConnected)))
            case 2: perform(machine.failed(ticket, Failure(.forbidden, code: ErrorCode.accessForbidden)))
            default: perform(machine.sent(ticket, at: Self.time))
            }
        }
        for ticket in 1...200 as ClosedRange<UInt64> {
            lines[ticket] = ["a", "b", "c"].randomElement(using: &random)
            perform(machine.submit(ticket, line: lines[ticket] ?? "", bytes: 1, isStored: false))
            for next in underWay.sorted() where Bool.random(using: &random) {
                answer(next, Int.random(in: 0..<6, using: &random))
            }
            if Int.random(in: 0..<10, using: &random) == 0 { perform(machine.opened()) }
            if let next = paused.min(), Bool.random(using: &random) {
                paused.remove(next)
                perform(machine.timerFired(next))
            }
        }
        while machine.count > 0 {
            perform(machine.opened())
            for next in underWay.sorted() { answer(next, 5) }
        }
        #expect(ended.sorted() == Array(1...200))
        for line in ["a", "b", "c"] {
            let order = inOrder.filter { lines[$0] == line }
            #expect(order == order.sorted())
        }
    }
}
