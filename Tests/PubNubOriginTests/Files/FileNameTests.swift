import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Files".
@Suite("Files: names that the server changes, and names that clients do not escape")
struct FileNameTests {
    private static let content = Array("Knights who say Ni!".utf8)

    private static func sanitized(_ name: String, bytes: Int = 255) -> String {
        FileName.sanitized(name, bytes: bytes)
    }

    @Test(
        "Marks of direction and other characters without a width are removed; joiners within a name are kept",
        arguments: [
            ("\u{202E}gpj.exe", "gpj.exe"), ("a\u{2066}b\u{2069}\u{200F}.txt", "ab.txt"),
            ("a\u{200B}b\u{FEFF}.txt", "ab.txt"),
            ("👩‍👩‍👧.png", "👩‍👩‍👧.png"), ("نامه\u{200C}ای.pdf", "نامه\u{200C}ای.pdf"), ("\u{200D}", "file"),
            ("\u{200D}.profile", "profile"), ("\u{00AD}", "file"),
        ]
    )
    func invisible(asked: String, given: String) {
        #expect(Self.sanitized(asked).hasSameBytes(as: given))
        #expect(Self.sanitized(given).hasSameBytes(as: given), "a name that was changed is not changed again")
    }

    @Test("A long name is cut in front of its extension, between two characters")
    func long() {
        let name = Self.sanitized(String(repeating: "é", count: 200) + ".jpeg")
        #expect(name.hasSuffix("é.jpeg") && name.utf8.count == 255)
        #expect(FileType.guess(name) == "image/jpeg")
        #expect(Self.sanitized(String(repeating: "é", count: 200)).utf8.count == 254)
        let tail = Self.sanitized("a." + String(repeating: "x", count: 300))
        #expect(tail == "a." + String(repeating: "x", count: 253), "what is so long is no extension")
        #expect(!Self.sanitized("ab\u{200D}cd.txt", bytes: 9).contains("\u{200D}"), "no joiner joins the extension")
        for bytes in 4...40 {
            let cut = Self.sanitized("Ünïcödé-\u{200D}name.png", bytes: bytes)
            #expect(cut.utf8.count <= bytes)
            #expect(Self.sanitized(cut, bytes: bytes).hasSameBytes(as: cut))
        }
    }

    @Test(
        "A file with a type that a browser runs is sent as bytes, unless the keyset allows it",
        arguments: [
            "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
            "application/xhtml+xml", "application/xml", "application/atom+xml", "image/svg+xml", "text/ecmascript",
            "text/html", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
            "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
            "text/vbscript", "text/x-ecmascript", "text/x-javascript", "text/xml", "text/xsl", "TEXT/X-JavaScript;a=b",
        ]
    )
    func activeTypes(type: String) {
        #expect(FileType.sent(claimed: type) == "application/octet-stream")
        #expect(FileType.sent(claimed: type, allowsActive: true) == type)
    }

    @Test("Types that no browser runs are sent, and what is no media type is not", arguments: [false, true])
    func otherTypes(allowsActive: Bool) {
        for type in ["image/png", "text/plain; charset=utf-8", "application/json", "text/javascript1.9", "a/b"] {
            #expect(FileType.sent(claimed: type, allowsActive: allowsActive) == type)
        }
        for type in ["", "text", "text/", "/html", "text/html/x", "text/h\u{e4}ml", "text/html\r\nX: y"] {
            #expect(FileType.sent(claimed: type, allowsActive: allowsActive) == "application/octet-stream")
        }
    }

    @Test(
        "A file is read by the name that was asked for as well as by the name that it was given",
        arguments: [
            "../../etc/passwd", "..", "a\\b.txt", "\u{202E}gpj.exe", "a\u{200B}b.txt", "👩‍👩‍👧.png",
            String(repeating: "é", count: 200) + ".txt", "a\r\nb",
        ]
    )
    func requestedName(asked: String) async throws {
        try await withOrigin(OriginConfiguration()) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let form = try #require(connection.uploadForm(asked))
                #expect(connection.upload(Self.content, form)?.status == 204)
                for name in [asked, FileName.sanitized(asked, bytes: 255)] {
                    let target = try #require(connection.contentTarget(form.id, PercentEncoding.escape(name)))
                    connection.get(target)
                    #expect(connection.answer()?.body == Self.content)
                }
                let target = try #require(connection.contentTarget(form.id, "other"))
                connection.get(target)
                #expect(connection.answer()?.status == 404)
            }
        }
    }

    @Test(
        "A percent sign in a file's name that begins no escape stands for itself",
        arguments: ["100%.txt", "%", "%zz", "50%25 %c3%a9%", "%%41"]
    )
    func percent(raw: String) async throws {
        let name =
            [
                "100%.txt": "100%.txt", "%": "%", "%zz": "%zz", "50%25 %c3%a9%": "50% é%", "%%41": "%A",
            ][raw] ?? ""
        let path = raw.replacing(" ", with: "%20")
        try await withOrigin(OriginConfiguration()) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                let form = try #require(connection.uploadForm(name))
                #expect(connection.upload(Self.content, form)?.status == 204)
                let target = try #require(connection.contentTarget(form.id, path + "?uuid=a%20b"))
                connection.get(target)
                #expect(connection.answer()?.body == Self.content)
                connection.get(target.replacing(PercentEncoding.escape(name), with: path))
                #expect(connection.answer()?.body == Self.content)
                connection.send(
                    "DELETE /v1/files/demo/channels/a/files/\(form.id)/\(path) HTTP/1.1\r\nHost: o\r\n\r\n"
                )
                #expect(connection.answer()?.status == 200)
                connection.get(target)
                #expect(connection.answer()?.status == 404)
            }
        }
    }

    @Test(
        "Anywhere else, and in escapes that are no UTF-8, such a percent sign is an error",
        arguments: [
            "/v1/files/demo/channels/a%/files/1/f", "/v1/files/demo/channels/a/files/%/f",
            "/v1/files/demo/channels/a/files/1/f?uuid=%", "/v1/files/demo/channels/a/files/1/%ff", "/v1/files/demo/%",
            "/v1/files/demo/channels/a/files/1/%00", "/publish/demo/demo/0/a/0/%", "/v1/files/content/demo/a%/1/f",
        ]
    )
    func percentElsewhere(target: String) async throws {
        try await withOrigin(OriginConfiguration()) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get(target)
                #expect(connection.answer()?.status == 400)
            }
        }
    }
}
