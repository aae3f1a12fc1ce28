import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Documentation/WireProtocol.md, "Requests".
@Suite("Exchanges over HTTP/1.1", .timeLimit(.minutes(5)))
struct CurlTransportTests {
    let transport = CurlTransport()

    @Test("Reuses persistent connections")
    func keepAlive() async throws {
        let server = try RawServer.answering(HTTPText.response("[1]"))
        for _ in 0..<20 {
            #expect(await transport.get(server.url()).text == "[1]")
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("\"Connection: close\" ends the connection, and the next request opens another")
    func connectionClose() async throws {
        let server = try RawServer.answering(HTTPText.response("[1]", headers: ["Connection: close"]))
        #expect(await transport.get(server.url()).text == "[1]")
        #expect(await transport.get(server.url()).text == "[1]")
        #expect(server.acceptedConnections == 2)
    }

    @Test("A reused connection that the server has closed does not fail the next request")
    func staleConnection() async throws {
        let closed = Latch()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send(HTTPText.response("[1]"))
            closed.arrive()
        }
        #expect(await transport.get(server.url()).text == "[1]")
        await closed.opened()
        #expect(await transport.get(server.url()).text == "[1]")
        #expect(server.acceptedConnections == 2)
    }

    @Test("Repeats a request when a reused connection ends without a response, if allowed", arguments: [true, false])
    func repetition(isRepeatable: Bool) async throws {
        let lines = Locked<[String]>([])
        let server = try RawServer { connection in
            // The first request on each connection has a response, and the next one has none.
            for isAnswered in [true, false] {
                guard let request = connection.readRequest() else { return }
                lines.withLock { $0.append(request.line) }
                if isAnswered {
                    connection.send(HTTPText.response("[1]"))
                }
            }
        }
        #expect(await transport.get(server.url("/first")).text == "[1]")
        let request = TransportRequest(id: .next(), url: server.url("/second"), isRepeatable: isRepeatable)
        let result = await transport.send(request)
        #expect(isRepeatable ? result.text == "[1]" : result.failure == .closed)
        let sent = lines.withLock { $0 }
        #expect(sent.count { $0.contains("second") } == (isRepeatable ? 2 : 1))
        // The next request is not mistaken for a repetition.
        #expect(await transport.get(server.url("/third")).text == "[1]")
    }

    @Test(
        "However many reused connections end without a response, each request fails or is repeated like the first",
        arguments: [true, false]
    )
    func manyRepetitions(isRepeatable: Bool) async throws {
        let server = try RawServer { connection in
            // The first request on each connection has a response, and the next one has none.
            guard connection.readRequest() != nil else { return }
            connection.send(HTTPText.response("[1]"))
            _ = connection.readRequest()
        }
        // libcurl repeats five times on its own, counted over all requests of a handle.
        for _ in 0..<12 {
            #expect(await transport.get(server.url()).text == "[1]")
            let result = await transport.send(
                TransportRequest(id: .next(), url: server.url(), isRepeatable: isRepeatable)
            )
            if isRepeatable {
                #expect(result.text == "[1]")
            } else {
                #expect(result.failure == .closed)
            }
        }
    }

    @Test("Sends the documented headers only")
    func requestHeaders() async throws {
        let server = try RawServer.echoing()
        let request = TransportRequest(
            id: .next(),
            url: server.url("/time/0?a=%2F"),
            headers: [("X-One", "1"), ("X-Two", "")]
        )
        let text = await transport.send(request).text
        #expect(
            text == """
                GET /time/0?a=%2F HTTP/1.1
                host: 127.0.0.1:\(server.port)
                accept: */*
                accept-encoding: gzip, deflate
                x-one: 1
                x-two: \n
                """
        )
    }

    @Test("Returns the head of a response only if the request asks for it")
    func responseHead() async throws {
        let server = try RawServer.echoing()
        var request = TransportRequest(id: .next(), url: server.url("/head"))
        #expect(try await transport.send(request).get().head == nil)
        request.id = .next()
        request.keepsHead = true
        let head = try #require(try await transport.send(request).get().head)
        #expect(head.hasPrefix("HTTP/1.1 200") && head.lowercased().contains("\r\ncontent-length: "))
        #expect(!head.contains("host: "), "The body is no part of the head")
    }

    @Test("Sends Accept-Encoding only if compressed responses are accepted")
    func acceptEncoding() async throws {
        let server = try RawServer.echoing()
        let request = TransportRequest(id: .next(), url: server.url(), acceptsCompression: false)
        #expect(await transport.send(request).text?.contains("accept-encoding") == false)
        #expect(await transport.get(server.url()).text?.contains("accept-encoding: gzip, deflate") == true)
    }

