package import PubNubOrigin

/// Runs a test body against an origin of its own, on a free port, and stops it whatever happens. The configuration
/// is in memory and for any keys by default; the body gets the server and its address.
package func withOrigin<Value>(
    _ configuration: OriginConfiguration = OriginConfiguration(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (OriginServer, OriginAddress) async throws -> Value
) async throws -> Value {
    let server = OriginServer(configuration: configuration)
    let address = try await server.start()
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(server, address))
    } catch {
        result = .failure(error)
    }
    await server.stop(abruptly: true)
    return try result.get()
}
