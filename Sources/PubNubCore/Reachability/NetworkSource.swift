/// Where news of the network comes from.
package protocol NetworkSource: Sendable {
    /// Calls `heard` for each burst of changes, on no particular thread, until ``unwatch()``.
    func watch(_ report: @escaping @Sendable (NetworkNotice) -> Void)
    func unwatch()
}

/// What happened to the network or to the machine, in the terms of a client.
///
/// One notice holds everything that happened in a burst of changes.
package struct NetworkNotice: Sendable, Equatable {
    /// A link, an address or a default route appeared: what could not be reached may be reachable now.
    package var isAvailable = false

    /// Something that a connection may depend on went away or was replaced.
    package var isChanged = false

    /// The process was stopped for a while, or the clock was set: the other side may have given the client up.
    package var wasAway = false

    /// The machine slept, and every connection that it had is most likely gone.
    package var hasSlept = false

    /// The addresses of this machine that it no longer has, or had to take up again: 4 or 16 bytes each.
    package var lostAddresses: Set<[UInt8]> = []

    package init() {}

    var isEmpty: Bool { self == NetworkNotice() }

    mutating func merge(_ other: NetworkNotice) {
        isAvailable = isAvailable || other.isAvailable
        isChanged = isChanged || other.isChanged
        wasAway = wasAway || other.wasAway
        hasSlept = hasSlept || other.hasSlept
        lostAddresses.formUnion(other.lostAddresses)
    }
}

/// How a clock went on otherwise than second by second.
enum ClockJump: Sendable, Equatable {
    /// The machine slept for this long.
    case slept(Duration)
    /// Somebody set the wall clock, forwards or (negative) backwards.
    case set(by: Duration)
}

/// Compares clocks to find out whether the machine slept or its wall clock was set since the last reading.
///
/// The time since the start of the machine includes its sleep, the monotonic time does not. Neither can be set, so
/// comparing the wall clock with the first shows by how much it was set. The client itself does not use the wall clock.
struct ClockWatch: Sendable, Equatable {
    /// The clocks of one moment, each since its own beginning.
    struct Reading: Sendable, Equatable {
        var sinceStart: Duration
        var awake: Duration
        var wall: Duration
    }

    /// Shorter sleeps leave connections as they are.
    static let shortestSleep: Duration = .seconds(5)
    /// Smaller corrections of the wall clock are everyday ones.
    static let smallestSetting: Duration = .seconds(30)

    private var last: Reading

    init(_ reading: Reading) {
        last = reading
    }

    /// What happened until `reading`; nil when the clocks went on as they should.
    mutating func jump(until reading: Reading) -> ClockJump? {
        let asleep = (reading.sinceStart - reading.awake) - (last.sinceStart - last.awake)
        let set = (reading.wall - reading.sinceStart) - (last.wall - last.sinceStart)
        last = reading
        if asleep >= Self.shortestSleep { return .slept(asleep) }
        if set >= Self.smallestSetting || set <= .zero - Self.smallestSetting { return .set(by: set) }
        return nil
    }
}
