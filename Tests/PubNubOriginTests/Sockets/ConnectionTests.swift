import PubNubCodec
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Requests" and "Responses".
@Suite("Connections")
struct ConnectionTests {
    private func connected(
        _ configuration: OriginConfiguration = OriginConfiguration(clock: OriginManualClock()),
        _ body: @escaping @Sendable (RawConnection, OriginServer) throws -> Void
    ) async throws {
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                try body(connection, server)
            }
        }
    }

    @Test("Sends the service's headers and leaves the connection open")
    func headers() async throws {
        try await connected { connection, _ in
            for _ in 0..<3 {
                connection.get("/time/0")
                let answer = try #require(connection.answer())
                #expect(answer.status == 200)
                #expect(answer["content-type"] == #"text/javascript; charset="UTF-8""#)
                #expect(answer["connection"] == "keep-alive")
                #expect(answer["cache-control"] == "no-cache")
                #expect(answer["access-control-allow-origin"] == "*")
                #expect(answer["access-control-allow-methods"] == "GET, POST, PATCH, DELETE, OPTIONS")
                #expect(answer["date"] == "Mon, 15 Dec 2014 14:50:00 GMT")
                #expect(answer["content-encoding"] == nil)
                #expect(answer.text == "[14186550000000000]")
            }
        }
    }

    @Test("Responds to pipelined requests in order")
    func pipelining() async throws {
        try await connected { connection, _ in
            let requests = (0..<100).map { "GET /time/t_\($0) HTTP/1.1\r\nHost: o\r\n\r\n" }
            connection.send(requests.joined())
            for number in 0..<100 { #expect(connection.answer()?.text.hasPrefix("t_\(number)(") == true) }
        }
    }

    @Test("A response to HEAD has a length and no body, so that the next response follows it")
    func head() async throws {
        try await connected { connection, _ in
            connection.send("HEAD /time/0 HTTP/1.1\r\nHost: o\r\n\r\n")
            connection.get("/time/0")
            let answer = try #require(connection.answer())
            #expect(answer.status == 200 && answer["content-length"] == "19", "as for GET")
            #expect(answer.text.hasPrefix("HTTP/1.1 200 "), "what is read as its body is the next answer")
        }
    }

    @Test(
        "A request for a URL is served as one for its path, whatever its Host says",
        arguments: [
            ("http://origin.example/time/t_1", 200), ("HTTPS://origin.example:8080/time/t_1?uuid=u", 200),
            ("http://[::1]:80/time/t_1", 200), ("http://u:p@[::1]:80/time/t_1", 400), ("http://origin.example", 404),
            ("http://origin.example?x=1", 404),
            ("http:///time/t_1", 400), ("ftp://origin.example/time/t_1", 400), ("time/t_1", 400),
            ("http://origin.example#/time/t_1", 400),
        ]
    )
    func absoluteForm(target: String, status: Int) async throws {
        try await connected { connection, _ in
            connection.send("GET \(target) HTTP/1.1\r\nHost: elsewhere\r\n\r\n")
            let answer = try #require(connection.answer())
            #expect(answer.status == status)
            if status == 200 { #expect(answer.text.hasPrefix("t_1(")) }
        }
    }

    @Test("A client that reads large responses slowly receives all of them")
    func slowReader() async throws {
        try await connected { connection, server in
            let publisher = try #require(RawConnection(port: server.port))
            let message = "\"" + String(repeating: "x", count: 30_000) + "\""
            for _ in 0..<100 {
                publisher.send(
                    "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
                        + message
                )
                #expect(publisher.answer()?.status == 200)
            }
            for _ in 0..<20 { connection.get("/v2/history/sub-key/demo/channel/a") }
            for _ in 0..<20 { #expect(connection.answer()?.body.count == 3_000_339) }
        }
    }

    @Test("A long poll delays the responses behind it, but not messages of other connections")
    func pipelinedBehindAPoll() async throws {
        try await connected { connection, server in
            connection.get("/v2/subscribe/demo/a/0?tt=1")
            connection.get("/time/0")
            let other = try #require(RawConnection(port: server.port))
            other.get("/publish/demo/demo/0/a/0/1")
            #expect(other.answer()?.status == 200)
            // Published before or after the poll arrived: both lead to a response.
            #expect(connection.answer()?.text.contains("\"d\":1") == true)
            #expect(connection.answer()?.text.hasPrefix("[") == true)
        }
    }

    @Test("Ignores line breaks between requests, which the 3.7.8 client writes after a body")
    func strayLineBreaks() async throws {
        try await connected { connection, _ in
            connection.send("POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: 1\r\n\r\n1\r\n\r\n")
            #expect(connection.answer()?.status == 200)
            connection.get("/time/0")
            #expect(connection.answer()?.status == 200)
        }
    }

    @Test("A client that expects a sign before it sends a body gets it, and no other client does")
    func expectation() async throws {
        try await connected { connection, _ in
            let head = "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: 1\r\n"
            connection.send(head + "Expect: 100-continue\r\n\r\n")
            #expect(connection.answer()?.status == 100)
            connection.send("1")
            #expect(connection.answer()?.status == 200)
            connection.send(head + "Expect: 100-continue\r\n\r\n1" + head + "\r\n")
            #expect(connection.answer()?.status == 200)
            connection.send("1")
            #expect(connection.answer()?.status == 200)
            connection.send(head + "Content-Length: 99999999\r\nExpect: 100-continue\r\n\r\n")
            #expect(connection.answer()?.status == 400)
        }
    }

    @Test("A request for another protocol is served as what it is, and its connection goes on")
    func upgrade() async throws {
        try await connected { connection, _ in
            for _ in 0..<2 {
                connection.get("/time/0", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n")
                #expect(connection.answer()?.status == 200)
            }
        }
    }

    @Test func connectionCloseIsHonoured() async throws {
        try await connected { connection, _ in
            connection.get("/time/0", "Connection: close\r\n")
            #expect(connection.answer()?["connection"] == "close")
            #expect(connection.waitForEnd() == .closed)
        }
    }

    @Test(
        "A client that asks for the end, or closes its sending side, gets the whole of a large response",
        arguments: [false, true]
    )
    func largeLastResponse(isHalfClosed: Bool) async throws {
        try await connected { connection, server in
            let publisher = try #require(RawConnection(port: server.port))
            let message = "\"" + String(repeating: "x", count: 30_000) + "\""
            for _ in 0..<100 {
                publisher.send(
                    "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Length: \(message.utf8.count)\r\n\r\n"
                        + message
                )
                #expect(publisher.answer()?.status == 200)
            }
            connection.get("/v2/history/sub-key/demo/channel/a", isHalfClosed ? "" : "Connection: close\r\n")
            if isHalfClosed { connection.finishSending() }
            #expect(connection.answer()?.body.count == 3_000_339)
            #expect(connection.waitForEnd() == .closed)
        }
    }

    @Test("All requests that were sent before the client closed its sending side are served")
    func pipelinedBeforeTheEnd() async throws {
        try await connected { connection, _ in
            let requests = (0..<50).map { "GET /time/t_\($0) HTTP/1.1\r\nHost: o\r\n\r\n" }
            connection.send(requests.joined())
            connection.finishSending()
            for number in 0..<50 { #expect(connection.answer()?.text.hasPrefix("t_\(number)(") == true) }
            #expect(connection.waitForEnd() == .closed)
        }
    }

    @Test("Reads and writes compressed bodies")
    func compression() async throws {
        try await connected { connection, _ in
            let json = Array(("\"" + String(repeating: "x", count: 5000) + "\"").utf8)
            let body = try Gzip.compress(json)
            connection.send(
                "POST /publish/demo/demo/0/a/0?uuid=u HTTP/1.1\r\nHost: o\r\nContent-Encoding: gzip\r\n"
                    + "Content-Type: application/json; charset=UTF-8\r\nContent-Length: \(body.count)\r\n\r\n"
            )
            connection.send(body)
            #expect(connection.answer()?.status == 200)
            connection.get("/v2/history/sub-key/demo/channel/a", "Accept-Encoding: gzip, deflate\r\n")
            let compressed = try #require(connection.answer())
            #expect(compressed["content-encoding"] == "gzip" && compressed["vary"] == "Accept-Encoding")
            #expect(compressed.body.count < 500)
            let page = try Gzip.decompress(compressed.body, limit: 10_000)
            #expect(page.starts(with: [UInt8(ascii: "["), UInt8(ascii: "[")] + json))
            connection.get("/v2/history/sub-key/demo/channel/a")
            let plain = try #require(connection.answer())
            #expect(plain["content-encoding"] == nil && plain["vary"] == "Accept-Encoding")
            #expect(plain.body == page)
            connection.get("/time/0", "Accept-Encoding: gzip\r\n")
            #expect(connection.answer()?["vary"] == nil, "short responses are the same for all clients")
        }
    }

    @Test("A body in an unknown encoding is refused with 415 and the encoding that is accepted; the connection goes on")
    func unknownEncoding() async throws {
        try await connected { connection, _ in
            for (coding, status) in [("br", 415), ("gzip, gzip", 415), ("identity", 200), ("", 200)] {
                connection.send(
                    "POST /publish/demo/demo/0/a/0 HTTP/1.1\r\nHost: o\r\nContent-Encoding: \(coding)\r\nContent-Length: 3\r\n\r\n\"b\""
                )
                let answer = try #require(connection.answer())
                #expect(answer.status == status, "\(coding)")
                #expect(answer["accept-encoding"] == (status == 415 ? "gzip" : nil))
            }
        }
    }

    @Test("Refuses a malformed head")
    func refusals() async throws {
        try await connected { _, server in
            let nonsense = try #require(RawConnection(port: server.port))
            nonsense.send("nonsense\r\n\r\n")
            #expect(nonsense.answer()?.status == 400)
            #expect(nonsense.waitForEnd() == .closed)
        }
    }

    @Test func aClosedConnectionReleasesItsPoll() async throws {
        try await withOrigin { server, address in
            try await onOwnThread {
                for isHalfClosed in [false, true] {
                    let connection = try #require(RawConnection(port: address.port))
                    connection.get("/v2/subscribe/demo/a/0?tt=1")
                    #expect(waitUntil { server.waitingCount > 0 })
                    if isHalfClosed { connection.finishSending() } else { connection.close() }
                    #expect(waitUntil { server.waitingCount + server.connectionCount == 0 })
                }
            }
            #expect(server.waitingCount == 0)
        }
    }

    @Test("Holds 1,000 long polls, and one message ends all of them")
    func thousandPolls() async throws {
        try await withOrigin { server, address in
            try await onOwnThread {
                let polls = (0..<1000).compactMap { _ in RawConnection(port: address.port) }
                #expect(polls.count == 1000)
                for (number, poll) in polls.enumerated() { poll.get("/v2/subscribe/demo/all,c\(number)/0?tt=1") }
                #expect(waitUntil { server.waitingCount == 1000 })
                let publisher = try #require(RawConnection(port: address.port))
                publisher.get("/publish/demo/demo/0/c7/0/7")
                #expect(publisher.answer()?.status == 200)
                #expect(polls[7].answer()?.text.contains("\"d\":7") == true)
                #expect(server.waitingCount == 999)
                publisher.get("/publish/demo/demo/0/all/0/1")
                #expect(publisher.answer()?.status == 200)
                let answered = polls.filter { $0 !== polls[7] && $0.answer()?.text.contains("\"d\":1") == true }
                #expect(answered.count == 999)
            }
            #expect(server.waitingCount == 0)
        }
    }

    @Test("Subscribers that get the same message get it in the form that each asked for")
    func forms() async throws {
        let forms = [
            "", "Connection: close\r\n", "Accept-Encoding: gzip\r\n", "Accept-Encoding: gzip\r\nConnection: close\r\n",
        ]
        let message = String(repeating: "x", count: 5000)
        try await withOrigin { server, address in
            try await onOwnThread {
                let polls = try (0..<12).map { number in
                    let poll = try #require(RawConnection(port: address.port))
                    poll.get("/v2/subscribe/demo/a/0?tt=1", forms[number % forms.count])
                    return poll
                }
                #expect(waitUntil { server.waitingCount == polls.count })
                let publisher = try #require(RawConnection(port: address.port))
                publisher.get("/publish/demo/demo/0/a/0/%22\(message)%22")
                #expect(publisher.answer()?.status == 200)
                for (number, poll) in polls.enumerated() {
                    let form = forms[number % forms.count]
                    let answer = try #require(poll.answer())
                    #expect(answer.status == 200)
                    #expect(answer["connection"] == (form.contains("close") ? "close" : "keep-alive"))
                    let isCompressed = form.contains("gzip")
                    #expect(answer["content-encoding"] == (isCompressed ? "gzip" : nil))
                    let body = isCompressed ? try Gzip.decompress(answer.body, limit: 100_000) : answer.body
                    #expect(String(decoding: body, as: UTF8.self).contains(message))
                    if form.contains("close") {
                        #expect(poll.waitForEnd() == .closed)
                    } else {
                        poll.get("/time/0")
                        #expect(poll.answer()?.status == 200)
                    }
                }
            }
        }
    }

    @Test("The alarm of the clock in use ends a poll")
    func alarm() async throws {
        let clock = OriginManualClock()
        try await withOrigin(OriginConfiguration(clock: clock)) { server, address in
            let answer = try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/v2/subscribe/demo/a/0?tt=9")
                #expect(waitUntil { server.waitingCount == 1 })
                clock.advance(by: .seconds(280))
                return connection.answer()?.text
            }
            #expect(answer == #"{"t":{"t":"9","r":1},"m":[]}"#)
        }
    }
}

@Suite("Starting and stopping")
struct LifecycleTests {
    @Test func aServerIsStartedOnceAndAnnouncesItsPort() async throws {
        let server = OriginServer()
        let address = try await server.start()
        #expect(address.port > 0)
        #expect(address.url == "http://127.0.0.1:\(address.port)")
        await #expect(throws: OriginError.self) { try await server.start() }
        await server.stop()
        #expect(RawConnection(port: address.port) == nil)
        await server.stop()
    }

    @Test func aPortInUseIsAnError() async throws {
        try await withOrigin { _, address in
            let second = OriginServer(configuration: OriginConfiguration(port: address.port))
            await #expect(throws: OriginError.self) { try await second.start() }
        }
    }

    @Test("An orderly stop responds to held polls; an abrupt stop does not", arguments: [false, true])
    func stopping(abruptly: Bool) async throws {
        let server = OriginServer()
        let address = try await server.start()
        let (idle, waiting) = try await onOwnThread {
            let idle = try #require(RawConnection(port: address.port))
            idle.get("/time/0")
            #expect(idle.answer()?.status == 200)
            let waiting = try #require(RawConnection(port: address.port))
            waiting.get("/v2/subscribe/demo/a/0?tt=9")
            #expect(waitUntil { server.waitingCount > 0 })
            return (idle, waiting)
        }
        await server.stop(abruptly: abruptly)
        try await onOwnThread {
            #expect(idle.waitForEnd() == .closed)
            let answer = waiting.answer()
            #expect(answer?.text == (abruptly ? nil : #"{"t":{"t":"9","r":1},"m":[]}"#))
            #expect(waiting.waitForEnd() == .closed)
        }
        #expect(server.connectionCount == 0)
    }
}
