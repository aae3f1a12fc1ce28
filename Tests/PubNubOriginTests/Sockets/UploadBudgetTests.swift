import NIOCore
import NIOHTTP1
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Uploads in progress: how many, and their memory")
struct UploadBudgetTests {
    private func limits(uploads: Int = 64, perAddress: Int = 8, bytes: Int = 1000) -> OriginLimits {
        var limits = OriginLimits()
        limits.fileUploads = uploads
        limits.fileUploadsPerAddress = perAddress
        limits.fileUploadBytes = bytes
        return limits
    }

    private func address(_ text: String) throws -> AddressKey {
        AddressKey(try SocketAddress(ipAddress: text, port: 1))
    }

    @Test("At most so many uploads are in progress, in all and from one address, and one that ends makes room")
    func counts() throws {
        let metrics = FileMetrics()
        let budget = UploadBudget(limits(uploads: 3, perAddress: 2), metrics: metrics)
        let (one, two) = (try address("10.0.0.1"), try address("10.0.0.2"))
        var tickets = [budget.start(bytes: 1, from: one), budget.start(bytes: 1, from: one)]
        #expect(budget.start(bytes: 1, from: one) == nil)
        tickets.append(budget.start(bytes: 1, from: two))
        #expect(budget.start(bytes: 1, from: two) == nil, "three in all")
        #expect(tickets.allSatisfy { $0 != nil } && budget.count == 3 && metrics[.busy] == 2)
        tickets.removeFirst()
        #expect(budget.count == 2 && budget.bytes == 2)
        #expect(budget.start(bytes: 1, from: one) != nil)
    }

    @Test("Uploads take so many bytes of memory at most, an address a quarter of them unless it has one upload only")
    func bytes() throws {
        let budget = UploadBudget(limits(perAddress: 100))
        let (one, two) = (try address("10.0.0.1"), try address("10.0.0.2"))
        let large = budget.start(bytes: 600, from: one)
        #expect(large != nil && budget.start(bytes: 1, from: one) == nil)
        let small = (0..<2).map { _ in budget.start(bytes: 125, from: two) }
        #expect(small.allSatisfy { $0 != nil } && budget.start(bytes: 1, from: two) == nil)
        let other = budget.start(bytes: 100, from: nil)
        #expect(other?.take(50) == true && other?.take(1) == false && budget.bytes == 1000)
    }

    @Test("Clients of a proxy on this machine have no limit of their own, unless the limits say so")
    func loopback() throws {
        let address = try address("127.0.0.1")
        let open = UploadBudget(limits(perAddress: 1))
        let tickets = (0..<3).map { _ in open.start(bytes: 300, from: address) }
        #expect(tickets.allSatisfy { $0 != nil })
        var strict = limits(perAddress: 1)
        strict.limitsLoopback = true
        let limited = UploadBudget(strict)
        let first = limited.start(bytes: 1, from: address)
        #expect(first != nil && limited.start(bytes: 1, from: address) == nil)
    }

