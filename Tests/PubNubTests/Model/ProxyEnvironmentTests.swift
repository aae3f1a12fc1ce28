import Testing

@testable import PubNub

@Suite("PNProxy.fromEnvironment: the variables that other programs on Linux read")
struct ProxyEnvironmentTests {
    private static let named = ["https_proxy": "tls.test:1", "http_proxy": "plain.test:2", "all_proxy": "all.test:3"]

    @Test(
        "The scheme selects the variable; an empty one means no proxy",
        arguments: [
            (named, true, "tls.test"), (named, false, "plain.test"), (["all_proxy": "all.test:3"], true, "all.test"),
            (["ALL_PROXY": "all.test:3"], false, "all.test"), (["HTTPS_PROXY": "up.test:4"], true, "up.test"),
            (["HTTP_PROXY": "up.test:4"], false, nil), ([:], true, nil),
            (["https_proxy": "", "all_proxy": "all.test:3"], true, nil),
        ] as [([String: String], Bool, String?)]
    )
    func choice(_ environment: [String: String], _ isSecure: Bool, _ host: String?) throws {
        let proxy = try PNProxy.named(by: environment, forOrigin: "pubsub.example.com", secure: isSecure)
        #expect(proxy?.host == host)
    }

    @Test("An invalid value is an error that names the variable and not its value")
    func unusable() throws {
        let error = try #require(throws: PNError.self) {
            try PNProxy.named(by: ["https_proxy": "socks5://a:TREASURE@x:1"], forOrigin: "example.com", secure: true)
        }
        #expect(error.localizedFailureReason?.hasPrefix("https_proxy: ") == true)
        #expect(!error.description.contains("TREASURE"))
    }

    @Test(
        "Reaches this machine, and the hosts in no_proxy, directly",
        arguments: [
            ("localhost:80", "", true), ("a.localhost", "", true), ("127.8.9.1:80", "", true), ("[::1]:80", "", true),
            ("example.com", "", false), ("example.com", "*", true), ("example.com", "example.com", true),
            ("Example.COM:443", "example.com", true), ("a.example.com", "other.test, example.com", true),
            ("a.example.com", ".example.com", true), ("example.com", ".example.com", true),
            ("a.example.com", "*.example.com", true), ("badexample.com", "example.com", false),
            ("example.com:8080", "example.com:8080", true), ("example.com:80", "example.com:8080", false),
            ("10.1.2.3", "10.0.0.0/8", true), ("11.1.2.3", "10.0.0.0/8", false), ("10.1.2.3:80", "10.1.2.3", true),
            ("10.1.2.3:80", "10.1.2.3:80", true), ("10.1.2.3", "10.1.2.0/30", true), ("10.1.2.4", "10.1.2.0/30", false),
            ("[fd00::5]:80", "fd00::/8", true), ("[fe00::5]", "fd00::/8", false), ("10.1.2.3", "10.0.0.0/x", false),
            ("10.1.2.3", "10.0.0.0/99", false), ("10.1.2.3", "fd00::/8", false), ("example.com", ". ,,", false),
        ]
    )
    func exceptions(_ origin: String, _ list: String, _ isDirect: Bool) throws {
        let lower = try PNProxy.named(
            by: ["https_proxy": "tls.test:1", "no_proxy": list],
            forOrigin: origin,
            secure: true
        )
        let upper = try PNProxy.named(
            by: ["https_proxy": "tls.test:1", "NO_PROXY": list],
            forOrigin: origin,
            secure: true
        )
        #expect((lower == nil) == isDirect)
        #expect(upper == lower)
    }
}
