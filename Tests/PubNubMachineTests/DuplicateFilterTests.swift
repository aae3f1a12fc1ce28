import PubNubWire
import Testing

@testable import PubNubMachines

/// Which messages count as duplicates, for all forms of a message (Documentation/WireProtocol.md, "Subscribe").
@Suite struct DuplicateFilterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let second: Envelope
        let isSame: Bool

        init(_ description: String, isSame: Bool = false, _ change: (inout Envelope) -> Void) {
            var envelope = Row.first
            change(&envelope)
            testDescription = description
            second = envelope
            self.isSame = isSame
        }

        static let first = Envelope(
            channel: "a",
            payload: RawJSON(.string("a text of more than sixteen bytes")),
            timetoken: Timetoken(rawValue: 100),
            region: 1,
            publisher: "me"
        )
    }

    static let rows: [Row] = [
        Row("the same again", isSame: true) { _ in },
        Row("the same from another region", isSame: true) { $0.region = 12 },
        Row("a later message of the same text") { $0.timetoken = Timetoken(rawValue: 101) },
        Row("another text at the same time") { $0.payload = RawJSON(.string("a text of more than sixteen bytez")) },
        Row("a longer text at the same time") { $0.payload = RawJSON(.string("a text of more than sixteen bytes ")) },
        Row("no content") { $0.payload = RawJSON(.null) },
        Row("another channel at the same time") { $0.channel = "b" },
        Row("the copy of a group") { $0.subscription = "g" },
        Row("the copy of a wildcard") { $0.subscription = "a.*" },
        Row("the same from history, which names no sender", isSame: true) { $0.publisher = nil },
        Row("the presence of the channel") { $0.isPresence = true },
        Row("a signal") { $0.kind = .signal },
    ]

    private func page(_ cursor: UInt64, _ envelopes: [Envelope]) -> SubscribePage {
        SubscribePage(cursor: Cursor(timetoken: Timetoken(rawValue: cursor)), envelopes: envelopes)
    }

    @Test(arguments: rows) func recognisesDuplicatesInLaterPages(_ row: Row) {
        var filter = DuplicateFilter(seed: 7)
        #expect(filter.fresh(in: page(200, [Row.first])).envelopes == [Row.first])
        #expect(filter.fresh(in: page(300, [row.second])).envelopes == (row.isSame ? [] : [row.second]))
    }

    @Test(arguments: rows) func recognisesDuplicatesInOnePage(_ row: Row) {
        var filter = DuplicateFilter(seed: 7)
        let fresh = filter.fresh(in: page(200, [Row.first, row.second]))
        #expect(fresh.envelopes == (row.isSame ? [Row.first] : [Row.first, row.second]))
    }

    @Test func newMessagesOfAPageStayInOrder() {
        func message(_ time: UInt64) -> Envelope {
            Envelope(channel: "a", payload: RawJSON(.null), timetoken: Timetoken(rawValue: time))
        }
        var filter = DuplicateFilter()
        _ = filter.fresh(in: page(3, [1, 2, 3].map(message)))
        let fresh = filter.fresh(in: page(6, [2, 4, 3, 5, 6, 1].map(message)))
        #expect(fresh.envelopes == [4, 5, 6].map(message))
        #expect(fresh.cursor.timetoken.rawValue == 6)
    }

    @Test func theWindowIsBounded() {
        func message(_ time: Int) -> Envelope {
            Envelope(channel: "a", payload: RawJSON(.null), timetoken: Timetoken(rawValue: UInt64(time)))
        }
        let window = DuplicateFilter.window
        var filter = DuplicateFilter()
        _ = filter.fresh(in: page(1, (0...window).map(message)))
        #expect(filter.fresh(in: page(2, (1...window).map(message))).envelopes == [])
        #expect(filter.fresh(in: page(3, [message(0)])).envelopes.count == 1, "it had left the window")
    }

    @Test func forgettingLetsEverythingThroughAgain() {
        var filter = DuplicateFilter()
        _ = filter.fresh(in: page(200, [Row.first]))
        filter.forget()
        #expect(filter.fresh(in: page(200, [Row.first])).envelopes == [Row.first])
    }

    /// Version 1 has one timetoken for the whole page.
    @Test func inVersion1APageIsRecognisedAsAWhole() {
        let hello = Envelope(channel: "a", payload: RawJSON(.string("hello")))
        let bye = Envelope(channel: "a", payload: RawJSON(.string("bye")))
        var filter = DuplicateFilter()
        #expect(filter.fresh(in: page(200, [hello, hello, bye])).envelopes == [hello, hello, bye], "two publishes")
        #expect(filter.fresh(in: page(200, [hello, hello, bye])).envelopes == [])
        #expect(filter.fresh(in: page(300, [hello, hello])).envelopes == [hello, hello], "sent again later")
    }

    /// Presence events are compared like other objects.
    @Test func presenceEventsAreTheSameWhenTheirTimeIs() {
        func join(_ time: UInt64) -> Envelope {
            let event: JSON = ["action": "join", "uuid": "u1", "occupancy": 2]
            return Envelope(
                channel: "a",
                isPresence: true,
                payload: RawJSON(event),
                timetoken: Timetoken(rawValue: time)
            )
        }
        var filter = DuplicateFilter()
        #expect(filter.fresh(in: page(200, [join(1), join(2)])).envelopes == [join(1), join(2)])
        #expect(filter.fresh(in: page(300, [join(2), join(3)])).envelopes == [join(3)])
    }

    private func marked(
        _ time: UInt64,
        _ mark: String?,
        _ text: String = "text",
        on channel: String = "a"
    ) -> Envelope {
        Envelope(
            channel: channel,
            payload: RawJSON(.string(text)),
            timetoken: Timetoken(rawValue: time),
            publisher: "\(time)",
            metadata: mark.map { RawJSON(.object(["pn_outbox": .string($0), "own": 1])) }
        )
    }

    @Test func aMessageOfAnOutboxIsKnownByItsMarkWhenItIsSentAgain() {
        var filter = DuplicateFilter(seed: 7)
        let first = marked(100, "m1")
        #expect(filter.fresh(in: page(200, [first])).envelopes == [first])
        #expect(filter.fresh(in: page(300, [marked(250, "m1"), marked(260, "m1")])).envelopes == [])
        let others = [
            marked(310, "m2"), marked(311, nil), marked(312, "m1", "other text"), marked(313, "m1", on: "b"),
            marked(314, ""), marked(315, ""), marked(316, String(repeating: "m", count: 65)),
        ]
        #expect(filter.fresh(in: page(400, others)).envelopes == others)
    }

    @Test func theCopyOfAMarkedMessageThatHistoryGivesIsKnownByItsTime() {
        var filter = DuplicateFilter(seed: 7)
        #expect(filter.fresh(in: page(200, [marked(100, "m1")])).envelopes.count == 1)
        #expect(filter.fresh(in: page(300, [marked(100, nil)])).envelopes == [])
        #expect(filter.fresh(in: page(400, [marked(100, "m1")])).envelopes == [])
    }

    @Test(arguments: [#""pn_outbox""#, #"["pn_outbox"]"#, #"{"pn_outbox":1}"#, #"{"pn_outbox":null}"#, "{}", "null"])
    func metadataWithoutAMarkIsNone(_ metadata: String) throws {
        var filter = DuplicateFilter(seed: 7)
        for time in [100, 101] as [UInt64] {
            var envelope = marked(time, nil)
            envelope.metadata = try RawJSON(validating: Array(metadata.utf8))
            #expect(filter.fresh(in: page(time, [envelope])).envelopes == [envelope])
        }
    }
}