    private func upload(bytes: Int, chunk: Int? = nil) -> String {
        let head = "POST /v1/files/upload HTTP/1.1\r\nHost: o\r\n"
        guard let chunk else {
            return head + "Content-Length: \(bytes)\r\n\r\n" + String(repeating: "x", count: bytes)
        }
        let part = "\(String(chunk, radix: 16))\r\n\(String(repeating: "x", count: chunk))\r\n"
        return head + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: part, count: bytes / chunk)
            + "0\r\n\r\n"
    }

    @Test("The bytes of a refused upload are discarded, and its connection goes on", arguments: [nil, 100])
    func discarded(chunk: Int?) throws {
        let budget = UploadBudget(limits(bytes: 350))
        let uploads = ConnectionUploads(budget: budget, peer: ConnectionPeer(nil))
        let decoder = RequestDecoder(limits: RequestLimits(OriginLimits()), uploads: uploads)
        let text =
            upload(bytes: 300, chunk: chunk) + upload(bytes: 400, chunk: chunk)
            + "GET /time/0 HTTP/1.1\r\nHost: o\r\n\r\n"
        var arrived: [ArrivedRequest] = []
        // In parts that end anywhere.
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            decoder.append(ByteBuffer(bytes: rest.prefix(37)))
            rest = rest.dropFirst(37)
            while let next = decoder.next() { arrived.append(next) }
            #expect(budget.bytes <= 350)
        }
        #expect(arrived.count == 3 && budget.count == 1 && budget.bytes == 300)
        #expect(arrived.first?.request.body.count == 300)
        let refused = try #require(arrived.dropFirst().first)
        guard case .respond(let response) = refused.outcome else {
            Issue.record("the second upload was not refused")
            return
        }
        #expect(response.status == 503 && refused.keepAlive && refused.request.body.isEmpty)
        #expect(response.headers.contains(HeaderField(name: "Retry-After", value: "1")))
        #expect(arrived.last?.request.target == "/time/0")
        arrived = []
        #expect(budget.count == 0 && budget.bytes == 0)
    }

    @Test(
        "The body of an upload on a stream counts as that of an upload, and not as one of its connection",
        arguments: [true, false]
    )
    func stream(hasLength: Bool) throws {
        let size = OriginLimits().fileSize
        for (room, status) in [(2 * size, nil), (size - 1, 503)] as [(Int, Int?)] {
            let budget = UploadBudget(limits(bytes: room))
            let assembler = RequestAssembler(
                limits: RequestLimits(OriginLimits()),
                uploads: ConnectionUploads(budget: budget, peer: ConnectionPeer(nil))
            )
            var headers = HTTPHeaders([("host", "o")])
            if hasLength { headers.add(name: "content-length", value: "\(size)") }
            let head = HTTPRequestHead(version: .http2, method: .POST, uri: "/v1/files/upload", headers: headers)
            #expect(assembler.take(.head(head)) == nil, "no refusal")
            let part = ByteBuffer(repeating: 1, count: 64 * 1024)
            for _ in 0..<(size / part.readableBytes) {
                #expect(assembler.take(.body(part)) == nil)
                #expect(budget.bytes <= room && assembler.bytes < 1000)
            }
            let arrived = try #require(assembler.take(.end(nil)))
            if case .respond(let response) = arrived.outcome {
                #expect(response.status == status && arrived.request.body.isEmpty && budget.count == 0)
            } else {
                #expect(status == nil && arrived.request.body.count == size && budget.bytes == size)
            }
        }
    }

    @Test("A server refuses a further upload with 503 on a connection that stays open, and takes it later")
    func server() async throws {
        var configuration = OriginConfiguration()
        configuration.limits.fileUploads = 1
        try await withOrigin(configuration) { server, address in
            try await onOwnThread {
                let first = try #require(RawConnection(port: address.port))
                let second = try #require(RawConnection(port: address.port))
                let head = "POST /v1/files/upload HTTP/1.1\r\nHost: o\r\nContent-Length: 5\r\n"
                first.send(head + "Expect: 100-continue\r\n\r\n")
                #expect(first.readUntil("100 Continue"))
                second.send(upload(bytes: 5000))
                let refusal = second.answer()
                #expect(refusal?.status == 503 && refusal?["retry-after"] == "1")
                first.send("xxxxx")
                #expect(first.readUntil("MalformedPOSTRequest"))
                // The first request is gone a moment after its response.
                var last = second.answered { second.send(upload(bytes: 5000)) }
                while last == 503 { last = second.answered { second.send(upload(bytes: 5000)) } }
                #expect(last == 400)
                second.get("/time/0")
                #expect(second.answer()?.status == 200)
            }
            #expect(server.statistics.fileUploads[.busy] ?? 0 >= 1)
        }
    }
}

extension RawConnection {
    /// The status of the response to a request.
    fileprivate func answered(_ send: () -> Void) -> Int? {
        send()
        return answer()?.status
    }
}
