import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("PNProxy: addresses, and protection of credentials")
struct PNProxyTests {
    @Test(
        "Reads the parts of a URL",
        arguments: [
            ("http://proxy.test:3128", "proxy.test", 3128, nil, nil),
            ("proxy.test:3128", "proxy.test", 3128, nil, nil),
            ("HTTP://proxy.test:80/", "proxy.test", 80, nil, nil),
            ("http://ann:secret@10.0.0.1:8080", "10.0.0.1", 8080, "ann", "secret"),
            ("ann:a%40b%3Ac@[fe80::1]:1", "fe80::1", 1, "ann", "a@b:c"),
            ("ann@proxy.test:65535", "proxy.test", 65535, "ann", ""),
            ("ann:p@ss:word@proxy.test:9", "proxy.test", 9, "ann", "p@ss:word"),
        ] as [(String, String, Int, String?, String?)]
    )
    func url(_ url: String, _ host: String, _ port: Int, _ username: String?, _ password: String?) throws {
        let proxy = try PNProxy(url: url)
        #expect(proxy.host == host)
        #expect(proxy.port == port)
        #expect(proxy.username == username)
        #expect(proxy.password == password)
    }

    @Test(
        "Refuses URLs that are not HTTP proxies with error 144, whose strings do not repeat them",
        arguments: [
            "", "http://", "proxy.test", "http://TREASURE@proxy.test", "https://ann:TREASURE@proxy.test:1",
            "socks5://ann:TREASURE@proxy.test:1", "ann:TREASURE@proxy.test:0", "ann:TREASURE@proxy.test:65536",
            "ann:TREASURE@proxy.test:x", "ann:TREASURE@:80", "ann:TREASURE@pro xy:80",
            "ann:TREASURE%0D%0Ax@proxy.test:80",
            "ann:TREASURE%zz@proxy.test:80", ":TREASURE@proxy.test:80", "ann:TREASURE@[::1]", "ann:TREASURE@a/b:80",
        ]
    )
    func refused(_ url: String) throws {
        let error = try #require(throws: PNError.self) { try PNProxy(url: url) }
        #expect(error.code == kPNConnectionErrorOnSetup)
        #expect(error.localizedFailureReason?.contains("proxy") == true || url.contains("://"))
        #expect(!error.description.contains("TREASURE"))
    }

    @Test("Refuses credentials that the Basic scheme cannot transmit")
    func credentials() {
        #expect(throws: PNError.self) { try PNProxy(host: "proxy.test", port: 1, username: "a:b", password: "c") }
        #expect(throws: PNError.self) { try PNProxy(host: "proxy.test", port: 1, username: "a\n", password: "c") }
        #expect(throws: PNError.self) { try PNProxy(host: "proxy.test", port: 1, password: "c") }
    }

    @Test("Descriptions, dumps and the configuration's description hide the credentials")
    func secrecy() throws {
        let proxy = try PNProxy(host: "::1", port: 8080, username: "annTREASURE", password: "TREASURE")
        let configuration = PNConfiguration.scripted()
        configuration.proxy = proxy
        var dumped = ""
        dump([proxy], to: &dumped)
        for text in ["\(proxy)", String(reflecting: proxy), dumped, "\(configuration)", "\(Optional(proxy) as Any)"] {
            #expect(text.contains("http://[::1]:8080 with credentials"))
            #expect(!text.contains("TREASURE"))
        }
    }

    @Test("Configurations with different proxies differ; the default is no proxy")
    func configuration() throws {
        let first = PNConfiguration.scripted()
        let second = PNConfiguration.scripted()
        #expect(first.proxy == nil)
        #expect(first == second)
        second.proxy = try PNProxy(host: "proxy.test", port: 1)
        #expect(first != second)
        #expect(first.settings.requiresReconnect(to: second.settings))
    }
}
