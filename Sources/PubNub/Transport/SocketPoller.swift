import CCurl
import CLinux
import Glibc

/// Waits in the kernel for the sockets and the time that libcurl names, and lets it work on what has come.
///
/// `curl_multi_perform` and `curl_multi_poll` look at every transfer each time, so that each publish would pay for all the
/// clients that wait in a long poll. Here the kernel keeps the list, and only what has something is looked at. Belongs to
/// the transport's thread, and has to live until libcurl is done with `multi`.
final class SocketPoller {
    /// Wakes the thread that waits; may be rung from any other.
    let bell: Int32

    private let multi: UnsafeMutableRawPointer
    private let poller: Int32
    /// The sockets that libcurl waits for. What it does not wait for any more stays in the kernel's list, as a kept
    /// connection is likely to be used again, and leaves it when something comes.
    private var wanted: Set<Int32> = []
    /// When libcurl wants to be called though no socket has anything, in milliseconds; nil for never.
    private var deadline: Int?
    private let events: UnsafeMutablePointer<ccurl_event>

    /// Nil when the system gives no descriptors.
    init?(multi: UnsafeMutableRawPointer) {
        let poller = ccurl_poller_open()
        guard poller >= 0 else { return nil }
        let bell = ccurl_bell_open(poller)
        guard bell >= 0 else {
            close(poller)
            return nil
        }
        self.multi = multi
        self.poller = poller
        self.bell = bell
        events = .allocate(capacity: ccurl_events)
        ccurl_multi_set_functions(
            multi,
            { _, socket, wish, context, _ in
                context.map { Unmanaged<SocketPoller>.fromOpaque($0).takeUnretainedValue().wish(wish, for: socket) }
                return 0
            },
            { _, milliseconds, context in
                context.map { Unmanaged<SocketPoller>.fromOpaque($0).takeUnretainedValue().call(after: milliseconds) }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit {
        close(bell)
        close(poller)
        events.deallocate()
    }

    /// Lets libcurl do what is due by now.
    func runTimer() {
        guard let deadline, deadline <= Self.now else { return }
        self.deadline = nil
        act(CURL_SOCKET_BAD, 0)
    }

    /// Lets libcurl work on the sockets that have something, and waits for them first when there is nothing else to do.
    ///
    /// - Returns: False when the kernel does not let it wait.
    func wait(mayBlock: Bool) -> Bool {
        let count = ccurl_poller_wait(poller, events, mayBlock ? timeout : 0)
        guard count >= 0 else { return false }
        for index in 0..<Int(count) where events[index].socket != bell {
            let event = events[index]
            if wanted.contains(event.socket) {
                act(event.socket, event.action)
            } else {
                ccurl_poller_remove(poller, event.socket)
            }
        }
        return true
    }

    private var timeout: Int32 {
        deadline.map { Int32(clamping: max(0, $0 - Self.now)) } ?? -1
    }

    private func act(_ socket: Int32, _ action: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, action, &running)
    }

    private func wish(_ wish: Int32, for socket: Int32) {
        if wish == CURL_POLL_REMOVE {
            wanted.remove(socket)
        } else {
            wanted.insert(socket)
            // Always, though it may be in the list as it is: the number may be that of another socket by now.
            ccurl_poller_add(poller, socket, wish)
        }
    }

    private func call(after milliseconds: Int) {
        deadline = milliseconds < 0 ? nil : Self.now + milliseconds
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
