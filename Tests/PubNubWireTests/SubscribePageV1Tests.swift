import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("Subscribe pages, version 1")
struct SubscribePageV1Tests {
    private static func decode(_ text: String, subscribed: String? = nil) throws(WireError) -> SubscribePage {
        try SubscribePage.decodeV1(Array(text.utf8), subscribed: subscribed)
    }

    @Test(
        "Pages without messages have two, three or four elements",
        arguments: [
            (#"[[],"14355524847292283"]"#, 14_355_524_847_292_283),
            (#"[[],"14186550959386770",""]"#, 14_186_550_959_386_770),
            (#"[[],"14186550959386770","",""]"#, 14_186_550_959_386_770),
            (#"s_92580([[],"14186550959386770"])"#, 14_186_550_959_386_770),
            (" [ [ ] , 14411068884747343 ] ", 14_411_068_884_747_343),
        ] as [(String, UInt64)]
    )
    func empty(_ text: String, _ token: UInt64) throws {
        let page = try Self.decode(text, subscribed: "a")
        #expect(page == SubscribePage(cursor: Cursor(timetoken: Timetoken(rawValue: token)), envelopes: []))
    }

    @Test("Two elements: messages belong to the only channel and have no timetoken of their own")
    func twoElements() throws {
        let page = try Self.decode(#"[["hi",{"a":1}],"14356469989837945"]"#, subscribed: "a")
        #expect(
            page.envelopes == [
                Envelope(channel: "a", payload: RawJSON("hi")), Envelope(channel: "a", payload: RawJSON(["a": 1])),
            ]
        )
    }

    @Test("Two elements for a single presence name: presence events of its channel")
    func presenceOnly() throws {
        let page = try Self.decode(
            #"[[{"occupancy":1,"timestamp":1441106888}],14411068884747343]"#,
            subscribed: "a-pnpres"
        )
        let envelope = try #require(page.envelopes.first)
        #expect(envelope.channel == "a")
        #expect(envelope.isPresence)
        #expect(PresencePayload(envelope.payload.value())?.action == .changed)
    }

    @Test("Three elements: one channel for each message")
    func threeElements() throws {
        let page = try Self.decode(#"s_1([["hi",{"action":"join"},7],"14356472237141145","a,b-pnpres,c"])"#)
        #expect(page.envelopes.map(\.channel) == ["a", "b", "c"])
        #expect(page.envelopes.map(\.isPresence) == [false, true, false])
        #expect(page.envelopes.allSatisfy { $0.subscription == nil })
    }

    @Test("Four elements: the subscription that matched, then the real channel")
    func fourElements() throws {
        let page = try Self.decode(
            #"[["hi",{},{},"x"],"14355524857638372","myGroup,g-pnpres,room.*,bot","a,b-pnpres,room.1,bot"]"#
        )
        #expect(page.envelopes.map(\.channel) == ["a", "b", "room.1", "bot"])
        #expect(page.envelopes.map(\.subscription) == ["myGroup", "g", "room.*", nil])
        #expect(page.envelopes.map(\.isPresence) == [false, true, false, false])
    }

    @Test("A message that matched twice is delivered twice")
    func twice() throws {
        let page = try Self.decode(#"[["x","x"],"1","bot,grp","bot,bot"]"#)
        #expect(page.envelopes.map(\.subscription) == [nil, "grp"])
        #expect(page.envelopes.map(\.channel) == ["bot", "bot"])
    }

    @Test("With fewer names than messages, a message belongs to the only channel or is left out")
    func missingNames() throws {
        let text = #"[[1,2,3],"1","a"]"#
        #expect(try Self.decode(text, subscribed: "only").envelopes.map(\.channel) == ["a", "only", "only"])
        #expect(try Self.decode(text).envelopes.map(\.channel) == ["a"])
        let groups = #"[[1,2,3],"1","g,g","a"]"#
        #expect(try Self.decode(groups).envelopes.map(\.payload) == [RawJSON(1)])
        #expect(try Self.decode(#"[[1,2,3],"1","a,,c"]"#).envelopes.map(\.channel) == ["a", "c"])
        #expect(try Self.decode(#"[[1],"1",""]"#, subscribed: "only").envelopes.map(\.channel) == ["only"])
        #expect(try Self.decode(#"[[1],"1"]"#).envelopes.isEmpty)
    }

    @Test("A message that is nested too deeply is replaced, and the others keep their names and contents")
    func deepMessage() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let page = try Self.decode("[[1, \(deep) ,3],\"17\",\"\",\"a,b,c\",\(deep)]")
        #expect(page.envelopes.map(\.channel) == ["a", "b", "c"])
        #expect(page.envelopes.map(\.payload) == [RawJSON(1), RawJSON("NESTED_TOO_DEEPLY"), RawJSON(3)])
    }

    @Test("A state that is nested too deeply is replaced in its presence event")
    func deepState() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let event =
            "{\"action\":\"state-change\",\"uuid\":\"u\",\"timestamp\":5,\"occupancy\":2,\"data\":{\"k\":\(deep)}}"
        let page = try Self.decode("[[\(event)],\"17\"]", subscribed: "a-pnpres")
        let envelope = try #require(page.envelopes.first)
        let payload = try #require(PresencePayload(envelope.payload.value()))
        #expect(payload.action == .stateChange && payload.identifier == "u" && payload.occupancy == 2)
        #expect(payload.state == nil)
    }

    @Test("Ignores surplus names and later elements")
    func extra() throws {
        let page = try Self.decode(#"[[1],"1","g,h,i","a,b,c",{"more":true},"x"]"#)
        #expect(page.envelopes == [Envelope(channel: "a", subscription: "g", payload: RawJSON(1))])
    }

    @Test(
        "JSON of another shape is an error that says so",
        arguments: [
            "{}", "[]", "1", "[[]]", "[{},\"1\"]", "[[],null]", "[[],\"x\"]", "[[],-1]", "[[],1.5]", "[[],\"1\",7]",
            "[[],\"1\",\"\",[]]", "[0,\"Invalid Key\",\"14818\"]",
            "s_1({\"status\":403,\"service\":\"Access Manager\",\"error\":true,\"message\":\"Forbidden\"})",
        ]
    )
    func otherShapes(_ text: String) {
        #expect(throws: WireError.unexpectedShape) { try Self.decode(text) }
    }

    @Test(
        "A page truncated at any byte is an error, with or without a wrapper",
        arguments: [
            #"[["hi",{"a":[1,"é"]}],"14355524857638372","myGroup,g","a,b"]"#,
            #"s_1a2b3([["hi (really)",{"a":[1,"é"]}],"14355524857638372","myGroup,g","a,b"])"#,
        ]
    )
    func truncation(_ text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try SubscribePage.decodeV1(bytes, subscribed: nil).envelopes.count == 2)
        for length in bytes.indices {
            let error = #expect(throws: WireError.self) {
                try SubscribePage.decodeV1(Array(bytes.prefix(length)), subscribed: "a")
            }
            #expect(error != .unexpectedShape)
        }
    }
}
