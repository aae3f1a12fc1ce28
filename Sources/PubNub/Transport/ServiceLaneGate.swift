/// Bounds how many service requests run at once against one host; the rest wait their turn, first come, first served.
///
/// Long polls do not pass here. They hold a connection each for minutes, so a bound that counted them would keep
/// either some clients from listening or all of them from publishing.
struct ServiceLaneGate<Waiter> {
    private struct Host {
        var running = 0
        var waiting: [(id: RequestID, waiter: Waiter)] = []
    }

    private let limit: Int
    private var hosts: [String: Host] = [:]

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// True when the request may run now; otherwise it waits until ``leave(_:)`` or ``remove(_:from:)`` returns it.
    mutating func enter(_ id: RequestID, host: String, waiter: @autoclosure () -> Waiter) -> Bool {
        if hosts[host, default: Host()].running < limit {
            hosts[host, default: Host()].running += 1
            return true
        }
        hosts[host, default: Host()].waiting.append((id, waiter()))
        return false
    }

    /// A running request ended; returns the one that may run in its place.
    mutating func leave(host: String) -> Waiter? {
        guard let state = hosts[host] else { return nil }
        if state.waiting.isEmpty {
            hosts[host]?.running -= 1
            if state.running <= 1 {
                hosts[host] = nil
            }
            return nil
        }
        return hosts[host]?.waiting.removeFirst().waiter
    }

    /// Takes out a request that still waits; nil when it does not.
    mutating func remove(_ id: RequestID) -> Waiter? {
        for (name, host) in hosts {
            if let index = host.waiting.firstIndex(where: { $0.id == id }) {
                return hosts[name]?.waiting.remove(at: index).waiter
            }
        }
        return nil
    }

    /// Takes out all that wait.
    mutating func removeAll() -> [Waiter] {
        let waiters = hosts.values.flatMap { $0.waiting.map(\.waiter) }
        hosts = [:]
        return waiters
    }
}
