import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("Subscribe pages, version 2")
struct SubscribePageV2Tests {
    private static func decode(_ text: String) throws(WireError) -> SubscribePage {
        try SubscribePage.decodeV2(Array(text.utf8))
    }

    /// A page with `items` as its envelopes.
    private static func page(_ items: String) -> String {
        #"{"t":{"t":"15628652479932717","r":4},"m":[\#(items)]}"#
    }

    @Test("Reads the documented example")
    func example() throws {
        let page = try Self.decode(
            #"{"t":{"t":"14818963573055360","r":12},"m":[{"a":"2","f":0,"i":"u1","s":1,"p":{"t":"14818963571353315","#
                + #""r":12},"k":"sub-c-x","c":"ch","d":"hey","b":"grp"}]}"#
        )
        #expect(page.cursor == Cursor(timetoken: Timetoken(rawValue: 14_818_963_573_055_360), region: 12))
        #expect(
            page.envelopes == [
                Envelope(
                    kind: .message,
                    channel: "ch",
                    subscription: "grp",
                    payload: RawJSON("hey"),
                    timetoken: Timetoken(rawValue: 14_818_963_571_353_315),
                    region: 12,
                    publisher: "u1"
                )
            ]
        )
    }

    @Test("Reads every member, in any order and with white space")
    func everyKey() throws {
        let page = try Self.decode(
            """
            { "m" : [ { "cmt" : "text", "u" : { "a" : 1 }, "p" : { "r" : 3, "t" : 15628652479932700 }, "e" : 1 ,
              "i" : "u1", "d" : { "x" : [ 1 ] }, "b" : "room.*", "c" : "room.1", "o" : {"t":"1","r":2}, "si": "?" } ],
              "t" : { "r" : 4, "t" : 15628652479932717, "more": [] }, "extra": {"t":{"t":"1"}} }
            """
        )
        #expect(page.cursor == Cursor(timetoken: Timetoken(rawValue: 15_628_652_479_932_717), region: 4))
        #expect(
            page.envelopes == [
                Envelope(
                    kind: .signal,
                    channel: "room.1",
                    subscription: "room.*",
                    payload: try RawJSON(validating: Array("{ \"x\" : [ 1 ] }".utf8)),
                    timetoken: Timetoken(rawValue: 15_628_652_479_932_700),
                    region: 3,
                    publisher: "u1",
                    metadata: try RawJSON(validating: Array("{ \"a\" : 1 }".utf8)),
                    customType: "text"
                )
            ]
        )
    }

    @Test(
        "m may be absent, null or empty; t.t may be a number; r may be absent",
        arguments: [
            #"{"t":{"t":"1"}}"#, #"{"t":{"t":1},"m":[]}"#, #"{"t":{"t":"1","r":"x"},"m":null}"#,
            " {\"t\":{\"t\":\"1\"} } ",
        ]
    )
    func empty(_ text: String) throws {
        #expect(
            try Self.decode(text) == SubscribePage(cursor: Cursor(timetoken: Timetoken(rawValue: 1)), envelopes: [])
        )
    }

    @Test("Reads kinds 0 to 4, a message without a kind, and leaves later kinds out")
    func kinds() throws {
        let items = [#"{"c":"a","d":0}"#] + (0...5).map { #"{"c":"a","e":\#($0),"d":\#($0)}"# }
        let page = try Self.decode(Self.page(items.joined(separator: ",")))
        #expect(page.envelopes.map(\.kind) == [.message, .message, .signal, .object, .action, .file])
    }

    @Test("Presence: removes -pnpres from c and b, and b is nil if it equals c")
    func presence() throws {
        let presence = #"{"action":"join","timestamp":1,"uuid":"u","occupancy":1}"#
        let page = try Self.decode(
            Self.page(
                #"{"c":"a-pnpres","b":"a-pnpres","d":\#(presence)},{"c":"a-pnpres","b":"g-pnpres","d":\#(presence)},"#
                    + #"{"c":"a","b":"a","d":1},{"c":"a-pnpres","d":\#(presence)},{"c":"-pnpres","d":1}"#
            )
        )
        #expect(page.envelopes.map(\.channel) == ["a", "a", "a", "a", "-pnpres"])
        #expect(page.envelopes.map(\.isPresence) == [true, true, false, true, false])
        #expect(page.envelopes.map(\.subscription) == [nil, "g", nil, nil, nil])
        #expect(PresencePayload(page.envelopes[0].payload.value())?.action == .join)
    }

    @Test(
        "A malformed envelope does not affect the others",
        arguments: [
            "1", "null", "[]", "\"x\"", "{}", #"{"c":"a"}"#, #"{"d":1}"#, #"{"c":1,"d":1}"#, #"{"c":null,"d":1}"#,
            #"{"c":"","d":1}"#, #"{"c":"a","d":1,"e":"message"}"#, #"{"c":"a","d":1,"e":-1}"#,
            #"{"c":"a","d":1,"e":99}"#,
            #"{"c":"a","d":1,"e":184467440737095516150}"#,
        ]
    )
    func badEnvelope(_ item: String) throws {
        let page = try Self.decode(Self.page(#"{"c":"x","d":1},\#(item),{"c":"y","d":2}"#))
        #expect(page.envelopes.map(\.channel) == ["x", "y"])
    }

    @Test("Leaves out optional members of the wrong kind and keeps the envelope")
    func wrongKinds() throws {
        let page = try Self.decode(
            Self.page(#"{"c":"a","d":1,"b":7,"i":[],"cmt":{},"p":5},{"c":"a","d":2,"p":{"t":-1,"r":[]}}"#)
        )
        #expect(page.envelopes.map(\.payload) == [RawJSON(1), RawJSON(2)])
        #expect(page.envelopes.allSatisfy { $0.timetoken == nil && $0.publisher == nil && $0.customType == nil })
    }

    @Test("Reads escaped members and names")
    func escapes() throws {
        let page = try Self.decode(Self.page(#"{"\u0063":"caf\u00e9\/1","d":"\u00e9","b":"\u0067"}"#))
        let envelope = try #require(page.envelopes.first)
        #expect(envelope.channel == "café/1")
        #expect(envelope.subscription == "g")
        #expect(envelope.payload.text == #""\u00e9""#)
        #expect(envelope.payload.value() == "é")
    }

    @Test("Distinguishes many names of the same length and ending")
    func names() throws {
        let names = (0..<300).map { "room-\($0)-\($0 % 7)" + ($0 % 3 == 0 ? "-pnpres" : "") }
        let items = (names + names).map { #"{"c":"\#($0)","d":1,"i":"user-\#($0)"}"# }
        let page = try Self.decode(Self.page(items.joined(separator: ",")))
        #expect(page.envelopes.map { $0.isPresence ? $0.channel + "-pnpres" : $0.channel } == names + names)
        #expect(page.envelopes.map(\.publisher) == (names + names).map { "user-" + $0 })
    }

    @Test(
        "JSON of another shape is an error that says so",
        arguments: [
            "[]", "[[]]", "1", "null", "{}", #"{"m":[]}"#, #"{"t":"1","m":[]}"#, #"{"t":{},"m":[]}"#,
            #"{"t":{"t":"x"},"m":[]}"#,
            #"{"t":{"t":"1"},"m":{}}"#, #"{"t":{"t":"1"},"m":"x"}"#, #"{"t":{"t":-1}}"#,
            #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#,
        ]
    )
    func otherShapes(_ text: String) {
        #expect(throws: WireError.unexpectedShape) { try Self.decode(text) }
    }

    @Test("Reads an array in response to a v2 request as a v1 body")
    func array() throws {
        let text = #"[["hey",1],"14588034994295336","grp,grp","a"]"#
        let page = try SubscribePage.decodeV2(Array(text.utf8), subscribed: "b")
        #expect(page == (try SubscribePage.decodeV1(Array(text.utf8), subscribed: "b")))
        #expect(page.envelopes.map(\.channel) == ["a", "b"])
        #expect(try Self.decode(#"[[],"14588984225303044","",""]"#).envelopes.isEmpty)
    }

    @Test("Removes a JSONP wrapper first")
    func wrapped() throws {
        let page = try Self.decode("s_1a2b3(" + Self.page(#"{"c":"a","d":"(x)"}"#) + ")")
        #expect(page.envelopes.map(\.payload) == [RawJSON("(x)")])
    }

    @Test("Text that is not JSON is an error, wherever the fault is, payloads included")
    func malformed() {
        for text in [
            "", "x", Self.page("{\"c\":\"a\",\"d\":[1,]}"), Self.page("{\"c\":\"a\",\"d\":01}"), Self.page("") + "x",
        ] {
            let error = #expect(throws: WireError.self) { try Self.decode(text) }
            #expect(error != .unexpectedShape)
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: WireError.self) { try Self.decode(Self.page("{\"c\":\"a\",\"d\":\(deep)}")) }
    }

    @Test("A message that is nested too deeply does not affect the others; one at the limit is read")
    func deepMessages() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + "\"]\"" + String(repeating: "]", count: levels)
        }
        let items = [nested(512), nested(513), "{\"a\":\(nested(20_000))}", "1"].map { "{\"c\":\"a\",\"d\":\($0)}" }
        let other = "{\"c\":\"a\",\"x\":\(nested(600)),\"d\":2,\"u\":\(nested(600))}"
        let page = try Self.decode(Self.page((items + [nested(600), other]).joined(separator: ",")))
        let unreadable = "\"NESTED_TOO_DEEPLY\""
        #expect(page.envelopes.map(\.payload.text) == [nested(512), unreadable, unreadable, "1", "2"])
        #expect(page.envelopes.map(\.payload.isNestedTooDeeply) == [false, true, true, false, false])
        #expect(page.envelopes.first?.payload.value().text == nested(512))
        #expect(page.envelopes.last?.metadata?.text == unreadable)
    }

    @Test("In an event, only the value that is nested too deeply is replaced")
    func deepEvents() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let items = [
            "{\"c\":\"a-pnpres\",\"d\":{\"action\":\"join\",\"uuid\":\"u\",\"data\":\(deep)}}",
            "{\"c\":\"a\",\"e\":2,\"d\":{\"event\":\"set\",\"data\":{\"id\":\"u\",\"custom\":{\"k\":\(deep),\"n\":1}}}}",
            "{\"c\":\"a\",\"e\":3,\"d\":{\"event\":\"added\",\"data\":{\"type\":\"t\",\"value\":\(deep)}}}",
        ]
        let page = try Self.decode(Self.page(items.joined(separator: ",")))
        #expect(page.envelopes.count == 3)
        let values = page.envelopes.map { $0.payload.value() }
        #expect(values[0]["action"] == "join" && values[0]["data"] == "NESTED_TOO_DEEPLY")
        #expect(values[1]["data"]?["custom"] == ["k": "NESTED_TOO_DEEPLY", "n": 1])
        #expect(values[2]["data"] == ["type": "t", "value": "NESTED_TOO_DEEPLY"])
    }

    @Test("A page truncated at any byte is an error")
    func truncation() throws {
        let text = Self.page(
            #"{"a":"2","f":0,"i":"u1","s":1,"p":{"t":"14818963571353315","r":12},"c":"é","d":{"k":[1,"\u00e9"]},"b":"g"}"#
        )
        let bytes = Array(text.utf8)
        #expect(try SubscribePage.decodeV2(bytes).envelopes.count == 1)
        for length in bytes.indices {
            let error = #expect(throws: WireError.self) { try SubscribePage.decodeV2(Array(bytes.prefix(length))) }
            #expect(error == .malformed(JSONError(offset: length, reason: .unexpectedEnd)))
        }
    }
}
