import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubOriginTLS

@Suite("The certificate that an origin makes for itself")
struct OriginTLSTests {
    private func secured() throws -> OriginConfiguration {
        var configuration = OriginConfiguration()
        configuration.tls = try OriginTLS()
        return configuration
    }

    @Test("The authority is written as PEM, and each is new")
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

    @Test("Who speaks plain HTTP is hung up on, and the origin goes on")
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

    @Test("It stops while a handshake does not go on")
    func stalledHandshake() async throws {
        try await withOrigin(secured()) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                // The first bytes of a client's greeting.
                connection.send("\u{16}\u{03}\u{01}")
            }
            await server.stop()
            #expect(server.address == nil)
        }
    }

    @Test("Names and addresses may be added", arguments: ["example.org", "10.0.0.7", "fe80::1", "localhost"])
    func hosts(host: String) throws {
        _ = try OriginTLS(hosts: [host]).context()
    }

    @Test(
        "What cannot be the name of a host is refused",
        arguments: ["", "two words", "a,DNS:b", "1.2.3", "::x", "é.org", "a\nb"]
    )
    func badHosts(host: String) {
        #expect(throws: OriginError.self) { try OriginTLS(hosts: [host]) }
    }
}
