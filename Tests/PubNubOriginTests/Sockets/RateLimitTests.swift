import NIOCore
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Rate limits: token buckets for each keyset and each address")
struct RateLimitTests {
    private func limited(
        _ change: (inout OriginLimits) -> Void,
        _ body: @escaping @Sendable (Int, OriginManualClock) throws -> Void
    ) async throws {
        var limits = OriginLimits()
        change(&limits)
        let clock = OriginManualClock()
        try await withOrigin(OriginConfiguration(limits: limits, clock: clock)) { _, address in
            try await onOwnThread { try body(address.port, clock) }
        }
    }

    private func statuses(_ connection: RawConnection, _ targets: [String]) -> [Int?] {
        targets.map { target in
            connection.get(target)
            return connection.answer()?.status
        }
    }

    private static func publish(_ keyset: String) -> String { "/publish/demo/\(keyset)/0/a/0/1" }

    @Test("A keyset that exceeds its rate gets 429 with Retry-After; another keyset is served")
    func keyset() async throws {
        try await limited {
            $0.requestsPerSecondPerKeyset = 2; $0.requestBurstPerKeyset = 3
        } _: { port, clock in
            let connection = try #require(RawConnection(port: port))
            let flood = Array(repeating: Self.publish("loud"), count: 4)
            #expect(statuses(connection, flood) == [200, 200, 200, 429])
            connection.get("/v2/history/sub-key/l%6Fud/channel/a")
            let refused = try #require(connection.answer())
            #expect(refused.status == 429, "another spelling of the key is the same keyset")
            #expect(refused["retry-after"] == "1")
            #expect(refused["access-control-expose-headers"] == "Retry-After")
            #expect(refused["connection"] == "keep-alive")
            #expect(refused.text.contains("Too Many Requests"))
            #expect(statuses(connection, [Self.publish("quiet"), "/time/0"]) == [200, 200])
            clock.advance(by: .milliseconds(500))
            #expect(statuses(connection, Array(flood.prefix(2))) == [200, 429])
            clock.advance(by: .seconds(3600))
            // The server has closed the first connection, which was idle for an hour.
            let later = try #require(RawConnection(port: port))
            #expect(statuses(later, flood) == [200, 200, 200, 429], "a pause saves up one burst")
        }
    }

    @Test("An address that exceeds its rate gets 429 on all its connections; another address is served")
    func address() async throws {
        try await limited {
            $0.requestsPerSecondPerAddress = 2; $0.limitsLoopback = true
        } _: { port, _ in
            let first = try #require(RawConnection(port: port, from: "127.0.0.2"))
            #expect(statuses(first, ["/time/0", "/time/0", "/time/0"]) == [200, 200, 429])
            let second = try #require(RawConnection(port: port, from: "127.0.0.2"))
            #expect(statuses(second, ["/time/0"]) == [429])
            let other = try #require(RawConnection(port: port, from: "127.0.0.3"))
            #expect(statuses(other, ["/time/0"]) == [200])
        }
    }

    @Test("Requests that are answered without being served count for their address as well")
    func notServed() async throws {
        let requests = [
            "OPTIONS /time/0 HTTP/1.1\r\nHost: o\r\n\r\n", "GET /time/%zz HTTP/1.1\r\nHost: o\r\n\r\n",
            "GET /none HTTP/1.1\r\nHost: o\r\n\r\n", "nonsense\r\n\r\n",
        ]
        try await limited {
            $0.requestsPerSecondPerAddress = 2; $0.limitsLoopback = true
        } _: { port, _ in
            for (number, request) in requests.enumerated() {
                let source = "127.0.1.\(number + 1)"
                let statuses = try (0..<3).map { _ in
                    let connection = try #require(RawConnection(port: port, from: source))
                    connection.send(request)
                    return connection.answer()?.status
                }
                #expect(!statuses.prefix(2).contains(429) && statuses.last == 429, "\(request)")
            }
        }
    }

