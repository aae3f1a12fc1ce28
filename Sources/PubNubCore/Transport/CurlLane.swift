import CPubNubCurl
import PubNubWire

/// The transfers of one lane: a libcurl multi handle with its connections. Belongs to the transport's thread.
///
/// The lanes share no connections. To find one, libcurl searches all connections to a host, so a publish would pay for
/// every client of the process that waits in a long poll.
final class CurlLane {
    private static let idleHandles = 32

    /// The time of libcurl's next timer, in milliseconds of the poller's clock; `nil` for none.
    private(set) var deadline: Int?

    private let multi: UnsafeMutableRawPointer
    private unowned let poller: SocketPoller
    private let speaksHTTP2: Bool
    // Exclusive access is not checked at run time: only the transport's thread uses a lane, and none of its functions calls
    // code that uses these two.
    @exclusivity(unchecked) private var idle: [CurlHandle] = []
    @exclusivity(unchecked) private var count = 0
    private var connectionCache = 0

    /// `nil` if libcurl is out of memory.
    ///
    /// - Parameters:
    ///   - poller: Waits for the sockets; it has to live until the lane is closed.
    ///   - speaksHTTP2: Whether HTTP/2 is used if a server offers it.
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

    /// A handle for a request of a profile. A new one has the given share and sockets.
    func takeHandle(
        _ profile: CurlProfile,
        share: UnsafeMutableRawPointer?,
        sockets: SocketList
    ) throws(TransportFailure) -> CurlHandle {
        // The last one is the most likely: most processes have one profile for each lane.
        if let index = idle.lastIndex(where: { $0.profile == profile }) { return idle.remove(at: index) }
        return try CurlHandle(profile, speaksHTTP2: speaksHTTP2, share: share, sockets: sockets)
    }

    /// Starts the transfer of a configured handle.
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

    /// Removes a transfer, completed or not, and stores the handle if it can be reused.
    func remove(_ handle: CurlHandle) {
        curl_multi_remove_handle(multi, handle.easy)
        handle.forgetBody()
        count -= 1
        guard handle.isReusable else { return }
        // The oldest one may have a profile that no client uses any more.
        if idle.count == Self.idleHandles { idle.removeFirst() }
        idle.append(handle)
    }

    /// A completed transfer with its result; `nil` without one.
    func nextDone() -> (handle: CurlHandle, result: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            if message.msg == CURLMSG_DONE, let handle = message.easy_handle.flatMap(CurlHandle.owner) {
                return (handle, message.data.result)
            }
        }
        return nil
    }

    /// Lets libcurl run its expired timers.
    func runTimer() {
        guard let deadline, deadline <= SocketPoller.now else { return }
        self.deadline = nil
        act(CURL_SOCKET_BAD, 0)
    }

    /// Lets libcurl process a ready socket.
    func act(_ socket: Int32, _ action: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, action, &running)
    }

    /// Closes all connections. The lane cannot be used afterwards.
    func close() {
        idle = []
        // libcurl still reports the sockets that it closes.
        _ = curl_multi_cleanup(multi)
    }

    private static func owner(_ context: UnsafeMutableRawPointer?) -> CurlLane? {
        context.map { Unmanaged<CurlLane>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Sizes the connection cache for twice the largest number of parallel transfers so far, so that libcurl does not
    /// close connections that are soon needed again.
    private func growConnectionCache() {
        connectionCache = max(64, connectionCache * 2)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionCache)
    }
}
