import PubNubLocks
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

@Suite("Wire reference 1.1: one exchange over HTTP/1.1", .timeLimit(.minutes(5)))
struct CurlTransportTests {
    let transport = CurlTransport()

    @Test("1.1 Protocol: persistent connections are used again")
    func keepAlive() async throws {
        let server = try RawServer.answering(HTTPText.response("[1]"))
        for _ in 0..<20 {
            #expect(await transport.get(server.url()).text == "[1]")
        }
        #expect(server.acceptedConnections == 1)
    }

    @Test("1.6: \"Connection: close\" ends the connection, and the next request opens another")
    func connectionClose() async throws {
        let server = try RawServer.answering(HTTPText.response("[1]", headers: ["Connection: close"]))
        #expect(await transport.get(server.url()).text == "[1]")
        #expect(await transport.get(server.url()).text == "[1]")
        #expect(server.acceptedConnections == 2)
    }

    @Test("A kept connection that the server closed in the meantime does not fail the next request")
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

    @Test("When a kept connection ends unanswered, a request goes out again only if it may", arguments: [true, false])
    func repetition(isRepeatable: Bool) async throws {
        let lines = Locked<[String]>([])
        let server = try RawServer { connection in
            // The first request on each connection is answered, and the next one is not.
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
        // The next request is not taken for a repetition.
        #expect(await transport.get(server.url("/third")).text == "[1]")
    }

    @Test("1.1 Headers: what is sent and what is not")
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

    @Test("A response comes with its head if the request asks for it, and without otherwise")
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

    @Test("1.1 Accept-Encoding is sent only when compressed responses are accepted")
    func acceptEncoding() async throws {
        let server = try RawServer.echoing()
        let request = TransportRequest(id: .next(), url: server.url(), acceptsCompression: false)
        #expect(await transport.send(request).text?.contains("accept-encoding") == false)
        #expect(await transport.get(server.url()).text?.contains("accept-encoding: gzip, deflate") == true)
    }

    @Test("1.1 POST: content length and given headers, nothing of a form, no waiting for 100 Continue")
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

    @Test("1.1 Methods", arguments: [Verb.get, .post, .patch, .delete], [nil, Array("{}".utf8)])
    func methods(verb: Verb, body: [UInt8]?) async throws {
        let server = try RawServer.echoing()
        for _ in 0..<2 {
            let request = TransportRequest(id: .next(), verb: verb, url: server.url("/v2"), body: body)
            let text = try #require(await transport.send(request).text)
            #expect(text.hasPrefix("\(verb.rawValue) /v2 HTTP/1.1\n"))
            #expect(text.hasSuffix(body == nil ? "\n" : "\n{}"))
            #expect(!text.contains("content-type"))
            #expect(text.contains("content-length: 2") == (body != nil))
            // The handle is used again, and must not remember the method before.
            let plain = try #require(await transport.get(server.url("/time")).text)
            #expect(plain.hasPrefix("GET /time HTTP/1.1\n"))
            #expect(!plain.contains("content-length"))
        }
    }

    @Test("1.4: the path goes out as it stands")
    func pathAsIs() async throws {
        let server = try RawServer.echoing()
        let text = await transport.get(server.url("/publish/p/s/0/../0/%22%2E%2E%22?q=./.."), lane: .service).text
        #expect(text?.hasPrefix("GET /publish/p/s/0/../0/%22%2E%2E%22?q=./.. HTTP/1.1\n") == true)
    }

    @Test(
        "2.2: a failing status is a response, with its body and type",
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

    @Test("1.6: an empty body is a response without bytes", arguments: ["200 OK", "204 No Content"])
    func emptyBody(status: String) async throws {
        let server = try RawServer.answering(HTTPText.response("", status: status))
        let response = try await transport.get(server.url()).get()
        #expect(response.body.isEmpty)
        #expect(response.contentType == nil)
    }

    @Test(
        "A request that names no http or https URL is refused",
        arguments: ["file:///etc/passwd", "ftp://h/", "", "http://"]
    )
    func otherSchemes(url: String) async {
        guard case .failure(.setup) = await transport.get(url) else {
            Issue.record("\(url) was not refused")
            return
        }
    }

    @Test("A line break cannot get into the headers", arguments: ["a\r\nX: y", "a\nX: y", "a\0"])
    func headerInjection(value: String) async throws {
        let server = try RawServer.echoing()
        let request = TransportRequest(id: .next(), url: server.url(), headers: [("X-One", value)])
        #expect(await transport.send(request).failure == .setup("A header holds a line break."))
        #expect(await transport.get(server.url()).text?.contains("x:") == false)
    }

    @Test("Two requests in flight cannot have one identifier")
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
