import PubNubOrigin
import PubNubWire

/// Decides what the admin listener responds. It does no I/O of its own, apart from reading `/proc` for metrics.
struct AdminRouter: Sendable {
    /// The largest body of a request that no path takes, in bytes. It is read and ignored.
    private static let maxIgnoredBytes = 4096

    /// The paths that need no token.
    private static let publicPaths: Set<String> = ["/health", "/ready"]

    let monitor: OriginMonitor
    let access: AdminAccess
    /// The console; nil if the listener serves none.
    var console: Console?
    /// The files whose state it reports.
    var files = ReportedFiles()

    /// The largest body that is read, in bytes. A larger one ends the connection.
    var maxBodyBytes: Int { console == nil ? Self.maxIgnoredBytes : Console.maxBodyBytes }

    /// How to serve a request.
    func reply(to request: AdminRequest) -> AdminReply {
        let path = request.path
        // A proxy's check by HTTP/1.0 names no host. Pages of browsers always do.
        let isCheck = request.host == nil && Self.publicPaths.contains(path)
        guard isCheck || access.accepts(host: request.host) else {
            return .response(
                .error(
                    421,
                    "The admin listener without a token serves only requests for this machine's loopback names."
                )
            )
        }
        if let console, let page = console.page(request) { return .response(page) }
        if let console, let call = ConsoleCall(path: path) {
            return refusal(of: request).map { .response($0) } ?? console.reply(to: request, call)
        }
        return report(path, request)
    }

    private func report(_ path: String, _ request: AdminRequest) -> AdminReply {
        let isPublic = Self.publicPaths.contains(path)
        guard isPublic || path == "/metrics" || path == "/api/cluster" else {
            return .response(.error(404, "There is no such path."))
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .response(.notAllowed(["GET", "HEAD"]))
        }
        if !isPublic, let refusal = refusal(of: request) { return .response(refusal) }
        return switch path {
        case "/health": .response(health)
        case "/ready": .response(ready)
        // Each open file is an entry of `/proc`, and clients share the event loop.
        case "/metrics": .later { metrics }
        // The servers of the cluster have a second to respond.
        default: .later { AdminResponse(json: await monitor.clusterReport()) }
        }
    }

    /// The refusal of a request for its token; nil if it is served.
    private func refusal(of request: AdminRequest) -> AdminResponse? {
        var response: AdminResponse
        switch access.verdict(on: request.authorization, from: request.client, at: monitor.uptime) {
        case .allowed:
            return nil
        case .denied:
            response = .error(401, "A token is needed.")
            response.headers = [HeaderField(name: "WWW-Authenticate", value: "Bearer")]
        case .slowed(let pause):
            response = .error(429, "This address has sent too many wrong tokens.")
            let seconds = pause.components.seconds + (pause.components.attoseconds > 0 ? 1 : 0)
            response.headers = [HeaderField(name: "Retry-After", value: "\(max(1, seconds))")]
        }
        return response
    }

    private var health: AdminResponse {
        AdminResponse(json: [
            "status": "ok", "version": .string(PackageVersion.current),
            "uptimeSeconds": .integer(monitor.uptime.components.seconds),
        ])
    }

    private var ready: AdminResponse {
        let reasons = monitor.unreadyReasons()
        return AdminResponse(
            status: reasons.isEmpty ? 200 : 503,
            json: ["ready": .bool(reasons.isEmpty), "reasons": .array(reasons.map { .string($0.rawValue) })]
        )
    }

    private var metrics: AdminResponse {
        let report = OriginReport(
            metrics: monitor.metrics,
            statistics: monitor.statistics,
            isReady: monitor.unreadyReasons().isEmpty,
            process: .current,
            reload: monitor.lastReload,
            keysets: monitor.serving.map { KeysetUsage.reported($0.core) } ?? [],
            files: files
        )
        return AdminResponse(contentType: PrometheusText.contentType, body: Array(report.text.utf8))
    }
}

extension AdminResponse {
    /// The refusal of a method that a path does not have.
    static func notAllowed(_ methods: [String]) -> AdminResponse {
        var response = AdminResponse.error(405, "This path allows \(methods.joined(separator: ", ")) only.")
        response.headers = [HeaderField(name: "Allow", value: methods.joined(separator: ", "))]
        return response
    }
}
