import Foundation
import Glibc

/// A TLS server with a certificate of its own making, for `localhost` only. It answers every GET with a page.
final class TLSServer: Sendable {
    struct SetupFailure: Error {}

    let port: String
    /// The certificate, which is its own authority.
    let certificate: String

    private let folder: URL
    private let process: Process

    /// Starts a server. Waiting for its programs is left to a thread that may wait.
    static func start() async throws -> TLSServer {
        let started = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { try TLSServer() })
            }
        }
        return try started.get()
    }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate.pem").path
        let key = folder.appending(path: "key.pem").path
        let request = try Self.openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
                + " -addext subjectAltName=DNS:localhost -keyout \(key) -out \(certificate)"
        )
        _ = request.output.fileHandleForReading.readDataToEndOfFile()
        let server = try Self.openssl("s_server -accept 127.0.0.1:0 -www -cert \(certificate) -key \(key)")
        process = server.process
        var text = ""
        while !text.contains("ACCEPT ") || !text.hasSuffix("\n") {
            let data = server.output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw SetupFailure() }
            text += String(decoding: data, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
        guard let port = line?.split(separator: ":").last else { throw SetupFailure() }
        self.port = String(port)
    }

    deinit {
        // It inherits the signal mask of the thread that started it, so a gentler signal may never arrive.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func openssl(_ arguments: String) throws -> (process: Process, output: Pipe) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }
}
