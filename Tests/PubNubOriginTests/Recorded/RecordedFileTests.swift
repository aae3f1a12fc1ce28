import PubNubCodec
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Files: exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedFileTests {
    private static let all = Recordings.values("files")
    /// Exchanges that are in the folder with the request they had.
    private static let recorded = all.filter { $0["provenance"]?.string?.hasPrefix("recorded") == true }
    /// Responses that the authors of a client wrote, without requests.
    private static let literals = all.filter { $0["provenance"]?.string?.hasPrefix("recorded") == false }
    /// Those of which the body was recorded.
    private static let uploads = values("upload").filter { bytes(of: $0["request"]) != nil }
    /// The one of which it was not: the file was too large.
    private static let refusedUploads = values("upload").filter { bytes(of: $0["request"]) == nil }
    private let probe = OriginProbe()

    private static func values(_ api: String) -> [JSON] { recorded.filter { $0["api"]?.string == api } }

    private static func exchanges(_ api: String) -> [RecordedExchange] {
        values(api).compactMap { RecordedExchange($0) }
    }

    /// The body of a request or a response, as it was sent; nil if it was not recorded.
    private static func bytes(of message: JSON?) -> [UInt8]? {
        message?["body"]?.string.map { Array($0.utf8) } ?? message?["body_base64"]?.string.flatMap { Base64.decode($0) }
    }

    /// A form for an upload to this server.
    private func form(_ name: String) throws -> ReceivedForm {
        let exchange = probe.post(
            "/v1/files/demo/channels/a/generate-upload-url",
            JSON.object(["name": .string(name)]).bytes
        )
        return ReceivedForm(try JSON(parsing: try #require(exchange.body)))
    }

    private func upload(_ body: [UInt8], type: String) -> OriginProbe.Exchange {
        probe.send(OriginRequest(method: "POST", target: "/v1/files/upload", contentType: type, body: body))
    }

    /// The response with the content of a file.
    private func content(_ id: String, _ name: String) throws -> OriginResponse {
        let redirect = probe.get("/v1/files/demo/channels/a/files/\(id)/\(name)").response
        let location = try #require(redirect?.headers.first { $0.name == "Location" }?.value)
        let start = try #require(location.firstRange(of: "/v1/")).lowerBound
        return try #require(probe.get(String(location[start...])).response)
    }

    private func send(_ recorded: RecordedExchange) -> OriginProbe.Exchange {
        probe.send(
            OriginRequest(
                method: recorded.method,
                target: recorded.target,
                body: recorded.requestBody.map { Array($0.utf8) } ?? []
            )
        )
    }

    @Test("Every exchange of the file is used by one of these tests")
    func uses() {
        let apis = ["generate", "publish", "redirect", "delete", "list"]
        let used =
            apis.reduce(0) { $0 + Self.exchanges($1).count }
            + Self.uploads.count + Self.refusedUploads.count + Self.values("content").count + Self.literals.count
        #expect(used == Self.all.count && used == 78)
    }

    @Test(arguments: exchanges("generate"))
    func uploadAddress(recorded: RecordedExchange) throws {
        // The recorder left one body out, of which the name is in the response.
        let name = try JSON(parsing: recorded.body)["data"]?["name"]
        let body = recorded.requestBody.map { Array($0.utf8) } ?? JSON.object(["name": name ?? .null]).bytes
        let exchange = probe.post(recorded.target, body)
        #expect(exchange.status == recorded.status && exchange.response?.contentType == "application/json")
        let answer = try JSON(parsing: try #require(exchange.body))
        let expected = try JSON(parsing: recorded.body)
        #expect(answer["status"] == expected["status"] && answer["data"]?["name"] == expected["data"]?["name"])
        let (request, model) = (answer["file_upload_request"], expected["file_upload_request"])
        #expect(request?.object?.keys.sorted() == model?.object?.keys.sorted())
        #expect(request?["method"] == model?["method"])
        func type(_ request: JSON?) -> JSON? {
            request?["form_fields"]?.array?.first { $0["key"] == "Content-Type" }?["value"]
        }
        #expect(type(request) == type(model), "the type follows from the name in the same way")
    }

    @Test("A form that a client uploaded is stored, with token and key of this server in it", arguments: uploads)
    func upload(recorded: JSON) throws {
        let request = try #require(recorded["request"])
        let body = try #require(Self.bytes(of: request))
        let type = try #require(request["headers"]?["content-type"]?.string)
        let parts = try #require(MultipartForm(body, contentType: type))
        #expect(parts.fields.count >= 9 && parts.fields["key"]?.hasPrefix("demo/") == true)
        let name = try #require(parts.fields["key"]?.split(separator: "/").last.map(String.init))
        let form = try form(name)
        let firstLine = String(decoding: body.prefix { $0 != 0x0D }, as: UTF8.self)
        // The first field with a name counts.
        let fields = ["token", "key"].flatMap { field in
            ReceivedForm.part(field, String(firstLine.dropFirst(2))) + Array("\(form[field] ?? "")\r\n".utf8)
        }
        let exchange = upload(fields + body, type: type)
        #expect(exchange.status.map { Int64($0) } == recorded["response"]?["status"]?.int64Value)
        #expect(exchange.response?.body == [])
        let stored = try content(form.id, name)
        #expect(stored.body == Array(body[parts.file]) && !parts.file.isEmpty)
        #expect(stored.contentType == parts.fields["Content-Type"])
    }

    @Test("A file that is too large is refused in the words of the service", arguments: refusedUploads)
    func refusedUpload(recorded: JSON) throws {
        func element(_ name: String, _ text: String) -> Substring? {
            guard let start = text.firstRange(of: "<\(name)>")?.upperBound else { return nil }
            return text[start...].prefix { $0 != "<" }
        }
        let expected = try #require(recorded["response"]?["body"]?.string)
        let size = try #require(element("ProposedSize", expected).flatMap { Int($0) })
        let body = try form("file_5mb").body(Array(repeating: 1, count: size))
        let exchange = upload(body, type: "multipart/form-data; boundary=\(ReceivedForm.boundary)")
        #expect(exchange.status.map { Int64($0) } == recorded["response"]?["status"]?.int64Value)
        #expect(exchange.response?.contentType == recorded["response"]?["headers"]?["content-type"]?.string)
        for name in ["Code", "Message", "ProposedSize", "MaxSizeAllowed"] {
            #expect(element(name, exchange.body ?? "") == element(name, expected))
        }
    }

    @Test("Content is sent as it was recorded", arguments: values("content"))
    func content(recorded: JSON) throws {
        let response = try #require(recorded["response"])
        let headers = response["headers"]
        let bytes = try #require(Self.bytes(of: response))
        let name = try #require(recorded["request"]?["path"]?.string?.split(separator: "/").last.map(String.init))
        var form = try form(name)
        form["Content-Type"] = headers?["content-type"]?.string
        #expect(upload(form.body(bytes), type: "multipart/form-data; boundary=\(ReceivedForm.boundary)").status == 204)
        let sent = try content(form.id, name)
        #expect(Int64(sent.status) == response["status"]?.int64Value && sent.body == bytes)
        #expect(sent.contentType == headers?["content-type"]?.string)
        #expect(sent.headers.contains(HeaderField(name: "Accept-Ranges", value: "bytes")))
        #expect(headers?["content-length"]?.string == "\(bytes.count)")
    }

    @Test("Responses that the authors of a client wrote are those of this server", arguments: literals)
    func literal(response: JSON) throws {
        let expected = try JSON(parsing: try #require(response["response"]?["body"]?.string))
        let service: FileService
        var target = "/v1/files/demo/channels/a/files"
        switch expected["error"]?["message"]?.string ?? "" {
        case "Files service not enabled for subkey":
            service = FileService(OriginConfiguration(), storage: nil)
        case "":
            let storage = MemoryFiles(limits: OriginLimits())
            for file in expected["data"]?.array ?? [] {
                try storage.add(Self.record(file), [], to: Topic(keyset: "demo", name: "a"), quota: nil)
            }
            service = FileService(OriginConfiguration(), storage: storage)
        case let message:
            service = FileService(OriginConfiguration(), storage: MemoryFiles(limits: OriginLimits()))
            target = message.contains("limit") ? target + "?limit=0" : "/v1/files/demo/channels/a,b/files"
        }
        let call = try #require(OriginRequest(target: target).call)
        let answer = service.response(to: call, isPrivate: false, at: probe.clock.moment)
        #expect(Int64(answer.status) == response["response"]?["status"]?.int64Value)
        #expect(try JSON(parsing: answer.body) == expected)
    }

    @Test(arguments: exchanges("publish"))
    func publish(recorded: RecordedExchange) throws {
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status)
        let answer = try JSON(parsing: try #require(exchange.body))
        #expect(answer.array?.prefix(2) == ["1", "\"Sent\""].compactMap { try? JSON(parsing: $0) }[...])
        #expect(RecordedShape.isTimetoken(answer[2], quoted: true))
        if recorded.query["ptto"] != nil { #expect(exchange.body == recorded.body, "the client named the timetoken") }
    }

    @Test(arguments: exchanges("redirect"))
    func redirect(recorded: RecordedExchange) throws {
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status && exchange.body == recorded.body)
        let headers = exchange.response?.headers ?? []
        #expect(headers.contains { $0.name == "Location" && $0.value.contains("/v1/files/content/") })
        #expect(headers.contains { $0.name == "Cache-Control" && $0.value.hasSuffix(", immutable") })
    }

    @Test(arguments: exchanges("delete"))
    func removal(recorded: RecordedExchange) {
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status && exchange.body == recorded.body)
    }

    /// The facts about a file by an element of a list.
    private static func record(_ file: JSON) -> FileRecord {
        FileRecord(
            id: file["id"]?.string ?? "",
            name: file["name"]?.string ?? "",
            contentType: "",
            size: Int(file["size"]?.int64Value ?? 0),
            tag: "",
            created: file["created"]?.string.flatMap { Instant($0) }.map { UInt64($0.seconds) } ?? 0
        )
    }

    @Test("A list has the recorded form, to the last character", arguments: exchanges("list"))
    func list(recorded: RecordedExchange) throws {
        let files = try JSON(parsing: recorded.body)["data"]?.array ?? []
        let storage = MemoryFiles(limits: OriginLimits())
        let channel = Topic(keyset: "demo", name: recorded.names(at: 4).first ?? "")
        for file in files.shuffled() { try storage.add(Self.record(file), [], to: channel, quota: nil) }
        let service = FileService(OriginConfiguration(), storage: storage)
        let call = try #require(OriginRequest(target: recorded.target).call)
        let response = service.response(to: call, isPrivate: false, at: probe.clock.moment)
        #expect(String(decoding: response.body, as: UTF8.self) == recorded.body)
    }
}
