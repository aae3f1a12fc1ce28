import CCurl
import PubNubWire

/// One lane's transfers: a libcurl multi handle with the connections that it keeps. Belongs to the transport's thread.
///
/// The lanes share no connections. Looking for one to use, libcurl goes through all that lead to the same host: a publish
/// would pay for every client of the process that waits in a long poll.
final class CurlLane {
    private static let idleHandles = 32

    /// When libcurl wants to be called though no socket has anything, in milliseconds of the poller's time; nil for never.
    private(set) var deadline: Int?

    private let multi: UnsafeMutableRawPointer
    private unowned let poller: SocketPoller
    private let speaksHTTP2: Bool
    private var idle: [CurlHandle] = []
    private var count = 0
    private var connectionCache = 0

    /// Nil when libcurl is out of memory.
    ///
    /// - Parameters:
    ///   - poller: What waits for the sockets; it has to live until the lane is closed.
    ///   - speaksHTTP2: Whether HTTP/2 is used where a server offers it.
    init?(poller: SocketPoller, speaksHTTP2: Bool) {
        guard let multi = ccurl_multi_open() else { return nil }
        self.multi = multi
        self.poller = poller
        self.speaksHTTP2 = speaksHTTP2
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        ccurl_multi_set_functions(
            multi,
            { _, socket, events, context, _ in
                guard let lane = CurlLane.owner(context) else { return 0 }
                lane.poller.updateInterest(events, for: socket, of: lane)
                return 0
            },
            { _, milliseconds, context in
                CurlLane.owner(context)?.deadline = milliseconds < 0 ? nil : SocketPoller.now + milliseconds
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        growConnectionCache()
    }

    /// A handle to aim at a request; nil when libcurl is out of memory.
    func takeHandle() -> CurlHandle? {
        idle.popLast() ?? CurlHandle(speaksHTTP2: speaksHTTP2)
    }

    /// Begins the transfer that a handle was aimed at.
    ///
    /// - Returns: Whether libcurl accepts it.
    func add(_ handle: CurlHandle) -> Bool {
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else { return false }
        count += 1
        if count * 2 > connectionCache {
            growConnectionCache()
        }
        return true
    }

    /// Takes a transfer out, at its end or before, and keeps the handle, without what it received, for another one.
    func remove(_ handle: CurlHandle) {
        curl_multi_remove_handle(multi, handle.easy)
        handle.forgetBody()
        count -= 1
        if idle.count < Self.idleHandles {
            idle.append(handle)
        }
    }

    /// A transfer that has come to its end, and how; nil when there is none.
    func nextDone() -> (handle: CurlHandle, result: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            if message.msg == CURLMSG_DONE, let handle = message.easy_handle.flatMap(CurlHandle.owner) {
                return (handle, message.data.result)
            }
        }
        return nil
    }

    /// Lets libcurl do what is due by now.
    func runTimer() {
        guard let deadline, deadline <= SocketPoller.now else { return }
        self.deadline = nil
        act(CURL_SOCKET_BAD, 0)
    }

    /// Lets libcurl work on a socket that has something.
    func act(_ socket: Int32, _ action: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, action, &running)
    }

    /// Closes all connections. The lane is of no use afterwards.
    func close() {
        idle = []
        // libcurl still tells of the sockets that it closes.
        _ = curl_multi_cleanup(multi)
    }

    private static func owner(_ context: UnsafeMutableRawPointer?) -> CurlLane? {
        context.map { Unmanaged<CurlLane>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps room for twice the transfers there have ever been at once, so that a crowd of them never makes libcurl close
    /// connections that are soon to be used again.
    private func growConnectionCache() {
        connectionCache = max(64, connectionCache * 2)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionCache)
    }
}
