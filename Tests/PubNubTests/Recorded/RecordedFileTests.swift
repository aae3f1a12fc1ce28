import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Calls of the files service with two decoders, and their requests, as ``RecordedReplyTests`` and ``RecordedRequestTests`` do.
@Suite("Recorded calls of the files service")
struct RecordedFileTests {
    static let exchanges = ExchangeLibrary.exchanges(of: .other)
        .filter { $0.request?.path.hasPrefix("/v1/files/") == true }

    private static func parts(_ exchange: RecordedExchange) throws -> [String] {
        try #require(exchange.request).path.split(separator: "/").compactMap { String($0).removingPercentEncoding }
    }

    private static let forms = exchanges.filter { $0.request?.path.hasSuffix("generate-upload-url") == true }
    private static let announcements = exchanges.filter { $0.request?.path.contains("/publish-file/") == true }
    private static let pages = exchanges.filter { $0.request?.path.hasSuffix("/files") == true }
    private static let references = exchanges.filter {
        ["GET", "DELETE"].contains($0.request?.method) && $0.request?.path.contains("/files/demo/") == true
            && $0.request?.path.hasSuffix("/files") == false
    }
    /// Responses without requests.
    private static let literals = ExchangeLibrary.recorded(of: .other)
        .filter { $0.request == nil && $0.id.hasPrefix("files-") }

    @Test("Uses every exchange", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func count() {
        let recorded = (ExchangeLibrary.recordedCases(in: "files.json") ?? []).compactMap { $0["id"] as? String }
        let used =
            [Self.forms, Self.announcements, Self.pages, Self.references, Self.literals]
            .flatMap { $0.map(\.id) } + RecordedTransferTests.all.map(\.id)
        #expect(Set(recorded).count == 78 && Set(recorded).subtracting(used) == [])
    }

    @Test("Responses that the authors of a client wrote", arguments: literals)
    func written(_ exchange: RecordedExchange) throws {
        let page = try? FileEndpoints.files(of: "a", limit: 100, after: nil).decode(exchange.response).get()
        let form = try? FileEndpoints.uploadForm(for: "a", in: "a").decode(exchange.response).get()
        #expect(form == nil && (page == nil) == (exchange.response.status != 200))
        #expect(page == nil || page?.items.map(\.id) == ["TestFileId"] && page?.items.first?.size == 8864)
    }

    @Test("Addresses of uploads", arguments: forms)
    func uploadForms(_ exchange: RecordedExchange) throws {
        let channel = try Self.parts(exchange)[4]
        let call = FileEndpoints.uploadForm(for: "king_arthur.txt", in: channel)
        try RequestComparison.compare(exchange, call)
        let members = Reference.json(exchange.body) as? [String: Any]
        let form = try? call.decode(exchange.response).get()
        guard exchange.response.status == 200 else {
            #expect(form == nil)
            return
        }
        let data = members?["data"] as? [String: String]
        let request = members?["file_upload_request"] as? [String: Any]
        let fields = request?["form_fields"] as? [[String: String]]
        #expect(form?.id == data?["id"] && form?.name == data?["name"] && form?.url == request?["url"] as? String)
        #expect(form?.fields.map(\.name) == fields?.map { $0["key"] ?? "?" })
        #expect(form?.fields.map(\.value) == fields?.map { $0["value"] ?? "?" })
        // Another media type changes one field, in its place.
        let other = form?.withType("image/png")
        #expect(other?.fields.map(\.name) == form?.fields.map(\.name))
        #expect(other?.fields.filter { $0.value == "image/png" }.map(\.name) == ["Content-Type"])
    }

    @Test("Messages about files", arguments: announcements)
    func messages(_ exchange: RecordedExchange) throws {
        let parts = try Self.parts(exchange)
        let call = FileEndpoints.message(Array(parts[8].utf8), to: parts[6])
        let time = (Reference.json(exchange.body) as? [Any])?.last as? String
        #expect(try call.decode(exchange.response).get() == time.flatMap { Timetoken($0) })
        let built = try RequestComparison.builder.build(call, id: RequestID(rawValue: 1))
        let path = try #require(URLComponents(string: built.url)?.path)
        #expect(path == "/" + parts.joined(separator: "/"))
        if let content = try? JSON(parsing: Array(parts[8].utf8)), content.object != nil {
            let file = try #require(AttachedFile(content))
            #expect(
                file.id == content["file"]?["id"]?.string && file.name == content["file"]?["name"]?.string
            )
            #expect(file.caption == content["message"])
        }
    }

    @Test("Lists", arguments: pages)
    func lists(_ exchange: RecordedExchange) throws {
        let call = FileEndpoints.files(of: try Self.parts(exchange)[4], limit: 100, after: nil)
        try RequestComparison.compare(exchange, call)
        let members = Reference.json(exchange.body) as? [String: Any]
        let page = try? call.decode(exchange.response).get()
        guard exchange.response.status == 200 else {
            #expect(page == nil)
            return
        }
        let data = members?["data"] as? [[String: Any]]
        #expect(page?.items.map(\.id) == data?.map { $0["id"] as? String ?? "?" })
        #expect(page?.items.map(\.size) == data?.map { $0["size"] as? Int ?? -1 })
        #expect(page?.items.map { $0.created.formatted(.iso8601) } == data?.map { $0["created"] as? String ?? "?" })
        #expect(page?.next == members?["next"] as? String)
    }

    @Test("Addresses and removals of files", arguments: references)
    func files(_ exchange: RecordedExchange) throws {
        let parts = try Self.parts(exchange)
        if exchange.request?.method == "DELETE" {
            let call = FileEndpoints.removal(parts[6], parts[7], in: parts[4])
            try RequestComparison.compare(exchange, call)
            try call.decode(exchange.response).get()
        } else {
            try RequestComparison.compare(exchange, FileEndpoints.download(parts[6], parts[7], in: parts[4]))
        }
    }
}
