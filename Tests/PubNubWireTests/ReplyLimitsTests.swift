import Testing

@testable import PubNubWire

@Suite("Limits of a response in memory")
struct ReplyLimitsTests {
    private func array(_ element: String, count: Int) -> [UInt8] {
        Array(("[" + Array(repeating: element, count: count).joined(separator: ",") + "]").utf8)
    }

    @Test("Reads 2,097,152 values and refuses one more")
    func values() throws {
        #expect(try JSON(parsing: array("0", count: ReplyLimits.values - 1)).array?.count == 2_097_151)
        #expect {
            try JSON(parsing: array("0", count: ReplyLimits.values))
        } throws: { error in
            (error as? JSONError)?.reason == .tooMany
        }
        #expect(throws: JSONError.self) { try JSON(parsing: array("[0]", count: ReplyLimits.values / 2)) }
    }

    @Test("A received text with more values is valid JSON and reads as null")
    func rawText() throws {
        let raw = try RawJSON(validating: array("0", count: ReplyLimits.values))
        #expect(raw.value() == .null)
        let scalars = NativeScalars(null: "none", yes: true, no: false, number: { $0.text })
        #expect(raw.native(scalars) as? String == "none")
    }

    @Test("A subscribe page of either version holds 131,072 messages; one more is refused")
    func pages() throws {
        func second(_ count: Int) -> [UInt8] {
            Array(#"{"t":{"t":"1","r":1},"m":"#.utf8) + array(#"{"c":"a","d":0}"#, count: count) + Array("}".utf8)
        }
        func first(_ count: Int) -> [UInt8] {
            Array("[".utf8) + array("0", count: count) + Array(#","1"]"#.utf8)
        }
        #expect(try SubscribePage.decodeV2(second(ReplyLimits.items)).envelopes.count == 131_072)
        #expect(throws: WireError.self) { try SubscribePage.decodeV2(second(ReplyLimits.items + 1)) }
        #expect(try SubscribePage.decodeV1(first(ReplyLimits.items), subscribed: "a").envelopes.count == 131_072)
        #expect(throws: WireError.self) { try SubscribePage.decodeV1(first(ReplyLimits.items + 1), subscribed: "a") }
        let names = String(repeating: "a,", count: ReplyLimits.items) + "a"
        #expect(throws: WireError.self) {
            try SubscribePage.decodeV1(Array(#"[[0],"1","\#(names)"]"#.utf8), subscribed: nil)
        }
    }

    @Test("Copies a text out of its buffer unless it fills half of it")
    func compaction() throws {
        let small = #"{"c":"a","d":{"k":1}}"#
        let padding = String(repeating: "x", count: 10_000)
        let body = #"{"t":{"t":"1","r":1},"m":[\#(small),{"c":"a","d":"\#(padding)"}]}"#
        let payloads = try SubscribePage.decodeV2(Array(body.utf8)).envelopes.map(\.payload)
        let kept = payloads.map { $0.compacted() }
        #expect(kept == payloads)
        #expect(payloads[0].heldBytes > 10_000)
        #expect(kept[0].heldBytes < 100)
        #expect(kept[0].text == #"{"k":1}"#)
        // This message is nearly the whole page: a copy would cost more memory than it releases.
        #expect(kept[1].heldBytes == payloads[1].heldBytes)
    }
}
