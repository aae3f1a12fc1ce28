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
    private static let all = Recordings.values("files").filter {
        $0["provenance"]?.string?.hasPrefix("recorded") == true
    }
    /// Those of which the body was recorded.
    private static let uploads = all.filter { recorded in
        let request = recorded["request"]
        return recorded["api"] == "upload" && (request?["body"] ?? request?["body_base64"])?.string != nil
    }
    private let probe = OriginProbe()

    private static func exchanges(_ api: String) -> [RecordedExchange] {
        all.filter { $0["api"]?.string == api }.compactMap { RecordedExchange($0) }
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

    @Test func theFileIsRead() {
        let counts = ["generate", "publish", "redirect", "delete", "list"].map { Self.exchanges($0).count }
        #expect(zip(counts, [16, 19, 12, 3, 2]).allSatisfy { $0 >= $1 })
        #expect(Self.uploads.count >= 13)
    }

    @Test(arguments: exchanges("generate").filter { $0.requestBody != nil })
    func uploadAddress(recorded: RecordedExchange) throws {
        let exchange = send(recorded)
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

    @Test(
        "The form that a client uploaded is read with all of its fields and its content",
        arguments: uploads
    )
    func upload(recorded: JSON) throws {
        let request = try #require(recorded["request"])
        let text = request["body"]?.string
        let body = try #require(
            text.map { Array($0.utf8) } ?? request["body_base64"]?.string.flatMap { Base64.decode($0) }
        )
        let type = try #require(request["headers"]?["content-type"]?.string)
        let form = try #require(MultipartForm(body, contentType: type))
        #expect(form.fields.count >= 9 && form.fields["key"]?.hasPrefix("demo/") == true)
        #expect(form.fields["Content-Type"]?.isEmpty == false)
        #expect(!body[form.file].isEmpty)
    }

    @Test(arguments: exchanges("publish"))
    func publish(recorded: RecordedExchange) throws {
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status)
        let answer = try JSON(parsing: try #require(exchange.body))
        #expect(answer.array?.prefix(2) == ["1", "\"Sent\""].compactMap { try? JSON(parsing: $0) }[...])
        #expect(RecordedShape.isTimetoken(answer[2], quoted: true))
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

    @Test(
        "A list has the recorded form, to the last character",
        arguments: exchanges("list").filter { $0.body.contains("\"next\":null") }
    )
    func list(recorded: RecordedExchange) throws {
        let files = try JSON(parsing: recorded.body)["data"]?.array ?? []
        let records = files.map { file in
            FileRecord(
                id: file["id"]?.string ?? "",
                name: file["name"]?.string ?? "",
                contentType: "",
                size: Int(file["size"]?.int64Value ?? 0),
                tag: "",
                created: file["created"]?.string.flatMap { Instant($0) }.map { UInt64($0.seconds) } ?? 0
            )
        }
        let storage = MemoryFiles(limits: OriginLimits())
        let channel = Topic(keyset: "demo", name: recorded.names(at: 4).first ?? "")
        for record in records.shuffled() { try storage.add(record, [], to: channel, quota: nil) }
        let service = FileService(OriginConfiguration(), storage: storage)
        let call = try #require(OriginRouter.call(for: OriginRequest(target: recorded.target)))
        let response = service.response(to: call, isPrivate: false, at: probe.clock.moment)
        #expect(String(decoding: response.body, as: UTF8.self) == recorded.body)
    }
}
