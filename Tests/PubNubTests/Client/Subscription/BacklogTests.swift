import Dispatch
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub

/// Documentation/Limits.md, "Client": polling pauses while the application is behind, and no message that the service stores is
/// lost.
@Suite struct BacklogTests {
    private static let pageSize = 99
    /// The number of pages until the client holds the next long poll back: it requests each page before it delivers the last one.
    private static let pages = DeliveryBacklog.limit / pageSize + 2

    /// A client whose application processes nothing, with as many messages as the limit allows.
    private func behind() -> ScriptedClient {
        let scripted = ScriptedClient.subscribed("a")
        scripted.queue.suspend()
        for page in 0..<Self.pages {
            let first = 200 + UInt64(page * Self.pageSize)
            let times = first..<first + UInt64(Self.pageSize)
            let messages = times.map { Page.message("\($0)", on: "a", at: $0) }
            #expect(scripted.transport.reply(Path.subscribe, Page.of(times.upperBound - 1, messages)) != nil)
        }
        return scripted
    }

    @Test func theNextLongPollWaitsUntilTheApplicationHasCaughtUp() {
        let scripted = behind()
        #expect(scripted.waiting == [])
        scripted.queue.resume()
        scripted.settle()
        let last = 199 + Self.pages * Self.pageSize
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=\(last)&tr=1&uuid=me"])
        #expect(scripted.delegate.messages.compactMap { $0.message as? Int } == Array(200...last))
    }

    @Test func doesNotSendALongPollThatWasCancelledWhileHeldBack() {
        let scripted = behind()
        scripted.client.disconnect()
        scripted.queue.resume()
        scripted.settle()
        #expect(!scripted.waiting.contains { $0.hasPrefix(Path.subscribe) })
    }
}
