import CCurl
import CLinux
import Glibc
import Synchronization

/// Waits in the kernel for the sockets that libcurl names, and lets it work on what has come.
///
/// `curl_multi_perform` and `curl_multi_poll` look at every transfer each time, so that each publish would pay for all the
/// clients that wait in a long poll. Here the kernel keeps the list, and only what has something is looked at. Belongs to
/// the transport's thread.
final class SocketPoller {
    /// How often a poller returned from its wait, for tests; may be read on any thread.
    final class Count: Sendable {
        private let value = Atomic<Int>(0)

        var current: Int { value.load(ordering: .relaxed) }

        fileprivate func increment() { value.wrappingAdd(1, ordering: .relaxed) }
    }

    /// What libcurl waits for at a socket, and for which lane.
    private struct Interest {
        let lane: CurlLane
        let events: Int32
    }

    /// Wakes the thread that waits; may be rung from any other.
    let wakeupFD: Int32
    let wakeups = Count()

    /// The kernel's list. It is replaced when an entry cannot be removed.
    private(set) var descriptor: Int32
    /// The sockets that libcurl waits for.
    private var interests: [Int32: Interest] = [:]
    /// The connections that libcurl has open. One that it does not wait for any more stays in the kernel's list, because it
    /// is likely to be used again, until something comes or it is closed.
    private(set) var connections: Set<Int32> = []
    /// What left the kernel's list while events of one wait are worked on: of these, more events may be at hand.
    private var removed: [Int32] = []
    private let events: UnsafeMutablePointer<ccurl_event>

    /// Nil when the system gives no descriptors.
    init?() {
        let descriptor = ccurl_poller_open()
        guard descriptor >= 0 else { return nil }
        let wakeupFD = ccurl_wakeup_open()
        guard wakeupFD >= 0, ccurl_poller_add_wakeup(descriptor, wakeupFD) == 0 else {
            if wakeupFD >= 0 { Glibc.close(wakeupFD) }
            Glibc.close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.wakeupFD = wakeupFD
        events = .allocate(capacity: ccurl_events)
    }

    deinit {
        Glibc.close(wakeupFD)
        Glibc.close(descriptor)
        events.deallocate()
    }

    /// Milliseconds of a clock that no one sets.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Takes note of a connection that libcurl opened.
    func opened(_ connection: Int32) {
        connections.insert(connection)
    }

    /// Closes a connection that libcurl no longer needs.
    ///
    /// - Returns: What `close` returned.
    func close(_ connection: Int32) -> Int32 {
        connections.remove(connection)
        interests[connection] = nil
        // Before the number is given up: see `ccurl_poller_remove`.
        remove(connection)
        return Glibc.close(connection)
    }

    /// Takes note of what libcurl waits for at a socket.
    func updateInterest(_ events: Int32, for socket: Int32, of lane: CurlLane) {
        guard events == CURL_POLL_REMOVE else {
            interests[socket] = Interest(lane: lane, events: events)
            // Always, though it may be in the list as it is: the number may be that of another socket by now.
            return ccurl_poller_add(descriptor, socket, events)
        }
        interests[socket] = nil
        // Any other descriptor is libcurl's own, such as that of a name lookup, which it closes without notice.
        if !connections.contains(socket) { remove(socket) }
    }

    private func remove(_ socket: Int32) {
        _ = ccurl_poller_remove(descriptor, socket)
        removed.append(socket)
    }

    /// Lets libcurl work on the sockets that have something, and waits for them first when there is nothing else to do.
    ///
    /// - Parameters:
    ///   - mayBlock: Whether to wait: for a socket, the wakeupFD, or the deadline.
    ///   - deadline: In milliseconds of ``now``; nil for none.
    /// - Returns: False when the kernel does not let it wait.
    func wait(mayBlock: Bool, until deadline: Int?) -> Bool {
        let timeout = deadline.map { Int32(clamping: max(0, $0 - Self.now)) } ?? -1
        let count = ccurl_poller_wait(descriptor, events, mayBlock ? timeout : 0)
        guard count >= 0 else { return false }
        wakeups.increment()
        removed.removeAll(keepingCapacity: true)
        var isSound = true
        for index in 0..<Int(count) where events[index].socket != wakeupFD {
            let event = events[index]
            if let interest = interests[event.socket] {
                interest.lane.act(event.socket, event.action)
            } else if ccurl_poller_remove(descriptor, event.socket) == 0, !removed.contains(event.socket) {
                isSound = false
            }
        }
        return isSound || replaceList()
    }

    /// Makes a new list without the entry of a descriptor that was closed: no call can remove it, and it would end every
    /// wait at once.
    private func replaceList() -> Bool {
        let replacement = ccurl_poller_open()
        guard replacement >= 0, ccurl_poller_add_wakeup(replacement, wakeupFD) == 0 else {
            if replacement >= 0 { Glibc.close(replacement) }
            return false
        }
        Glibc.close(descriptor)
        descriptor = replacement
        for (socket, interest) in interests {
            ccurl_poller_add(replacement, socket, interest.events)
        }
        return true
    }
}
