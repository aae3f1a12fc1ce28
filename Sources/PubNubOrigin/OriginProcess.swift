import Dispatch
import Foundation

/// An origin as the whole purpose of a process.
public enum OriginProcess {
    /// Runs an origin until the process gets SIGINT or SIGTERM, then stops it in order.
    ///
    /// - Parameters:
    ///   - configuration: what to serve, and where.
    ///   - onReady: called once, with the address, when connections are accepted.
    /// - Throws: ``OriginError`` when it cannot be started.
    public static func run(
        configuration: OriginConfiguration,
        onReady: @Sendable (OriginAddress) -> Void
    ) async throws(OriginError) {
        // Before anything listens, so that no signal is missed once a caller has seen the address.
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        for source in signals {
            source.setEventHandler { stop.finish() }
            source.resume()
        }
        defer {
            for source in signals { source.cancel() }
        }
        let server = OriginServer(configuration: configuration)
        onReady(try await server.start())
        for await _ in stops {}
        await server.stop()
    }
}
