import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "App Context".
@Suite("Reports invalid requests and changes nothing")
struct ObjectBadInputTests {
    private let objects = ObjectsProbe()
    private static let message = "Request payload contained invalid input."

    /// Creates some objects, and a subscriber that receives an event of any change.
    private func fill() throws -> OriginProbe.Exchange {
        try objects.patch("/uuids/u", #"{"name":"U","custom":{"level":1}}"#)
        try objects.patch("/channels/c", #"{"name":"C"}"#)
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"c"},"custom":{"level":1}}]}"#)
        let latest = objects.probe.core.withState { $0.clock.latest }
        return objects.probe.get("/v2/subscribe/demo/u,c,x/0?tt=\(latest)")
    }

    @Test(
        "Queries",
        arguments: [
            ("/uuids", "limit", "0", "Limit must be at least 1."),
            ("/channels", "limit", "-1", "Limit must be at least 1."),
            ("/uuids", "limit", "many", "Limit must be at least 1."),
            ("/uuids", "start", "!", "The cursor is not one of this service."),
            ("/uuids", "start", "LTE", "The cursor is not one of this service."),
            ("/uuids", "start", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "The cursor is not one of this service."),
            ("/channels", "end", "dGhpcw", "The cursor is not one of this service."),
            ("/uuids", "sort", "nickname", "Cannot sort by nickname"),
            ("/uuids", "sort", "email", "Cannot sort by email"),
            ("/uuids", "sort", "name:up", "Cannot sort by name:up"), ("/uuids", "sort", "name,", "Cannot sort by "),
            ("/channels", "sort", "custom.level", "Cannot sort by custom.level"),
            ("/uuids/u/channels", "sort", "uuid.name", "Cannot sort by uuid.name"),
            ("/uuids/u/channels", "sort", "description", "Cannot sort by description"),
            ("/channels/c/uuids", "sort", "uuid.email", "Cannot sort by uuid.email"),
            ("/uuids", "filter", "name ==", "Malformed filter expression: unexpected end at position 7"),
            ("/uuids", "filter", "nick == 'a'", "Malformed filter expression: unknown field nick at position 0"),
            (
                "/uuids/u/channels", "filter", "name == 'a'",
                "Malformed filter expression: unknown field name at position 0"
            ),
            (
                "/uuids", "filter", "custom.level == '1'",
                "custom.level holds values of another kind than it is compared with."
            ),
            (
                "/channels/c/uuids", "filter", "custom.level like '1'",
                "custom.level holds values of another kind than it is compared with."
            ),
            (
                "/channels/c/uuids", "filter", "uuid.custom.level == true",
                "custom.level holds values of another kind than it is compared with."
            ),
        ]
    )
    func query(path: String, item: String, value: String, message: String) throws {
        let held = try fill()
        let before = try objects.everything
        var calls = [("GET", nil as String?)]
        if path.split(separator: "/").count == 3 {
            calls.append(("PATCH", #"{"set":[{"channel":{"id":"x"},"uuid":{"id":"x"}}]}"#))
        }
        for (method, body) in calls {
            let answer = try objects.call(method, path, [item: value], body: body)
            #expect(answer.status == 400)
            #expect(answer.json["error"]?["message"]?.string == Self.message)
            #expect(answer.json["error"]?["source"] == "objects")
            #expect(ObjectsProbe.details(answer.json) == [["query", item, message]])
        }
        #expect(try objects.everything == before)
        #expect(held.all.isEmpty, "no event")
    }

    static let long = String(repeating: "a", count: 93)

    @Test(
        "Identifiers",
        arguments: ["a%2Fb", "a,b", "a%3Ab", "a*b", "a%5Cb", "a%0Ab", "a%00b", "%C2%85", long, "%FF"]
    )
    func identifier(id: String) throws {
        let held = try fill()
        let before = try objects.everything
        for (path, location) in [("/uuids/\(id)", "user.id"), ("/channels/\(id)", "channel.id")] {
            for (method, rest, body) in [
                ("GET", "", nil), ("PATCH", "", "{}"), ("DELETE", "", nil), ("GET", "/other", nil),
                ("PATCH", "/other", #"{"set":[]}"#),
            ] as [(String, String, String?)] {
                let other = path.hasPrefix("/uuids") ? "/channels" : "/uuids"
                let answer = try objects.call(method, path + (rest.isEmpty ? "" : other), body: body)
                #expect(answer.status == 400, "\(method) \(path)")
                #expect(ObjectsProbe.details(answer.json).map { Array($0.prefix(2)) } == [["path", location]])
            }
        }
        let name = PercentEncoding.unescape(id[...]).map { EnvelopeWriter.quoted($0) } ?? "\"\""
        let body = #"{"set":[{"channel":{"id":\#(name)}}],"delete":[{"channel":{"id":\#(name)}}]}"#
        let answer = try objects.call("PATCH", "/uuids/u/channels", body: body)
        #expect(
            ObjectsProbe.details(answer.json).map { Array($0.prefix(2)) } == [
                ["body", "set[0].channel.id"], ["body", "delete[0].channel.id"],
            ]
        )
        #expect(try objects.everything == before)
        #expect(held.all.isEmpty, "no event")
    }

    @Test func identifiersOfEmojiAndOf92BytesAreFine() throws {
        for id in [
            "%F0%9F%A6%84", "a%20b", "a.b", "100%25", "a?b".replacing("?", with: "%3F"), String(Self.long.dropLast()),
        ] {
            try objects.patch("/uuids/\(id)", "{}")
            #expect(try objects.get("/uuids/\(id)")["data"]?["id"]?.string == PercentEncoding.unescape(id[...]))
        }
    }

    @Test(
        "Bodies",
        arguments: [
            (#"{"name":5}"#, ["user.name"]), (#"{"name":""}"#, ["user.name"]), (#"{"name":"  "}"#, ["user.name"]),
            (#"{"status":true,"type":[]}"#, ["user.type", "user.status"]),
            (#"{"custom":5}"#, ["user.custom"]), (#"{"custom":[1]}"#, ["user.custom"]),
            (#"{"custom":{"b":null,"a":[1],"c":{"d":1},"e":1}}"#, ["user.custom.a", "user.custom.b", "user.custom.c"]),
            (#"{"custom":{"a":9007199254740992}}"#, ["user.custom.a"]),
            (#"{"custom":{"a":18446744073709551615}}"#, ["user.custom.a"]),
            (#"{"name":7,"email":true,"custom":{"a":[]}}"#, ["user.name", "user.email", "user.custom.a"]),
            ("[]", ["body"]), ("", ["body"]), ("{", ["body"]), ("null", ["body"]), (#"{"name":"a"} x"#, ["body"]),
        ]
    )
    func body(body: String, locations: [String]) throws {
        let held = try fill()
        let before = try objects.everything
        let answer = try objects.call("PATCH", "/uuids/u", body: body)
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string == Self.message)
        #expect(ObjectsProbe.details(answer.json).map { Array($0.prefix(2)) } == locations.map { ["body", $0] })
        #expect(ObjectsProbe.details(answer.json).allSatisfy { $0[2].count > 10 })
        #expect(try objects.everything == before)
        #expect(held.all.isEmpty, "no event")
    }

    @Test("Stores any email address and profile URL, as the tests of other clients expect it")
    func contacts() throws {
        for value in ["uuid_email", "nobody", "a b@c.de", "uuid_profile_url", "http://a/%zz", "http://"] {
            let body = #"{"email":"\#(value)","profileUrl":"\#(value)"}"#
            let data = try objects.patch("/uuids/u", body)["data"]
            #expect(data?["email"]?.string == value && data?["profileUrl"]?.string == value)
        }
    }

    private static let validating = ObjectsProbe(
        OriginProbe(
            appContext: {
                var settings = AppContextSettings()
                settings.validatesContacts = true
                return settings
            }()
        )
    )

    @Test(
        "A keyset may refuse email addresses and profile URLs that are none",
        arguments: [
            (#"{"email":"nobody"}"#, "user.email"), (#"{"email":"a@b@c"}"#, "user.email"),
            (#"{"email":"a b@c.de"}"#, "user.email"), (#"{"email":".a@c.de"}"#, "user.email"),
            (#"{"profileUrl":"not a url"}"#, "user.profileUrl"), (#"{"profileUrl":"example"}"#, "user.profileUrl"),
            (#"{"profileUrl":"http://a/%zz"}"#, "user.profileUrl"), (#"{"profileUrl":"http://"}"#, "user.profileUrl"),
        ]
    )
    func validatedContacts(body: String, location: String) throws {
        let answer = try Self.validating.call("PATCH", "/uuids/u", body: body)
        #expect(answer.status == 400)
        #expect(ObjectsProbe.details(answer.json).map { Array($0.prefix(2)) } == [["body", location]])
    }

    @Test func theFormOfARefusal() throws {
        #expect(
            try Self.validating.call("PATCH", "/uuids/u", body: #"{"email":"x"}"#).text
                == #"{"status":400,"error":{"message":"Request payload contained invalid input.","source":"objects","#
                + #""details":[{"message":"User email must be a valid email address.","location":"user.email","#
                + #""locationType":"body"}]}}"#
        )
    }

    @Test(arguments: [("name", 2048), ("externalId", 2048), ("status", 50), ("type", 50)])
    func lengths(field: String, longest: Int) throws {
        let text = String(repeating: "é", count: longest)
        #expect(try objects.call("PATCH", "/uuids/u", body: #"{"\#(field)":"\#(text)"}"#).status == 200)
        let before = try objects.everything
        #expect(try objects.call("PATCH", "/uuids/u", body: #"{"\#(field)":"\#(text)x"}"#).status == 400)
        #expect(try objects.everything == before)
    }

    @Test func longestOfTheFormsThatAreChecked() throws {
        let url = "http://" + String(repeating: "a", count: 2041)
        let address = String(repeating: "a", count: 309) + "@example.de"
        #expect(
            try objects.call("PATCH", "/uuids/u", body: #"{"profileUrl":"\#(url)","email":"\#(address)"}"#).status
                == 200
        )
        let answer = try objects.call("PATCH", "/uuids/u", body: #"{"profileUrl":"\#(url)a","email":"a\#(address)"}"#)
        #expect(ObjectsProbe.details(answer.json).map { $0[1] } == ["user.profileUrl", "user.email"])
        let text = String(repeating: "d", count: 2049)
        let channel = try objects.call("PATCH", "/channels/c", body: #"{"description":"\#(text)"}"#)
        #expect(ObjectsProbe.details(channel.json).map { $0[1] } == ["channel.description"])
    }

    @Test(arguments: ["a@b.de", "\\\"a b\\\"@c.de", "a@[127.0.0.1]", "a+b_c@localhost", "#!$%&'*/=?^`{|}~@x"])
    func addresses(address: String) throws {
        try Self.validating.patch("/uuids/u", #"{"email":"\#(address)"}"#)
    }

    @Test func recordsOf33KiBAreRefused() throws {
        let text = String(repeating: "x", count: 33 * 1024)
        let half = String(repeating: "x", count: 17 * 1024)
        let held = try fill()
        try objects.patch("/uuids/x", #"{"custom":{"a":"\#(half)"}}"#)
        #expect(!held.all.isEmpty)
        let before = try objects.everything
        for (path, body, location) in [
            ("/uuids/u", #"{"custom":{"a":"\#(text)"}}"#, "user"),
            ("/channels/c", #"{"custom":{"a":"\#(text)"}}"#, "channel"),
            (
                "/uuids/u/channels",
                #"{"set":[{"channel":{"id":"x"}},{"channel":{"id":"y"},"custom":{"a":"\#(text)"}}]}"#, "set[1]"
            ),
        ] {
            let answer = try objects.call("PATCH", path, body: body)
            #expect(answer.status == 400)
            #expect(ObjectsProbe.details(answer.json).map { Array($0.prefix(2)) } == [["body", location]])
        }
        #expect(try objects.everything == before)
    }

    @Test(
        "Bodies of relations",
        arguments: [
            (#"{"set":5}"#, ["set"]), (#"{"set":[5]}"#, ["set[0]"]), (#"{"delete":{}}"#, ["delete"]),
            (#"{"set":[{"channel":"x"}]}"#, ["set[0].channel.id"]),
            (#"{"set":[{"uuid":{"id":"x"}}]}"#, ["set[0].channel.id"]),
            (#"{"set":[{"channel":{"id":""}}]}"#, ["set[0].channel.id"]),
            (
                #"{"set":[{"channel":{"id":"x"}},{"channel":{"id":"y"},"custom":{"a":[]},"status":5}]}"#,
                ["set[1].status", "set[1].custom.a"]
            ),
            (#"{"set":[{"channel":{"id":"x"}}],"delete":[{"channel":{"id":"a/b"}}]}"#, ["delete[0].channel.id"]),
        ]
    )
    func relations(body: String, locations: [String]) throws {
        let held = try fill()
        let before = try objects.everything
        let answer = try objects.call("PATCH", "/uuids/u/channels", body: body)
        #expect(answer.status == 400)
        #expect(ObjectsProbe.details(answer.json).map { Array($0.prefix(2)) } == locations.map { ["body", $0] })
        #expect(try objects.everything == before)
        #expect(held.all.isEmpty, "no event")
    }

    @Test(
        "Reads a body as JSON whatever its media type says: clients in browsers send text/plain",
        arguments: [
            "text/plain;charset=UTF-8", "text/plain", "application/xml", "application/json;charset=UTF-8",
            "application/x-www-form-urlencoded", nil, "Application/JSON", "",
        ]
    )
    func mediaTypes(type: String?) throws {
        #expect(try objects.call("PATCH", "/uuids/u", body: #"{"name":"U"}"#, contentType: type).status == 200)
        #expect(try objects.get("/uuids/u")["data"]?["name"] == "U")
        let relations = #"{"set":[{"channel":{"id":"c"}}]}"#
        #expect(try objects.call("PATCH", "/uuids/u/channels", body: relations, contentType: type).status == 200)
        let wrong = try objects.call("PATCH", "/uuids/u", body: "name=U", contentType: type)
        #expect(wrong.status == 400)
        #expect(ObjectsProbe.details(wrong.json).map { Array($0.prefix(2)) } == [["body", "body"]])
    }

    @Test func formsOfSeveralPartsAndUnknownEncodingsAreRefused() throws {
        let before = try objects.everything
        let refusal =
            #"{"status":415,"error":{"message":"Request payload must be in JSON format.","source":"objects"}}"#
        let form = try objects.call("PATCH", "/uuids/u", body: "{}", contentType: "multipart/form-data; boundary=x")
        #expect(form.text == refusal)
        for (encoding, status) in [("br", 415), ("gzip, br", 415), ("identity", 200), ("", 200)] {
            let request = OriginRequest(
                method: "PATCH",
                target: ObjectsProbe.target("/uuids/u", [:]),
                contentEncoding: encoding,
                body: Array("{}".utf8)
            )
            #expect(objects.probe.send(request).status == status, "\(encoding)")
            if status == 415 { #expect(try objects.everything == before) }
        }
    }

    @Test func reportsTheFirstError() throws {
        let wrong = #"{"name":""}"#
        let form = "multipart/form-data"
        #expect(try objects.call("PATCH", "/uuids/u", body: wrong, contentType: form, ifMatch: "1").status == 415)
        #expect(try objects.call("PATCH", "/uuids/u", body: wrong, ifMatch: "1").status == 400)
        #expect(try objects.call("PATCH", "/uuids/u", body: "{}", ifMatch: "1").status == 412)
        #expect(try objects.call("POST", "/uuids/u", body: "{}").status == 405)
        #expect(try objects.call("GET", "/users").status == 404)
    }

    @Test("An empty If-Match is none, for a new object and for one that exists", arguments: ["", " ", "\t"])
    func emptyIfMatch(tag: String) throws {
        for path in ["/uuids/new", "/channels/new"] {
            #expect(try objects.call("PATCH", path, body: #"{"name":"A"}"#, ifMatch: tag).status == 200)
            #expect(try objects.call("PATCH", path, body: #"{"name":"B"}"#, ifMatch: tag).status == 200)
            #expect(try objects.call("PATCH", path, body: #"{"name":"C"}"#, ifMatch: "stale").status == 412)
        }
    }

    @Test("Strings with NUL, which a data file would end there; those of custom data may have it")
    func nul() throws {
        let text = #""a\u0000b""#
        for (path, place, fields) in [
            ("/uuids/u", "user", ["name", "externalId", "profileUrl", "email", "type", "status"]),
            ("/channels/c", "channel", ["name", "description", "type", "status"]),
        ] {
            for field in fields {
                let refusal = try objects.call("PATCH", path, body: #"{"\#(field)":\#(text)}"#)
                #expect(refusal.status == 400)
                let title = place == "user" ? "User" : "Channel"
                #expect(
                    ObjectsProbe.details(refusal.json)
                        == [["body", "\(place).\(field)", "\(title) \(field) must not contain U+0000."]]
                )
            }
        }
        let set = #"{"set":[{"channel":{"id":"c"},"type":\#(text)}]}"#
        #expect(try objects.call("PATCH", "/uuids/u/channels", body: set).status == 400)
        #expect(try objects.everything.allSatisfy { !$0.contains("u0000") })
    }
}
