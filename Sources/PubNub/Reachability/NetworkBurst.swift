/// Collects what happens to the network until it is quiet for a moment, so that clients hear of a burst once.
///
/// Pure: the time comes in with each input. A network comes and goes in steps (link, address, route), which take some
/// milliseconds; one that never comes to rest is reported once a second.
struct NetworkBurst: Sendable, Equatable {
    static let quiet: Duration = .milliseconds(250)
    static let longest: Duration = .seconds(1)
    private static let mostLinks = 4096

    private var notice = NetworkNotice()
    private var first: Duration?
    private var last: Duration = .zero
    private var reported: Duration?
    /// Whether each interface carried anything when it was last heard of.
    private var links: [Int32: Bool] = [:]

    /// The kernel reported changes.
    mutating func changed(_ changes: [NetlinkChange], at now: Duration) {
        var found = NetworkNotice()
        for change in changes { found.merge(notice(of: change)) }
        add(found, at: now)
    }

    /// The kernel reported more than the socket buffer holds.
    mutating func overran(at now: Duration) {
        var found = NetworkNotice()
        found.isAvailable = true
        found.isChanged = true
        links = [:]
        add(found, at: now)
    }

    /// The process was stopped, and goes on.
    mutating func processContinued(at now: Duration) {
        var found = NetworkNotice()
        found.wasAway = true
        add(found, at: now)
    }

    mutating func clockJumped(_ jump: ClockJump, at now: Duration) {
        var found = NetworkNotice()
        switch jump {
        case .slept: (found.wasAway, found.hasSlept) = (true, true)
        // A machine that its host had paused shows in no other way.
        case .set: found.wasAway = true
        }
        add(found, at: now)
    }

    /// The time until the next report; nil if there is nothing to report.
    func wait(at now: Duration) -> Duration? {
        guard let first else { return nil }
        let due = max(min(last + Self.quiet, first + Self.longest), reported.map { $0 + Self.longest } ?? .zero)
        return max(due - now, .zero)
    }

    /// The changes to report now; nil if it is too early or there are none.
    mutating func due(at now: Duration) -> NetworkNotice? {
        guard wait(at: now) == .zero else { return nil }
        defer { (notice, first, reported) = (NetworkNotice(), nil, now) }
        return notice
    }

    private mutating func add(_ found: NetworkNotice, at now: Duration) {
        guard !found.isEmpty else { return }
        notice.merge(found)
        first = first ?? now
        last = now
    }

    private mutating func notice(of change: NetlinkChange) -> NetworkNotice {
        var found = NetworkNotice()
        switch change {
        case .link(let index, let isUp, let isNew):
            let before = links[index] ?? (isNew ? false : !isUp)
            if links.count >= Self.mostLinks { links = [:] }
            links[index] = isUp
            found.isAvailable = isUp && !before
            found.isChanged = !isUp && before
        case .linkGone(let index):
            found.isChanged = links.removeValue(forKey: index) ?? true
        case .address(_, isThere: true):
            found.isAvailable = true
        case .address(let address, isThere: false):
            found.isChanged = true
            found.lostAddresses = [address]
        case .defaultRoute(let isThere):
            found.isAvailable = isThere
            found.isChanged = true
        }
        return found
    }
}
