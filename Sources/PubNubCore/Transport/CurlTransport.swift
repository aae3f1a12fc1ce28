import CPubNubCurl
import Foundation
import Glibc
package import PubNubMachines
import PubNubWire

/// HTTP through libcurl, on one thread for all clients of the process.
///
/// The thread sleeps in the kernel until a socket is ready or a caller posts a job, so a client that waits in a long
/// poll costs nothing. Long polls and service requests use connections of their own, which are reused. HTTP/2 is used
/// over TLS if the server offers it and libcurl's version is reliable with it. Redirects are not followed, and proxies
/// of the environment are not used.
package final class CurlTransport: Transport {
    /// The transport that clients use by default.
    package static let shared = CurlTransport()

    /// The default number of parallel service requests to one host, beyond which others wait.
    package static let defaultServiceConnections = 64

    /// The number of parallel uploads and downloads of files with one host, beyond which others wait.
    package static let maxTransfers = 16

    // Initialized once, thread-safe as libcurl guarantees, and never torn down.
    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let inbox: TransportInbox?

    /// The number of wake-ups of the network thread; `nil` if it could not be started.
    let wakeups: SocketPoller.Count?

    /// Whether requests may share an HTTP/2 connection. Before 8.1, libcurl fails some requests whose headers are not
    /// sent in one piece, which must not happen to a request that cannot be repeated.
    package static let isHTTP2Sound = ccurl_version() >= 0x08_01_00

    /// - Parameters:
    ///   - serviceConnections: The number of parallel service requests to one host; long polls are neither counted nor
    ///     bounded.
    ///   - speaksHTTP2: Whether HTTP/2 is used if a server offers it.
    package convenience init(
        serviceConnections: Int = CurlTransport.defaultServiceConnections,
        speaksHTTP2: Bool = CurlTransport.isHTTP2Sound
    ) {
        self.init(serviceConnections: serviceConnections, speaksHTTP2: speaksHTTP2) { socket($0, $1, $2) }
    }

    /// A transport whose sockets `createSocket` creates.
    init(
        serviceConnections: Int = CurlTransport.defaultServiceConnections,
        speaksHTTP2: Bool = CurlTransport.isHTTP2Sound,
        createSocket: @escaping SocketList.Creator
    ) {
        guard Self.libraryIsReady, let start = LoopStart(speaksHTTP2: speaksHTTP2) else {
            inbox = nil
            wakeups = nil
            return
        }
        wakeups = start.poller.wakeups
        let inbox = TransportInbox { [wakeupFD = start.poller.wakeupFD] in ccurl_wakeup(wakeupFD) }
        self.inbox = inbox
        Thread.detachNewThread {
            Thread.current.name = "pubnub-network"
            let loop = CurlLoop(
                start,
                inbox: inbox,
                serviceConnections: serviceConnections,
                createSocket: createSocket
            )
            loop.run()
        }
    }

    deinit {
        inbox?.close()
    }

    package func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        let order = TransportOrder(request, completion)
        guard let inbox else { return order.end(.failure(.setup("libcurl is not available."))) }
        inbox.post(.start(order))
    }

    package func cancel(_ id: RequestID) {
        inbox?.post(.cancel(id))
    }

    package func resume(_ id: RequestID) {
        inbox?.post(.resume(id))
    }

    package func noticed(_ notice: NetworkNotice, number: UInt64) {
        inbox?.post(.notice(notice, number: number))
    }

    package func clientEnded(_ client: UInt64, closed: @escaping @Sendable () -> Void) {
        guard let inbox else { return closed() }
        inbox.post(.clientEnded(client, closed))
    }
}

private struct LoopStart: Sendable {
    // Passed to the transport's thread first, and used only by that thread from then on.
    nonisolated(unsafe) let poller: SocketPoller
    nonisolated(unsafe) let polls: CurlLane
    nonisolated(unsafe) let services: CurlLane

    init?(speaksHTTP2: Bool) {
        guard let poller = SocketPoller(), let polls = CurlLane(poller: poller, speaksHTTP2: speaksHTTP2) else {
            return nil
        }
        guard let services = CurlLane(poller: poller, speaksHTTP2: speaksHTTP2) else {
            polls.close()
            return nil
        }
        self.poller = poller
        self.polls = polls
        self.services = services
    }
}

/// The transport's thread, and the state that only it may access.
private final class CurlLoop {
    private let poller: SocketPoller
    private let polls: CurlLane
    private let services: CurlLane
    private let share: UnsafeMutableRawPointer?
    private let inbox: TransportInbox
    /// Exclusive access is not checked at run time: only this thread uses it, and no completion is called while it changes.
    @exclusivity(unchecked) private var transfers: [RequestID: CurlHandle] = [:]
    private var origins = OriginList()
    /// Limits the service requests in flight.
    private var gate: LaneGate
    /// Limits the transfers of files in flight.
    private var transferGate = LaneGate(limit: CurlTransport.maxTransfers)
    private let sockets: SocketList
    private var lastNotice: UInt64 = 0
    /// Connections that have not been used since this time are not reused.
    private var staleBefore: ContinuousClock.Instant?

