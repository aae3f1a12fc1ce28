import PubNubSupport
public import PubNubOrigin

extension OriginConfiguration {
    /// The listener for health, readiness and metrics. nil, the default, for none.
    public var admin: OriginAdmin? {
        get { attachmentSettings as? OriginAdmin }
        set { attachmentSettings = newValue }
    }
}

extension OriginServer {
    /// The address of the admin listener; nil while it does not listen.
    public var adminAddress: OriginAddress? { (attachment as? AdminAttachment)?.address }

    /// ``OriginAdmin/token``, or the token that replaced it.
    package var adminToken: String? { (attachment as? AdminAttachment)?.token }

    /// Replaces ``OriginAdmin/token`` while the server runs. The next request of each client needs the new one. A server without an admin listener
    /// ignores it.
    ///
    /// - Parameter token: The token; nil if none is needed, which only a listener on a loopback address may have.
    /// - Throws: `OriginError.invalidConfiguration` if the listener may not have the token; the former one stays in use then.
    public func replaceAdminToken(_ token: String?) throws(OriginError) {
        try (attachment as? AdminAttachment)?.replaceToken(token)
    }
}

extension OriginAdmin: OriginAttachmentSource {
    package func attachment(_ monitor: OriginMonitor, _ configuration: OriginConfiguration) -> any OriginAttachment {
        AdminAttachment(self, monitor, configuration)
    }
}

/// The admin listener of a server, and the requests that its console shows.
private final class AdminAttachment: OriginAttachment {
    private let settings: OriginAdmin
    private let presentToken: Locked<String?>
    private let access: AdminAccess
    private let monitor: OriginMonitor
    private let configuration: OriginConfiguration
    private let listener = Locked<AdminListener?>(nil)
    /// The requests that the console shows; nil without the console.
    private let feed: RequestFeed?

    init(_ settings: OriginAdmin, _ monitor: OriginMonitor, _ configuration: OriginConfiguration) {
        self.settings = settings
        presentToken = Locked(settings.token)
        access = AdminAccess(settings)
        self.monitor = monitor
        self.configuration = configuration
        feed = settings.console == nil ? nil : RequestFeed()
    }

    var observers: [any OriginObserver] { [feed].compactMap(\.self) }

    /// The token that requests need; nil if none is needed.
    var token: String? { presentToken.withLock { $0 } }

    /// Where it listens; nil while it does not.
    var address: OriginAddress? { listener.withLock { $0?.address } }

    func start() async throws(OriginError) {
        let started = try await AdminListener.listen(
            settings,
            access,
            monitor,
            try makeConsole(),
            ReportedFiles(configuration)
        )
        listener.withLock { $0 = started }
        monitor.startedReporting(at: started.address)
    }

    func replaceToken(_ token: String?) throws(OriginError) {
        var changed = settings
        changed.token = token
        try changed.check()
        access.replaceToken(token)
        presentToken.withLock { $0 = token }
    }

    func stop() async {
        let stopped = listener.withLock { listener -> AdminListener? in
            defer { listener = nil }
            return listener
        }
        await stopped?.close()
    }

    /// The console, if the settings enable it.
    private func makeConsole() throws(OriginError) -> Console? {
        guard let mode = settings.console, let feed else { return nil }
        let files = try ConsoleFiles()
        return Console(mode: mode, monitor: monitor, configuration: configuration, files: files, feed: feed)
    }
}
