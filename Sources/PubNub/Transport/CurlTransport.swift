import CCurl
import Foundation
import PubNubWire

/// HTTP through libcurl, on one thread for all clients of the process.
///
/// The thread sleeps in the kernel until a socket has something or a caller posts a job: a client that waits in a
/// long poll costs nothing. Connections are kept for later requests; HTTP/2 is used over TLS where the server offers
/// it and libcurl can be trusted with it. Redirects are not followed, and proxies of the environment are not used.
package final class CurlTransport: Transport {
    /// The transport of every client that is not given another one.
    package static let shared = CurlTransport()

    /// How many service requests run at once against one host before others wait, unless told otherwise.
    package static let defaultServiceConnections = 64

    // Set once, thread-safe by libcurl's own promise, and kept from being torn down before it is used.
    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let inbox: TransportInbox?

    /// Whether requests may share a connection of HTTP/2. Before 8.1 libcurl fails some of those whose headers do not
    /// leave in one piece, which a request that must not be repeated cannot afford.
    package static let isHTTP2Sound = ccurl_version() >= 0x08_01_00

    /// - Parameters:
    ///   - serviceConnections: How many service requests may run at once against one host; long polls are neither
    ///     counted nor bounded.
    ///   - speaksHTTP2: Whether HTTP/2 is used where a server offers it.
    package init(
        serviceConnections: Int = CurlTransport.defaultServiceConnections,
        speaksHTTP2: Bool = CurlTransport.isHTTP2Sound
    ) {
        guard Self.libraryIsReady, let multi = curl_multi_init() else {
            inbox = nil
            return
        }
        guard let poller = SocketPoller(multi: multi) else {
            curl_multi_cleanup(multi)
            inbox = nil
            return
        }
        let start = LoopStart(multi: multi, poller: poller)
        let inbox = TransportInbox { [bell = poller.bell] in ccurl_bell_ring(bell) }
        self.inbox = inbox
        Thread.detachNewThread {
            Thread.current.name = "pubnub-network"
            let loop = CurlLoop(
                multi: start.multi,
                poller: start.poller,
                inbox: inbox,
                serviceConnections: serviceConnections,
                speaksHTTP2: speaksHTTP2
            )
            loop.run()
        }
    }

    deinit {
        inbox?.close()
    }

    package func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        guard let inbox else { return completion(.failure(.setup("libcurl is not available."))) }
        inbox.post(.start(TransportOrder(request, completion)))
    }

    package func cancel(_ id: RequestID) {
        inbox?.post(.cancel(id))
    }

    package func noticed(_ notice: NetworkNotice, number: UInt64) {
        inbox?.post(.notice(notice, number: number))
    }
}

private struct LoopStart: Sendable {
    // Handed to the transport's thread before anything else happens, and used by no other from then on.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    nonisolated(unsafe) let poller: SocketPoller
}

/// What the transport's thread does, and all that only it may touch.
private final class CurlLoop {
    private static let idleHandles = 32

    private let multi: UnsafeMutableRawPointer
    private let poller: SocketPoller
    private let share: UnsafeMutableRawPointer?
    private let inbox: TransportInbox
    private var transfers: [RequestID: CurlHandle] = [:]
    private var origins = OriginList()
    private let speaksHTTP2: Bool
    private var gate: ServiceLaneGate
    private var idle: [CurlHandle] = []
    private var connectionCache = 0
    private let sockets = SocketList()
    private var lastNotice: UInt64 = 0
    /// When connections were made doubtful: those not used since are not used again.
    private var doubt: ContinuousClock.Instant?

