import Foundation
import PubNubAsync
import PubNubChat
import Testing

/// A file that imports the async interface and chat data.
@Suite("Types of both the async interface and chat data")
struct SharedTypeForms {
    @Test("A timetoken of one is a timetoken of the other")
    func timetoken() {
        let sent: Timetoken = 16_000_000_000_000_000
        let message = PubNubChatMessage(
            timetoken: sent,
            content: .init(id: "m", text: "hello"),
            pubnubUserId: "ann",
            pubnubChannelId: "room"
        )
        #expect(HistoryBound.after(message.timetoken) == .after(sent))
        #expect([Timetoken]([sent, 0]).max() == sent)
        #expect(Date(timetoken: sent) == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(Date(timetoken: sent).timetoken == sent)
        #expect(Date.distantPast.timetoken == 0)
        #expect(Date(timeIntervalSince1970: .nan).timetoken == 0)
        #expect(Date(timeIntervalSince1970: .infinity).timetoken == .max)
    }
}
