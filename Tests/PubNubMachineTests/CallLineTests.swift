import Testing

@testable import PubNubMachines

@Suite("Calls of one client run one after another, each after the outcome of the one before")
struct CallLineTests {
    static let request = CallLine.Kind.request(limit: .seconds(15))
    static let everyKind: [CallLine.Kind] = [request, .change, .control, .ending]

    @Test("A call begins at once in an empty line", arguments: everyKind)
    func emptyLine(kind: CallLine.Kind) {
        var line = CallLine()
        #expect(line.enter(kind) == .begun(1))
        #expect(!line.isEmpty)
        #expect(line.ended(1) == [])
        #expect(line.isEmpty)
    }

    @Test("A call begins after the outcome of the one before, whatever their kinds", arguments: everyKind, everyKind)
    func waits(first: CallLine.Kind, second: CallLine.Kind) {
        var line = CallLine()
        #expect(line.enter(first) == .begun(1))
        #expect(line.enter(second) == .waiting(2))
        #expect(line.enter(first) == .waiting(3))
        #expect(line.ended(1) == [.beginCall(2)])
        #expect(line.ended(2) == [.beginCall(3)])
        #expect(line.ended(3) == [])
    }

    @Test("A call that is made while another one ends enters at the end")
    func madeInACallback() {
        var line = CallLine()
        for _ in 1...3 { _ = line.enter(Self.request) }
        #expect(line.ended(1) == [.beginCall(2)])
        #expect(line.enter(Self.request) == .waiting(4))
        #expect(line.ended(2) == [.beginCall(3)])
        #expect(line.ended(3) == [.beginCall(4)])
    }

    @Test("The second end of a call, and the end of one that waits, begin nothing")
    func endsOnce() {
        var line = CallLine()
        for _ in 1...3 { _ = line.enter(Self.request) }
        #expect(line.ended(3) == [])
        #expect(line.ended(1) == [.beginCall(2)])
        #expect(line.ended(1) == [])
    }

    @Test("10,000 calls wait; one more is refused")
    func bound() {
        var line = CallLine()
        for _ in 0...10_000 { _ = line.enter(Self.request) }
        #expect(line.count == 10_000)
        #expect(line.enter(Self.request) == .full)
        #expect(line.ended(1) == [.beginCall(2)])
        #expect(line.enter(Self.request) == .waiting(10_002))
    }

    @Test("While the client connects, no call begins, and requests have a limit", arguments: everyKind)
    func connecting(kind: CallLine.Kind) {
        var line = CallLine()
        #expect(line.changed(to: .connecting) == [])
        let limits: ClientActions = kind == Self.request ? [.startTimer(.line(1), after: .seconds(15))] : []
        var actions: ClientActions = []
        #expect(line.enter(kind, into: &actions) == .waiting(1))
        #expect(actions == limits)
        #expect(line.changed(to: .open) == (limits.isEmpty ? [] : [.cancelTimer(.line(1))]) + [.beginCall(1)])
    }

    @Test("A limit begins for calls that wait in line when the client begins to connect")
    func limitBegins() {
        var line = CallLine()
        for _ in 1...3 { _ = line.enter(Self.request) }
        #expect(line.limitReached(2) == [], "in a line that moves there is none")
        #expect(
            line.changed(to: .connecting) == [
                .startTimer(.line(2), after: .seconds(15)), .startTimer(.line(3), after: .seconds(15)),
            ]
        )
        #expect(line.limitReached(2) == [.refuseCall(2, .requestTimedOut)])
        #expect(line.ended(1) == [])
        #expect(line.changed(to: .open) == [.cancelTimer(.line(3)), .beginCall(3)])
    }

    @Test("While the client waits for a network, calls that control it do not wait for the others")
    func awaitingNetwork() {
        var line = CallLine()
        _ = line.changed(to: .awaitingNetwork)
        #expect(line.enter(.change) == .waiting(1))
        #expect(line.enter(.control) == .begun(2))
        #expect(line.enter(.control) == .waiting(3), "but for each other")
        #expect(line.ended(2) == [.beginCall(3)])
        #expect(line.ended(3) == [])
        #expect(line.changed(to: .open) == [.beginCall(1)])
    }

    @Test("A call that controls the client and waits begins when the client finds no network")
    func networkIsMissing() {
        var line = CallLine()
        _ = line.changed(to: .connecting)
        #expect(line.enter(.change) == .waiting(1))
        #expect(line.enter(.control) == .waiting(2))
        #expect(line.changed(to: .awaitingNetwork) == [.beginCall(2)])
    }

    @Test("Without a network, disconnecting ends the calls that wait before it, and not those behind it")
    func ending() {
        var line = CallLine()
        _ = line.changed(to: .awaitingNetwork)
        _ = line.enter(Self.request)
        _ = line.enter(.change)
        var actions: ClientActions = []
        #expect(line.enter(.ending, into: &actions) == .begun(3))
        let failure = Failure(.local, code: ErrorCode.notConnected)
        #expect(actions == [.cancelTimer(.line(1)), .refuseCall(1, failure), .refuseCall(2, failure)])
        #expect(line.enter(.change) == .waiting(4))
        #expect(line.changed(to: .open) == [])
        #expect(line.ended(3) == [.beginCall(4)])
    }

    @Test("With a network, disconnecting waits for the calls before it")
    func endingInTurn() {
        var line = CallLine()
        _ = line.enter(Self.request)
        _ = line.enter(Self.request)
        #expect(line.enter(.ending) == .waiting(3))
        #expect(line.ended(1) == [.beginCall(2)])
        #expect(line.ended(2) == [.beginCall(3)])
    }

    @Test("Closing ends all calls that wait, in their order")
    func closing() {
        var line = CallLine()
        for kind in Self.everyKind { _ = line.enter(kind) }
        let failure = Failure(.local, code: ErrorCode.notConnected)
        #expect(line.close() == [.refuseCall(2, failure), .refuseCall(3, failure), .refuseCall(4, failure)])
        #expect(line.ended(1) == [])
        #expect(line.isEmpty)
    }
}

extension CallLine {
    /// The result, without the actions.
    fileprivate mutating func enter(_ kind: Kind) -> Entrance {
        var actions: ClientActions = []
        return enter(kind, into: &actions)
    }

    fileprivate mutating func ended(_ ticket: Ticket) -> ClientActions {
        var actions: ClientActions = []
        ended(ticket, into: &actions)
        return actions
    }

    fileprivate mutating func changed(to gate: Gate) -> ClientActions {
        var actions: ClientActions = []
        changed(to: gate, into: &actions)
        return actions
    }

    fileprivate mutating func limitReached(_ ticket: Ticket) -> ClientActions {
        var actions: ClientActions = []
        limitReached(ticket, into: &actions)
        return actions
    }

    fileprivate mutating func close() -> ClientActions {
        var actions: ClientActions = []
        close(code: ErrorCode.notConnected, into: &actions)
        return actions
    }
}
