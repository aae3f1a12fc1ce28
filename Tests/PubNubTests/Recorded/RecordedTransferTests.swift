import PubNubCodec
import PubNubMachines
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// A recorded upload to the storage of files, or a download from there. Bodies may be binary.
struct RecordedTransfer: Sendable, CustomTestStringConvertible {
    let id: String
    /// `upload` or `content`.
    let api: String
    /// The last segment of the path.
    let name: String
    /// nil if it was not recorded.
    let requestBody: [UInt8]?
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    var testDescription: String { id }

    init?(_ fields: [String: Any]) {
        guard let id = fields["id"] as? String, let api = fields["api"] as? String,
            ["upload", "content"].contains(api),
            let request = fields["request"] as? [String: Any], let response = fields["response"] as? [String: Any],
            let path = request["path"] as? String, let status = response["status"] as? Int,
            let body = Self.bytes(of: response)
        else { return nil }
        self.id = id
        self.api = api
        self.status = status
        self.body = body
        name = path.split(separator: "/").last.map(String.init) ?? ""
        requestBody = Self.bytes(of: request)
        headers = response["headers"] as? [String: String] ?? [:]
    }

    private static func bytes(of message: [String: Any]) -> [UInt8]? {
        if let text = message["body"] as? String { return Array(text.utf8) }
        return (message["body_base64"] as? String).flatMap { Base64.decode($0) }
    }

    /// The response as it was sent.
    var responseBytes: [UInt8] {
        let lines = headers.filter { $0.key != "content-length" }.map { "\($0.key): \($0.value)\r\n" }.sorted()
        let length = status == 204 ? "" : "Content-Length: \(body.count)\r\n"
        return Array("HTTP/1.1 \(status) Recorded\r\n\(lines.joined())\(length)\r\n".utf8) + body
    }
}

/// Uploads and downloads of the bytes of files, with a server that responds as the storage of the service did.
@Suite("Recorded transfers of files")
struct RecordedTransferTests {
    static let all = (ExchangeLibrary.recordedCases(in: "files.json") ?? []).compactMap { RecordedTransfer($0) }
    static let uploads = all.filter { $0.api == "upload" }
    static let contents = all.filter { $0.api == "content" }

    /// A part of a form.
    private struct Part: Equatable {
        let name: String
        let fileName: String?
        let content: [UInt8]
    }

    /// The parts of a form, whose boundary is in its first line.
    private static func parts(_ body: [UInt8]) throws -> [Part] {
        let end = try #require(body.firstRange(of: Array("\r\n".utf8)))
        let boundary = Array("\r\n".utf8) + body[..<end.lowerBound]
        var rest = (Array("\r\n".utf8) + body)[...]
        var parts: [Part] = []
        while let start = rest.firstRange(of: boundary) {
            rest = rest[start.upperBound...]
            guard let next = rest.firstRange(of: boundary), let head = rest.firstRange(of: Array("\r\n\r\n".utf8))
            else {
                break
            }
            let fields = String(decoding: rest[..<head.lowerBound], as: UTF8.self)
            parts.append(
                Part(
                    name: try #require(parameter(" name", of: fields)),
                    fileName: parameter("filename", of: fields),
                    content: Array(rest[head.upperBound..<next.lowerBound])
                )
            )
        }
        return parts
    }

    private static func parameter(_ name: String, of fields: String) -> String? {
        guard let start = fields.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
        return String(fields[start...].prefix { $0 != "\"" })
    }

