import NIOCore
import TestRandom
import Testing

@testable import PubNubOrigin

@Suite("Addresses and networks")
struct IPAddressTests {
    @Test("Reads and writes addresses of IPv4 and IPv6; an IPv4 address in IPv6 is the IPv4 address")
    func text() throws {
        for text in ["0.0.0.0", "203.0.113.9", "255.255.255.255", "::", "::1", "2001:db8::7", "fe80::1:2:3:4"] {
            #expect(IPAddress(text)?.text == text)
            #expect(IPAddress(try SocketAddress(ipAddress: text, port: 1))?.text == text)
        }
        #expect(IPAddress("::ffff:203.0.113.9")?.text == "203.0.113.9")
        #expect(IPAddress("2001:0DB8:0:0:0:0:0:7")?.text == "2001:db8::7")
    }

    @Test(
        "Refuses what is no address",
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", " 1.2.3.4", "1.2.3.4 ", "1.2.3.4\0", "localhost",
            "fe80::1%eth0", "[::1]", ":::", "1:2:3:4:5:6:7:8:9", String(repeating: "0", count: 100),
        ]
    )
    func refused(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("A network has the addresses that share its first bits, and none of the other version")
    func ranges() throws {
        let cases: [(range: String, inside: [String], outside: [String])] = [
            ("10.0.0.0/24", ["10.0.0.0", "10.0.0.255", "::ffff:10.0.0.7"], ["10.0.1.0", "9.255.255.255", "::1"]),
            ("10.0.0.7", ["10.0.0.7"], ["10.0.0.6", "10.0.0.8"]),
            ("10.9.9.9/8", ["10.0.0.1", "10.255.0.1"], ["11.0.0.0"]),
            ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1", "2001:db8::"]),
            ("2001:db8::/33", ["2001:db8::1", "2001:db8:7fff::"], ["2001:db8:8000::", "10.0.0.1"]),
            ("2001:db8::7/127", ["2001:db8::6", "2001:db8::7"], ["2001:db8::8"]),
            ("::ffff:10.0.0.0/104", ["10.255.0.1"], ["11.0.0.1"]),
            ("::/0", ["::1", "ffff::"], ["10.0.0.1"]),
        ]
        for (text, inside, outside) in cases {
            let range = try #require(AddressRange(text))
            for address in inside { #expect(range.contains(try #require(IPAddress(address))), "\(address) in \(text)") }
            for address in outside { #expect(!range.contains(try #require(IPAddress(address))), "\(address)") }
        }
    }

    @Test(
        "Refuses what is no network",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "example.com",
            "10.0.0/8", "::ffff:10.0.0.0/95", "10.0.0.0/٨",
        ]
    )
    func noRange(text: String) {
        #expect(AddressRange(text) == nil)
    }
}

@Suite("The client that proxies name in a header")
struct TrustedProxiesTests {
    private static func proxies(_ header: OriginProxies.Header) throws -> TrustedProxies {
        try TrustedProxies(OriginProxies(addresses: ["10.0.0.0/24", "2001:db8:1::/48"], header: header))
    }

    private func client(_ lines: [String], _ header: OriginProxies.Header = .xForwardedFor) throws -> String {
        let peer = ConnectionPeer(IPAddress("10.0.0.1"), proxies: try Self.proxies(header))
        return try #require(peer.client(lines).address).text
    }

    @Test("Takes the last address that is not a proxy's, whatever a client wrote before it")
    func last() throws {
        #expect(try client(["203.0.113.9"]) == "203.0.113.9")
        #expect(try client(["1.1.1.1, 203.0.113.9"]) == "203.0.113.9")
        #expect(try client(["127.0.0.1", "10.0.0.9", "203.0.113.9"]) == "203.0.113.9")
        #expect(try client(["1.1.1.1, 203.0.113.9, 10.0.0.2,10.0.0.3"]) == "203.0.113.9")
        #expect(try client(["1.1.1.1,203.0.113.9", "2001:db8:1::5"]) == "203.0.113.9")
        #expect(try client(["nonsense \"\\, \u{7f}, 203.0.113.9"]) == "203.0.113.9")
    }

    @Test("Reads addresses with and without ports and brackets")
    func forms() throws {
        for text in ["203.0.113.9:80", " \t203.0.113.9 "] { #expect(try client([text]) == "203.0.113.9") }
        for text in ["2001:db8::7", "[2001:db8::7]", "[2001:db8::7]:443"] {
            #expect(try client([text]) == "2001:db8::7")
        }
    }

    @Test(
        "An element without an address is the last proxy's own",
        arguments: [
            "unknown", "_hidden", "", "203.0.113.9,", "203.0.113.9, unknown", "203.0.113.9:", "203.0.113.9:99999",
            "203.0.113.9:8x", "[203.0.113.9]", "[2001:db8::7", "[2001:db8::7]x", "2001:db8::7]:1", "203.0.113.9;x",
        ]
    )
    func unknown(text: String) throws {
        #expect(try client([text]) == "10.0.0.1")
        #expect(try client([text + ",10.0.0.2"]) == "10.0.0.2")
    }

    @Test("A chain of proxies only ends with the first of them; without the header it is the peer")
    func onlyProxies() throws {
        #expect(try client(["10.0.0.2, 10.0.0.3"]) == "10.0.0.2")
        #expect(try client([]) == "10.0.0.1")
    }

    @Test("A peer that is no proxy names nobody")
    func stranger() throws {
        let peer = ConnectionPeer(IPAddress("203.0.113.1"), proxies: try Self.proxies(.xForwardedFor))
        #expect(peer.header == nil)
        #expect(peer.client(["1.1.1.1"]).address?.text == "203.0.113.1")
        #expect(ConnectionPeer(nil, proxies: try Self.proxies(.forwarded)).client(["1.1.1.1"]).address == nil)
    }

    @Test("Reads Forwarded with its quotation marks, names in any case, and other parameters")
    func forwarded() throws {
        for line in [
            "for=203.0.113.9", "For=203.0.113.9;proto=http;by=10.0.0.1", "proto=https ; for=\"203.0.113.9:80\"",
            "for=1.1.1.1, for=203.0.113.9", "for=\"[2001:db8:1::9]:1\", by=\"a,b;c\\\"\";FOR=203.0.113.9, for=10.0.0.2",
        ] {
            #expect(try client([line], .forwarded) == "203.0.113.9", "\(line)")
        }
        #expect(try client(["for=\"[2001:db8::7]:1234\""], .forwarded) == "2001:db8::7")
        #expect(try client(["for=1.1.1.1", "for=203.0.113.9"], .forwarded) == "203.0.113.9")
        #expect(try client(["for=\"1.1.1.1", "for=203.0.113.9"], .forwarded) == "203.0.113.9")
    }

    @Test(
        "A line of Forwarded that is malformed, or an element without an address, is the proxy's own",
        arguments: [
            "", "for", "for=", "for=203.0.113.9,", "203.0.113.9", "for=203.0.113.9 x", "for=\"203.0.113.9",
            "for =1.1.1.1",
            "for=203.0.113.9;for=1.1.1.1", "for=unknown", "for=_x", "by=203.0.113.9", "for=2001:db8::7", "for=\"\\",
            // The client leaves a quotation mark open in front of the text that its proxy appends.
            "for=\"1.1.1.1, for=203.0.113.9", "for=\"1.1.1.1, for=\"[2001:db8::7]\"", "for=\"\\, for=\"[2001:db8::7]\"",
        ]
    )
    func malformed(line: String) throws {
        #expect(try client([line], .forwarded) == "10.0.0.1")
    }

    @Test("Only the header of the settings counts, and settings without a proxy or with a wrong address are refused")
    func settings() throws {
        let both = [OriginProxies.Header.forwarded, .xForwardedFor]
        #expect(try both.map { ConnectionPeer(IPAddress("10.0.0.1"), proxies: try Self.proxies($0)).header } == both)
        for addresses in [[], ["10.0.0.0/33"], ["10.0.0.1", "proxy.example"]] {
            #expect(throws: OriginError.self) { try TrustedProxies(OriginProxies(addresses: addresses)) }
        }
    }

    @Test("No bytes of a client in front of what its proxy appends choose the address: 20,000 random ones")
    func forged() throws {
        var random = SeededGenerator(seed: 43)
        let pieces = [
            "for=", "1.1.1.1", "\"", "\\", ",", ";", "=", "[", "]", " ", "2001:db8::1", "by", "x", "10.0.0.7",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...8, using: &random)
            let text = (0..<count).map { _ in pieces[.random(in: 0..<pieces.count, using: &random)] }.joined()
            let ends = ["203.0.113.9", "2001:db8::7"]
            let listed = try ends.map { try client(["\(text), \($0)"]) }
            #expect(listed == ends, "\(text)")
            let named = [
                try client(["\(text), for=203.0.113.9"], .forwarded),
                try client(["\(text), for=\"[2001:db8::7]\""], .forwarded),
            ]
            for (found, end) in zip(named, ends) { #expect(found == end || found == "10.0.0.1", "\(text)") }
        }
    }
}