    init(
        _ start: LoopStart,
        inbox: TransportInbox,
        serviceConnections: Int,
        createSocket: @escaping SocketList.Creator
    ) {
        poller = start.poller
        polls = start.polls
        services = start.services
        self.inbox = inbox
        sockets = SocketList(poller: start.poller, create: createSocket)
        gate = LaneGate(limit: serviceConnections)
        // Both lanes share the data about servers.
        share = curl_share_init()
        ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION)
        ccurl_share(share, CURL_LOCK_DATA_DNS)
    }

    func run() {
        var jobs: [TransportJob] = []
        while true {
            inbox.take(into: &jobs)
            for job in jobs {
                switch job {
                case .start(let order): start(order)
                case .cancel(let id): cancel(id)
                case .resume(let id): transfers[id]?.resume()
                case .notice(let notice, let number): noticed(notice, number)
                case .clientEnded(let client, let closed):
                    sockets.shutDown(of: client)
                    closed()
                case .stop: return stop()
                }
            }
            polls.runTimer()
            services.runTimer()
            collect()
            if !poller.wait(mayBlock: inbox.mayWait(), until: deadline) {
                // Without this a permanent error would turn the wait into a busy loop.
                cancelAll(.setup("The system does not allow the client to wait for the network."))
            }
            // Before completions run, because most of them send the next request immediately.
            inbox.resumed()
            collect()
        }
    }

    private var deadline: Int? {
        guard let first = polls.deadline, let second = services.deadline else {
            return polls.deadline ?? services.deadline
        }
        return min(first, second)
    }

    private func lane(of order: TransportOrder) -> CurlLane {
        order.request.lane == .subscribe ? polls : services
    }

    private func start(_ order: TransportOrder) {
        let request = order.request
        guard transfers[request.id] == nil else {
            return order.end(.failure(.setup("The request identifier is in use.")))
        }
        guard let base = origins.base(of: request.url) else {
            return order.end(.failure(.setup("The scheme of the URL is not http or https.")))
        }
        guard enter(order, base) else {
            request.heldBack?(request.id, true)
            return
        }
        if !begin(order, base) { startNext(order, base) }
    }

    /// Whether a request may be sent now; otherwise it waits.
    private func enter(_ order: TransportOrder, _ base: OriginList.Origin) -> Bool {
        switch order.request.lane {
        case .subscribe: true
        case .service: gate.enter(order, origin: base.origin)
        case .transfer: transferGate.enter(order, origin: base.origin)
        }
    }

    /// A request ended. Returns the next one that may be sent now.
    private func leave(_ order: TransportOrder, _ base: OriginList.Origin) -> TransportOrder? {
        switch order.request.lane {
        case .subscribe: nil
        case .service: gate.leave(origin: base.origin)
        case .transfer: transferGate.leave(origin: base.origin)
        }
    }

    /// Sends a request.
    ///
    /// - Returns: Whether it is in flight; otherwise it has ended.
    private func begin(_ order: TransportOrder, _ base: OriginList.Origin) -> Bool {
        let lane = lane(of: order)
        let handle: CurlHandle
        do {
            handle = try lane.takeHandle(CurlProfile(order.request), share: share, sockets: sockets)
            try handle.configure(for: order, base, staleAfter: staleBefore?.duration(to: .now))
        } catch {
            return fail(order, error)
        }
        guard lane.add(handle) else { return fail(order, .setup("libcurl refused the request.")) }
        transfers[order.request.id] = handle
        return true
    }

    private func fail(_ order: TransportOrder, _ failure: TransportFailure) -> Bool {
        order.end(.failure(failure))
        return false
    }

    /// Sends the next waiting request to that origin; if that fails, the one after it.
    private func startNext(_ order: TransportOrder, _ base: OriginList.Origin) {
        while let next = leave(order, base) {
            next.request.heldBack?(next.request.id, false)
            if begin(next, base) { return }
        }
    }

    private func collect() {
        collect(services)
        collect(polls)
    }

    private func collect(_ lane: CurlLane) {
        while let (handle, result) = lane.nextDone() {
            end(handle) { handle.outcome(result) }
        }
    }

    private func cancel(_ id: RequestID) {
        if let order = gate.remove(id) ?? transferGate.remove(id) {
            order.end(.failure(.cancelled))
        } else if let handle = transfers[id] {
            end(handle) { .failure(TransportFailure(.cancelled)) }
        }
    }

    private func noticed(_ notice: NetworkNotice, _ number: UInt64) {
        guard number != lastNotice else { return }
        lastNotice = number
        staleBefore = .now
        sockets.shutDown(because: notice)
    }

    private func end(_ handle: CurlHandle, result: () -> Result<TransportResponse, TransportFailure>) {
        guard let (order, base) = handle.takeOrder() else { return }
        let result = result()
        transfers[order.request.id] = nil
        lane(of: order).remove(handle)
        order.end(result)
        startNext(order, base)
    }

    private func cancelAll(_ failure: TransportFailure) {
        for order in gate.removeAll() + transferGate.removeAll() {
            order.end(.failure(failure))
        }
        for handle in Array(transfers.values) {
            end(handle) { .failure(failure) }
        }
    }

    private func stop() {
        cancelAll(.cancelled)
        polls.close()
        services.close()
        curl_share_cleanup(share)
    }
}
