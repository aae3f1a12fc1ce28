import CPubNubCurl
import CPubNubLinux
import Glibc
import Synchronization

/// Waits in the kernel for libcurl's sockets, and lets libcurl process the ready ones.
///
/// `curl_multi_perform` and `curl_multi_poll` check every transfer each time, so each publish would pay for all clients
/// that wait in a long poll. Here the kernel keeps the list, and only ready sockets are processed. Belongs to the
/// transport's thread.
final class SocketPoller {
    /// Counts how often a poller returned from its wait, for tests. Any thread may read it.
    final class Count: Sendable {
        private let value = Atomic<Int>(0)

        var current: Int { value.load(ordering: .relaxed) }

        fileprivate func increment() { value.wrappingAdd(1, ordering: .relaxed) }
    }

    /// The events that libcurl waits for at a socket, and its lane.
    private struct Interest {
        let lane: CurlLane
        let events: Int32
    }

    /// Wakes the waiting thread; any thread may write to it.
    let wakeupFD: Int32
    let wakeups = Count()

    /// The kernel's list. It is replaced when an entry cannot be removed.
    private(set) var descriptor: Int32
    /// The sockets that libcurl waits for.
    private var interests: [Int32: Interest] = [:]
    /// The open connections of libcurl. A connection that libcurl does not wait for stays in the kernel's list until it
    /// becomes ready or is closed, because libcurl is likely to use it again.
    private(set) var connections: Set<Int32> = []
    /// The descriptors removed while the events of one wait are processed: more events for them may follow.
    private var removed: [Int32] = []
    private let events: UnsafeMutablePointer<ccurl_event>

    /// `nil` if the process has no descriptors left.
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

    /// Milliseconds of a clock that cannot be set.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Records a connection that libcurl opened.
    func opened(_ connection: Int32) {
        connections.insert(connection)
    }

    /// Whether libcurl waits for a connection, because a transfer uses it.
    func isInUse(_ connection: Int32) -> Bool { interests[connection] != nil }

    /// Closes a connection that libcurl does not need any more.
    ///
    /// - Returns: The result of `close`.
    func close(_ connection: Int32) -> Int32 {
        connections.remove(connection)
        interests[connection] = nil
        // Before the descriptor is closed: see `ccurl_poller_remove`.
        remove(connection)
        return Glibc.close(connection)
    }

    /// Records the events that libcurl waits for at a socket.
    func updateInterest(_ events: Int32, for socket: Int32, of lane: CurlLane) {
        guard events == CURL_POLL_REMOVE else {
            interests[socket] = Interest(lane: lane, events: events)
            // Even if it is in the list: the number may belong to another socket by now.
            return ccurl_poller_add(descriptor, socket, events)
        }
        interests[socket] = nil
        // Any other descriptor is libcurl's own, such as that of a name lookup, which libcurl closes without notice.
        if !connections.contains(socket) { remove(socket) }
    }

    private func remove(_ socket: Int32) {
        _ = ccurl_poller_remove(descriptor, socket)
        removed.append(socket)
    }

    /// Lets libcurl process the ready sockets, and waits for them without other work.
    ///
    /// - Parameters:
    ///   - mayBlock: Whether to wait: for a socket, the wakeupFD, or the deadline.
    ///   - deadline: In milliseconds of ``now``; nil for none.
    /// - Returns: False if the kernel does not allow waiting.
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

    /// Creates a new list without the entry of a closed descriptor: no call can remove that entry, and it would end
    /// every wait immediately.
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
