import Foundation
import NIOSSL
import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport
import PubNubTestSupport
import Testing

@Suite("The certificate that an origin creates for itself")
struct OriginTLSTests {
    private func secured() throws -> OriginConfiguration {
        // Time stands still, so that no slow machine reaches the deadlines of connections.
        var configuration = OriginConfiguration(clock: OriginManualClock())
        // The handshake has a time limit of the event loop.
        configuration.limits.handshakeTimeout = .seconds(600)
        configuration.tls = try OriginTLS()
        return configuration
    }

    @Test("Writes the authority as PEM; each one is new")
    func authority() throws {
        let authorities = try [OriginTLS(), OriginTLS()].map(\.authority)
        for authority in authorities {
            let lines = authority.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "-----BEGIN CERTIFICATE-----")
            #expect(lines.suffix(2) == ["-----END CERTIFICATE-----", ""])
            #expect(lines.dropFirst().dropLast(2).allSatisfy { !$0.isEmpty && $0.count <= 64 })
        }
        #expect(authorities[0] != authorities[1])
    }

    @Test("Closes the connection of a client that sends plain HTTP, and continues to serve others")
    func plain() async throws {
        try await withOrigin(secured()) { _, address in
            try await onOwnThread {
                for _ in 0..<2 {
                    let connection = try #require(RawConnection(port: address.port))
                    connection.get("/time/0")
                    #expect(connection.answer() == nil)
                    #expect(connection.end == .closed || connection.end == .reset)
                }
            }
        }
    }

    @Test("TLS 1.2 has only suites with forward secrecy and authenticated encryption, and TLS 1.3 is offered")
    func suites() async throws {
        for (suite, isServed) in [
            (NIOTLSCipher.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, true),
            (.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, true),
            (.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, true), (.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, false),
            (.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, false),
        ] {
            try await withOrigin(secured()) { _, address in
                let text = try? await SecureConnection.with(
                    port: address.port,
                    protocols: ["http/1.1"],
                    change: { configuration in
                        configuration.maximumTLSVersion = .tlsv12
                        configuration.cipherSuiteValues = [suite]
                    }
                ) { connection in
                    try await connection.send(Array("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n".utf8))
                    return try await connection.nextText()
                }
                #expect((text?.hasPrefix("HTTP/1.1 200 OK") == true) == isServed, "\(suite)")
            }
        }
    }

    @Test("Browsers are asked to use TLS only if the configuration says so, for as long as it says")
    func strictTransportSecurity() async throws {
        for (duration, header) in [(nil, nil), (Duration.seconds(3600), "Strict-Transport-Security: max-age=3600\r\n")]
        {
            var configuration = try secured()
            configuration.tls?.strictTransportSecurity = duration
            try await withOrigin(configuration) { _, address in
                let text = try await SecureConnection.with(port: address.port, protocols: ["http/1.1"]) { connection in
                    try await connection.send(Array("GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n".utf8))
                    return try await connection.nextText()
                }
                #expect(text?.contains("Strict-Transport-Security") == (header != nil))
                #expect(header.map { text?.contains($0) == true } != false)
            }
        }
    }

    @Test("Stops during an unfinished handshake")
    func stalledHandshake() async throws {
        try await withOrigin(secured()) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                // The first bytes of a client hello.
                connection.send("\u{16}\u{03}\u{01}")
            }
            await server.stop()
            #expect(server.address == nil)
        }
    }

    /// Writes the certificate and the key of `tls` to files.
    private func write(_ tls: OriginTLS, certificate: String, key: String) throws {
        guard case .made(let certificateBytes, let keyBytes) = tls.settings.source else { return }
        try OriginTLS.pem(certificateBytes).write(toFile: certificate, atomically: true, encoding: .utf8)
        try OriginTLS.pem(keyBytes, label: "EC PRIVATE KEY").write(toFile: key, atomically: true, encoding: .utf8)
    }

    private func time(_ port: Int, authority: String) async throws -> Bool {
        try await SecureConnection.with(port: port, authority: authority) { connection in
            try await connection.send([SecureConnection.head("/time/0", stream: 1)])
            return try await connection.read { $0.responses[1]?.status == 200 }
        }
    }

    @Test("A certificate in files is read again while connections stay open; files that do not fit change nothing")
    func reload() async throws {
        let folder = try DataFolder()
        let certificate = folder.file("cert.pem")
        let key = folder.file("key.pem")
        let first = try OriginTLS()
        let second = try OriginTLS()
        try write(first, certificate: certificate, key: key)
        let tls = try OriginTLS(certificateFile: certificate, keyFile: key)
        #expect(tls.authority == "")
        // Time stands still, so that no slow machine reaches the deadlines of connections.
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.handshakeTimeout = .seconds(600)
        configuration.tls = tls
        try await withOrigin(configuration) { _, address in
            try await SecureConnection.with(port: address.port, authority: first.authority) { connection in
                try await connection.send([SecureConnection.head("/time/0", stream: 1)])
                #expect(try await connection.read { $0.responses[1]?.status == 200 })
                try write(second, certificate: certificate, key: folder.file("other.pem"))
                #expect(throws: OriginError.self) { try tls.reload() }
                #expect(try await time(address.port, authority: first.authority))
                try write(second, certificate: certificate, key: key)
                try tls.reload()
                #expect(try await time(address.port, authority: second.authority))
                await #expect(throws: (any Error).self) {
                    try await time(address.port, authority: first.authority)
                }
                try await connection.send([SecureConnection.head("/time/0", stream: 3)])
                #expect(try await connection.read { $0.responses[3]?.status == 200 })
            }
        }
    }

    @Test("Files that are missing, or hold no certificate, are an error that names them")
    func badFiles() throws {
        let folder = try DataFolder()
        for name in ["cert.pem", "key.pem"] {
            try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        for name in ["none.pem", "cert.pem"] {
            let error = #expect(throws: OriginError.self) {
                try OriginTLS(certificateFile: folder.file(name), keyFile: folder.file("key.pem"))
            }
            guard case .cannotMakeCertificate(let text)? = error else {
                Issue.record("not an error of the certificate")
                continue
            }
            #expect(text.hasPrefix(folder.file(name)))
        }
    }

    @Test("TLS 1.2 and later is accepted, TLS 1.1 is not")
    func versions() async throws {
        try await withOrigin(secured()) { _, address in
            let isServed = try await [serves(.tlsv12, address.port), serves(.tlsv13, address.port)]
            #expect(isServed == [true, true])
            await #expect(throws: (any Error).self) { try await serves(.tlsv11, address.port) }
        }
    }

    /// Whether the server responds to a client that speaks this version or an older one.
    private func serves(_ version: TLSVersion, _ port: Int) async throws -> Bool {
        let change: (inout TLSConfiguration) -> Void = {
            $0.minimumTLSVersion = .tlsv1
            $0.maximumTLSVersion = version
        }
        return try await SecureConnection.with(port: port, change: change) { connection in
            try await connection.send([SecureConnection.head("/time/0", stream: 1)])
            return try await connection.read { $0.responses[1]?.status == 200 }
        }
    }

    @Test("Accepts additional names and addresses", arguments: ["example.org", "10.0.0.7", "fe80::1", "localhost"])
    func hosts(host: String) throws {
        _ = try OriginTLS(hosts: [host]).settings.context()
    }

    @Test(
        "Refuses strings that cannot be a host name",
        arguments: ["", "two words", "a,DNS:b", "1.2.3", "::x", "é.org", "a\nb"]
    )
    func badHosts(host: String) {
        #expect(throws: OriginError.self) { try OriginTLS(hosts: [host]) }
    }
}
