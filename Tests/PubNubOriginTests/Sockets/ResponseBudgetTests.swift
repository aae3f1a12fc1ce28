import NIOCore
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("The memory of responses that nobody reads is bounded, with a share for each address and keyset")
struct ResponseBudgetTests {
    private func holder(_ budget: ResponseBudget, _ address: String, _ keyset: String) throws -> ResponseBudget.Holder {
        let request = OriginRequest(target: "/v2/history/sub-key/\(keyset)/channel/a")
        return budget.holder(request, from: AddressKey(try SocketAddress(ipAddress: address, port: 1)))
    }

    @Test("An address takes a quarter, a keyset half, all together the whole; what is released can be taken again")
    func shares() throws {
        var limits = OriginLimits()
        limits.responseBytes = 1000
        let budget = ResponseBudget(limits)
        let first = try holder(budget, "10.0.0.1", "a")
        #expect(budget.take(200, for: first) && budget.take(50, for: first) && !budget.take(1, for: first))
        #expect(budget.take(250, for: try holder(budget, "10.0.0.2", "a")))
        #expect(!budget.take(1, for: try holder(budget, "10.0.0.2", "b")), "the address has its quarter")
        #expect(budget.take(1, for: try holder(budget, "10.0.0.3", "b")))
        #expect(!budget.take(1, for: try holder(budget, "10.0.0.3", "a")), "the keyset has its half")
        #expect(budget.take(499, for: try holder(budget, "10.0.0.4", "c")), "one response, however long")
        #expect(!budget.take(1, for: try holder(budget, "10.0.0.5", "d")) && budget.bytes == 1000)
        budget.release(250, of: first)
        #expect(budget.take(100, for: try holder(budget, "10.0.0.5", "d")) && budget.bytes == 850)
    }

    @Test("Clients on this machine have no share of an address, as a proxy may stand there")
    func loopback() throws {
        var limits = OriginLimits()
        limits.responseBytes = 1000
        let budget = ResponseBudget(limits)
        for keyset in ["a", "b", "c", "d"] { #expect(budget.take(250, for: try holder(budget, "127.0.0.1", keyset))) }
    }

    @Test(
        "A response that finds no room is 503 with Retry-After; when the connection of the unread ones is closed there is room again"
    )
    func unread() async throws {
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.responseBytes = 4_000_000
        configuration.limits.compressionThreshold = nil
        try await withOrigin(configuration) { _, address in
            try await onOwnThread {
                let (silent, other) = try (
                    #require(RawConnection(port: address.port, receiveBuffer: 65_536)),
                    #require(RawConnection(port: address.port))
                )
                let message = "\"\(String(repeating: "x", count: 30_000))\""
                let publish =
                    "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
                for _ in 0..<100 {
                    other.send(publish + message)
                    #expect(other.answer()?.status == 200)
                }
                let history = "/v2/history/sub-key/demo/channel/a?count=100"
                var refused: RawAnswer?
                // The kernel takes the receive buffer of the silent client, and at most 4 MB of the server. A request of the silent client
                // that the server reads while the other one has its response is refused itself, so it asks until one is not.
                #expect(
                    waitUntil {
                        silent.get(history)
                        other.get(history)
                        refused = other.answer()
                        return refused?.status == 503
                    }
                )
                #expect(refused?["retry-after"] == "1")
                silent.close()
                #expect(
                    waitUntil {
                        other.get(history)
                        return other.answer()?.status == 200
                    }
                )
            }
        }
    }

    @Test("A response longer than its limit is 413, and the connection goes on")
    func tooLarge() async throws {
        var configuration = OriginConfiguration(clock: OriginManualClock())
        configuration.limits.maximumResponseBytes = 1000
        configuration.limits.compressionThreshold = nil
        try await withOrigin(configuration) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let message = String(repeating: "x", count: 800)
                for _ in 0..<2 {
                    connection.get("/publish/demo/demo/0/a/0/%22\(message)%22")
                    #expect(connection.answer()?.status == 200)
                }
                connection.get("/v2/history/sub-key/demo/channel/a")
                #expect(connection.answer()?.status == 413)
                connection.get("/v2/history/sub-key/demo/channel/a?count=1")
                #expect(connection.answer()?.status == 200)
            }
        }
    }
}
