import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Files".
@Suite("Files: addresses, uploads, lists, content and removal")
struct FileRouteTests {
    private let probe: OriginProbe
    private static let root = "/v1/files/demo/channels/"

    init() { probe = OriginProbe() }

    private init(_ probe: OriginProbe) { self.probe = probe }

    private func json(_ exchange: OriginProbe.Exchange) throws -> JSON {
        try JSON(parsing: try #require(exchange.body))
    }

    private func request(
        _ method: String,
        _ target: String,
        body: String = "",
        _ conditions: FileConditions = FileConditions(host: "o:80")
    ) -> OriginProbe.Exchange {
        probe.send(OriginRequest(method: method, target: target, conditions: conditions, body: Array(body.utf8)))
    }

    /// An address and a form for an upload.
    private func form(_ name: String = "f.txt", channel: String = "a") throws -> JSON {
        let exchange = request("POST", "\(Self.root)\(channel)/generate-upload-url", body: #"{"name":"\#(name)"}"#)
        #expect(exchange.status == 200)
        return try json(exchange)
    }

    private func upload(
        _ content: [UInt8],
        _ form: JSON,
        boundary: String = "b",
        to target: String = "/v1/files/upload",
        replacing field: (name: String, value: String)? = nil
    ) -> OriginProbe.Exchange {
        var received = ReceivedForm(form)
        if let field { received[field.name] = field.value }
        return probe.send(
            OriginRequest(
                method: "POST",
                target: target,
                contentType: "multipart/form-data; boundary=\(boundary)",
                body: received.body(content, boundary: boundary)
            )
        )
    }

    /// Stores a file, and returns its identifier.
    private func stored(_ text: String, _ name: String = "f.txt", channel: String = "a") throws -> String {
        let form = try form(name, channel: channel)
        #expect(upload(Array(text.utf8), form).status == 204)
        return try #require(form["data"]?["id"]?.string)
    }

    /// The address of a file's content, without its origin.
    private func address(_ id: String, _ name: String = "f.txt", channel: String = "a") throws -> String {
        let exchange = request("GET", "\(Self.root)\(channel)/files/\(id)/\(name)")
        #expect(exchange.status == 307 && exchange.response?.body == [])
        let location = exchange.response?.headers.first { $0.name == "Location" }?.value
        let address = try #require(location)
        #expect(address.hasPrefix("http://o:80/v1/files/content/"))
        return String(address.dropFirst("http://o:80".count))
    }

    private func content(_ address: String, _ conditions: FileConditions = FileConditions()) -> OriginResponse? {
        request("GET", address, conditions).response
    }

    private func header(_ name: String, _ response: OriginResponse?) -> String? {
        response?.headers.first { $0.name == name }?.value
    }

    @Test("The form of an upload has the shape of the service, with fields of this server")
    func uploadForm() throws {
        let form = try form("Knights.PNG")
        #expect(form["status"] == 200 && form["data"]?["name"] == "Knights.PNG")
        let id = try #require(form["data"]?["id"]?.string)
        #expect(id.utf8.count == 36 && id == id.lowercased())
        let request = try #require(form["file_upload_request"])
        #expect(request["url"] == "http://o:80/v1/files/upload" && request["method"] == "POST")
        #expect(request["expiration_date"] == "2014-12-15T14:51:00Z")
        let fields = request["form_fields"]?.array ?? []
        #expect(fields.compactMap { $0["key"]?.string } == ["key", "Content-Type", "token"])
        #expect(fields[1]["value"] == "image/png")
    }

    @Test("A file is listed after its upload, read at its address, and gone after its removal")
    func life() throws {
        let id = try stored("Knights who say Ni!")
        let list = try json(request("GET", "\(Self.root)a/files"))
        #expect(list["status"] == 200 && list["count"] == 1 && list["next"] == .null)
        #expect(
            list["data"]?.array == [
                ["name": "f.txt", "id": .string(id), "size": 19, "created": "2014-12-15T14:50:00Z"]
            ]
        )
        let response = content(try address(id))
        #expect(response?.status == 200 && response?.body == Array("Knights who say Ni!".utf8))
        #expect(response?.contentType == "text/plain; charset=utf-8")
        #expect(header("Content-Disposition", response) == "attachment; filename=\"f.txt\"; filename*=UTF-8''f.txt")
        #expect(header("Content-Security-Policy", response) == "sandbox; default-src 'none'")
        #expect(request("DELETE", "\(Self.root)a/files/\(id)/f.txt").body == #"{"status":200}"#)
        #expect(
            try json(request("GET", "\(Self.root)a/files")) == ["status": 200, "data": [], "next": .null, "count": 0]
        )
        let missing = content(try address(id))
        #expect(missing?.status == 404 && missing?.contentType == "application/xml")
        let reason = String(decoding: missing?.body ?? [], as: UTF8.self)
        #expect(reason.contains("<Code>NoSuchKey</Code>"))
        #expect(request("DELETE", "\(Self.root)a/files/\(id)/f.txt").status == 200, "twice is no harm")
    }