    @Test("A keyset that floods the server gets its rate and no more; every request of another one is served")
    func flood() async throws {
        try await limited {
            $0.requestsPerSecondPerKeyset = 100
        } _: { port, clock in
            let flood = try (0..<4).map { _ in try #require(RawConnection(port: port)) }
            let calm = try #require(RawConnection(port: port))
            let request = "GET \(Self.publish("loud")) HTTP/1.1\r\nHost: o\r\n\r\n"
            for connection in flood { connection.send(String(repeating: request, count: 250)) }
            #expect(Set(statuses(calm, Array(repeating: Self.publish("calm"), count: 100))) == [200])
            var counts: [Int?: Int] = [:]
            for connection in flood {
                let statuses = (0..<250).map { _ in connection.answer()?.status }
                let refused = statuses.drop { $0 == 200 }
                #expect(refused.allSatisfy { $0 == 429 }, "the clock stands still, so none is served after a refusal")
                for status in statuses { counts[status, default: 0] += 1 }
            }
            #expect(counts == [200: 100, 429: 900])
            clock.advance(by: .seconds(1))
            for keyset in ["loud", "calm"] {
                calm.get("/v3/history/sub-key/\(keyset)/message-counts/a?timetoken=1")
                #expect(calm.answer()?.text.contains("\"a\":100") == true, "all that were acknowledged")
            }
        }
    }

    @Test("No request is refused unless a rate is configured")
    func off() async throws {
        #expect(RateLimiter(OriginLimits()) == nil)
        try await limited { _ in
        } _: { port, _ in
            let connection = try #require(RawConnection(port: port))
            #expect(Set(statuses(connection, Array(repeating: "/time/0", count: 500))) == [200])
        }
    }

    @Test("However many keysets and addresses come, the buckets are bounded, and one in use is not forgotten")
    func bounded() throws {
        let rate = try #require(TokenRate(perSecond: 1, burst: 2))
        var buckets = TokenBuckets<Int>(capacity: 100)
        #expect(buckets.take(-1, rate, at: .zero) == nil)
        #expect(buckets.take(-1, rate, at: .zero) == nil)
        for key in 0..<10_000 {
            #expect(buckets.take(key, rate, at: .zero) == nil)
            #expect(buckets.count <= 100)
            if key.isMultiple(of: 20) { #expect(buckets.take(-1, rate, at: .zero) == .seconds(1)) }
        }
    }

    @Test("A keyset whose key is longer than any that is served has no bucket")
    func longKey() throws {
        var limits = OriginLimits()
        limits.requestsPerSecondPerKeyset = 1
        let limiter = try #require(RateLimiter(limits))
        func isRefused(_ length: Int) -> Bool {
            let target = Self.publish(String(repeating: "k", count: length))
            return limiter.take(OriginRequest(target: target), from: nil, at: .zero) != nil
        }
        #expect([isRefused(limits.nameLength), isRefused(limits.nameLength)] == [false, true])
        #expect([isRefused(limits.nameLength + 1), isRefused(limits.nameLength + 1)] == [false, false])
    }

    @Test("Clocks that threads have read a little earlier take no tokens away")
    func lateReading() throws {
        let rate = try #require(TokenRate(perSecond: 1, burst: 1))
        var buckets = TokenBuckets<Int>(capacity: 10)
        #expect(buckets.take(1, rate, at: .seconds(5)) == nil)
        #expect(buckets.take(1, rate, at: .seconds(4)) == .seconds(1))
        #expect(buckets.take(1, rate, at: .seconds(6)) == nil)
    }
}

@Suite("Addresses as limits tell them apart")
struct AddressKeyTests {
    private func key(_ text: String) throws -> AddressKey { AddressKey(try SocketAddress(ipAddress: text, port: 1)) }

    @Test("An IPv4 address is one client, also when it is written as IPv6; an IPv6 network of 64 bits is one")
    func keys() throws {
        #expect(try key("10.0.0.1") == key("::ffff:10.0.0.1"))
        #expect(try key("10.0.0.1") != key("10.0.0.2"))
        #expect(try key("2001:db8:1:2::1") == key("2001:db8:1:2:ffff::9"))
        #expect(try key("2001:db8:1:2::1") != key("2001:db8:1:3::1"))
        #expect(try key("127.0.0.1").isLoopback && key("::1").isLoopback && key("::ffff:127.0.0.9").isLoopback)
        #expect(try !key("::2").isLoopback && !key("128.0.0.1").isLoopback)
    }
}
