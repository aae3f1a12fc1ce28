public import PubNubOrigin
public import ServiceLifecycle

extension OriginServer: Service {
    /// Serves until the service group shuts down gracefully or the task is canceled, then stops.
    ///
    /// ```swift
    /// import Logging
    /// import PubNubOrigin
    /// import PubNubOriginServer
    /// import ServiceLifecycle
    ///
    /// let group = ServiceGroup(
    ///     services: [OriginServer()],
    ///     gracefulShutdownSignals: [.sigterm, .sigint],
    ///     logger: Logger(label: "server")
    /// )
    /// try await group.run()
    /// ```
    ///
    /// A graceful shutdown lets each connection finish what it serves. After a cancellation, also during a shutdown, the server closes all
    /// connections immediately. A server runs once.
    ///
    /// - Throws: `OriginError` if the server cannot be started, and `CancellationError` after a cancellation.
    public func run() async throws {
        try await start()
        do {
            try await gracefulShutdown()
        } catch {
            await stop(abruptly: true)
            throw error
        }
        await withTaskCancellationHandler {
            await drain()
        } onCancel: {
            Task { await stop(abruptly: true) }
        }
    }
}