    private static func form(_ fields: [Part], name: String, url: String) throws -> UploadForm {
        let items = fields.map { part in
            JSON.object(["key": .string(part.name), "value": .string(String(decoding: part.content, as: UTF8.self))])
        }
        return try #require(
            UploadForm([
                "data": .object(["id": "1", "name": .string(name)]),
                "file_upload_request": .object(["url": .string(url), "form_fields": .array(items)]),
            ])
        )
    }

    /// A request in progress.
    private struct Transfer {
        let stream: BodyStream
        let outcome: FirstResult<Result<TransportResponse, TransportFailure>>
    }

    /// Sends a request whose body is sent, or received, as a stream.
    private static func start(
        _ transport: CurlTransport,
        _ url: String,
        _ direction: BodyStream.Direction,
        verb: Verb
    ) -> Transfer {
        let id = RequestID.next()
        let stream = BodyStream(direction) { transport.resume(id) }
        var request = TransportRequest(id: id, verb: verb, url: url, lane: .transfer, isRepeatable: false)
        request.stream = stream
        let outcome = FirstResult<Result<TransportResponse, TransportFailure>>()
        transport.start(request) { outcome.end($0) }
        return Transfer(stream: stream, outcome: outcome)
    }

    @Test(
        "The form of this client has the recorded fields and the file, and the response has its meaning",
        arguments: uploads
    )
    func upload(recorded: RecordedTransfer) async throws {
        // The recorder left out the body of the file that was too large.
        let parts = try recorded.requestBody.map { try Self.parts($0) } ?? []
        let content = parts.last?.content ?? [UInt8](repeating: 1, count: 100_000)
        let received = Locked<[UInt8]?>(nil)
        let server = try RawServer { connection in
            let request = connection.readRequest()
            received.withLock { $0 = request?.body }
            connection.send(recorded.responseBytes)
        }
        let fields = Array(parts.dropLast())
        let form = try Self.form(fields, name: parts.last?.fileName ?? "file_5mb", url: server.url())
        let body = MultipartBody(form, fileLength: content.count)
        let transport = CurlTransport()
        let transfer = Self.start(transport, form.url, .upload(length: body.length), verb: .post)
        for piece in [body.start, content, body.end] { _ = await transfer.stream.send(piece) }
        let response = try await transfer.outcome.value().get()
        #expect(response.status == recorded.status)
        let sent = try Self.parts(try #require(received.withLock { $0 }))
        #expect(sent.dropLast() == fields[...] && sent.last?.content == content && sent.last?.name == "file")
        if recorded.requestBody != nil { #expect(sent.last?.fileName == parts.last?.fileName && fields.count >= 9) }
        guard recorded.status != 204 else { return }
        let refusal = FileRefusal(response)
        #expect(refusal.code == "EntityTooLarge" && refusal.status == 400)
        #expect(refusal.message == "Your proposed upload exceeds the maximum allowed size")
    }

    /// The cipher keys of encrypted recordings; one without a key has a cipher that this client does not have.
    private static let keys = [
        "files-abde8b08": "silly_walk", "files-b171f9aa": "silly_walk", "files-39ef9d19": "test",
    ]

    @Test("Content is read with its type and length, and decrypted", arguments: contents)
    func content(recorded: RecordedTransfer) async throws {
        let server = try RawServer.answering(recorded.responseBytes)
        let transport = CurlTransport()
        let head = FirstResult<DownloadHead>()
        let direction = BodyStream.Direction.download { head.end(DownloadHead(status: $0, $1)) }
        let transfer = Self.start(transport, server.url("/\(recorded.name)"), direction, verb: .get)
        let began = await head.value()
        #expect(began.status == recorded.status && began.contentType == recorded.headers["content-type"])
        #expect(began.length == recorded.headers["content-length"].flatMap { Int($0) })
        #expect(began.entityTag == recorded.headers["etag"])
        var received: [UInt8] = []
        while let piece = await transfer.stream.receive() { received += piece }
        _ = try await transfer.outcome.value().get()
        #expect(received == recorded.body)
        let plain = Array("Knights who say Ni!".utf8)
        guard received != plain else { return }
        let decryptor = try Cryptor(cipherKey: Self.keys[recorded.id] ?? "silly_walk").fileDecryptor()
        let decrypted = Result { try decryptor.update(received) + decryptor.finish() }
        if Self.keys[recorded.id] != nil {
            #expect(try decrypted.get() == plain)
        } else {
            #expect(throws: CryptorError.self, "AES-GCM") { try decrypted.get() }
        }
    }
}