    @Test("A removal under another name removes nothing; the name that was asked for is one of the file's names")
    func removalByName() throws {
        let id = try stored("Knights", "../keep.txt", channel: "del")
        #expect(request("DELETE", "\(Self.root)del/files/\(id)/another.txt").body == #"{"status":200}"#)
        #expect(content(try address(id, "keep.txt", channel: "del"))?.body == Array("Knights".utf8))
        let asked = PercentEncoding.escape("../keep.txt")
        #expect(request("DELETE", "\(Self.root)del/files/\(id)/\(asked)").body == #"{"status":200}"#)
        #expect(content(try address(id, "keep.txt", channel: "del"))?.status == 404)
    }

    @Test("In a cluster with partitions the address of an upload has the subscribe key, which a proxy reads")
    func uploadOfPartition() throws {
        let second = try ClusterPartition(2, of: 3)
        #expect(FileService.uploadPath(of: "keys/1", in: second) == "/v1/files/upload/keys%2F1")
        #expect(FileService.uploadPath(of: "demo", in: .whole) == "/v1/files/upload")
        #expect(upload([1, 2], try form(), to: "/v1/files/upload/demo").status == 204)
        #expect(OriginLimits().bodyBytes(of: "/v1/files/upload/demo", method: "POST") == OriginLimits().uploadBodyBytes)
    }

