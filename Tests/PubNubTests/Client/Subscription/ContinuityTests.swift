import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// No message is lost or repeated, as the application sees it (Documentation/WireProtocol.md, "Subscribe", "History", "The
/// subscribe loop").
@Suite struct ContinuityTests {
    private func page(_ times: ClosedRange<UInt64>, on channel: String = "a") -> String {
        Page.of(times.upperBound, times.map { Page.message("\($0)", on: channel, at: $0) })
    }

    private func received(_ scripted: ScriptedClient, on channel: String = "a") -> [Int] {
        scripted.delegate.messages.filter { $0.channel.name == channel }.compactMap { $0.message as? Int }
    }

    @Test func deliversARepeatedPageOnce() {
        let scripted = ScriptedClient.subscribed("a")
        let again = Page.of(
            200,
            [Page.message("1", on: "a", at: 150), Page.presence("join", "u1", on: "a", at: 160)]
        )
        scripted.reply(Path.subscribe, again)
        scripted.reply(Path.subscribe, again)
        #expect(scripted.delegate.messages.count == 1)
        #expect(scripted.delegate.presence.count == 1)
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=200&tr=1&uuid=me"])
    }

    /// A client of `a` and `b` after an absence in which messages of `a` may have been lost.
    private func returned() -> ScriptedClient {
        let scripted = ScriptedClient.subscribed("a", "b") { $0.shouldFillGapsFromHistory = true }
        scripted.fail(Path.subscribe, .reset)
        scripted.wait(.seconds(1))
        scripted.forget()
        scripted.reply(Path.subscribe, page(301...400))
        return scripted
    }

    private static let history =
        "/v2/history/sub-key/sub/channel/a?start=100&end=300&count=100&reverse=true&include_token=true&include_meta=true&uuid=me"

    @Test func aChannelThatMayHaveLostMessagesWaitsForHistory() {
        let scripted = returned()
        #expect(scripted.requested.contains(Self.history))
        #expect(received(scripted) == [])
        scripted.reply(Path.subscribe, page(401...402, on: "b"))
        #expect(received(scripted, on: "b") == [401, 402], "another channel does not wait")
        scripted.reply(Path.subscribe, page(403...404))
        scripted.reply(
            Path.history,
            #"[[{"message":150,"timetoken":150},{"message":160,"timetoken":160}],150,160]"#
        )
        #expect(received(scripted) == [150, 160] + Array(301...400) + [403, 404])
        #expect(!scripted.reported.contains { $0.hasPrefix("didLose") })
    }

    @Test(arguments: [(403, "{}"), (200, #"[[150,160],150,160]"#), (200, "[]")])
    func reportsMessagesThatHistoryLacks(_ status: Int, _ body: String) {
        let scripted = returned()
        let gaps = Notes<[UInt64]>()
        scripted.client.observationCenter.addMessagesGapObserver("test") { start, end in
            gaps.add([start, end].compactMap { $0?.timeToken.uint64Value })
        }
        while scripted.waiting.contains(where: { $0.hasPrefix(Path.history) }) {
            scripted.reply(Path.history, status: status, body)
            scripted.wait(.seconds(3))
        }
        #expect(gaps.values == [[100, 301]])
        #expect(received(scripted) == Array(301...400))
    }

    @Test func doesNotDeliverMessagesOfChannelsLeftDuringAFill() {
        let scripted = returned()
        scripted.client.unsubscribe(from: [PNChannel(name: "a")])
        scripted.settle()
        scripted.reply(Path.leave("a"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        scripted.join(500)
        scripted.reply(Path.history, "[[],0,0]")
        #expect(received(scripted) == [])
    }

    @Test func aDisconnectDeliversWaitingMessages() {
        let scripted = returned()
        scripted.client.disconnect()
        scripted.settle()
        #expect(received(scripted) == Array(301...400))
    }

    @Test func itIsOffByDefault() {
        let scripted = ScriptedClient.subscribed("a", "b")
        scripted.fail(Path.subscribe, .reset)
        scripted.wait(.seconds(1))
        scripted.reply(Path.subscribe, page(301...400))
        #expect(received(scripted) == Array(301...400))
        #expect(scripted.waiting.allSatisfy { $0.hasPrefix(Path.subscribe) })
    }
}
