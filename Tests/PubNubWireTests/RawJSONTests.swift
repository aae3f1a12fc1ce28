import PubNubWire
import Testing

@Suite("JSON stored as bytes")
struct RawJSONTests {
    @Test("Stores the text without surrounding white space")
    func trims() throws {
        let raw = try RawJSON(validating: Array(" \n{\"a\": 1}\t".utf8))
        #expect(raw.text == "{\"a\": 1}")
        #expect(raw.count == 8)
        #expect(Array(raw.bytes) == Array("{\"a\": 1}".utf8))
        #expect(raw.value() == ["a": 1])
    }

    @Test("A value keeps its meaning")
    func fromValue() {
        let value: JSON = ["t": 14_186_550_834_114_471, "s": "é\n"]
        #expect(RawJSON(value).value() == value)
        #expect(RawJSON(.null).text == "null")
    }

    @Test("Returns strings, arrays and dictionaries around the given scalars")
    func native() throws {
        let text =
            #"{"s":"é","b":true,"i":14186550834114471,"u":18446744073709551615,"d":2.5,"n":null,"l":[1,[]],"x":1e400}"#
        let scalars = NativeScalars(null: "nothing", yes: "yes", no: "no", number: { $0.text })
        let native = try RawJSON(validating: Array(text.utf8)).native(scalars)
        let members = try #require(native as? [String: Any])
        #expect(members.count == 8)
        #expect(members["s"] as? String == "é")
        #expect(members["b"] as? String == "yes")
        #expect(members["i"] as? String == "14186550834114471")
        #expect(members["u"] as? String == "18446744073709551615")
        #expect(members["d"] as? String == "2.5")
        #expect(members["n"] as? String == "nothing")
        #expect(members["x"] as? String == "1e400")
        let list = try #require(members["l"] as? [Any])
        #expect(list.first as? String == "1")
        #expect((list.last as? [Any])?.isEmpty == true)
    }

    @Test("Equality and hashing depend on the bytes, not on their location")
    func equality() throws {
        let page = try SubscribePage.decodeV1(Array(#"[["hi","hi",["hi"]],"1"]"#.utf8), subscribed: "a")
        let payloads = page.envelopes.map(\.payload)
        #expect(payloads[0] == payloads[1])
        #expect(payloads[0] == RawJSON("hi"))
        #expect(payloads[0] != payloads[2])
        #expect(Set(payloads).count == 2)
    }

    @Test("A detached slice has the same text")
    func detached() throws {
        let page = try SubscribePage.decodeV1(Array(#"[[{"a":[1,2]}],"1"]"#.utf8), subscribed: "a")
        let payload = try #require(page.envelopes.first).payload
        let loose = payload.detached()
        #expect(loose == payload)
        #expect(loose.bytes.startIndex == 0)
        #expect(loose.value() == ["a": [1, 2]])
        #expect(loose.detached() == loose)
    }
}
