import PubNubWire

/// The form for an upload that a server gave out.
struct ReceivedForm: Sendable {
    /// A field of the form.
    struct Field: Sendable {
        let name: String
        var value: String
    }

    /// The boundary between the parts of a body, unless a test takes another one.
    static let boundary = "b"

    /// The identifier of the file; empty if the response has none.
    let id: String
    /// The address of the upload; empty if the response has none.
    let url: String
    private(set) var fields: [Field]

    /// Reads a response.
    init(_ answer: JSON) {
        let request = answer["file_upload_request"]
        id = answer["data"]?["id"]?.string ?? ""
        url = request?["url"]?.string ?? ""
        fields = (request?["form_fields"]?.array ?? []).map { item in
            Field(name: item["key"]?.string ?? "", value: item["value"]?.string ?? "")
        }
    }

    /// The value of a field; nil without it.
    subscript(name: String) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            for index in fields.indices where fields[index].name == name { fields[index].value = newValue ?? "" }
        }
    }

    /// The body of an upload: all fields, then the file.
    func body(_ content: [UInt8], boundary: String = Self.boundary) -> [UInt8] {
        var body: [UInt8] = []
        for field in fields {
            body += Self.part(field.name, boundary) + Array(field.value.utf8) + Array("\r\n".utf8)
        }
        body += Self.part("file", boundary, "; filename=\"other\"") + content
        return body + Array("\r\n--\(boundary)--\r\n".utf8)
    }

    /// What precedes the content of a part.
    static func part(_ name: String, _ boundary: String, _ rest: String = "") -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(rest)\r\n\r\n".utf8)
    }
}

extension RawConnection {
    /// Requests a form for an upload to the channel `a`; nil without a response of JSON.
    func uploadForm(_ name: String = "f.bin", _ headers: String = "") -> ReceivedForm? {
        let body = JSON.object(["name": .string(name)]).text
        send(
            "POST /v1/files/demo/channels/a/generate-upload-url HTTP/1.1\r\nHost: o\r\n\(headers)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return answer().flatMap { try? JSON(parsing: $0.body) }.map { ReceivedForm($0) }
    }

    /// Sends the head of an upload.
    func sendUploadHead(length: Int, _ headers: String = "") {
        send(
            "POST /v1/files/upload HTTP/1.1\r\nHost: o\r\nContent-Type: multipart/form-data; boundary=b\r\n\(headers)"
                + "Content-Length: \(length)\r\n\r\n"
        )
    }

    /// Uploads a file, and returns the response.
    func upload(_ content: [UInt8], _ form: ReceivedForm) -> RawAnswer? {
        let body = form.body(content)
        sendUploadHead(length: body.count)
        send(body)
        return answer()
    }

    /// The path and query of the content of a file of the channel `a`; nil without one.
    ///
    /// - Parameters:
    ///   - id: The identifier of the file.
    ///   - name: Its name as it is put into the path.
    /// - Returns: The target.
    func contentTarget(_ id: String, _ name: String) -> String? {
        get("/v1/files/demo/channels/a/files/\(id)/\(name)")
        guard let location = answer()?["location"] else { return nil }
        return location.firstRange(of: "/v1/").map { String(location[$0.lowerBound...]) }
    }
}
