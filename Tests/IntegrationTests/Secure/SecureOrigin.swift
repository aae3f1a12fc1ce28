import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport

/// Runs an origin with TLS; `body` receives what a configuration needs to trust its authority.
func withSecureOrigin<Value>(
    _ tls: OriginTLS? = nil,
    host: String = "127.0.0.1",
    _ body: (OriginServer, OriginAddress, @escaping @Sendable (PNConfiguration) -> Void) async throws -> Value
) async throws -> Value {
    let tls = try tls ?? OriginTLS()
    var configuration = OriginConfiguration(host: host)
    configuration.tls = tls
    configuration.limits.handshakeTimeout = PatientTransport.limit
    return try await withFile(tls.authority) { path in
        try await withOrigin(configuration) { server, address in
            try await body(server, address) { configuration in
                configuration.shouldUseSecureConnection = true
                configuration.certificateAuthorityFile = path
            }
        }
    }
}

/// Runs `body` with a file of this content, and removes the file.
func withFile<Value>(_ text: String, _ body: (String) async throws -> Value) async throws -> Value {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pem")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await body(file.path)
}
