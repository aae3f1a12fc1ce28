import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/Deployment.md, "The address of the client".
extension ProxiedClientTests {
    /// Scheme and host of the address of a file that a request with these headers gets.
    private static func base(_ connection: RawConnection, _ headers: String) -> String? {
        connection.get("/v1/files/demo/channels/a/files/1/f", headers)
        guard let location = connection.answer()?["location"] else { return nil }
        return location.firstRange(of: "/v1/").map { String(location[..<$0.lowerBound]) }
    }

    @Test("Addresses of files have the scheme with which the proxy was reached")
    func schemes() async throws {
        try await Self.withServer(header: .xForwardedFor) { setup in
            let connection = try setup.connection()
            for (headers, base) in [
                ("X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n", "https://origin"),
                ("x-forwarded-proto: HTTPS\r\n", "https://origin"),
                ("X-Forwarded-Proto: http\r\nX-Forwarded-Proto: http, https\r\n", "https://origin"),
                ("X-Forwarded-Proto: https, http\r\n", "http://origin"),
                ("X-Forwarded-Proto: gopher\r\n", "http://origin"), ("X-Forwarded-Proto:\r\n", "http://origin"),
                ("X-Forwarded-Host: example.com\r\n", "http://origin"),
                ("Forwarded: for=203.0.113.9;proto=https;host=example.com\r\n", "http://origin"),
            ] {
                #expect(Self.base(connection, headers) == base, "\(headers)")
            }
            let stranger = try setup.connection(from: "127.0.0.9")
            #expect(Self.base(stranger, "X-Forwarded-Proto: https\r\n") == "http://origin")
        }
    }

    @Test("Forwarded names scheme and host in the element of the client; what a client wrote before it has no effect")
    func standardOrigins() async throws {
        try await Self.withServer(header: .forwarded) { setup in
            let connection = try setup.connection()
            for (value, base) in [
                ("for=203.0.113.9;proto=https;host=chat.example.com", "https://chat.example.com"),
                ("for=203.0.113.9; Proto=\"HTTPS\"", "https://origin"),
                ("for=1.1.1.1;proto=https;host=example.com, for=203.0.113.9", "http://origin"),
                (
                    "for=203.0.113.9;proto=https;host=\"chat.example.com:8443\", for=127.0.1.5;proto=http;host=inner",
                    "https://chat.example.com:8443"
                ),
                ("for=203.0.113.9;host=\"a b\";proto=ftp", "http://origin"),
                ("for=203.0.113.9;proto=https;proto=https", "http://origin"), ("proto=https;host=\"a", "http://origin"),
                ("proto=https", "https://origin"),
            ] {
                let headers = "Forwarded: \(value)\r\nX-Forwarded-Proto: https\r\n"
                #expect(Self.base(connection, headers) == base, "\(value)")
            }
            let stranger = try setup.connection(from: "127.0.0.9")
            #expect(Self.base(stranger, "Forwarded: for=1.1.1.1;proto=https\r\n") == "http://origin")
        }
    }

    @Test("The host of a target that is a URL counts in place of the header")
    func absolute() async throws {
        try await withOrigin(OriginConfiguration()) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let target = "http://files.example.com:8080/v1/files/demo/channels/a/files/1/f"
                connection.send("GET \(target) HTTP/1.1\r\nHost: other\r\n\r\n")
                let location = connection.answer()?["location"]
                #expect(location?.hasPrefix("http://files.example.com:8080/v1/files/content/") == true)
            }
        }
    }
}
