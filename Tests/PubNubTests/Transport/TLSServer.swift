import Foundation

/// A TLS server with its own certificate, for `localhost` only.
final class TLSServer: Sendable {
    struct SetupFailure: Error {}

    let port: String
    /// The certificate, which is its own authority.
    let certificate: String

    private let folder: URL
    private let program: PipedProgram

    /// Starts a server that responds to every GET with a page.
    static func start() async throws -> TLSServer {
        try await start(options: "-www") { _, _ in }
    }

    /// Starts a server that speaks HTTP/2 on one connection and serves no other at the same time. `body` returns the response
    /// to a request by the number of its stream; nil for none.
    static func startHTTP2(body: @escaping @Sendable (UInt32) -> String?) async throws -> TLSServer {
        try await start(options: "-alpn h2") { output, input in
            HTTP2Script(from: output, to: input, body: body).run()
        }
    }

    /// Threads that may block wait for the programs.
    private static func start(
        options: String,
        relay: @escaping @Sendable (FileHandle, FileHandle) -> Void
    ) async throws -> TLSServer {
        let started = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { try TLSServer(options: options, relay: relay) })
            }
        }
        return try started.get()
    }

    private init(options: String, relay: @escaping @Sendable (FileHandle, FileHandle) -> Void) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate.pem").path
        let key = folder.appending(path: "key.pem").path
        let request = try Self.openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
                + " -addext subjectAltName=DNS:localhost -keyout \(key) -out \(certificate)"
        )
        while !request.output.more().isEmpty {}
        program = try Self.openssl("s_server -accept 127.0.0.1:0 \(options) -cert \(certificate) -key \(key)")
        var text = ""
        while !text.contains("ACCEPT ") || !text.hasSuffix("\n") {
            let data = program.output.more()
            guard !data.isEmpty else { throw SetupFailure() }
            text += String(decoding: data, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        guard let port = line?.split(separator: ":").last else { throw SetupFailure() }
        self.port = String(port)
        // Without a reference to the program itself, which ends with this object.
        Thread.detachNewThread { [output = program.output, input = program.input] in
            relay(output, input)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func openssl(_ arguments: String) throws -> PipedProgram {
        try PipedProgram(["openssl"] + arguments.split(separator: " ").map(String.init))
    }
}
