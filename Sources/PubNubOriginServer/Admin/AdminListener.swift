import PubNubOrigin
import NIOCore
import NIOSSL

/// The socket of the admin listener and its connections.
struct AdminListener: Sendable {
    /// Connections at most; a further one takes the place of one that is open.
    private static let maxConnections = 64
    /// The longest target, and the largest sum of all headers, in bytes.
    private static let maxHeadBytes = 8192
    /// The longest response, in bytes. The longest page of a list of the console is shorter than 2 MiB. Streams do not count.
    private static let maxResponseBytes = 4 * 1024 * 1024
    /// The memory of all responses that clients have yet to read, in bytes. It adds to that of the public listener.
    private static let allResponseBytes = 16 * 1024 * 1024

    /// How long a connection may take until its next request is complete.
    private static let timeout = Duration.seconds(60)

    /// Where it listens.
    let address: OriginAddress
    private let listener: OriginListener

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - admin: Where to listen.
    ///   - access: The rules for access.
    ///   - monitor: The figures that the server reports.
    ///   - console: The console; nil if the listener serves none.
    ///   - files: The files whose state it reports.
    /// - Returns: The listener, which accepts connections already.
    /// - Throws: ``OriginError`` if the configuration or the address cannot be used.
    static func listen(
        _ admin: OriginAdmin,
        _ access: AdminAccess,
        _ monitor: OriginMonitor,
        _ console: Console?,
        _ files: ReportedFiles
    ) async throws(OriginError) -> AdminListener {
        try admin.check()
        // Reads the certificate before anything listens.
        _ = try admin.tls?.settings.context(hasHTTP2: false)
        let router = AdminRouter(monitor: monitor, access: access, console: console, files: files)
        let tls = admin.tls?.settings
        let listener = try await OriginListener.listen(
            on: admin.host,
            port: admin.port,
            limits: limits(maxBodyBytes: router.maxBodyBytes),
            serving: AdminService(router: router)
        ) { connection in
            guard let context = try tls?.context(hasHTTP2: false) else { return }
            try connection.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }
        let port = listener.port ?? admin.port
        let host = admin.host.contains(":") && !admin.host.hasPrefix("[") ? "[\(admin.host)]" : admin.host
        let address = OriginAddress(
            url: "\(admin.tls == nil ? "http" : "https")://\(host):\(port)",
            host: admin.host,
            port: port
        )
        return AdminListener(address: address, listener: listener)
    }

    /// The limits of connections and of their requests and responses.
    static func limits(maxBodyBytes: Int) -> OriginLimits {
        var limits = OriginLimits()
        limits.connections = maxConnections
        limits.maximumURLBytes = maxHeadBytes
        limits.maximumHeaderBytes = maxHeadBytes
        limits.maximumBodyBytes = maxBodyBytes
        limits.maximumResponseBytes = maxResponseBytes
        limits.responseBytes = allResponseBytes
        limits.headTimeout = timeout
        limits.requestTimeout = timeout
        limits.idleTimeout = timeout
        limits.compressionThreshold = nil
        return limits
    }

    /// Stops listening and closes all connections.
    func close() async {
        await listener.close()
    }
}