    @Test("Pages are in the order of identifiers, each after the last file of the one before")
    func pages() throws {
        let ids = try (0..<7).map { try stored("\($0)", "f\($0).txt") }.sorted()
        _ = try stored("x", channel: "b")
        var found: [[String]] = []
        var next = ""
        repeat {
            let page = try json(request("GET", "\(Self.root)a/files?limit=3\(next)"))
            found.append(page["data"]?.array?.compactMap { $0["id"]?.string } ?? [])
            #expect(page["count"]?.int64Value == Int64(found.last?.count ?? -1))
            next = page["next"]?.string.map { "&next=\($0)" } ?? ""
        } while !next.isEmpty
        #expect(found == [Array(ids[0..<3]), Array(ids[3..<6]), [ids[6]]])
        for limit in ["0", "101", "-1", "x"] {
            let refusal = request("GET", "\(Self.root)a/files?limit=\(limit)")
            #expect(refusal.status == 400)
            #expect(
                refusal.body == #"{"status":400,"error":{"message":"Invalid limit parameter. Limit must be an integer "#
                    + #"between 1 and 100 (inclusive).","source":"Files","code":3001}}"#
            )
        }
    }

    @Test("Empty files and those of the largest size are stored; a larger one is refused with its size")
    func sizes() throws {
        let limit = OriginLimits().fileSize
        for size in [0, limit] {
            #expect(upload(Array(repeating: 0x0D, count: size), try form()).status == 204)
        }
        let refusal = upload(Array(repeating: 1, count: limit + 1), try form())
        #expect(refusal.status == 400 && refusal.response?.closesConnection == true)
        let text = refusal.body ?? ""
        #expect(
            text.contains("<Code>EntityTooLarge</Code>") && text.contains("Your proposed upload exceeds the maximum")
        )
        #expect(text.contains("<ProposedSize>5242881</ProposedSize><MaxSizeAllowed>5242880</MaxSizeAllowed>"))
        let sizes = try json(request("GET", "\(Self.root)a/files"))["data"]?.array?.compactMap {
            $0["size"]?.int64Value
        }
        #expect(sizes?.sorted() == [0, Int64(limit)])
    }

    @Test("A form is used once, in time, and unchanged; the client may change the media type only")
    func forms() throws {
        let form = try form()
        #expect(upload([1], form, replacing: ("token", "e30.AAAA")).status == 403)
        for key in ["", "demo/a/other/f.txt"] {
            let refusal = upload([1], form, replacing: ("key", key))
            #expect(refusal.status == 403 && refusal.body?.contains("<Code>AccessDenied</Code>") == true)
        }
        #expect(upload([1], form, boundary: "--x-y--", replacing: ("Content-Type", "image/gif")).status == 204)
        #expect(upload([2], form).status == 403)
        let id = form["data"]?["id"]?.string ?? ""
        #expect(content(try address(id))?.contentType == "image/gif")
        let late = try self.form()
        probe.advance(by: .seconds(61))
        #expect(upload([1], late).status == 403)
        let malformed = probe.send(
            OriginRequest(
                method: "POST",
                target: "/v1/files/upload",
                contentType: "multipart/form-data; boundary=b",
                body: Array("--b\r\n".utf8)
            )
        )
        #expect(malformed.status == 400 && malformed.body?.contains("MalformedPOSTRequest") == true)
    }

    @Test(
        "Sends the parts that are asked for",
        arguments: [
            ("bytes=0-3", 206, "Knig", "bytes 0-3/19"), ("bytes=16-", 206, "Ni!", "bytes 16-18/19"),
            ("bytes=-3", 206, "Ni!", "bytes 16-18/19"), ("bytes=5-100", 206, "ts who say Ni!", "bytes 5-18/19"),
            ("bytes=19-", 416, "", "bytes */19"), ("bytes=-0", 416, "", "bytes */19"),
            ("bytes=0-1,3-4", 200, "Knights who say Ni!", nil), ("bytes=4-2", 200, "Knights who say Ni!", nil),
            ("lines=1-2", 200, "Knights who say Ni!", nil),
        ] as [(String, Int, String, String?)]
    )
    func ranges(range: String, status: Int, text: String, contentRange: String?) throws {
        let address = try address(try stored("Knights who say Ni!"))
        let response = content(address, FileConditions(range: range))
        #expect(response?.status == status && response.map { String(decoding: $0.body, as: UTF8.self) } == text)
        #expect(header("Content-Range", response) == contentRange)
        let tag = try #require(header("ETag", response))
        for known in [tag, "W/\(tag)", "\"old\", \(tag)", "\"old\",W/\(tag) ,\"other\"", "*"] {
            #expect(content(address, FileConditions(ifNoneMatch: known))?.status == 304)
        }
        for other in ["\"old\"", "W/\"old\", \"other\"", ""] {
            #expect(content(address, FileConditions(range: range, ifNoneMatch: other))?.status == status)
        }
        #expect(content(address, FileConditions(range: "bytes=0-3", ifRange: tag))?.status == 206)
        #expect(content(address, FileConditions(range: "bytes=0-3", ifRange: "\"old\""))?.status == 200)
    }

    @Test("An address is the same for an hour, ends, and serves one file only")
    func addresses() throws {
        let id = try stored("a")
        let other = try stored("b")
        let address = try address(id)
        #expect(try self.address(id) == address)
        #expect(content(address.replacing(id, with: other))?.status == 403)
        #expect(content(address.replacing("f.txt", with: "g.txt"))?.status == 403)
        #expect(content(address + "x")?.status == 403)
        probe.advance(by: .seconds(3600))
        #expect(try self.address(id) != address)
        probe.advance(by: .seconds(301))
        #expect(content(address)?.status == 403)
    }

    @Test(
        "Names have nothing that paths or headers give a meaning",
        arguments: [
            ("../../etc/passwd", "etcpasswd"), ("..", "file"), (#"a\\b"#, "ab"), (#"a\r\nX: y"#, "aX: y"),
            (#"\u202Egpj.exe"#, "gpj.exe"), ("Plan É.pdf", "Plan É.pdf"), (#"q\"q"#, "q\"q"),
        ]
    )
    func names(asked: String, given: String) throws {
        let form = try form(asked)
        #expect(form["data"]?["name"]?.string == given)
        #expect(upload([1], form).status == 204)
        let id = form["data"]?["id"]?.string ?? ""
        let response = content(try address(id, PercentEncoding.escape(given)))
        #expect(response?.status == 200)
        let disposition = header("Content-Disposition", response) ?? ""
        #expect(disposition.hasPrefix("attachment; ") && disposition.filter { $0 == "\"" }.count == 2)
        #expect(FileName.sanitized(String(repeating: "é", count: 200), bytes: 255).utf8.count == 254)
    }

    @Test(
        "Types that run in a browser are sent as bytes",
        arguments: [
            "text/html", "image/svg+xml", "TEXT/HTML; x=y", "application/xml", "text/javascript", "a", "a/b\r\nX: y",
        ]
    )
    func activeTypes(type: String) throws {
        let form = try form("page.html")
        #expect(upload([1], form, replacing: ("Content-Type", type)).status == 204)
        let id = form["data"]?["id"]?.string ?? ""
        #expect(content(try address(id, "page.html"))?.contentType == "application/octet-stream")
    }

    @Test("A keyset may send types that run in a browser; the others of the server do not")
    func allowedTypes() throws {
        var open = OriginKeyset(subscribeKey: "demo")
        open.allowsActiveFileTypes = true
        let closed = OriginKeyset(subscribeKey: "demo")
        for (keyset, type) in [(open, "text/html"), (closed, "application/octet-stream")] {
            let files = FileRouteTests(OriginProbe(keysets: [keyset]))
            let form = try files.form("page.html")
            #expect(files.upload([1], form, replacing: ("Content-Type", "text/html")).status == 204)
            let id = form["data"]?["id"]?.string ?? ""
            #expect(files.content(try files.address(id, "page.html"))?.contentType == type)
        }
    }

    @Test("The message about a file has kind 4, live and in history, by GET and by POST")
    func messages() throws {
        let message = #"{"message":"The plan","file":{"id":"2222","name":"plan.pdf"}}"#
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=1")
        let target = "/v1/files/publish-file/demo/demo/0/a/0/\(PercentEncoding.escape(message))"
        let query = "?store=1&ttl=0&meta=null&uuid=ann&custom_message_type=plan&norep=false"
        #expect(probe.get(target + query).body == #"[1,"Sent","14186550000000000"]"#)
        let envelope = try #require(try json(poll)["m"]?[0])
        #expect(envelope["e"] == 4 && envelope["i"] == "ann" && envelope["cmt"] == "plan" && envelope["u"] == nil)
        #expect(envelope["d"]?["file"]?["id"] == "2222" && envelope["d"]?["message"] == "The plan")
        for end in ["0", "0/"] {
            let other = request("POST", "/v1/files/publish-file/demo/demo/0/a/\(end)?store=0", body: message)
            #expect(other.status == 200)
        }
        let history = try json(
            probe.get("/v3/history/sub-key/demo/channel/a?max=9&include_message_type=true&include_uuid=true")
        )
        let items = history["channels"]?["a"]?.array ?? []
        #expect(items.count == 1 && items.first?["message_type"] == 4 && items.first?["uuid"] == "ann")
        #expect(probe.get("/v1/files/publish-file/demo/demo/0/a/0/%7B").body?.hasPrefix(#"[0,"Invalid JSON","#) == true)
    }

    @Test("A message about a file may name the timetoken of the response; the event and history have their own")
    func namedTimetoken() throws {
        let message = PercentEncoding.escape(#"{"message":1,"file":{"id":"2222","name":"f"}}"#)
        let target = "/v1/files/publish-file/demo/demo/0/a/0/\(message)?store=1"
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=1")
        #expect(probe.get(target + "&ptto=16057799474000000").body == #"[1,"Sent","16057799474000000"]"#)
        let envelope = try #require(try json(poll)["m"]?[0])
        #expect(envelope["p"]?["t"] == "14186550000000000")
        let items = try json(probe.get("/v3/history/sub-key/demo/channel/a?max=9"))["channels"]?["a"]?.array ?? []
        #expect(items.count == 1 && items.first?["timetoken"] == "14186550000000000")
        for other in ["", "0", "1605779947400000", "160577994740000000", "1605779947400000x", "-1605779947400000"] {
            let answer = try json(probe.get(target + "&ptto=\(other)"))
            #expect(answer[2]?.string?.hasPrefix("14186550") == true, "no timetoken of 17 digits: \(other)")
        }
        let publish = try json(probe.get("/publish/demo/demo/0/a/0/1?ptto=16057799474000000"))
        #expect(publish[2]?.string?.hasPrefix("14186550") == true, "an item of messages about files only")
    }

    @Test(
        "Bodies are read as JSON whatever their type says",
        arguments: ["text/plain;charset=UTF-8", "application/json", "application/x-www-form-urlencoded", "x", nil]
    )
    func bodyTypes(type: String?) throws {
        for (target, body) in [
            ("\(Self.root)a/generate-upload-url", #"{"name":"f"}"#),
            ("/v1/files/publish-file/demo/demo/0/a/0", #"{"message":1,"file":{"id":"1","name":"f"}}"#),
        ] {
            let request = OriginRequest(method: "POST", target: target, contentType: type, body: Array(body.utf8))
            #expect(probe.send(request).status == 200)
        }
        let keyed = OriginProbe(keys: (publish: "demo", subscribe: "demo"), secretKey: SignedCall.secretKey)
        let body = #"{"ttl":60,"permissions":{"resources":{"channels":{"a":1}}}}"#
        var call = TokenCall(body: body, timestamp: keyed.clock.date / 10_000_000)
        call.contentType = type
        #expect(keyed.send(call.request).status == 200)
    }

    @Test("Refuses a channel whose name is too long, in the form of files")
    func longChannel() throws {
        for (method, rest) in [("GET", "files"), ("POST", "generate-upload-url"), ("DELETE", "files/1/f")] {
            let refusal = request(method, "\(Self.root)\(String(repeating: "a", count: 93))/\(rest)")
            #expect(refusal.status == 400)
            let answer = try json(refusal)
            #expect(answer["status"] == 400 && answer["error"]?["source"] == "Files")
            #expect(answer["error"]?["code"] == 3001)
            #expect(answer["error"]?["message"] == "Name Too Long")
        }
    }

    @Test("Refuses channels that cannot have files, and forms without a name")
    func refusals() throws {
        for channel in ["a,b", "a-pnpres", "a.*"] {
            let refusal = request("GET", "\(Self.root)\(channel)/files")
            #expect(refusal.status == 400 && refusal.body?.contains("[channel] contains invalid characters") == true)
        }
        for body in ["", "{}", #"{"name":""}"#] {
            #expect(request("POST", "\(Self.root)a/generate-upload-url", body: body).status == 400)
        }
    }

    @Test("A server without storage of files, as one of a cluster, refuses their calls with 402")
    func disabled() throws {
        let service = FileService(OriginConfiguration(), storage: nil)
        for (method, target) in [
            ("GET", "\(Self.root)a/files"), ("POST", "\(Self.root)a/generate-upload-url"), ("POST", "/v1/files/upload"),
            ("DELETE", "\(Self.root)a/files/1/f"), ("GET", "\(Self.root)a/files/1/f"),
        ] {
            let call = try #require(OriginRequest(method: method, target: target).call)
            let response = service.response(to: call, isPrivate: false, at: probe.clock.moment)
            #expect(response.status == 402)
        }
    }

    @Test("Bounds the number and the bytes of files")
    func bounds() throws {
        var limits = OriginLimits()
        limits.filesPerChannel = 2
        limits.fileBytes = 10
        let small = FileRouteTests(OriginProbe(limits: limits))
        #expect(small.upload(Array(repeating: 1, count: 8), try small.form()).status == 204)
        #expect(small.upload(Array(repeating: 1, count: 3), try small.form()).status == 403)
        #expect(small.upload([1], try small.form()).status == 204)
        #expect(small.upload([], try small.form()).status == 403)
        #expect(small.upload([], try small.form(channel: "b")).status == 204)
    }

}
