import CCurl
import Foundation
import PubNubWire

/// HTTP through libcurl, on one thread for all clients of the process.
///
/// The thread sleeps in the kernel until a socket has something or a caller posts a job: a client that waits in a
/// long poll costs nothing. Connections are kept for later requests; HTTP/2 is used over TLS where the server offers
/// it. Redirects are not followed, and proxies of the environment are not used.
package final class CurlTransport: Transport {
    /// The transport of every client that is not given another one.
    package static let shared = CurlTransport()

    /// How many service requests run at once against one host before others wait, unless told otherwise.
    package static let defaultServiceConnections = 64

    // Set once, thread-safe by libcurl's own promise, and kept from being torn down before it is used.
    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let inbox: TransportInbox?

    /// - Parameter serviceConnections: How many service requests may run at once against one host; long polls are
    ///   neither counted nor bounded.
    package init(serviceConnections: Int = CurlTransport.defaultServiceConnections) {
        guard Self.libraryIsReady, let multi = curl_multi_init() else {
            inbox = nil
            return
        }
        let pointer = MultiPointer(raw: multi)
        let inbox = TransportInbox { curl_multi_wakeup(pointer.raw) }
        self.inbox = inbox
        let thread = Thread {
            let loop = CurlLoop(multi: pointer.raw, inbox: inbox, serviceConnections: serviceConnections)
            loop.run()
        }
        thread.name = "pubnub-network"
        thread.start()
    }

    deinit {
        inbox?.close()
    }

    package func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        guard let inbox else { return completion(.failure(.setup("libcurl is not available."))) }
        inbox.post(.start(request, completion))
    }

    package func cancel(_ id: RequestID) {
        inbox?.post(.cancel(id))
    }
}

private struct MultiPointer: Sendable {
    // Other threads only ever pass it to `curl_multi_wakeup`, which libcurl allows from any of them.
    nonisolated(unsafe) let raw: UnsafeMutableRawPointer
}

/// What the transport's thread does, and all that only it may touch.
private final class CurlLoop {
    private struct Transfer {
        let handle: CurlHandle
        let serviceHost: String?
        let completion: TransportCompletion
    }

    private typealias Start = (request: TransportRequest, completion: TransportCompletion)

    private static let idleHandles = 32

    private let multi: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer?
    private let inbox: TransportInbox
    private var transfers: [RequestID: Transfer] = [:]
    private var requests: [UnsafeMutableRawPointer: RequestID] = [:]
    private var gate: ServiceLaneGate<Start>
    private var idle: [CurlHandle] = []
    private var connectionCache = 0

    init(multi: UnsafeMutableRawPointer, inbox: TransportInbox, serviceConnections: Int) {
        self.multi = multi
        self.inbox = inbox
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
                case .start(let request, let completion): start((request, completion))
                case .cancel(let id): cancel(id)
                case .stop: return stop()
                }
            }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            collect()
            if inbox.mayWait(), curl_multi_poll(multi, nil, 0, .max, nil) != CURLM_OK {
                // Without this an error that stays would turn the wait into a busy loop.
                cancelAll(.setup("libcurl cannot wait for the network."))
            }
        }
    }

    private func start(_ start: Start) {
        let request = start.request
        guard transfers[request.id] == nil else {
            return start.completion(.failure(.setup("The request identifier is in use.")))
        }
        guard let host = Self.host(of: request.url) else {
            return start.completion(.failure(.setup("The URL is not an http or https one.")))
        }
        if request.lane == .subscribe {
            begin(start, serviceHost: nil)
        } else if gate.enter(request.id, host: host, waiter: start) {
            begin(start, serviceHost: host)
        }
    }

    private func begin(_ start: Start, serviceHost: String?) {
        guard let handle = idle.popLast() ?? CurlHandle() else {
            return fail(start, serviceHost: serviceHost, .setup("Out of memory."))
        }
        do {
            try handle.aim(at: start.request, share: share)
        } catch {
            return fail(start, serviceHost: serviceHost, error)
        }
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
            return fail(start, serviceHost: serviceHost, .setup("libcurl refused the request."))
        }
        transfers[start.request.id] = Transfer(
            handle: handle,
            serviceHost: serviceHost,
            completion: start.completion
        )
        requests[handle.easy] = start.request.id
        if transfers.count * 2 > connectionCache {
            growConnectionCache()
        }
    }

    private func fail(_ start: Start, serviceHost: String?, _ failure: TransportFailure) {
        start.completion(.failure(failure))
        passOn(serviceHost)
    }

    /// Lets the next waiting request of that host begin.
    private func passOn(_ serviceHost: String?) {
        if let serviceHost, let next = gate.leave(host: serviceHost) {
            begin(next, serviceHost: serviceHost)
        }
    }

    private func collect() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let easy = message.easy_handle, let id = requests[easy] else { continue }
            end(id) { $0.outcome(message.data.result) }
        }
    }

    private func cancel(_ id: RequestID) {
        if let start = gate.remove(id) {
            start.completion(.failure(.cancelled))
        } else {
            end(id) { _ in .failure(.cancelled) }
        }
    }

    private func end(_ id: RequestID, outcome: (CurlHandle) -> Result<TransportResponse, TransportFailure>) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        let handle = transfer.handle
        let result = outcome(handle)
        requests[handle.easy] = nil
        curl_multi_remove_handle(multi, handle.easy)
        if idle.count < Self.idleHandles {
            idle.append(handle)
        }
        transfer.completion(result)
        passOn(transfer.serviceHost)
    }

    private func cancelAll(_ failure: TransportFailure) {
        for start in gate.removeAll() {
            start.completion(.failure(failure))
        }
        for id in Array(transfers.keys) {
            end(id) { _ in .failure(failure) }
        }
    }

    private func stop() {
        cancelAll(.cancelled)
        idle = []
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    /// Keeps room for twice the transfers there have ever been at once, so that a crowd of long polls never makes
    /// libcurl close the connections of service requests.
    private func growConnectionCache() {
        connectionCache = max(64, connectionCache * 2)
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connectionCache)
    }

    /// Scheme and authority of an http or https URL; nil for any other.
    private static func host(of url: String) -> String? {
        let text = url.utf8
        guard let prefix = ["http://", "https://"].first(where: { text.starts(with: $0.utf8) }) else { return nil }
        let authority = text.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return authority.isEmpty ? nil : String(url[..<authority.endIndex])
    }
}