    init(
        multi: UnsafeMutableRawPointer,
        poller: SocketPoller,
        inbox: TransportInbox,
        serviceConnections: Int,
        speaksHTTP2: Bool
    ) {
        self.multi = multi
        self.poller = poller
        self.inbox = inbox
        self.speaksHTTP2 = speaksHTTP2
        gate = ServiceLaneGate(limit: serviceConnections)
        // Addresses and connections are shared through the multi handle anyway; TLS sessions are not.
        share = curl_share_init()
        ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION)
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        growConnectionCache()
    }

    func run() {
        var jobs: [TransportJob] = []
        while true {
            inbox.take(into: &jobs)
            for job in jobs {
                switch job {
                case .start(let order): start(order)
                case .cancel(let id): cancel(id)
                case .notice(let notice, let number): noticed(notice, number)
                case .stop: return stop()
                }
            }
            poller.runTimer()
            collect()
            if !poller.wait(mayBlock: inbox.mayWait()) {
                // Without this an error that stays would turn the wait into a busy loop.
                cancelAll(.setup("The system does not let us wait for the network."))
            }
            collect()
        }
    }

    private func start(_ order: TransportOrder) {
        let request = order.request
        guard transfers[request.id] == nil else {
            return order.completion(.failure(.setup("The request identifier is in use.")))
        }
        guard let place = origins.place(of: request.url) else {
            return order.completion(.failure(.setup("The URL is not an http or https one.")))
        }
        if request.lane == .subscribe || gate.enter(order, origin: place.origin) {
            begin(order, place)
        }
    }

    private func begin(_ order: TransportOrder, _ place: OriginList.Place) {
        guard let handle = idle.popLast() ?? CurlHandle(speaksHTTP2: speaksHTTP2) else {
            return fail(order, place, .setup("Out of memory."))
        }
        do {
            try handle.aim(at: order, place, share: share, sockets: sockets, keptFor: doubt?.duration(to: .now))
        } catch {
            return fail(order, place, error)
        }
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
            return fail(order, place, .setup("libcurl refused the request."))
        }
        transfers[order.request.id] = handle
        if transfers.count * 2 > connectionCache {
            growConnectionCache()
        }
    }

    private func fail(_ order: TransportOrder, _ place: OriginList.Place, _ failure: TransportFailure) {
        order.completion(.failure(failure))
        passOn(order, place)
    }

    /// Lets the next waiting request to that origin begin.
    private func passOn(_ order: TransportOrder, _ place: OriginList.Place) {
        if order.request.lane == .service, let next = gate.leave(origin: place.origin) {
            begin(next, place)
        }
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let handle = message.easy_handle.flatMap(CurlHandle.owner) else {
                continue
            }
            let result = message.data.result
            end(handle) { handle.outcome(result) }
        }
    }

    private func cancel(_ id: RequestID) {
        if let order = gate.remove(id) {
            order.completion(.failure(.cancelled))
        } else if let handle = transfers[id] {
            end(handle) { .failure(.cancelled) }
        }
    }

    private func noticed(_ notice: NetworkNotice, _ number: UInt64) {
        guard number != lastNotice else { return }
        lastNotice = number
        doubt = .now
        sockets.shutDown(because: notice)
    }

    private func end(_ handle: CurlHandle, result: () -> Result<TransportResponse, TransportFailure>) {
        guard let (order, place) = handle.takeOrder() else { return }
        let result = result()
        transfers[order.request.id] = nil
        curl_multi_remove_handle(multi, handle.easy)
        if idle.count < Self.idleHandles {
            idle.append(handle)
        }
        order.completion(result)
        passOn(order, place)
    }

    private func cancelAll(_ failure: TransportFailure) {
        for order in gate.removeAll() {
            order.completion(.failure(failure))
        }
        for handle in Array(transfers.values) {
            end(handle) { .failure(failure) }
        }
    }

    private func stop() {
        cancelAll(.cancelled)
        idle = []
        // Closing its connections, libcurl still tells of their sockets.
        withExtendedLifetime((sockets, poller)) { _ = curl_multi_cleanup(multi) }
        curl_share_cleanup(share)
    }

    /// Keeps room for twice the transfers there have ever been at once, so that a crowd of long polls never makes
    /// libcurl close the connections of service requests.
    private func growConnectionCache() {
        connectionCache = max(64, connectionCache * 2)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionCache)
    }
}
