import Testing

@testable import PubNubMachines

/// Heartbeats are sent at the interval while the client is present anywhere (Documentation/WireProtocol.md, "Heartbeat").
@Suite struct HeartbeatMachineTests {
    static let interval: Duration = .seconds(5)
    static let targets = [SubscriptionTarget(name: "a", isGroup: false)]
    static let started: ClientAction = .startTimer(.heartbeat, after: interval)

    @Test func offDoesNothing() {
        var machine = HeartbeatMachine()
        #expect(machine.updated(interval: nil) == [])
        #expect(machine.activityNoticed() == [])
        #expect(machine.intervalEnded(in: Self.targets) == [])
        #expect(machine.finished(RequestID(rawValue: 1)) == [])
        #expect(machine.state == .off)
    }

    @Test func waitingSendsWhenTheTimerFires() throws {
        var machine = HeartbeatMachine()
        #expect(machine.updated(interval: Self.interval) == [Self.started])
        #expect(machine.updated(interval: Self.interval) == [], "unchanged conditions start nothing anew")
        #expect(machine.activityNoticed() == [Self.started])
        #expect(machine.finished(RequestID(rawValue: 1)) == [])
        let actions = machine.intervalEnded(in: Self.targets)
        let request = try #require(actions.heartbeat)
        #expect(actions == [.heartbeat(request, Self.targets), .startTimer(.heartbeatLimit, after: Self.interval)])
        #expect(machine.state == .sending(request))
    }

    @Test("Sends the next heartbeat no earlier than the service asks for")
    func retryAfter() throws {
        let rows: [(asked: Duration, delay: Duration)] = [(.seconds(60), .seconds(60)), (.seconds(1), Self.interval)]
        for (asked, delay) in rows {
            var machine = HeartbeatMachine()
            _ = machine.updated(interval: Self.interval)
            let request = try #require(machine.intervalEnded(in: Self.targets).heartbeat)
            #expect(
                machine.finished(request, retryAfter: asked)
                    == [.cancelTimer(.heartbeatLimit), .startTimer(.heartbeat, after: delay)]
            )
        }
    }

    @Test func sendingWaitsForTheReplyWhateverItIs() throws {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        let request = try #require(machine.intervalEnded(in: Self.targets).heartbeat)
        #expect(machine.activityNoticed() == [])
        #expect(machine.intervalEnded(in: Self.targets) == [])
        #expect(machine.finished(RequestID(rawValue: 0)) == [], "another request's reply")
        #expect(machine.finished(request) == [.cancelTimer(.heartbeatLimit), Self.started])
        #expect(machine.state == .waiting)
    }

    /// A service that accepts a heartbeat and never responds does not end heartbeats.
    @Test(arguments: [(5, 5), (297, 10)])
    func aHeartbeatWithoutAReplyIsFollowedByTheNext(_ interval: Int, _ limit: Int) throws {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: .seconds(interval))
        let sent = machine.intervalEnded(in: Self.targets)
        let first = try #require(sent.heartbeat)
        #expect(sent.last == .startTimer(.heartbeatLimit, after: .seconds(limit)))
        let again = machine.limitReached(in: Self.targets)
        let second = try #require(again.heartbeat)
        #expect(
            again == [
                .cancel(first), .heartbeat(second, Self.targets), .startTimer(.heartbeatLimit, after: .seconds(limit)),
            ]
        )
        #expect(machine.finished(first) == [])
        #expect(
            machine.finished(second) == [
                .cancelTimer(.heartbeatLimit), .startTimer(.heartbeat, after: .seconds(interval)),
            ]
        )
    }

    @Test func aLeaveWaitsForOneSecondAtMost() throws {
        var machine = HeartbeatMachine()
        #expect(machine.leaveWaits() == [])
        _ = machine.updated(interval: Self.interval)
        let request = try #require(machine.intervalEnded(in: Self.targets).heartbeat)
        #expect(machine.leaveWaits() == [.startTimer(.heartbeatLimit, after: .seconds(1))])
        #expect(machine.limitReached(in: []) == [.cancel(request), Self.started])
    }

    @Test func whileLeavingEverythingThereIsNothingToTell() {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        #expect(machine.intervalEnded(in: []) == [.startTimer(.heartbeat, after: .seconds(1))])
        #expect(machine.state == .waiting)
    }

    @Test func losingTheConditionsStops() throws {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        #expect(machine.updated(interval: nil) == [.cancelTimer(.heartbeat)])
        _ = machine.updated(interval: Self.interval)
        let request = try #require(machine.intervalEnded(in: Self.targets).heartbeat)
        #expect(machine.updated(interval: nil) == [.cancel(request), .cancelTimer(.heartbeatLimit)])
        #expect(machine.state == .off)
    }

    @Test func anotherIntervalStartsAnew() {
        var machine = HeartbeatMachine()
        _ = machine.updated(interval: Self.interval)
        let actions = machine.updated(interval: .seconds(9))
        #expect(actions == [.cancelTimer(.heartbeat), .startTimer(.heartbeat, after: .seconds(9))])
    }
}

extension [ClientAction] {
    fileprivate var heartbeat: RequestID? {
        for case .heartbeat(let id, _) in self { return id }
        return nil
    }
}
