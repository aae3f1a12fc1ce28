import Dispatch
import Glibc

/// A server that is a process of its own: it serves until it is told to end.
public enum OriginProcess {
    /// Starts a server and serves until SIGINT or SIGTERM, then stops it cleanly.
    ///
    /// - Parameters:
    ///   - configuration: where to listen and what to serve.
    ///   - ready: called once connections are accepted, with the address.
    /// - Throws: ``OriginError`` when the server cannot start.
    public static func run(
        configuration: OriginConfiguration,
        ready: @Sendable (OriginAddress) -> Void
    ) async throws(OriginError) {
        let server = OriginServer(configuration: configuration)
        // Caught before the address is told, so that whoever waits for it may end the process right away.
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.activate()
            return source
        }
        let address = try await server.start()
        ready(address)
        for await _ in signals { break }
        await server.stop()
        for source in sources { source.cancel() }
    }
}
