import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Files".
@Suite("The time that an upload has: 60 s to start, and then 5 minutes")
struct UploadTimeTests {
    private static let content = Array("Knights who say Ni!".utf8)

    private func connected(
        _ limits: OriginLimits = OriginLimits(),
        _ body: @escaping @Sendable (RawConnection, OriginManualClock) throws -> Void
    ) async throws {
        let clock = OriginManualClock()
        try await withOrigin(OriginConfiguration(limits: limits, clock: clock)) { _, address in
            try await onOwnThread {
                try body(try #require(RawConnection(port: address.port)), clock)
            }
        }
    }

    /// Sends the head of an upload, and returns when the server has read it.
    private func begin(_ connection: RawConnection, _ body: [UInt8]) throws {
        connection.sendUploadHead(length: body.count, "Expect: 100-continue\r\n")
        try #require(connection.answer()?.status == 100)
    }

    @Test("An upload that starts 59 s after its form was given out may end after the form has expired")
    func started() async throws {
        try await connected { connection, clock in
            let body = try #require(connection.uploadForm()).body(Self.content)
            clock.advance(by: .seconds(59))
            try begin(connection, body)
            clock.advance(by: .seconds(11))
            connection.send(body)
            #expect(connection.answer()?.status == 204)
        }
    }

    @Test("An upload that starts 61 s after its form was given out is refused with 403")
    func late() async throws {
        try await connected { connection, clock in
            let form = try #require(connection.uploadForm())
            clock.advance(by: .seconds(61))
            let answer = connection.upload(Self.content, form)
            #expect(answer?.status == 403 && answer?.text.contains("<Code>AccessDenied</Code>") == true)
        }
    }

    @Test("An upload that arrives within four minutes is stored, and its form counts as used for all that time")
    func slow() async throws {
        try await connected { connection, clock in
            let form = try #require(connection.uploadForm())
            let body = form.body(Self.content)
            try begin(connection, body)
            let size = body.count / 24 + 1
            for start in stride(from: 0, to: body.count, by: size) {
                clock.advance(by: .seconds(10))
                connection.send(Array(body[start..<min(start + size, body.count)]))
            }
            #expect(connection.answer()?.status == 204)
            #expect(connection.upload(Self.content, form)?.status == 403)
        }
    }

    @Test("An upload that is not complete after 5 minutes is refused in the form of files, and its connection ends")
    func tooSlow() async throws {
        try await connected { connection, clock in
            let body = try #require(connection.uploadForm()).body(Self.content)
            try begin(connection, body)
            for _ in 0..<30 {
                connection.send([body[0]])
                clock.advance(by: .seconds(10))
            }
            let answer = try #require(connection.answer())
            #expect(answer.status == 408 && answer["content-type"] == "application/xml")
            #expect(answer.text.contains("<Code>RequestTimeout</Code>") && answer["connection"] == "close")
        }
    }

    @Test("An upload that finds no room is told so after 60 s if its body has not arrived by then")
    func refused() async throws {
        var limits = OriginLimits()
        limits.fileUploads = 0
        try await connected(limits) { connection, clock in
            connection.sendUploadHead(length: 100, "Expect: 100-continue\r\n")
            #expect(connection.answer()?.status == 100)
            clock.advance(by: .seconds(60))
            let answer = try #require(connection.answer())
            #expect(answer.status == 503 && answer.text.contains("<Code>SlowDown</Code>"))
            #expect(answer["retry-after"] == "1" && answer["connection"] == "close")
        }
    }
}
