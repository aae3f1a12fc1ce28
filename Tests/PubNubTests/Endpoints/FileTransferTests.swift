import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Files".
@Suite("The requests that transfer files")
struct FileTransferTests {
    private static func form(_ fields: [(String, String)], name: String = "a.txt") throws -> UploadForm {
        let fields = fields.map { JSON.object(["key": .string($0.0), "value": .string($0.1)]) }
        let members: [String: JSON] = [
            "data": .object(["id": "1", "name": .string(name)]),
            "file_upload_request": .object(["url": "https://files.example/up", "form_fields": .array(fields)]),
        ]
        return try #require(UploadForm(members))
    }

    @Test("The form has the fields in their order, then the file; names cannot end their quotes or lines")
    func multipart() throws {
        let form = try Self.form([("b", "2"), ("a\"\r\nX: y", "1\r\n2")], name: "q\"\r\n.txt")
        let body = MultipartBody(form, fileLength: 5)
        let boundary = try #require(body.contentType.split(separator: "boundary=").last)
        let whole = String(decoding: body.start + Array("12345".utf8) + body.end, as: UTF8.self)
        #expect(
            whole == """
                --\(boundary)\r
                Content-Disposition: form-data; name="b"\r
                \r
                2\r
                --\(boundary)\r
                Content-Disposition: form-data; name="a%22%0D%0AX: y"\r
                \r
                1\r
                2\r
                --\(boundary)\r
                Content-Disposition: form-data; name="file"; filename="q%22%0D%0A.txt"\r
                Content-Type: application/octet-stream\r
                \r
                12345\r
                --\(boundary)--\r

                """
        )
        #expect(body.length == whole.utf8.count)
        #expect(MultipartBody(form, fileLength: 5).contentType != body.contentType)
    }

    @Test("A form without an identifier, a name, an address or fields is not used")
    func malformed() {
        let data = JSON.object(["id": "1", "name": "a"])
        let request = JSON.object(["url": "https://a", "form_fields": .array([])])
        #expect(UploadForm(["data": data, "file_upload_request": request]) != nil)
        for members: [String: JSON] in [
            [:], ["data": data], ["file_upload_request": request],
            ["data": .object(["id": "", "name": "a"]), "file_upload_request": request],
            ["data": .object(["id": "1"]), "file_upload_request": request],
            ["data": data, "file_upload_request": .object(["url": "https://a"])],
        ] {
            #expect(UploadForm(members) == nil)
        }
    }

    @Test("A transfer tells the other host nothing about the client, and never leaves TLS", arguments: [true, false])
    func request(isSecure: Bool) throws {
        let builder = RequestBuilder(
            RequestSettings(
                origin: "ps.pndsn.com",
                isSecure: isSecure,
                publishKey: "p",
                subscribeKey: "s",
                secretKey: "secret",
                signsRequests: true,
                authorizationKey: "key",
                identifier: "me"
            )
        )
        let stream = BodyStream(.upload(length: 1)) {}
        func transfer(_ url: String, _ route: Route = .fileContent) throws(Failure) -> TransportRequest {
            try builder.transfer(route, url: url, id: RequestID(rawValue: 1), headers: [], stream: stream)
        }
        let address = "https://files.example/a?signature=x"
        let request = try transfer(address)
        #expect(request.url == address && request.headers.isEmpty && request.verb == .get && request.isRepeatable)
        let upload = try transfer(address, .fileUpload)
        #expect(upload.verb == .post && !upload.isRepeatable && upload.needsNewConnection && upload.lane == .transfer)
        #expect((try? transfer("http://files.example/a")) != nil ? !isSecure : isSecure)
        for address in ["file:///etc/passwd", "ftp://a/b", "/relative", ""] {
            #expect(throws: Failure.self) { try transfer(address) }
        }
    }

    @Test("The head of a response, whatever the case of its names; and the two elements of a refusal of the storage")
    func heads() {
        let head = DownloadHead(
            status: 206,
            "HTTP/1.1 206 Partial\r\ncontent-TYPE:image/png\r\nContent-Length: 12\r\nETag: \"a:b\"\r\nLocation: https://a/b?c\r\n\r\n"
        )
        #expect(head.contentType == "image/png" && head.length == 12 && head.entityTag == "\"a:b\"")
        #expect(head.location == "https://a/b?c" && head.status == 206)
        let none = DownloadHead(status: 200, "")
        #expect(none.contentType == nil && none.length == nil)

        func refusal(_ text: String) -> FileRefusal {
            FileRefusal(TransportResponse(status: 400, body: Array(text.utf8)))
        }
        let large = refusal("<?xml?><Error><Code>EntityTooLarge</Code><Message>Too large</Message></Error>")
        #expect(large.code == "EntityTooLarge" && large.message == "Too large" && large.status == 400)
        for text in ["", "no XML", "<Code>", "<Code></Code>", "</Code><Code>"] { #expect(refusal(text).code == nil) }
        #expect(refusal("<Message>\(String(repeating: "x", count: 9000))</Message>").message == nil)
    }
}