    @Test("POST: sends content length and given headers, no form headers, and does not wait for 100 Continue")
    func post() async throws {
        let server = try RawServer.echoing()
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 40_000)
        let request = TransportRequest(
            id: .next(),
            verb: .post,
            url: server.url("/publish"),
            headers: [("Content-Encoding", "gzip"), ("Content-Type", "application/json; charset=UTF-8")],
            body: body,
            acceptsCompression: false
        )
        let text = await transport.send(request).text
        #expect(
            text == """
                POST /publish HTTP/1.1
                host: 127.0.0.1:\(server.port)
                accept: */*
                content-encoding: gzip
                content-type: application/json; charset=UTF-8
                content-length: 40000

                """ + String(decoding: body, as: UTF8.self)
        )
    }

    @Test("Sends each method", arguments: [Verb.get, .post, .patch, .delete], [nil, Array("{}".utf8)])
    func methods(verb: Verb, body: [UInt8]?) async throws {
        let server = try RawServer.echoing()
        for _ in 0..<2 {
            let request = TransportRequest(id: .next(), verb: verb, url: server.url("/v2"), body: body)
            let text = try #require(await transport.send(request).text)
            #expect(text.hasPrefix("\(verb.rawValue) /v2 HTTP/1.1\n"))
            #expect(text.hasSuffix(body == nil ? "\n" : "\n{}"))
            #expect(!text.contains("content-type"))
            #expect(text.contains("content-length: 2") == (body != nil))
            // The handle is reused, and must not remember the earlier method.
            let plain = try #require(await transport.get(server.url("/time")).text)
            #expect(plain.hasPrefix("GET /time HTTP/1.1\n"))
            #expect(!plain.contains("content-length"))
        }
    }

    @Test("Sends the path unchanged")
    func pathAsIs() async throws {
        let server = try RawServer.echoing()
        let text = await transport.get(server.url("/publish/p/s/0/../0/%22%2E%2E%22?q=./.."), lane: .service).text
        #expect(text?.hasPrefix("GET /publish/p/s/0/../0/%22%2E%2E%22?q=./.. HTTP/1.1\n") == true)
    }

    @Test(
        "A failing status is a response, with its body and type",
        arguments: [302, 400, 403, 404, 414, 500, 503]
    )
    func statuses(status: Int) async throws {
        let headers = ["Content-Type: text/javascript; charset=\"UTF-8\"", "Location: /elsewhere"]
        let server = try RawServer.answering(HTTPText.response("{}", status: "\(status) Text", headers: headers))
        let response = try await transport.get(server.url()).get()
        #expect(response.status == status)
        #expect(response.contentType == "text/javascript; charset=\"UTF-8\"")
        #expect(response.body == Array("{}".utf8))
    }

    @Test("An empty body is a response without bytes", arguments: ["200 OK", "204 No Content"])
    func emptyBody(status: String) async throws {
        let server = try RawServer.answering(HTTPText.response("", status: status))
        let response = try await transport.get(server.url()).get()
        #expect(response.body.isEmpty)
        #expect(response.contentType == nil)
    }

    @Test(
        "Refuses a request without an http or https URL",
        arguments: ["file:///etc/passwd", "ftp://h/", "", "http://"]
    )
    func otherSchemes(url: String) async {
        guard case .setup = await transport.get(url).failure?.reason else {
            Issue.record("\(url) was not refused")
            return
        }
    }

    @Test("Refuses bytes that need escaping at each place of a target", arguments: [" ", "\u{1F}", "\u{7F}", "#"])
    func foreignBytes(foreign: String) async throws {
        let server = try RawServer.answering(HTTPText.response("[1]"))
        // The bytes next to the refused ones are accepted, around it as well.
        let target = Array("/!\"$~!\"$~\u{80}\u{7FF}!\"$~!\"$")
        #expect(await transport.get(server.url(String(target))).text == "[1]")
        for place in 1...target.count {
            let url = server.url(String(target.prefix(place)) + foreign + String(target.dropFirst(place)))
            #expect(await transport.get(url).failure == .setup("The URL is not escaped."), "at \(place)")
        }
    }

    @Test("Refuses line breaks in headers", arguments: ["a\r\nX: y", "a\nX: y", "a\0"])
    func headerInjection(value: String) async throws {
        let server = try RawServer.echoing()
        let request = TransportRequest(id: .next(), url: server.url(), headers: [("X-One", value)])
        #expect(await transport.send(request).failure == .setup("A header holds a line break."))
        #expect(await transport.get(server.url()).text?.contains("x:") == false)
    }

    @Test("Refuses a second request in flight with the same identifier")
    func identifierInUse() async throws {
        let arrived = Latch()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            arrived.arrive()
            connection.waitForClose()
        }
        let request = TransportRequest(id: .next(), url: server.url(), lane: .subscribe)
        async let first = transport.send(request)
        await arrived.opened()
        #expect(await transport.send(request).failure == .setup("The request identifier is in use."))
        transport.cancel(request.id)
        #expect(await first.failure == .cancelled)
    }
}
