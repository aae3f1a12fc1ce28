import Foundation
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Retry-After: how long the service asks to wait")
struct RetryAfterTests {
    private func delay(_ lines: String..., status: String = "HTTP/1.1 503 Busy", now: Int = 784_111_777) -> Duration? {
        var reader = Array((status + "\r\n").utf8).withUnsafeBytes { RetryAfter(statusLine: $0) }
        for line in lines {
            _ = Array((line + "\r\n").utf8).withUnsafeBytes { reader?.read($0) }
        }
        return reader?.delay(now: now)
    }

    @Test(
        "Reads a number of seconds, at most 300",
        arguments: [
            ("Retry-After: 17", Duration.seconds(17)), ("retry-after:0", .zero), ("RETRY-AFTER:\t120 ", .seconds(120)),
            ("Retry-After: 301", .seconds(300)), ("Retry-After: 99999999999999999999999999", .seconds(300)),
        ]
    )
    func seconds(line: String, expected: Duration) {
        #expect(delay(line) == expected)
        #expect(delay(line, status: "HTTP/2 429") == expected)
    }

    @Test(
        "Reads a date in each of the forms of HTTP",
        arguments: [
            "Sun, 06 Nov 1994 08:49:47 GMT", "Sunday, 06-Nov-94 08:49:47 GMT", "Sun Nov  6 08:49:47 1994",
        ]
    )
    func dates(text: String) {
        // 784,111,777 is 08:49:37.
        #expect(delay("Retry-After: \(text)") == .seconds(10))
        #expect(delay("Retry-After: \(text)", now: 784_111_800) == .zero, "a date that has passed")
        #expect(delay("Retry-After: \(text)", now: 0) == .seconds(300))
    }

    @Test("A date is relative to that of the response, whatever this machine's clock shows")
    func otherClock() {
        let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(delay(date, "Retry-After: Sun, 06 Nov 1994 08:49:57 GMT", now: 0) == .seconds(20))
    }

    @Test(
        "Ignores other values",
        arguments: [
            "Retry-After:", "Retry-After: soon", "Retry-After: -5", "Retry-After: 1.5",
            "Retry-After: \(String(repeating: "1", count: 100))", "X-Retry-After: 5", "Retry-After 5", "R",
        ]
    )
    func nonsense(line: String) {
        #expect(delay(line) == nil)
    }

    @Test(
        "Reads it for 429 and 503 only",
        arguments: ["HTTP/1.1 200 OK", "HTTP/1.1 500 Oh", "HTTP/1.1 301", "HTTP/2", ""]
    )
    func otherStatuses(status: String) {
        #expect(delay("Retry-After: 5", status: status) == nil)
    }

    @Test("The transport reports it with its response only")
    func transport() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let status = request.line.hasPrefix("GET /good") ? "200 OK" : "503 Busy"
                let headers = request.line.hasPrefix("GET /silent") ? [] : ["Retry-After: 7"]
                connection.send(HTTPText.response("{}", status: status, headers: headers))
            }
        }
        let transport = CurlTransport()
        var delays: [Duration?] = []
        for path in ["/busy", "/silent", "/busy", "/good"] {
            delays.append(try await transport.get(server.url(path)).get().retryAfter)
        }
        #expect(delays == [.seconds(7), nil, .seconds(7), nil])
    }

    @Test("The transport reports requests that it holds back, and when it sends them; it never holds urgent ones back")
    func heldBack() async throws {
        let two = Latch(2)
        let three = Latch(3)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            two.arrive()
            three.arrive()
            connection.waitForClose()
        }
        let transport = CurlTransport(serviceConnections: 1)
        let notices = Locked<[String]>([])
        func start(_ path: String, isUrgent: Bool = false) -> RequestID {
            var request = TransportRequest(id: .next(), url: server.url(path))
            request.isUrgent = isUrgent
            request.heldBack = { _, isHeldBack in notices.withLock { $0.append("\(path) \(isHeldBack)") } }
            transport.start(request) { _ in }
            return request.id
        }
        let first = start("/first")
        let second = start("/second")
        let urgent = start("/urgent", isUrgent: true)
        await two.opened()
        #expect(notices.withLock { $0 } == ["/second true"])
        transport.cancel(first)
        transport.cancel(urgent)
        await three.opened()
        #expect(notices.withLock { $0 } == ["/second true", "/second false"])
        transport.cancel(second)
    }
}
