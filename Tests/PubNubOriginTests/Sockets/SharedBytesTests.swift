import NIOCore
import Testing

@testable import PubNubOrigin

@Suite("The bytes of a response that many connections get")
struct SharedBytesTests {
    private static let response = OriginResponse(text: "[1]").sharingBody()

    private func head(
        _ response: OriginResponse = Self.response,
        isCompressed: Bool = false,
        keepAlive: Bool = true,
        seconds: UInt64 = 1
    ) -> ResponseHead {
        ResponseHead(
            response: response,
            length: response.body.count,
            isCompressed: isCompressed,
            varies: false,
            keepAlive: keepAlive,
            seconds: seconds
        )
    }

    private func written(_ head: ResponseHead) -> ByteBuffer {
        var bytes = ByteBuffer()
        head.write(with: head.response.body[...], to: &bytes)
        return bytes
    }

    private func content(_ head: ResponseHead) -> SharedBytes.Content {
        SharedBytes.Content(bytes: written(head), room: nil)
    }

    private func content(_ string: String) -> SharedBytes.Content {
        SharedBytes.Content(bytes: ByteBuffer(string: string), room: nil)
    }

    @Test("They are written once for all that get the same")
    func once() {
        var shared = SharedBytes()
        var count = 0
        for _ in 0..<3 {
            let content = shared.content(of: head()) {
                count += 1
                return self.content(head())
            }
            #expect(content?.bytes == written(head()))
        }
        #expect(count == 1)
    }

    @Test("A connection that closes, compressed bodies, another second and another response have bytes of their own")
    func others() {
        var closing = Self.response
        closing.closesConnection = true
        var withHeader = Self.response
        withHeader.headers = [HeaderField(name: "A", value: "b")]
        var withStatus = Self.response
        withStatus.status = 403
        let heads = [
            head(keepAlive: false), head(isCompressed: true), head(seconds: 2), head(closing), head(withHeader),
            head(withStatus), head(Self.response.wrapped(in: "f")), head(Self.response.sharingBody()),
        ]
        for other in heads {
            var shared = SharedBytes()
            _ = shared.content(of: head()) { content(head()) }
            #expect(shared.content(of: other) { content("other") }?.bytes == ByteBuffer(string: "other"))
        }
    }

    @Test("A response for one client, and one after the end of the turn, is written each time")
    func single() {
        var shared = SharedBytes()
        let single = head(OriginResponse(text: "[1]"))
        _ = shared.content(of: single) { content(single) }
        #expect(shared.content(of: single) { content("again") }?.bytes == ByteBuffer(string: "again"))
        _ = shared.content(of: head()) { content(head()) }
        shared.clear()
        #expect(shared.content(of: head()) { content("again") }?.bytes == ByteBuffer(string: "again"))
    }
}
