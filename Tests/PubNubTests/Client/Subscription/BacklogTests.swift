import Dispatch
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Limits": a client whose application falls behind asks for no more until it has caught up, and loses nothing
/// that the service kept.
@Suite struct BacklogTests {
    private static let pageSize = 99
    /// Pages until the next long poll is kept back: each is asked for before the one before it is handed over.
    private static let pages = DeliveryBacklog.limit / pageSize + 2

    /// A client whose application does nothing, with as many messages as it may have.
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

    @Test func aLongPollThatIsCancelledMeanwhileStaysAtHome() {
        let scripted = behind()
        scripted.client.disconnect()
        scripted.queue.resume()
        scripted.settle()
        #expect(!scripted.waiting.contains { $0.hasPrefix(Path.subscribe) })
    }
}
