import Testing

@testable import PubNub
@testable import PubNubCore

/// Distinguishes sleep of the machine from clocks that are set (Documentation/WireProtocol.md, "Suspension and identifier").
@Suite struct ClockWatchTests {
    /// The advance of each clock in seconds, and its cause.
    static let table: [(sinceStart: Double, awake: Double, wall: Double, jump: ClockJump?)] = [
        (10, 10, 10, nil), (86_400, 86_400, 86_400, nil), (10, 10, 12, nil), (10, 10, -15, nil),
        (3600, 10, 3600, .slept(.seconds(3590))), (6, 1, 6, .slept(.seconds(5))), (5, 1, 5, nil),
        (10, 10, 3610, .set(by: .seconds(3600))), (10, 10, -7190, .set(by: .seconds(-7200))),
        (3600, 10, 7200, .slept(.seconds(3590))),
    ]

    @Test(arguments: table.indices)
    func distinguishesSleepFromSetClocks(_ index: Int) {
        let row = Self.table[index]
        var boot = 1000.0
        var awake = 900.0
        var wall = 1_700_000_000.0
        func reading() -> ClockWatch.Reading {
            .init(sinceStart: .seconds(boot), awake: .seconds(awake), wall: .seconds(wall))
        }
        var watch = ClockWatch(reading())
        boot = boot + row.sinceStart
        awake = awake + row.awake
        wall = wall + row.wall
        #expect(watch.jump(until: reading()) == row.jump, "\(row)")
        #expect(watch.jump(until: reading()) == nil, "it is found once")
    }
}
