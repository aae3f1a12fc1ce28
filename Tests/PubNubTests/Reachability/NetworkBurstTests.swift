import Testing

@testable import PubNub
@testable import PubNubCore

/// The notices that clients receive of a burst of changes, and their times (Documentation/WireProtocol.md, "Losing the network").
@Suite struct NetworkBurstTests {
    private static func notice(_ change: (inout NetworkNotice) -> Void) -> NetworkNotice {
        var notice = NetworkNotice()
        change(&notice)
        return notice
    }

    static let available = notice { $0.isAvailable = true }
    static let changed = notice { $0.isChanged = true }
    static let both = notice { ($0.isAvailable, $0.isChanged) = (true, true) }
    static let lost = notice { ($0.isChanged, $0.lostAddresses) = (true, [[10, 0, 0, 1]]) }

    /// The earlier changes, the change, and the notice for clients; nil for none.
    static let table: [(before: [NetlinkChange], change: NetlinkChange, heard: NetworkNotice?)] = [
        ([], .address([10, 0, 0, 1], isThere: true), available),
        ([], .address([10, 0, 0, 1], isThere: false), lost),
        ([], .defaultRoute(isThere: true), both),
        ([], .defaultRoute(isThere: false), changed),
        ([], .link(2, isUp: true, isNew: false), available),
        ([], .link(2, isUp: false, isNew: false), changed),
        ([], .link(2, isUp: false, isNew: true), nil),
        ([], .link(2, isUp: true, isNew: true), available),
        ([.link(2, isUp: true, isNew: false)], .link(2, isUp: true, isNew: false), nil),
        ([.link(2, isUp: true, isNew: false)], .link(2, isUp: false, isNew: false), changed),
        ([.link(2, isUp: false, isNew: false)], .link(2, isUp: false, isNew: false), nil),
        ([.link(2, isUp: false, isNew: false)], .link(2, isUp: true, isNew: false), available),
        ([.link(2, isUp: false, isNew: false)], .link(3, isUp: true, isNew: false), available),
        ([], .linkRemoved(2), changed),
        ([.link(2, isUp: true, isNew: false)], .linkRemoved(2), changed),
        ([.link(2, isUp: false, isNew: true)], .linkRemoved(2), nil),
        ([.link(2, isUp: true, isNew: false), .linkRemoved(2)], .link(2, isUp: true, isNew: true), available),
    ]

    @Test(arguments: table.indices)
    func reportsEachBurst(_ index: Int) {
        let row = Self.table[index]
        var burst = NetworkBurst()
        burst.changed(row.before, at: .zero)
        _ = burst.due(at: .seconds(5))
        burst.changed([row.change], at: .seconds(10))
        #expect(burst.due(at: .seconds(20)) == row.heard, "\(row)")
    }

    @Test func reportsABurstOnceItIsQuiet() {
        var burst = NetworkBurst()
        #expect(burst.wait(at: .zero) == nil)
        burst.changed([.address([10, 0, 0, 1], isThere: false)], at: .seconds(10))
        burst.changed([.link(2, isUp: true, isNew: false)], at: .seconds(10) + .milliseconds(100))
        #expect(burst.due(at: .seconds(10) + .milliseconds(300)) == nil)
        #expect(burst.wait(at: .seconds(10) + .milliseconds(300)) == .milliseconds(50))
        #expect(
            burst.due(at: .seconds(10) + .milliseconds(350))
                == Self.notice {
                    $0.isAvailable = true
                    $0.isChanged = true
                    $0.lostAddresses = [[10, 0, 0, 1]]
                }
        )
        #expect(burst.wait(at: .seconds(11)) == nil, "it is reported once")
        #expect(burst.due(at: .seconds(11)) == nil)
    }

    /// A link that changes permanently neither delays notices nor keeps the thread busy.
    @Test func reportsPermanentChangesOnceASecond() {
        var burst = NetworkBurst()
        var times: [Duration] = []
        for step in 0..<100 {
            let now = Duration.milliseconds(100 * step)
            burst.changed([.defaultRoute(isThere: step.isMultiple(of: 2))], at: now)
            if burst.due(at: now) != nil { times.append(now) }
        }
        #expect(times.count == 9)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
    }

    @Test func moreThanTheKernelCouldKeepMayBeAnything() {
        var burst = NetworkBurst()
        burst.overran(at: .zero)
        #expect(burst.due(at: .seconds(1)) == Self.both)
    }

    @Test func aStopASleepAndASetClock() {
        var burst = NetworkBurst()
        burst.processContinued(at: .zero)
        #expect(burst.due(at: .seconds(1)) == Self.notice { $0.wasAway = true })
        burst.clockJumped(.slept(.seconds(3600)), at: .seconds(10))
        #expect(burst.due(at: .seconds(11)) == Self.notice { ($0.wasAway, $0.hasSlept) = (true, true) })
        burst.clockJumped(.set(by: .seconds(3600)), at: .seconds(20))
        #expect(burst.due(at: .seconds(21)) == Self.notice { $0.wasAway = true })
    }
}
