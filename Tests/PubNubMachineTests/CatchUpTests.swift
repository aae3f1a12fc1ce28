import PubNubWire
import Testing

@testable import PubNub

/// Which channels may have lost messages, as far as pages of at most 100 messages show it (wire reference 3.3, 7.5).
@Suite struct CatchUpTests {
    private func page(_ messages: [(channel: String, time: UInt64)]) -> SubscribePage {
        SubscribePage(
            cursor: Cursor(timetoken: Timetoken(rawValue: messages.last?.time ?? 0)),
            envelopes: messages.map { channel, time in
                Envelope(channel: channel, payload: RawJSON(.null), timetoken: Timetoken(rawValue: time))
            }
        )
    }

    private func messages(_ times: ClosedRange<UInt64>, _ channels: String...) -> [(channel: String, time: UInt64)] {
        times.map { (channels[Int($0) % channels.count], $0) }
    }

    private func words(_ found: [CatchUp.Find]) -> [String] {
        found.map { find in
            "\(find.channel) \(find.first)\(find.isCertain ? " certain" : "")\(find.isFresh ? " fresh" : "")"
        }
    }

    private static let since = CatchUp(from: Timetoken(rawValue: 100), to: Timetoken(rawValue: 10_000))

    @Test func aChannelOfAsManyAsAreKeptIsCertain() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(201...300, "a")))) == ["a 201 certain fresh"])
        #expect(words(catchUp.pageArrived(page(messages(301...400, "a")))) == [])
    }

    @Test func inAPageThatWasCutOffEveryNewChannelIsInDoubt() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(200...299, "a", "b")))) == ["a 200 fresh", "b 201 fresh"])
        #expect(words(catchUp.pageArrived(page(messages(300...399, "a", "b")))) == ["a 200 certain", "b 201 certain"])
    }

    @Test func aPageThatIsNotFullIsComplete() {
        var catchUp = Self.since
        #expect(words(catchUp.pageArrived(page(messages(200...298, "a")))) == [])
    }

    @Test func doubtsAreBounded() {
        var catchUp = Self.since
        let many = page((0..<100).map { ("c\($0)", 200 + UInt64($0)) })
        #expect(catchUp.pageArrived(many).count == CatchUp.doubts)
    }

    @Test func theEndOfTheGapIsToldOnceAndOnlyForward() {
        func find(_ first: UInt64, _ isCertain: Bool = true) -> CatchUp.Find {
            CatchUp.Find(channel: "a", first: Timetoken(rawValue: first), isCertain: isCertain, isFresh: true)
        }
        var catchUp = Self.since
        #expect(catchUp.gapEnd(of: [find(200, false)]) == nil)
        #expect(catchUp.gapEnd(of: [find(200), find(300), find(400, false)])?.rawValue == 300)
        #expect(catchUp.gapEnd(of: [find(250)]) == nil)
        #expect(catchUp.gapEnd(of: [find(301)])?.rawValue == 301)
    }
}
