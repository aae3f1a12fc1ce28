import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("The client waits before it repeats a request, and as long as the service asks")
struct RetryPauseTests {
    private static let limited = #"{"status":429,"error":true,"message":"Too many requests"}"#

    @Test("A call is not repeated before Retry-After has passed", arguments: [429, 503])
    func call(status: Int) {
        let scripted = ScriptedClient.connected()
        scripted.client.requestServerTimeToken()
        scripted.reply(Path.time, status: status, retryAfter: .seconds(5), Self.limited)
        scripted.wait(.milliseconds(4_999))
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(1_251))
        #expect(scripted.waiting == ["/time/0?uuid=me"])
        scripted.reply(Path.time, "[14818963707386265]")
        #expect(scripted.reported == ["didReceiveTimeToken 14818963707386265"])
    }

    @Test("A call whose time limit is shorter fails, and its error contains the time that the service asks for")
    func longWait() throws {
        let scripted = ScriptedClient.connected()
        let errors = Notes<PNError>()
        scripted.client.requestServerTimeToken { if let error = $1 { errors.add(error) } }
        scripted.reply(Path.time, status: 429, retryAfter: .seconds(40), "")
        let error = try #require(errors.values.first)
        #expect(error.code == kPNAPIRateExceededError)
        #expect(error.localizedRecoverySuggestion == "Repeat the call in 40 seconds, as the service asks.")
    }

    @Test("A message that the service refuses with 429 is sent again, in the order of its channel")
    func publish() {
        let scripted = ScriptedClient.connected()
        for number in 1...2 { scripted.client.sendMessage(number, to: PNChannel(name: "a")) }
        scripted.reply(Path.publish, status: 429, retryAfter: .seconds(2), "")
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(2_501))
        scripted.accept()
        scripted.accept()
        #expect(scripted.published.map(\.text) == ["1", "1", "2"])
        #expect(scripted.reported.filter { $0.hasPrefix("didFail") } == [])
    }

    @Test("A message that ends with 503 is not sent again, because the service may have processed it")
    func unknownOutcome() {
        let scripted = ScriptedClient.connected()
        scripted.client.sendMessage(1, to: PNChannel(name: "a"))
        scripted.reply(Path.publish, status: 503, retryAfter: .seconds(1), "{}")
        scripted.wait(.seconds(14))
        #expect(scripted.published.map(\.text) == ["1"])
        #expect(scripted.reported == ["willSend", "didFailMessageSend -1"])
    }

    @Test("A long poll, a first request and a leave wait as long as the service asks", arguments: [429, 503])
    func subscribeLoop(status: Int) {
        let scripted = ScriptedClient.subscribed("a", "b")
        scripted.reply(Path.subscribe, status: status, retryAfter: .seconds(60), Self.limited)
        scripted.wait(.milliseconds(59_999))
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(15_001))
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,b/0?tt=100&tr=1&uuid=me"])

        scripted.client.unsubscribe(from: [PNChannel(name: "b")])
        scripted.settle()
        scripted.reply(Path.leave("b"), status: status, retryAfter: .seconds(60), Self.limited)
        scripted.wait(.milliseconds(59_999))
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(15_001))
        scripted.reply(Path.leave("b"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)

        scripted.reply(Path.subscribe, status: status, retryAfter: .seconds(60), Self.limited)
        scripted.wait(.milliseconds(59_999))
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(15_001))
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=0&uuid=me"])
    }

    @Test("Reconnecting waits as long as the service asks")
    func reconnecting() {
        let scripted = ScriptedClient()
        scripted.client.connect()
        scripted.reply(Path.time, status: 503, retryAfter: .seconds(60), "{}")
        scripted.wait(.milliseconds(59_999))
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(15_001))
        #expect(scripted.waiting == ["/time/0?uuid=me"])
    }

    @Test("A message of an outbox waits as long as the service asks, also across a reconnect")
    func outbox() {
        let scripted = ScriptedClient.connected { $0.outbox = PNOutbox() }
        scripted.client.sendMessage(1, to: PNChannel(name: "a"))
        scripted.reply(Path.publish, status: 503, retryAfter: .seconds(60), "{}")
        scripted.client.disconnect()
        scripted.connect()
        scripted.wait(.milliseconds(59_999))
        #expect(scripted.waiting == [])
        scripted.wait(.milliseconds(15_001))
        #expect(scripted.published.map(\.text) == ["1", "1"])
    }
}
