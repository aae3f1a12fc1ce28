import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "App Context".
@Suite("Memberships and members")
struct RelationRouteTests {
    private let objects = ObjectsProbe()
    private static let tag = ObjectsProbe.emptyTag

    @Test func aBareMembershipIsItsOtherEnd() throws {
        let set = try objects.call("PATCH", "/uuids/u/channels", body: #"{"set":[{"channel":{"id":"ch"}}]}"#)
        let entry = #""updated":"2014-12-15T14:50:00Z","eTag":"\#(Self.tag)"}],"next":"MQ"}"#
        #expect(set.text == #"{"status":200,"data":[{"channel":{"id":"ch"},"# + entry)
        #expect(try objects.call("GET", "/uuids/u/channels").text == set.text)
        let members = try objects.call("GET", "/channels/ch/uuids").text
        #expect(members == #"{"status":200,"data":[{"uuid":{"id":"u"},"# + entry)
        let removed = try objects.call(
            "PATCH",
            "/channels/ch/uuids",
            ["count": "1"],
            body: #"{"delete":[{"uuid":{"id":"u"}}]}"#
        )
        #expect(removed.text == #"{"status":200,"data":[],"totalCount":0}"#)
        #expect(try objects.call("GET", "/uuids/u/channels").text == #"{"status":200,"data":[]}"#)
    }

    /// The documented form is "id, name, updated" for every list; the service itself uses the longer form.
    @Test("Sorts relations by id and name of their other end, in the documented and in the service's form")
    func sortedByTheOtherEnd() throws {
        for (id, name) in [("b", "One"), ("a", "Two"), ("c", "Three")] {
            try objects.patch("/channels/\(id)", #"{"name":"\#(name)"}"#)
            try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"\#(id)"}}]}"#)
        }
        for (sort, expected) in [
            ("id", "a b c"), ("id:desc", "c b a"), ("name", "b c a"), ("name:desc", "a c b"),
            ("channel.id:desc", "c b a"), ("channel.name", "b c a"),
        ] {
            let page = try objects.get("/uuids/u/channels", ["sort": sort])
            let ids = page["data"]?.array?.compactMap { $0["channel"]?["id"]?.string }
            #expect(ids?.joined(separator: " ") == expected, "\(sort)")
        }
    }

    @Test func anEntryHasTheIncludedFields() throws {
        try objects.patch("/channels/ch", #"{"name":"One","custom":{"a":1},"status":"open"}"#)
        let body = #"{"set":[{"channel":{"id":"ch"},"custom":{"role":"owner"},"status":"active","type":"public"}]}"#
        try objects.patch("/uuids/u/channels", body)
        func entry(_ include: String) throws -> String {
            let page = try objects.get("/uuids/u/channels", ["include": include])
            let entry = try #require(page["data"]?[0])
            let plain = #""name":"One","description":null"#
            let text = try objects.call("GET", "/uuids/u/channels", ["include": include]).text
            let tag = try #require(entry["eTag"]?.string)
            let own = (entry["channel"]?["eTag"]?.string).map { #""eTag":"\#($0)""# }
            return text.replacing(#","next":"MQ"}"#, with: "").replacing(#""eTag":"\#(tag)""#, with: "TAG")
                .replacing(own ?? "none", with: "OWN").replacing(plain, with: "PLAIN")
                .replacing(#""updated":"2014-12-15T14:50:00Z""#, with: "NOW")
                .replacing(#"{"status":200,"data":"#, with: "")
        }
        for (include, text) in [
            ("", #"[{"channel":{"id":"ch"},NOW,TAG}]"#),
            ("channel", #"[{"channel":{"id":"ch",PLAIN,NOW,OWN},NOW,TAG}]"#),
            ("channel.custom", #"[{"channel":{"id":"ch",PLAIN,"custom":{"a":1},NOW,OWN},NOW,TAG}]"#),
            (
                "channel.status,channel.type",
                #"[{"channel":{"id":"ch",PLAIN,"type":null,"status":"open",NOW,OWN},NOW,TAG}]"#
            ),
            (
                "custom,status,type",
                #"[{"channel":{"id":"ch"},"type":"public","status":"active","custom":{"role":"owner"},NOW,TAG}]"#
            ),
            ("uuid,uuid.custom,channel.email", #"[{"channel":{"id":"ch"},NOW,TAG}]"#),
        ] { #expect(try entry(include) == text, "\(include)") }
        let members = try objects.get("/channels/ch/uuids", ["include": "uuid.custom,custom"])
        #expect(members["data"]?[0]?["uuid"] == ["id": "u"], "nobody has said anything of this user")
        #expect(members["data"]?[0]?["custom"] == ["role": "owner"])
    }

    @Test func aPatchReturnsTheWholeList() throws {
        let six = (1...6).map { #"{"uuid":{"id":"u\#($0)"}}"# }.joined(separator: ",")
        let page = try objects.patch("/channels/c/uuids", #"{"set":[\#(six)]}"#, ["limit": "4", "count": "1"])
        #expect(ObjectsProbe.ids(page) == ["u1", "u2", "u3", "u4"])
        #expect(page["totalCount"] == 6 && page["next"] == "NA")
        let second = try objects.get("/channels/c/uuids", ["start": "NA"])
        #expect(ObjectsProbe.ids(second) == ["u5", "u6"])
        #expect(second["next"] == "Ng" && second["prev"] == "NA")
        let third = try objects.get("/channels/c/uuids", ["start": "Ng"])
        #expect(third["data"] == [] && third["next"] == nil)
        let same = try objects.patch("/channels/c/uuids", #"{"delete":[{"uuid":{"id":"eve"}}]}"#)
        #expect(ObjectsProbe.ids(same).count == 6, "who is no member cannot be removed, which is no error")
        let managed = try objects.patch(
            "/channels/c/uuids",
            #"{"set":[{"uuid":{"id":"new"}},{"uuid":{"id":"both"}}],"delete":[{"uuid":{"id":"u1"}},{"uuid":{"id":"both"}}]}"#
        )
        #expect(ObjectsProbe.ids(managed) == ["both", "new", "u2", "u3", "u4", "u5", "u6"])
    }

    @Test("An identifier to set and to delete ends up set, with only what the call sets", arguments: [false, true])
    func setAndDeleted(isMembersCall: Bool) throws {
        let first = #"{"set":[{"channel":{"id":"c"},"custom":{"a":1},"status":"old"}]}"#
        try objects.patch("/uuids/u/channels", first)
        let probe = objects.probe
        let latest = probe.core.withState { $0.clock.now(date: probe.clock.date) }
        let held = probe.get("/v2/subscribe/demo/u/0?tt=\(latest)&uuid=listener")
        let path = isMembersCall ? "/channels/c/uuids" : "/uuids/u/channels"
        let other = isMembersCall ? #""uuid":{"id":"u"}"# : #""channel":{"id":"c"}"#
        let body = #"{"set":[{\#(other),"status":"new"}],"delete":[{\#(other)}]}"#
        let include = ["include": "custom,status"]
        let page = try objects.patch(path, body, include)
        #expect(page["data"]?.array?.count == 1)
        #expect(page["data"]?[0]?["status"] == "new" && page["data"]?[0]?["custom"]?.object == nil)
        #expect(try objects.get(path, include)["data"] == page["data"])
        let events = try JSON(parsing: try #require(held.body))["m"]?.array ?? []
        #expect(events.map { $0["d"]?["event"] } == ["set"])
        #expect(events.first?["d"]?["data"]?["status"] == "new")
    }

    @Test("A longer page than the longest one has 100 relations, and the call is made")
    func longestPage() throws {
        let set = (1...101).map { #"{"channel":{"id":"c\#($0)"}}"# }.joined(separator: ",")
        let page = try objects.patch("/uuids/lim/channels", #"{"set":[\#(set)]}"#, ["limit": "500", "count": "1"])
        #expect(ObjectsProbe.ids(page).count == 100 && page["totalCount"] == 101)
        #expect(ObjectsProbe.ids(try objects.get("/channels/c7/uuids", ["limit": "500"])) == ["lim"])
    }

    @Test func aFilterRestrictsTheResponseAndNotTheChange() throws {
        for name in ["Kim", "Serhii"] { try objects.patch("/uuids/\(name)-id", #"{"name":"\#(name)"}"#) }
        let page = try objects.patch(
            "/channels/c/uuids",
            #"{"set":[{"uuid":{"id":"Kim-id"}},{"uuid":{"id":"Serhii-id"}}]}"#,
            ["filter": "uuid.name like 'K*'", "count": "1"]
        )
        #expect(ObjectsProbe.ids(page) == ["Kim-id"])
        #expect(page["totalCount"] == 1)
        #expect(try objects.ids("/channels/c/uuids") == ["Kim-id", "Serhii-id"])
        #expect(try objects.ids("/channels/c/uuids", ["sort": "uuid.name:desc,updated"]) == ["Serhii-id", "Kim-id"])
    }

    @Test func membershipsMergeLikeOtherObjects() throws {
        func set(_ rest: String) throws -> JSON {
            objects.probe.advance(by: .seconds(1))
            let body = #"{"set":[{"channel":{"id":"c"}\#(rest)}]}"#
            let page = try objects.patch("/uuids/u/channels", body, ["include": "custom,status,type"])
            return try #require(page["data"]?[0])
        }
        let first = try set(#","custom":{"a":1,"b":2},"status":"active""#)
        let second = try set("")
        #expect(second == first, "nothing is said of any field")
        let third = try set(#","custom":{"a":1}"#)
        #expect(third["custom"] == ["a": 1] && third["status"] == "active")
        #expect(third["updated"] != first["updated"] && third["eTag"] != first["eTag"])
        let last = try set(#","custom":null,"status":null"#)
        #expect(last["eTag"]?.string == Self.tag)
    }

    @Test func withoutReferentialIntegrityBothEndsMayBeMissingOrGo() throws {
        try objects.patch("/uuids/u", "{}")
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"nowhere"}}]}"#)
        try objects.delete("/uuids/u")
        #expect(try objects.ids("/uuids/u/channels") == ["nowhere"])
    }
}
