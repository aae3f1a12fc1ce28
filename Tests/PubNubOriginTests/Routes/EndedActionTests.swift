import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Evidence: php `MessageActionsTest` deletes the messages of a channel and finds no action of them; the documentation says that an action refers to an
/// existing message.
@Suite("Message actions end with their message, in memory")
struct EndedActionTests {
    private func timetoken(_ exchange: OriginProbe.Exchange) throws -> String {
        try #require(try JSON(parsing: exchange.body ?? "").array?.last?.string)
    }

    private func add(_ message: String, _ probe: OriginProbe) -> Int? {
        let path = "/v1/message-actions/demo/channel/a/message/\(message)?uuid=u"
        return probe.post(path, Array(#"{"type":"reaction","value":"v"}"#.utf8)).status
    }

    /// The messages of the actions that the channel lists.
    private func listed(_ probe: OriginProbe) throws -> [String] {
        let page = try JSON(parsing: probe.get("/v1/message-actions/demo/channel/a").body ?? "")
        return (page["data"]?.array ?? []).compactMap { $0["messageTimetoken"]?.string }
    }

    @Test("A message that no longer fits takes its actions with it, and no event says so")
    func dropped() async throws {
        var limits = OriginLimits()
        limits.storedMessagesPerChannel = 2
        let probe = OriginProbe(limits: limits)
        var sent: [String] = []
        for number in 0..<3 { sent.append(try timetoken(probe.publish("\(number)", to: "a"))) }
        #expect(add(sent[0], probe) == 200 && add(sent[1], probe) == 200)
        probe.clock.advance(by: .seconds(61))
        #expect(await eventually { (try? listed(probe)) == [sent[1]] })
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=\(sent[2])")
        let events = try JSON(parsing: poll.body ?? "")["m"]?.array
        #expect(events?.compactMap { $0["d"]?["event"] } == ["added", "added"])
    }

    @Test("A message whose time to live is over takes its actions with it; one without a message stays")
    func expired() async throws {
        let probe = OriginProbe()
        let sent = try timetoken(probe.publish("1", to: "a", "?ttl=1"))
        #expect(add(sent, probe) == 200 && add("5", probe) == 200)
        probe.clock.advance(by: .seconds(3600))
        #expect(await eventually { (try? listed(probe)) == ["5"] })
    }
}
