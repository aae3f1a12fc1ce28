import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "App Context".
@Suite("Users and channels")
struct MetadataRouteTests {
    private let objects = ObjectsProbe()
    private static let all = ["include": "custom,status,type"]

    @Test func anEmptyUserHasNulls() throws {
        let answer = try objects.call("PATCH", "/uuids/a", Self.all, body: "{}")
        let tag = try #require(answer.json["data"]?["eTag"]?.string)
        #expect(tag.count == 32)
        #expect(
            answer.text
                == #"{"status":200,"data":{"id":"a","name":null,"externalId":null,"profileUrl":null,"email":null,"#
                + #""type":null,"status":null,"custom":null,"updated":"2014-12-15T14:50:00Z","eTag":"\#(tag)"}}"#
        )
        objects.probe.advance(by: .seconds(1))
        #expect(try objects.call("PATCH", "/uuids/a", Self.all, body: "{}").text == answer.text, "nothing has changed")
        #expect(try objects.call("GET", "/uuids/a", Self.all).text == answer.text)
        let plain = try objects.call("GET", "/uuids/a").text
        #expect(!plain.contains("type") && !plain.contains("custom") && plain.contains(#""email":null"#))
    }

    @Test func everyFieldOfAUserIsStored() throws {
        let body = #"""
            {"name":"Änne 🌍","externalId":"1234","profileUrl":"https://example.com/a?b=%20","email":"test@example.com",
             "type":"admin","status":"active","custom":{"text":"t","whole":9007199254740991,"part":-1.50000000000000000000000000001,"flag":true},
             "unknown":[1]}
            """#
        let text = try objects.call("PATCH", "/uuids/%C3%84nne%20%F0%9F%8C%8D", Self.all, body: body).text
        #expect(
            text.hasPrefix(
                #"{"status":200,"data":{"id":"Änne 🌍","name":"Änne 🌍","externalId":"1234","#
                    + #""profileUrl":"https://example.com/a?b=%20","email":"test@example.com","type":"admin","#
                    + #""status":"active","custom":{"flag":true,"part":-1.50000000000000000000000000001,"text":"t","whole":9007199254740991},"#
            )
        )
    }

    @Test func aChannelHasADescription() throws {
        let body = #"{"name":"One","description":"about","email":"no@example.com","custom":{"a":1}}"#
        let answer = try objects.call("PATCH", "/channels/c", ["include": "custom"], body: body)
        let tag = try #require(answer.json["data"]?["eTag"]?.string)
        #expect(
            answer.text
                == #"{"status":200,"data":{"id":"c","name":"One","description":"about","custom":{"a":1},"#
                + #""updated":"2014-12-15T14:50:00Z","eTag":"\#(tag)"}}"#
        )
    }

    @Test func aPatchMergesByField() throws {
        let first = try objects.patch("/uuids/a", #"{"name":"A","email":"a@b.de","custom":{"x":1,"y":2}}"#, Self.all)
        objects.probe.advance(by: .milliseconds(250))
        let second = try objects.patch("/uuids/a", #"{"email":null,"custom":{"x":1}}"#, Self.all)
        #expect(second["data"]?["name"] == "A")
        #expect(second["data"]?["email"] == .null)
        #expect(second["data"]?["custom"] == ["x": 1])
        #expect(second["data"]?["updated"] == "2014-12-15T14:50:00.25Z")
        #expect(second["data"]?["eTag"] != first["data"]?["eTag"])
        let third = try objects.patch("/uuids/a", #"{"custom":null}"#, Self.all)
        #expect(third["data"]?["custom"] == .null)
        #expect(third["data"]?["name"] == "A")
    }

    @Test func equalContentIsNoChange() throws {
        let body = #"{"name":"A","custom":{"x":1}}"#
        let first = try objects.call("PATCH", "/channels/a", Self.all, body: body).text
        objects.probe.advance(by: .seconds(1))
        #expect(try objects.call("PATCH", "/channels/a", Self.all, body: body).text == first)
        #expect(try objects.call("PATCH", "/channels/a", Self.all, body: #"{"description":null}"#).text == first)
    }

    @Test func aVersionIsNeverGivenTwice() throws {
        var tags: Set<JSON?> = []
        for _ in 0..<3 {
            tags.insert(try objects.patch("/uuids/a", #"{"name":"A"}"#)["data"]?["eTag"])
            tags.insert(try objects.patch("/uuids/a", #"{"name":"B"}"#)["data"]?["eTag"])
            #expect(try objects.call("DELETE", "/uuids/a").text == #"{"status":200,"data":null}"#)
        }
        #expect(tags.count == 6)
    }

    @Test(arguments: [("/uuids/a", "User"), ("/channels/a", "Channel")])
    func aChangeOfAnotherVersionIsRefused(path: String, title: String) throws {
        let refusal =
            #"{"status":412,"error":{"message":"\#(title) to update has been modified after it was read.","#
            + #""source":"objects"}}"#
        let missing = try objects.call("PATCH", path, body: #"{"name":"X"}"#, ifMatch: "1")
        #expect(missing.text == refusal && missing.status == 412)
        let first = try objects.patch(path, #"{"name":"A"}"#)["data"]?["eTag"]?.string
        let second = try objects.patch(path, #"{"name":"B"}"#)["data"]?["eTag"]?.string
        let before = try objects.everything
        #expect(try objects.call("PATCH", path, body: #"{"name":"C"}"#, ifMatch: first).text == refusal)
        #expect(try objects.everything == before)
        #expect(try objects.call("PATCH", path, body: #"{"name":"C"}"#, ifMatch: second).status == 200)
    }

    @Test func reportsMissingObjects() throws {
        let refusal = #"{"status":404,"error":{"message":"Requested object was not found.","source":"objects"}}"#
        for path in ["/uuids/a", "/channels/a"] {
            #expect(try objects.call("GET", path).text == refusal)
            #expect(try objects.call("DELETE", path).text == #"{"status":200,"data":null}"#)
            try objects.patch(path, "{}")
            try objects.delete(path)
            #expect(try objects.call("GET", path).status == 404)
        }
        #expect(try objects.call("GET", "/uuids").text == #"{"status":200,"data":[]}"#)
        let counted = #"{"status":200,"data":[],"totalCount":0}"#
        #expect(try objects.call("GET", "/channels", ["count": "True"]).text == counted)
    }

    @Test func pagesFollowEachOther() throws {
        for number in 1...6 { try objects.patch("/channels/c\(number)", "{}") }
        func page(_ query: [String: String]) throws -> [JSON?] {
            let page = try objects.get("/channels", query)
            let ids: JSON = .string(ObjectsProbe.ids(page).joined(separator: " "))
            return [ids, page["totalCount"], page["next"], page["prev"]]
        }
        #expect(try page(["limit": "4", "count": "1"]) == ["c1 c2 c3 c4", 6, "NA", nil])
        #expect(try page(["limit": "4", "start": "NA", "count": "1"]) == ["c5 c6", 6, "Ng", "NA"])
        #expect(try page(["limit": "4", "start": "Ng"]) == ["", nil, nil, "Ng"])
        #expect(try page(["start": "OTk5"]) == ["", nil, nil, "OTk5"], "the cursor of a longer list")
        #expect(try page(["limit": "2", "end": "NA"]) == ["c3 c4", nil, "NA", "Mg"])
        #expect(try page(["limit": "4", "end": "Mg"]) == ["c1 c2", nil, "Mg", nil])
        #expect(try page(["limit": "2", "start": "MQ", "end": "NA"]) == ["c2 c3", nil, "Mw", "MQ"], "end is ignored")
        #expect(try page(["filter": "id > 'c4'", "count": "true"]) == ["c5 c6", 2, "Mg", nil])
        #expect(try page(["count": "0", "limit": "100"]) == ["c1 c2 c3 c4 c5 c6", nil, "Ng", nil])
        #expect(try page(["limit": "101"]) == ["c1 c2 c3 c4 c5 c6", nil, "Ng", nil], "pages of 100")
    }

    @Test func listsAreSorted() throws {
        for (id, name) in [("a", "Z"), ("b", "M"), ("c", "M"), ("d", nil), ("e", "m")] as [(String, String?)] {
            objects.probe.advance(by: .seconds(1))
            try objects.patch("/uuids/\(id)", name.map { #"{"name":"\#($0)"}"# } ?? "{}")
        }
        for (sort, ids) in [
            ("name", "b c a e d"), ("name:desc", "d e a b c"), ("name:asc,id:desc", "c b a e d"),
            ("name:desc,updated:desc", "d e a c b"), ("updated:desc", "e d c b a"), ("id:desc", "e d c b a"),
            ("status", "a b c d e"), ("type:desc,updated:desc", "e d c b a"), ("name,name:desc", "b c a e d"),
            // An object without the field is the last one, and the first one with `:desc`.
            ("name:asc", "b c a e d"), ("name:desc,id:desc", "d e a c b"),
        ] { #expect(try objects.ids("/uuids", ["sort": sort]).joined(separator: " ") == ids, "\(sort)") }
    }

    @Test func unknownWordsInIncludeAskForNothing() throws {
        try objects.patch("/uuids/a", "{}")
        let plain = try objects.call("GET", "/uuids").text
        #expect(try objects.call("GET", "/uuids", ["include": "1,totalCount,uuid.custom,custom.x"]).text == plain)
    }

    @Test func keysetsAreApart() throws {
        try objects.patch("/uuids/a", "{}")
        let other = objects.probe.get("/v2/objects/other/uuids")
        #expect(other.body == #"{"status":200,"data":[]}"#)
        #expect(other.response?.contentType == "application/json")
    }
}
