package import PubNubOrigin

/// Runs a test body against its own origin on a free port, and stops the origin in every case. By default the origin
/// stores in memory and accepts any keys; the body receives the server and its address. Presence events are published with their changes, so that tests
/// need not wait for them.
package func withOrigin<Value>(
    _ configuration: OriginConfiguration = OriginConfiguration(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (OriginServer, OriginAddress) async throws -> Value
) async throws -> Value {
    let (server, address) = try await startOrigin(configuration)
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(server, address))
    } catch {
        result = .failure(error)
    }
    await server.stop(abruptly: true)
    return try result.get()
}

/// Starts an origin. It waits for the port of an earlier origin, which a client's connection may occupy for a moment.
package func startOrigin(_ configuration: OriginConfiguration) async throws -> (OriginServer, OriginAddress) {
    var configuration = configuration
    configuration.limits.presenceAnnouncementDelay = .zero
    let limit = ContinuousClock.now + .seconds(120)
    while true {
        let server = OriginServer(configuration: configuration)
        do {
            let address = try await server.start()
            return (server, address)
        } catch {
            let mayPass = if case .cannotListen = error { configuration.port != 0 } else { false }
            guard mayPass, ContinuousClock.now < limit else { throw error }
        }
        await Task.yield()
    }
}

extension OriginLimits {
    /// Limits for tests that advance the server's clock: no connection is closed because of that.
    package static var withoutDeadlines: OriginLimits {
        var limits = OriginLimits()
        limits.headTimeout = .seconds(10 * 366 * 86_400)
        limits.requestTimeout = limits.headTimeout
        limits.idleTimeout = limits.headTimeout
        return limits
    }
}
