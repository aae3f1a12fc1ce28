import CCurl
import CLinux
import Glibc

/// Waits in the kernel for the sockets that libcurl names, and lets it work on what has come.
///
/// `curl_multi_perform` and `curl_multi_poll` look at every transfer each time, so that each publish would pay for all the
/// clients that wait in a long poll. Here the kernel keeps the list, and only what has something is looked at. Belongs to
/// the transport's thread.
final class SocketPoller {
    /// Wakes the thread that waits; may be rung from any other.
    let bell: Int32

    private let poller: Int32
    /// The sockets that libcurl waits for, and in which lane. What it does not wait for any more stays in the kernel's
    /// list, as a kept connection is likely to be used again, and leaves it when something comes.
    private var wanted: [Int32: CurlLane] = [:]
    private let events: UnsafeMutablePointer<ccurl_event>

    /// Nil when the system gives no descriptors.
    init?() {
        let poller = ccurl_poller_open()
        guard poller >= 0 else { return nil }
        let bell = ccurl_bell_open(poller)
        guard bell >= 0 else {
            close(poller)
            return nil
        }
        self.poller = poller
        self.bell = bell
        events = .allocate(capacity: ccurl_events)
    }

    deinit {
        close(bell)
        close(poller)
        events.deallocate()
    }

    /// Milliseconds of a clock that no one sets.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Takes note of what libcurl waits for at a socket.
    func wish(_ wish: Int32, for socket: Int32, of lane: CurlLane) {
        if wish == CURL_POLL_REMOVE {
            wanted[socket] = nil
        } else {
            wanted[socket] = lane
            // Always, though it may be in the list as it is: the number may be that of another socket by now.
            ccurl_poller_add(poller, socket, wish)
        }
    }

    /// Lets libcurl work on the sockets that have something, and waits for them first when there is nothing else to do.
    ///
    /// - Parameters:
    ///   - mayBlock: Whether to wait: for a socket, the bell, or the deadline.
    ///   - deadline: In milliseconds of ``now``; nil for none.
    /// - Returns: False when the kernel does not let it wait.
    func wait(mayBlock: Bool, until deadline: Int?) -> Bool {
        let timeout = deadline.map { Int32(clamping: max(0, $0 - Self.now)) } ?? -1
        let count = ccurl_poller_wait(poller, events, mayBlock ? timeout : 0)
        guard count >= 0 else { return false }
        for index in 0..<Int(count) where events[index].socket != bell {
            let event = events[index]
            if let lane = wanted[event.socket] {
                lane.act(event.socket, event.action)
            } else {
                ccurl_poller_remove(poller, event.socket)
            }
        }
        return true
    }
}
