import PubNub
import PubNubOrigin
import PubNubTestSupport
import PubNubWire
import Testing

@Suite("The origin serves any HTTP client")
struct WireFormTests {
    @Test("A page with a script tag (JSONP) reads the client's messages, and publishes to it")
    func jsonp() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("web")
            let sent = try await RawHTTP.get(
                "/publish/demo/demo/0/web/m_1c2d3/%22from%20a%20page%22",
                port: address.port
            )
            #expect(String(decoding: sent.body, as: UTF8.self).hasPrefix("m_1c2d3([1,\"Sent\",\""))
            #expect(try await client.message().message as? String == "from a page")
            try await client.publish("to a page", to: "web")
            let history = try await RawHTTP.get(
                "/v2/history/sub-key/demo/channel/web?count=1&callback=h_00000",
                port: address.port
            )
            #expect(String(decoding: history.body, as: UTF8.self).hasPrefix("h_00000([[\"to a page\"],"))
            #expect(history.head.contains("content-type: text/javascript"))
        }
    }

    @Test("Compresses responses on request, and the client reads either form", arguments: [true, false])
    func compression(accepted: Bool) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) { $0.shouldAcceptCompressedResponse = accepted }
            let text = String(repeating: "compressible ", count: 500)
            try await client.publish(text, to: "log", compressed: true)
            let raw = try await RawHTTP.get(
                "/v2/history/sub-key/demo/channel/log",
                port: address.port,
                headers: accepted ? ["Accept-Encoding: gzip"] : []
            )
            #expect(raw.head.contains("content-encoding: gzip") == accepted)
            #expect((raw.body.count < 1000) == accepted)
            #expect(try await client.history("log").first?.message as? String == text)
        }
    }
}
