import Testing

@testable import PubNub

/// Wire reference 7.7: heartbeats go out at the interval while the client is present anywhere.
@Suite struct HeartbeatMachineTests {
    static let interval: Duration = .seconds(5)
    static let started: HeartbeatMachine.Action = .startTimer(.heartbeat, after: interval)

    @Test func offDoesNothing() {
        var machine = HeartbeatMachine()
        #expect(machine.updated(interval: nil) == [])
        #expect(machine.activityNoticed() == [])
        #expect(machine.timerFired() == [])
        #expect(machine.finished(RequestID(rawValue: 1)) == [])
        #expect(machine.state == .off)
    }

    @Test func waitingSendsWhenTheTimerFires() throws {
        var machine = HeartbeatMachine()
        #expect(machine.updated(interval: Self.interval) == [Self.started])
        #expect(machine.updated(interval: Self.interval) == [], "unchanged conditions start nothing anew")
        #expect(machine.activityNoticed() == [Self.started])
        #expect(machine.finished(RequestID(rawValue: 1)) == [])
        let actions = machine.timerFired()
        let request = try #require(actions.request)
        #expect(actions == [.heartbeat(request)])
        #expect(machine.state == .sending(request))
    }

    @Test func sendingWaitsForTheReplyWhateverItIs() throws {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        let request = try #require(machine.timerFired().request)
        #expect(machine.activityNoticed() == [])
        #expect(machine.timerFired() == [])
        #expect(machine.finished(RequestID(rawValue: 0)) == [], "another request's reply")
        #expect(machine.finished(request) == [Self.started])
        #expect(machine.state == .waiting)
    }

    @Test func losingTheConditionsStops() throws {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        #expect(machine.updated(interval: nil) == [.cancelTimer(.heartbeat)])
        _ = machine.updated(interval: Self.interval)
        let request = try #require(machine.timerFired().request)
        #expect(machine.updated(interval: nil) == [.cancel(request)])
        #expect(machine.state == .off)
    }

    @Test func anotherIntervalStartsAnew() {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        let actions = machine.updated(interval: .seconds(9))
        #expect(actions == [.cancelTimer(.heartbeat), .startTimer(.heartbeat, after: .seconds(9))])
    }
}

extension [HeartbeatMachine.Action] {
    fileprivate var request: RequestID? {
        for case .heartbeat(let id) in self { return id }
        return nil
    }
}
