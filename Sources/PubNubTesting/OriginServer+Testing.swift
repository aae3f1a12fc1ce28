public import PubNubAsync
public import PubNubOrigin

extension OriginServer {
    /// Runs a test with a server of its own on a free port of this machine, and stops the server after it.
    ///
    /// ```swift
    /// import PubNubAsync
    /// import PubNubOrigin
    /// import PubNubTesting
    ///
    /// func publishes() async throws {
    ///     try await OriginServer.withServer { server in
    ///         try await PubNubClient.withClient(server.configuration(userID: "me")) { client in
    ///             try await client.publish("hello", to: "greetings")
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server: in memory, on a free port and for any keys by default.
    ///   - isolation: The actor of the caller.
    ///   - body: Uses the server. Its error is thrown after the server has stopped.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, or `OriginError` if the server cannot be started.
    @discardableResult
    public static func withServer<R>(
        _ configuration: OriginConfiguration = OriginConfiguration(),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (OriginServer) async throws -> R
    ) async throws -> R {
        let server = OriginServer(configuration: configuration)
        try await server.start()
        let result: Result<R, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await server.stop(abruptly: true)
        return try result.get()
    }

    /// Returns the configuration of a client of this server: its address and its keys without the secret key. With several keysets, those of
    /// the first one.
    ///
    /// - Parameter userID: The identifier by which others see the client: 1 to 92 characters (Unicode scalars).
    /// - Returns: The configuration. Calls fail while the server does not run.
    public func configuration(userID: String) -> PubNubClientConfiguration {
        let keyset = configuration.keysets.first
        var client = PubNubClientConfiguration(
            publishKey: (keyset == nil ? configuration.publishKey : keyset?.publishKey) ?? "demo",
            subscribeKey: keyset?.subscribeKey ?? configuration.subscribeKey ?? "demo",
            userID: userID
        )
        client.origin = address.map { "\($0.host):\($0.port)" } ?? "127.0.0.1:0"
        client.isSecure = address?.url.hasPrefix("https://") ?? false
        return client
    }
}
