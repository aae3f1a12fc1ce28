/// Collects changes of the network until it is quiet for a moment, so that clients receive one notice for a burst.
///
/// Pure: each input contains the time. A network changes in steps (link, address, route) within some milliseconds.
/// Continuous changes are reported once a second.
struct NetworkBurst: Sendable, Equatable {
    static let quiet: Duration = .milliseconds(250)
    static let maxDelay: Duration = .seconds(1)
    private static let maxLinks = 4096

    private var notice = NetworkNotice()
    private var first: Duration?
    private var last: Duration = .zero
    private var reported: Duration?
    /// Whether each interface could carry traffic when it was last reported.
    private var links: [Int32: Bool] = [:]

    /// The kernel reported changes.
    mutating func changed(_ changes: [NetlinkChange], at now: Duration) {
        var found = NetworkNotice()
        for change in changes { found.merge(notice(of: change)) }
        add(found, at: now)
    }

    /// The kernel reported more changes than the socket buffer holds.
    mutating func overran(at now: Duration) {
        var found = NetworkNotice()
        found.isAvailable = true
        found.isChanged = true
        links = [:]
        add(found, at: now)
    }

    /// The process was stopped and continues.
    mutating func processContinued(at now: Duration) {
        var found = NetworkNotice()
        found.wasAway = true
        add(found, at: now)
    }

    mutating func clockJumped(_ jump: ClockJump, at now: Duration) {
        var found = NetworkNotice()
        switch jump {
        case .slept:
            found.wasAway = true
            found.hasSlept = true
        // Nothing else shows that the host paused this virtual machine.
        case .set: found.wasAway = true
        }
        add(found, at: now)
    }

    /// The time until the next report; `nil` without anything to report.
    func wait(at now: Duration) -> Duration? {
        guard let first else { return nil }
        let due = max(min(last + Self.quiet, first + Self.maxDelay), reported.map { $0 + Self.maxDelay } ?? .zero)
        return max(due - now, .zero)
    }

    /// The changes to report now; `nil` if it is too early or nothing changed.
    mutating func due(at now: Duration) -> NetworkNotice? {
        guard wait(at: now) == .zero else { return nil }
        defer {
            notice = NetworkNotice()
            first = nil
            reported = now
        }
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
            if links.count >= Self.maxLinks { links = [:] }
            links[index] = isUp
            found.isAvailable = isUp && !before
            found.isChanged = !isUp && before
        case .linkRemoved(let index):
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
