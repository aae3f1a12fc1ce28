import PubNubWire

/// Writes the responses of the files service.
enum FileResponse {
    private static let mediaType = "application/json"
    static let removed = json("{\"status\":200}")

    /// An address and a form for an upload.
    static func upload(_ form: FileForm, url: String, key: String, token: String) -> OriginResponse {
        let fields = [("key", key), ("Content-Type", FileType.guess(form.name)), ("token", token)].map { name, value in
            "{\"key\":\"\(name)\",\"value\":\(EnvelopeWriter.quoted(value))}"
        }
        return json(
            "{\"status\":200,\"data\":{\"id\":\(EnvelopeWriter.quoted(form.id)),\"name\":\(EnvelopeWriter.quoted(form.name))},"
                + "\"file_upload_request\":{\"url\":\(EnvelopeWriter.quoted(url)),\"method\":\"POST\","
                + "\"expiration_date\":\"\(date(form.expires))\",\"form_fields\":[\(fields.joined(separator: ","))]}}"
        )
    }

    /// A page of files, and where to go on.
    static func page(_ files: [FileRecord], next: String?) -> OriginResponse {
        let items = files.map { file in
            "{\"name\":\(EnvelopeWriter.quoted(file.name)),\"id\":\(EnvelopeWriter.quoted(file.id)),"
                + "\"size\":\(file.size),\"created\":\"\(date(file.created))\"}"
        }
        let next = next.map(EnvelopeWriter.quoted) ?? "null"
        return json(
            "{\"status\":200,\"data\":[\(items.joined(separator: ","))],\"next\":\(next),\"count\":\(files.count)}"
        )
    }

    /// The address of a file, which ends at a time.
    static func redirect(to address: String, seconds: UInt64, isPrivate: Bool) -> OriginResponse {
        var response = OriginResponse(status: 307, body: [])
        response.contentType = mediaType
        response.headers = [
            HeaderField(name: "Location", value: address),
            HeaderField(
                name: "Cache-Control",
                value: "\(isPrivate ? "private" : "public"), max-age=\(seconds), immutable"
            ),
        ]
        return response
    }

    /// An upload that was stored.
    static func stored(tag: String) -> OriginResponse {
        var response = OriginResponse(status: 204, body: [])
        response.headers = [HeaderField(name: "ETag", value: "\"\(tag)\"")]
        return response
    }

    /// A file, or the part of it that is asked for. A long one is read while it is sent.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - conditions: The headers of the request.
    ///   - waitsForDisk: Whether reading the file waits for a disk.
    ///   - allowsActiveTypes: Whether a type that runs in a browser is sent.
    /// - Returns: The response.
    static func content(
        _ file: OriginStoredFile,
        _ conditions: FileConditions,
        waitsForDisk: Bool,
        allowsActiveTypes: Bool
    ) -> OriginResponse {
        let record = file.record
        let tag = "\"\(record.tag)\""
        var headers = [
            HeaderField(name: "ETag", value: tag),
            HeaderField(name: "Last-Modified", value: HTTPDate.text(secondsSince1970: record.created)),
            HeaderField(name: "Accept-Ranges", value: "bytes"),
            HeaderField(name: "Content-Disposition", value: FileName.disposition(record.name)),
            HeaderField(name: "Content-Security-Policy", value: "sandbox; default-src 'none'"),
            HeaderField(name: "Cross-Origin-Resource-Policy", value: "cross-origin"),
            HeaderField(name: "Referrer-Policy", value: "no-referrer"),
        ]
        let mayBePart = conditions.ifRange.map { $0 == tag } ?? true
        let range = ByteRange(mayBePart ? conditions.range : nil, size: record.size)
        var status = 200
        var part = 0..<0
        switch range {
        case _ where EntityTagCondition(conditions.ifNoneMatch).matchesWeakly(record.tag):
            status = 304
        case .whole:
            part = 0..<record.size
        case .part(let asked):
            status = 206
            part = asked
            let value = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(record.size)"
            headers.append(HeaderField(name: "Content-Range", value: value))
        case .unsatisfiable:
            status = 416
            headers.append(HeaderField(name: "Content-Range", value: "bytes */\(record.size)"))
        }
        let isLong = part.count > StreamedBody.partBytes
        guard let bytes = part.isEmpty || isLong ? [] : file.read(part), isLong || bytes.count == part.count else {
            return storageFailed
        }
        var response = OriginResponse(status: status, body: bytes)
        if isLong {
            let start = part.lowerBound
            response.streamed = StreamedBody(length: part.count, waitsForDisk: waitsForDisk) { range in
                file.read(start + range.lowerBound..<start + range.upperBound)
            }
        }
        response.contentType = FileType.sent(claimed: record.contentType, allowsActive: allowsActiveTypes)
        response.headers = headers
        return response
    }

    /// A refusal in the form of the storage that clients read.
    static func storage(_ status: Int, _ code: String, _ message: String, members: String = "") -> OriginResponse {
        var response = OriginResponse(
            status: status,
            text:
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>\(code)</Code><Message>\(message)</Message>\(members)"
                + "<RequestId>1</RequestId><HostId>1</HostId></Error>"
        )
        response.contentType = "application/xml"
        return response
    }

    static let malformedForm = storage(
        400,
        "MalformedPOSTRequest",
        "The body of your POST request is not well-formed multipart/form-data."
    )
    /// An upload that did not arrive in time.
    static let tooSlow = storage(408, "RequestTimeout", "The upload took too long.")
    static let denied = storage(403, "AccessDenied", "Access Denied")
    static let missing = storage(404, "NoSuchKey", "The specified key does not exist.")

    /// A storage that reported an error, for a client that reads XML.
    static let storageFailed = storage(500, "InternalError", "We encountered an internal error. Please try again.")
    /// A storage that reported an error, for a client that reads JSON.
    static let failed = ErrorResponse.files(500, code: 3000, "Internal Server Error")
    /// The refusal of an upload or of a download while too many are in progress.
    static let busy = {
        var response = storage(503, "SlowDown", "Please reduce your request rate.")
        response.headers = [HeaderField(name: "Retry-After", value: "1")]
        return response
    }()

    /// The refusal of an upload.
    ///
    /// - Parameters:
    ///   - fault: The reason.
    ///   - limit: The bytes that a file may have.
    /// - Returns: The response, in XML.
    static func refusal(of fault: UploadFault, limit: Int) -> OriginResponse {
        switch fault {
        case .malformed: malformedForm
        case .denied: denied
        case .tooLarge(let size): tooLarge(size, limit: limit)
        case .busy: busy
        case .full: storage(403, "QuotaExceeded", "The storage of this keyset is full.")
        case .failed: storageFailed
        }
    }

    /// An upload that is too large, after which the connection ends.
    private static func tooLarge(_ size: Int, limit: Int) -> OriginResponse {
        var response = storage(
            400,
            "EntityTooLarge",
            "Your proposed upload exceeds the maximum allowed size",
            members: "<ProposedSize>\(size)</ProposedSize><MaxSizeAllowed>\(limit)</MaxSizeAllowed>"
        )
        response.closesConnection = true
        return response
    }

    private static func json(_ text: String) -> OriginResponse {
        var response = OriginResponse(status: 200, text: text)
        response.contentType = mediaType
        return response
    }

    /// A date in whole seconds.
    private static func date(_ seconds: UInt64) -> String {
        Instant(seconds: Int64(clamping: seconds), nanoseconds: 0).text
    }
}
