package import PubNubOrigin

/// Runs a test body against an origin of its own, on a free port, and stops it whatever happens. The configuration
/// is in memory and for any keys by default; the body gets the server and its address.
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

/// Starts an origin. A port that an earlier one had may be in use for a moment by somebody's connection; it is waited for.
package func startOrigin(_ configuration: OriginConfiguration) async throws -> (OriginServer, OriginAddress) {
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
